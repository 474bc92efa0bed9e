import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpeechMeasures } from '../audio/clip/index.ts';
import { voiceLike, wavOf } from '../audio/decoding/testing.ts';
import { ServiceError } from '../errors/service-error.ts';
import { analyseClip, clipRequirements, problemOf } from './clip-analysis.ts';
import { seededRandom } from '../../test/support/random.ts';

const good: SpeechMeasures = {
  seconds: 6,
  levelDb: -20,
  clippedShare: 0,
  activeSeconds: 5,
  voicedSeconds: 2.5,
  colourSpread: 5,
  pitch: { median: 120, low: 100, high: 150 },
  timbre: undefined,
  floorDb: -60,
  hasTwoPitches: false,
};

describe('the analysis of a clip', () => {
  it('gives what a profile is made of', async () => {
    const { medianPitch, lowPitch, highPitch, format, seconds, speechSeconds, voicedSeconds } = await analyseClip(
      wavOf(voiceLike({ seconds: 3, sampleRate: 16_000, pitch: 180 }), 16_000),
    );
    assert.deepEqual([format, seconds], ['wav', 3]);
    assert.ok(Math.abs(medianPitch / 180 - 1) < 0.01 && lowPitch < medianPitch && medianPitch < highPitch);
    assert.ok(voicedSeconds > 1 && voicedSeconds < speechSeconds && speechSeconds < seconds);
  });

  it('takes a clip that is good, down to each limit and not beyond it', () => {
    const { minSpeechSeconds, minLevelDb, maxClippedShare, minVoicedShare, minColourSpread } = clipRequirements;
    assert.equal(problemOf(good), undefined);
    const limits: readonly (readonly [Partial<SpeechMeasures>, Partial<SpeechMeasures>, RegExp])[] = [
      [
        { seconds: minSpeechSeconds, activeSeconds: minSpeechSeconds },
        { seconds: minSpeechSeconds - 0.01 },
        /too short/u,
      ],
      [{ levelDb: minLevelDb }, { levelDb: minLevelDb - 1 }, /silent/u],
      [{ clippedShare: maxClippedShare }, { clippedShare: maxClippedShare + 0.01 }, /clipped/u],
      [{ voicedSeconds: 5 * minVoicedShare }, { voicedSeconds: 5 * minVoicedShare - 0.1 }, /no speech/u],
      [{}, { pitch: undefined, voicedSeconds: 0, activeSeconds: 0 }, /no speech/u],
      [{ colourSpread: minColourSpread }, { colourSpread: minColourSpread - 0.1 }, /steady/u],
      [
        { activeSeconds: minSpeechSeconds },
        { activeSeconds: minSpeechSeconds - 0.01, voicedSeconds: 0.5 },
        /too little speech/u,
      ],
    ];
    for (const [enough, lacking, said] of limits) {
      assert.equal(problemOf({ ...good, ...enough }), undefined, JSON.stringify(enough));
      assert.match(problemOf({ ...good, ...lacking }) ?? '', said);
    }
  });

  it('notes two speakers, and noise', async () => {
    const rate = 16_000;
    const [low, high] = [100, 220].map((pitch) => voiceLike({ seconds: 3, sampleRate: rate, pitch }));
    const notesOf = async (samples: Float32Array) => (await analyseClip(wavOf(samples, rate))).notes;
    assert.deepEqual(await notesOf(low!), []);
    assert.deepEqual(await notesOf(Float32Array.of(...low!, ...high!)), ['several_speakers']);
    const hiss = seededRandom();
    assert.deepEqual(await notesOf(low!.map((sample) => sample + 0.3 * (hiss() - 0.5))), ['noisy']);
  });

  it('tells its errors as those of the field the clip came in', async () => {
    const isRefusal = (error: unknown): boolean =>
      error instanceof ServiceError && error.status === 400 && error.message.endsWith('\n  → at file');
    await assert.rejects(analyseClip(Buffer.from('nothing'), { field: 'file' }), isRefusal);
    await assert.rejects(analyseClip(wavOf(new Float32Array(32_000), 16_000), { field: 'file' }), isRefusal);
    await assert.rejects(
      analyseClip(wavOf(new Float32Array(32_000), 16_000), { field: 'file', maxSeconds: 1 }),
      /longer than 1 s/u,
    );
    await assert.rejects(
      analyseClip(wavOf(new Float32Array(32_000), 16_000), { field: 'file', deadlineMs: 1 }),
      isRefusal,
    );
  });
});
