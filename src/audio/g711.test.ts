import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alawCodes, decodeAlaw, decodeMulaw, mulawCodes } from './g711.ts';

const laws = [
  // Steps by segment: G.711 tables 2a and 1a, as 16-bit values.
  {
    name: 'mu-law',
    codes: mulawCodes,
    decode: decodeMulaw,
    largest: 32_124,
    stepOf: (code: number) => 8 << ((~code >> 4) & 7),
  },
  {
    name: 'A-law',
    codes: alawCodes,
    decode: decodeAlaw,
    largest: 32_256,
    stepOf: (code: number) => 16 << Math.max(0, (((code ^ 0x55) >> 4) & 7) - 1),
  },
];
function encode(table: Uint8Array, samples: readonly number[]): number[] {
  return samples.map((sample) => table[sample & 0xffff]!);
}

const allCodes = Uint8Array.from({ length: 256 }, (_, code) => code);

describe('G.711', () => {
  it('has the codes of the recommendation for zero, the smallest steps and the full scale', () => {
    assert.deepEqual(
      encode(mulawCodes(), [0, 3, 5, 11, 13, -5, 32_767, -32_768]),
      [0xff, 0xff, 0xfe, 0xfe, 0xfd, 0x7e, 0x80, 0x00],
    );
    assert.deepEqual(
      encode(alawCodes(), [0, 15, 17, -1, -17, 32_767, -32_768]),
      [0xd5, 0xd5, 0xd4, 0x55, 0x54, 0xaa, 0x2a],
    );
  });

  it('has the levels of the recommendation', () => {
    assert.deepEqual(
      [...decodeMulaw(Uint8Array.of(0xff, 0xfe, 0xfd, 0xf0, 0xef, 0x80, 0x00, 0x7f))],
      [0, 8, 16, 120, 132, 32_124, -32_124, 0],
    );
    assert.deepEqual([...decodeAlaw(Uint8Array.of(0xd5, 0xd4, 0x55, 0xaa, 0x2a))], [8, 24, -8, 32_256, -32_256]);
  });

  it('decodes the digital milliwatt of the recommendation (tables 5 and 6) to the same tone in both laws', () => {
    const tone = (first: number, second: number): number[] => [
      first,
      second,
      second,
      first,
      -first,
      -second,
      -second,
      -first,
    ];
    assert.deepEqual(
      [...decodeAlaw(Uint8Array.of(0x34, 0x21, 0x21, 0x34, 0xb4, 0xa1, 0xa1, 0xb4))],
      tone(-8960, -20_992),
    );
    assert.deepEqual(
      [...decodeMulaw(Uint8Array.of(0x1e, 0x0b, 0x0b, 0x1e, 0x9e, 0x8b, 0x8b, 0x9e))],
      tone(-8828, -20_860),
    );
  });

  for (const { name, codes, decode, largest, stepOf } of laws) {
    it(`gives every ${name} code back after decoding and encoding`, () => {
      const again = encode(codes(), [...decode(allCodes)]);
      // Mu-law has two codes for zero; a 16-bit sample has no negative zero.
      assert.deepEqual(
        again,
        [...allCodes].map((code) => (name === 'mu-law' && code === 0x7f ? 0xff : code)),
      );
    });

    it(`errs in ${name} by at most half a step of the segment, and never turns the order of two samples round`, () => {
      const [table, levels] = [codes(), decode(allCodes)];
      let before = -largest;
      for (let sample = -32_768; sample < 32_768; sample++) {
        const code = table[sample & 0xffff]!;
        const level = levels[code]!;
        assert.ok(level >= before, `${sample}: ${level} after ${before}`);
        before = level;
        const inRange = Math.max(-largest, Math.min(largest, sample));
        assert.ok(Math.abs(level - inRange) <= stepOf(code) / 2, `${sample} became ${level}`);
      }
    });
  }
});
