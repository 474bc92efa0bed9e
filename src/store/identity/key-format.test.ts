import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { generateKey, hashKey, isWellFormedKey } from './key-format.ts';
import type { KeyKind } from './schema.ts';

const kinds: readonly KeyKind[] = ['api', 'admin'];

describe('the form of a key', () => {
  it('is a prefix that names the kind, 28 random characters and a checksum', () => {
    assert.match(generateKey('api'), /^sk_car_[0-9A-Za-z]{34}$/);
    assert.match(generateKey('admin'), /^sk_car_admin_[0-9A-Za-z]{34}$/);
  });

  it('passes its own check for its own kind only', () => {
    for (const kind of kinds) {
      for (let i = 0; i < 200; i++) {
        const key = generateKey(kind);
        assert.deepEqual(
          kinds.filter((other) => isWellFormedKey(key, other)),
          [kind],
        );
      }
    }
  });

  it('has a checksum that can be computed by anyone: CRC-32 of the rest in base62', () => {
    // 0x414fa339 is the CRC-32 of this sentence in every published table.
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const value = (text: string) => Array.from(text).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    const key = generateKey('api');
    assert.equal(value(key.slice(-6)), referenceCrc32(key.slice(0, -6)));
    assert.equal(referenceCrc32('The quick brown fox jumps over the lazy dog'), 0x414fa339);
  });

  it('fails its check when any one character is changed', () => {
    const key = generateKey('api');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: key.length - 1 }),
        fc.constantFrom('0', 'Z', 'z', '_', '-', ' ', 'é'),
        (at, character) => {
          fc.pre(key[at] !== character);
          assert.equal(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1), 'api'), false);
        },
      ),
    );
  });

  it('uses every digit at every place about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      for (const digit of generateKey('api').slice(7, 35)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    assert.equal(counts.size, 62);
    // 56,000 draws over 62 digits: mean 903, standard deviation 30; six of them is one failure in a million runs.
    for (const count of counts.values()) assert.ok(Math.abs(count - 903) < 180, `a digit came ${count} times`);
  });

  it('never comes twice', () => {
    assert.equal(new Set(Array.from({ length: 2000 }, () => generateKey('api'))).size, 2000);
  });
});

describe('the hash of a key', () => {
  it('is the SHA-256 of its UTF-8 text in hex', () => {
    assert.equal(hashKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

/** Bit by bit, as the polynomial is written down; only to check the fast one. */
function referenceCrc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
