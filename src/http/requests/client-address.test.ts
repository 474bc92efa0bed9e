import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addressGroup, trustedProxies } from './client-address.ts';
import { startTestServer } from '../testing.ts';

describe('addresses that count as one client', () => {
  it('are one IPv4 address, however it is written, and the first 64 bits of an IPv6 one', () => {
    const same = [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['::ffff:cb00:7107', '203.0.113.7'],
      ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['::', '0:0:0:0::/64'],
      ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
      ['2001::ffff:203.0.113.7', '2001:0:0:0::/64'],
    ] as const;
    for (const [address, group] of same) assert.equal(addressGroup(address), group, address);
  });

  it('are the same 64 bits for every host of a network, and no others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }),
        fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 }),
        fc.nat(3),
        (groups, host, changed) => {
          fc.pre(groups.slice(0, 5).some((group) => group !== 0));
          const text = (all: readonly number[]) => all.map((group) => group.toString(16)).join(':');
          const network = groups.slice(0, 4);
          assert.equal(addressGroup(text(groups)), addressGroup(text([...network, ...host])));
          const other = network.map((group, index) => (index === changed ? group ^ 1 : group));
          assert.notEqual(addressGroup(text(groups)), addressGroup(text([...other, ...host, 1].slice(0, 8))));
        },
      ),
    );
  });
});

describe('trusted proxies', () => {
  it('are addresses, networks and names of networks, also written as IPv6', () => {
    const isTrusted = trustedProxies(['10.1.0.0/16', '192.0.2.1', '2001:db8::/32', 'loopback'])!;
    const yes = ['10.1.255.1', '::ffff:10.1.2.3', '192.0.2.1', '2001:db8:ffff::1', '127.0.0.1', '127.9.9.9', '::1'];
    const no = ['10.2.0.1', '::ffff:10.2.0.1', '192.0.2.2', '2001:db9::1', '128.0.0.1', '::2', 'unknown', ''];
    assert.deepEqual([yes.filter((address) => !isTrusted(address)), no.filter(isTrusted)], [[], []]);
    assert.equal(trustedProxies([])!('127.0.0.1'), false);
    for (const bad of ['private', '10.0.0.0/33', '::/129', '0.0.0.0/0', '1.2.3.4/8/8', '1.2.3', '10.0.0.0/x', '']) {
      assert.equal(trustedProxies([bad]), undefined, bad);
    }
  });

  it('may be named by networks, each of which is as large as its standard says', () => {
    const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
      ['loopback', ['127.0.0.0', '127.255.255.255', '::1'], ['126.255.255.255', '128.0.0.0', '::', '::2']],
      [
        'linklocal',
        ['169.254.0.0', '169.254.255.255', 'fe80::', 'febf:ffff::1'],
        ['169.253.255.255', '169.255.0.0', 'fe7f::1', 'fec0::1'],
      ],
      [
        'uniquelocal',
        [
          '10.0.0.0',
          '10.255.255.255',
          '172.16.0.0',
          '172.31.255.255',
          '192.168.0.0',
          '192.168.255.255',
          'fc00::',
          'fdff::1',
        ],
        [
          '9.255.255.255',
          '11.0.0.0',
          '172.15.255.255',
          '172.32.0.0',
          '192.167.255.255',
          '192.169.0.0',
          'fbff::1',
          'fe00::1',
        ],
      ],
    ];
    for (const [name, yes, no] of table) {
      const isTrusted = trustedProxies([name])!;
      assert.deepEqual([yes.filter((address) => !isTrusted(address)), no.filter(isTrusted)], [[], []], name);
    }
  });

  /** What a server shows of a request from this address. */
  async function seen(trusted: readonly string[] | undefined, remoteAddress: string, headers: Record<string, string>) {
    const server = await startTestServer({
      server: { trustedProxies: trusted },
      routes(app) {
        app.get('/seen', { config: { public: true } }, ({ clientAddress, host, protocol }) => ({
          clientAddress,
          host,
          protocol,
        }));
      },
    });
    const answer = await server.inject({ url: '/seen', remoteAddress, headers: { host: 'own.example', ...headers } });
    await server.close();
    return answer.json<{ clientAddress: string; host: string; protocol: string }>();
  }

  const forwarded = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'public.example',
  };

  it('are believed, with the address, the scheme and the host they saw', async () => {
    assert.deepEqual(await seen(['10.0.0.0/8'], '10.0.0.1', forwarded), {
      clientAddress: '203.0.113.7',
      host: 'public.example',
      protocol: 'https',
    });
    assert.equal((await seen(['10.0.0.0/8'], '::ffff:10.0.0.1', forwarded)).clientAddress, '203.0.113.7');
  });

  it('are nobody else: the same headers from another address, or without the setting, are ignored', async () => {
    for (const [trusted, from] of [
      [['10.0.0.0/8'], '192.0.2.9'],
      [undefined, '127.0.0.1'],
    ] as const) {
      assert.deepEqual(await seen(trusted, from, forwarded), {
        clientAddress: from,
        host: 'own.example',
        protocol: 'http',
      });
    }
  });

  it('in a chain are passed over from the last one on, up to the first that is not trusted', async () => {
    const trusted = ['10.0.0.0/8', '192.0.2.1'];
    const chains = [
      ['198.51.100.1, 203.0.113.7, 192.0.2.1', '203.0.113.7', 'what the client wrote itself stands in front'],
      ['203.0.113.7, 10.3.0.1, 10.2.0.1', '203.0.113.7', 'two proxies'],
      ['10.9.9.9', '10.9.9.9', 'a client within the network of the proxies'],
      ['2001:db8::5', '2001:db8::5', 'IPv6'],
      ['unknown', '10.0.0.1', 'no address: the proxy counts'],
      ['203.0.113.7:4711', '10.0.0.1', 'with a port it is none'],
      ['203.0.113.7, unknown', '10.0.0.1', 'what stands behind no address is not believed'],
    ] as const;
    for (const [header, address, why] of chains) {
      const answer = await seen(trusted, '10.0.0.1', { 'x-forwarded-for': header });
      assert.equal(answer.clientAddress, address, why);
    }
  });
});
