import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { Mark } from '../adapter.ts';
import { VolumeEnvelope } from './volume-envelope.ts';

const rate = 16_000;
const wordSamples = 4000;

/** A segment of words with these volumes, `undefined` being the segment's own, and the marks of words of 0.25 s. */
function segmentOf(volumes: readonly (number | undefined)[], volume = 1): { segment: Segment; marks: Mark[] } {
  const tokens = volumes.map((own, index) => ({
    text: `w${index}`,
    spoken: [`w${index}`],
    continues: false,
    ...(own !== undefined && { volume: own }),
  }));
  return {
    segment: { tokens, prosody: { ...neutralProsody, volume }, language: 'en', pauseSeconds: 0 },
    marks: tokens.map((_token, token) => ({
      kind: 'word',
      token,
      word: 0,
      start: token * wordSamples,
      end: (token + 1) * wordSamples,
    })),
  };
}

function shaped(envelope: VolumeEnvelope, marks: readonly Mark[] | undefined, cut: number, samples: number): number[] {
  const source = new Int16Array(samples).fill(16_384);
  const parts: number[] = [];
  for (let at = 0; at < samples; at += cut) {
    for (const part of envelope.write(source.slice(at, at + cut))) parts.push(...part);
  }
  if (marks !== undefined) for (const part of envelope.marks(marks)) parts.push(...part);
  for (const part of envelope.end()) parts.push(...part);
  return parts;
}

describe('the volume within a segment', () => {
  it('is none of its business where all words have the volume of the segment', () => {
    assert.equal(VolumeEnvelope.of(segmentOf([undefined, undefined]).segment, rate), undefined);
  });

  it('changes where the first word with another volume begins, in a line of 10 ms before it', () => {
    const { segment, marks } = segmentOf([undefined, 2, 2, 0.5]);
    const out = shaped(VolumeEnvelope.of(segment, rate)!, marks, 1000, 4 * wordSamples);
    const at = (sample: number): number => Number(out[sample]!.toFixed(3));
    assert.deepEqual([at(0), at(3840), at(3920), at(4000), at(11_000)], [0.5, 0.5, 0.75, 1, 1]);
    assert.deepEqual([at(11_840), at(12_000), at(15_999)], [1, 0.25, 0.25]);
    for (let index = 1; index < out.length; index++) assert.ok(Math.abs(out[index]! - out[index - 1]!) < 0.01);
  });

  it("multiplies the segment's own volume, which the pipeline applies", () => {
    const { segment, marks } = segmentOf([0.5, 1], 0.5);
    const out = shaped(VolumeEnvelope.of(segment, rate)!, marks, 500, 2 * wordSamples);
    assert.deepEqual([out[0], out.at(-1)], [0.5, 1]);
  });

  it('gives nothing before the marks, and everything at once when they come first', () => {
    const { segment, marks } = segmentOf([undefined, 2]);
    const late = VolumeEnvelope.of(segment, rate)!;
    assert.deepEqual(late.write(new Int16Array(100)), []);
    const early = VolumeEnvelope.of(segment, rate)!;
    early.marks(marks);
    assert.equal(early.write(new Int16Array(100))[0]!.length, 100);
  });

  it('does not depend on how the samples are divided, nor on when the marks come', () => {
    const { segment, marks } = segmentOf([undefined, 2, 0.5]);
    const whole = shaped(VolumeEnvelope.of(segment, rate)!, marks, 3 * wordSamples, 3 * wordSamples);
    const early = VolumeEnvelope.of(segment, rate)!;
    early.marks(marks);
    assert.deepEqual(shaped(early, undefined, 333, 3 * wordSamples), whole);
  });

  it('gives all samples also when no marks come', () => {
    const { segment } = segmentOf([undefined, 2]);
    assert.equal(shaped(VolumeEnvelope.of(segment, rate)!, undefined, 1000, 5000).length, 5000);
  });
});
