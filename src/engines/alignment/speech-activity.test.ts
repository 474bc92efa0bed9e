import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BandExtractor, commonLimit, type BandFrames } from './bands.ts';
import { quantiles, speechSpans } from './speech-activity.ts';
import { seededRandom } from '../../../test/support/random.ts';

const sampleRate = 16_000;

/** Alternately silence and a buzz, in seconds, over noise of an amplitude. */
function signal(seconds: readonly number[], { amplitude = 8000, noise = 0 } = {}): BandFrames {
  const extractor = new BandExtractor(sampleRate, commonLimit(sampleRate));
  const random = seededRandom();
  for (const [index, length] of seconds.entries()) {
    const samples = Int16Array.from({ length: Math.round(length * sampleRate) }, (_, n) => {
      const sound = index % 2 === 1 ? (n % 128 < 20 ? amplitude : 0) : 0;
      return Math.round(sound + noise * (2 * random() - 1));
    });
    extractor.write(samples);
  }
  return extractor.end();
}

function assertSpans(frames: BandFrames, expected: readonly (readonly [start: number, end: number])[]): void {
  const spans = speechSpans(frames);
  assert.equal(spans.length, expected.length, JSON.stringify(spans));
  for (const [index, [start, end]] of expected.entries()) {
    assert.ok(Math.abs(spans[index]!.start - start) <= 3, `${spans[index]!.start} is about ${start}`);
    assert.ok(Math.abs(spans[index]!.end - end) <= 3, `${spans[index]!.end} is about ${end}`);
  }
}

describe('the spans of speech', () => {
  const seconds = [1, 0.5, 0.4, 0.8, 2];
  const expected = [
    [100, 150],
    [190, 270],
  ] as const;

  it('leave out the silence before, between and behind', () => {
    assertSpans(signal(seconds), expected);
    assertSpans(signal([0, 0.5]), [[0, 50]]);
  });

  it('are the same at any level and over noise', () => {
    for (const amplitude of [100, 30_000]) assertSpans(signal(seconds, { amplitude }), expected);
    assertSpans(signal(seconds, { noise: 200 }), expected);
  });

  it('go on over the closure of a plosive', () => {
    assertSpans(signal([0.3, 0.5, 0.1, 0.5, 0.3]), [[30, 140]]);
  });

  it('are none in silence, in nothing, and in a click', () => {
    assert.deepEqual(speechSpans(signal([1])), []);
    assert.deepEqual(speechSpans(signal([])), []);
    const click = new BandExtractor(sampleRate, commonLimit(sampleRate));
    click.write(new Int16Array(1000).fill(1, 500, 501));
    assert.deepEqual(speechSpans(click.end()), []);
  });
});

describe('quantiles of levels', () => {
  it('are those of the sorted levels', () => {
    const levels = Float32Array.from({ length: 1001 }, (_, index) => ((index * 7919) % 1001) / 20);
    const [low, middle, high] = quantiles(levels, [0.03, 0.5, 0.95]);
    assert.ok(Math.abs(low! - 1.5) <= 0.5 && Math.abs(middle! - 25) <= 0.5 && Math.abs(high! - 47.5) <= 0.5);
  });

  it('stay within what is told apart', () => {
    assert.deepEqual(quantiles(Float32Array.from([-1000]), [0, 0.99]), [-90, -90]);
    assert.deepEqual(quantiles(Float32Array.from([1000]), [0, 0.99]), [110, 110]);
  });
});
