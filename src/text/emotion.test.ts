import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emotionNames, prosody } from './emotion.ts';
import { neutralProsody } from './types.ts';

const noTags = { speed: 1, volume: 1 };

describe('prosody', () => {
  it('is neutral when nothing was asked', () => {
    assert.deepEqual(prosody({}, noTags), neutralProsody);
    assert.deepEqual(prosody({ emotion: 'neutral' }, noTags), neutralProsody);
    assert.deepEqual(prosody({ emotion: 'unheard of' }, noTags), neutralProsody);
    assert.deepEqual(prosody({ emotion: 'constructor' }, noTags), neutralProsody);
  });

  it("multiplies the request's speed and volume with the tags'", () => {
    const { rate, volume } = prosody({ speed: 1.5, volume: 0.5 }, { speed: 0.8, volume: 1.5 });
    assert.equal(rate, 1.2);
    assert.equal(volume, 0.75);
  });

  it("takes the tag's emotion instead of the request's", () => {
    assert.deepEqual(
      prosody({ emotion: 'sad' }, { ...noTags, emotion: 'angry' }),
      prosody({ emotion: 'angry' }, noTags),
    );
  });

  it('makes sadness slower, lower, narrower and softer, and excitement the reverse', () => {
    const sad = prosody({ emotion: 'sad' }, noTags);
    const excited = prosody({ emotion: 'excited' }, noTags);
    for (const key of ['rate', 'pitch', 'range', 'volume'] as const) {
      assert.ok(sad[key] < 1, key);
      assert.ok(excited[key] > 1, key);
    }
  });

  it('stays in its ranges for every emotion at the ends of what can be asked', () => {
    for (const emotion of emotionNames) {
      for (const extreme of [0.5, 0.6, 1.5, 2]) {
        const { rate, volume, pitch, range } = prosody(
          { speed: extreme, volume: extreme, emotion },
          { speed: extreme, volume: extreme },
        );
        assert.ok(
          rate >= 0.3 &&
            rate <= 3 &&
            volume >= 0.25 &&
            volume <= 4 &&
            pitch >= 0.5 &&
            pitch <= 2 &&
            range >= 0 &&
            range <= 2,
          emotion,
        );
      }
    }
  });

  it('gives no two of the primary emotions the same voice', () => {
    const voices = ['neutral', 'calm', 'angry', 'content', 'sad', 'scared'].map((emotion) =>
      JSON.stringify(prosody({ emotion }, noTags)),
    );
    assert.equal(new Set(voices).size, voices.length);
  });
});
