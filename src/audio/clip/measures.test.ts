import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureSpeech, type SpeechMeasures } from './measures.ts';
import { swept } from '../../../test/support/sweeps.ts';
import { voiceLike } from '../decoding/testing.ts';
import { seededRandom } from '../../../test/support/random.ts';

const sampleRate = 16_000;
function signal(seconds: number, value: (time: number) => number, rate = sampleRate): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, index) => value(index / rate));
}

function tone(hertz: number, level = 0.5) {
  return (time: number): number => level * Math.sin(2 * Math.PI * hertz * time);
}

function voiced({ voicedSeconds, activeSeconds }: SpeechMeasures): number {
  return activeSeconds === 0 ? 0 : voicedSeconds / activeSeconds;
}

describe('the measures of a recording', () => {
  it('find the pitch of a voice within one percent, at every rate', () => {
    const pitches = [75, 110, 210, 390];
    const cases = [
      ...pitches.map((pitch) => [16_000, pitch] as const),
      ...swept([8000, 11_025, 22_050, 24_000, 44_100, 48_000, 96_000, 384_000], (rate) => rate < 48_000).map(
        (rate, index) => [rate, pitches[index % 4]!] as const,
      ),
    ];
    for (const [rate, pitch] of cases) {
      const { median, low, high } = measureSpeech(voiceLike({ seconds: 1, sampleRate: rate, pitch }), rate).pitch!;
      assert.ok(Math.abs(median / pitch - 1) < 0.01, `${median} Hz for ${pitch} Hz at ${rate} Hz`);
      assert.ok(
        low > pitch * 0.9 && low < median && high < pitch * 1.1 && high > median,
        `${low}–${high} Hz for ${pitch} Hz at ${rate} Hz`,
      );
    }
  });

  it('find it whatever the level, in noise and beside a direct current', () => {
    const clean = voiceLike({ seconds: 3, sampleRate, pitch: 130 });
    const hiss = seededRandom();
    for (const [name, samples] of [
      ['faint', clean.map((sample) => sample / 100)],
      ['noisy', clean.map((sample) => sample + 0.02 * (hiss() - 0.5))],
      ['shifted', clean.map((sample) => sample + 0.3)],
    ] as const) {
      assert.ok(Math.abs(measureSpeech(samples, sampleRate).pitch!.median / 130 - 1) < 0.03, name);
    }
  });

  it('give the level of what is loud', () => {
    assert.ok(Math.abs(measureSpeech(signal(2, tone(200, 1)), sampleRate).levelDb + 3.01) < 0.1);
    assert.ok(
      Math.abs(
        measureSpeech(
          signal(2, (time) => (time < 0.5 ? tone(200, 0.1)(time) : 0)),
          sampleRate,
        ).levelDb + 23.01,
      ) < 0.2,
    );
    assert.equal(measureSpeech(new Float32Array(sampleRate), sampleRate).levelDb, -120);
  });

  it('give the seconds that are no pause', () => {
    const { activeSeconds, seconds } = measureSpeech(
      signal(4, (time) => (Math.floor(time) % 2 === 0 ? tone(150)(time) : 0)),
      sampleRate,
    );
    assert.equal(seconds, 4);
    assert.ok(Math.abs(activeSeconds - 2) < 0.2, `${activeSeconds} s`);
  });

  it('give the share of samples at full scale', () => {
    const loud = signal(2, (time) => Math.max(-1, Math.min(1, tone(150, 3)(time))));
    assert.ok(measureSpeech(loud, sampleRate).clippedShare > 0.7);
    assert.equal(measureSpeech(signal(2, tone(150, 0.9)), sampleRate).clippedShare, 0);
  });

  it('tell a voice from noise and from tones', () => {
    const hiss = seededRandom();
    let drift = 0;
    const sounds: readonly (readonly [string, Float32Array])[] = [
      ['white noise', signal(3, () => hiss() - 0.5)],
      ['brown noise', signal(3, () => (drift = 0.99 * drift + 0.1 * (hiss() - 0.5)))],
      ['bursts of noise', signal(3, (time) => ((time * 4) % 1 < 0.6 ? hiss() - 0.5 : 0))],
    ];
    for (const [name, samples] of sounds) assert.ok(voiced(measureSpeech(samples, sampleRate)) < 0.05, name);
    const tones: readonly (readonly [string, Float32Array])[] = [
      ['a sine', signal(3, tone(220))],
      ['a saw', signal(3, (time) => ((time * 110) % 1) - 0.5)],
      ['a chord', signal(3, (time) => [220, 275, 330].reduce((sum, hertz) => sum + tone(hertz, 0.2)(time), 0))],
      ['beeps', signal(3, (time) => ((time * 3) % 1 < 0.5 ? tone(300)(time) : 0))],
    ];
    for (const [name, samples] of tones) {
      assert.ok(
        measureSpeech(samples, sampleRate).colourSpread < 1.3,
        `${name}: ${measureSpeech(samples, sampleRate).colourSpread}`,
      );
    }
    const speech = measureSpeech(voiceLike({ seconds: 3, sampleRate, pitch: 120 }), sampleRate);
    assert.ok(voiced(speech) > 0.4 && speech.colourSpread > 2, JSON.stringify(speech));
  });

  it('take any length: one sample, less than a frame, minutes up to ten', () => {
    for (const length of [1, 2, 100, 500]) {
      assert.equal(measureSpeech(new Float32Array(length).fill(0.1), sampleRate).seconds, length / sampleRate);
    }
    const minute = voiceLike({ seconds: 60, sampleRate: 8000, pitch: 150 });
    const { activeSeconds: active } = measureSpeech(minute, 8000);
    for (const minutes of swept([2, 10], (each) => each === 2)) {
      const long = new Float32Array(minutes * minute.length);
      for (let at = 0; at < long.length; at += minute.length) long.set(minute, at);
      const { activeSeconds, pitch } = measureSpeech(long, 8000);
      assert.ok(Math.abs(pitch!.median / 150 - 1) < 0.02);
      assert.ok(Math.abs(activeSeconds / minutes / active - 1) < 0.05);
    }
  });
});
