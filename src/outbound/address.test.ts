import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAllowedAddress } from './address.ts';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '100.63.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '64:ff9b::808:808',
];

/** Addresses of local networks. */
const localAddresses = [
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.100.100.201',
  'fc00::1',
  'fd00:ec2::253',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
];

/** Addresses that are never allowed. */
const impossibleAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '169.254.1.1',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fe80::1',
  'fe80::1%eth0',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '100.100.100.200',
  '::ffff:100.100.100.200',
  '64:ff9b::6464:64c8',
  'fd00:ec2::254',
  'fd00:0ec2:0::0254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  '::',
  'ff02::1',
  'fec0::1',
  '::127.0.0.1',
  '::a00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  '64:ff9b:1::a00:1',
  '100::1',
  '3fff::1',
  '4000::1',
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '1.2.3',
  '1.2.3.4.5',
  '1.1.1.1 ',
];

describe('an address that a client may name', () => {
  it('is one of the public internet', () => {
    for (const address of publicAddresses) assert.equal(isAllowedAddress(address, false), true, address);
    for (const address of [...localAddresses, ...impossibleAddresses]) {
      assert.equal(isAllowedAddress(address, false), false, address);
    }
  });

  it("is with the setting also one of a network of one's own, and never link-local, multicast or reserved", () => {
    for (const address of [...publicAddresses, ...localAddresses]) {
      assert.equal(isAllowedAddress(address, true), true, address);
    }
    for (const address of impossibleAddresses) assert.equal(isAllowedAddress(address, true), false, address);
  });
});
