import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { AudioLimit } from './audio-limit.ts';

/** What comes out of pieces of these lengths, two bytes a sample, with words of these samples. */
function limited(max: number, pieces: readonly number[], words: readonly [number, number][]) {
  const limit = new AudioLimit(max, 1000, 2);
  const all = Buffer.from(
    Array.from({ length: 2 * pieces.reduce((sum, length) => sum + length, 0) }, (_, at) => at % 251),
  );
  let at = 0;
  const passed = pieces.map((length) => limit.pass(all.subarray(at, (at += 2 * length))));
  const end = limit.end(words.map(([from, to]) => ({ start: from, end: to })));
  const given = Buffer.concat([...passed, ...(end === undefined ? [] : [end.rest])]);
  return { all, given, samples: end?.samples };
}

describe('the limit of the audio of a segment', () => {
  const words: readonly [number, number][] = [
    [0, 40],
    [40, 90],
    [95, 150],
    [200, 220],
  ];

  it('lies at the end of the word that is spoken then', () => {
    assert.equal(limited(50, [300], words).samples, 90);
    assert.equal(limited(96, [10, 100, 190], words).samples, 150);
  });

  it('lies where it is when no word is spoken then, or none has a time', () => {
    assert.equal(limited(92, [300], words).samples, 92);
    assert.equal(limited(90, [300], words).samples, 90);
    assert.equal(limited(180, [300], words).samples, 180);
    assert.equal(limited(50, [300], []).samples, 50);
  });

  it('is none for what is shorter', () => {
    assert.equal(limited(300, [100, 200], words).samples, undefined);
    assert.equal(limited(300, [], words).samples, undefined);
  });

  it('gives the beginning of the audio, however it comes in pieces', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.array(fc.nat(100)), (max, pieces) => {
        const { all, given, samples } = limited(max, pieces, words);
        assert.ok(given.equals(all.subarray(0, given.length)));
        assert.equal(given.length, 2 * (samples ?? all.length / 2));
      }),
      runs(),
    );
  });
});
