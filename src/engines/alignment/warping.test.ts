import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { featureCount } from './features.ts';
import { warp, type WarpingPath } from './warping.ts';

type Sequence = Parameters<typeof warp>[0];

/** A sequence of sounds, each of its own direction among the features. */
function sequenceOf(sounds: readonly number[]): Sequence {
  const values = new Float32Array(sounds.length * featureCount);
  for (const [frame, sound] of sounds.entries()) values[frame * featureCount + (sound % featureCount)] = 1;
  return { count: sounds.length, values };
}

/** Sounds in order, each for so many frames. */
function sounds(durations: readonly number[]): number[] {
  return durations.flatMap((frames, sound) => new Array<number>(frames).fill(sound));
}

function startsOf(durations: readonly number[]): number[] {
  let at = 0;
  return durations.map((frames) => (at += frames) - frames);
}

function assertWhole({ first, last }: WarpingPath, countA: number): void {
  assert.equal(first[0], 0);
  assert.equal(last.at(-1), countA - 1);
  for (let j = 0; j < first.length; j++) {
    assert.ok(first[j]! <= last[j]!);
    const step = j === 0 ? 0 : first[j]! - last[j - 1]!;
    assert.ok(step === 0 || step === 1, `a gap before frame ${j}`);
  }
}

const durations = fc.array(fc.integer({ min: 5, max: 30 }), { minLength: 2, maxLength: 20 });

describe('the warping path', () => {
  it('of a sequence with itself leads every frame to itself', () => {
    const sequence = sequenceOf(sounds([9, 12, 20, 7, 30]));
    const { first, last } = warp(sequence, sequence);
    assert.deepEqual([...first], [...first.keys()]);
    assert.deepEqual(last, first);
  });

  it('leads each sound to the same sound, however long it is in either', () => {
    fc.assert(
      fc.property(durations, fc.infiniteStream(fc.double({ min: 0.5, max: 2, noNaN: true })), (of, factors) => {
        const other = of.map((frames) => Math.max(4, Math.round(frames * factors.next().value!)));
        const { first } = warp(sequenceOf(sounds(other)), sequenceOf(sounds(of)));
        const expected = startsOf(other);
        for (const [sound, start] of startsOf(of).entries()) assert.equal(first[start], expected[sound]);
      }),
      runs(),
    );
  });

  it('has no gap and reaches both ends, whatever is compared', () => {
    const any = fc.array(fc.nat(featureCount - 1), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const path = warp(sequenceOf(a), sequenceOf(b));
        assert.equal(path.first.length, b.length);
        assertWhole(path, a.length);
      }),
      runs(),
    );
  });

  it('takes sequences of very different lengths', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => Math.floor(index / 10));
    for (const [a, b] of [
      [long, [0]],
      [[0], long],
      [long, [1, 2, 3, 4, 5]],
      [[1, 2, 3, 4, 5], long],
    ] as const) {
      assertWhole(warp(sequenceOf(a), sequenceOf(b)), a.length);
    }
  });
});
