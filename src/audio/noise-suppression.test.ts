import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../test/support/random.ts';
import { voiceLike } from './decoding/testing.ts';
import { NoiseSuppressor, type NoiseSuppressionOptions } from './noise-suppression.ts';

const sampleRate = 16_000;

/** Noise of a level, with a second of a voice in its last third. */
function noisyVoice(decibels: number): { readonly samples: Float32Array; readonly voice: Float32Array } {
  const random = seededRandom(1);
  const amplitude = Math.sqrt(3) * 10 ** (decibels / 20);
  const voice = new Float32Array(9 * sampleRate);
  voice.set(voiceLike({ seconds: 1, sampleRate, pitch: 130 }), 7 * sampleRate);
  return { voice, samples: voice.map((sample) => sample + amplitude * (2 * random() - 1)) };
}

async function suppressed(
  samples: Float32Array,
  options: Partial<NoiseSuppressionOptions> = {},
  step = 320,
): Promise<Float32Array> {
  const suppressor = await NoiseSuppressor.create({ sampleRate, strength: 'max', ...options });
  const parts: number[] = [];
  for (let at = 0; at < samples.length; at += step) parts.push(...suppressor.write(samples.slice(at, at + step)));
  suppressor.close();
  return Float32Array.from(parts);
}

/** dB of a stretch, in seconds. */
function level(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(from * sampleRate, to * sampleRate);
  return 10 * Math.log10(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
}

describe('noise suppression', () => {
  it('takes the noise away and leaves the voice', async () => {
    const { samples } = noisyVoice(-35);
    const out = await suppressed(samples);
    assert.ok(samples.length - out.length <= 0.03 * sampleRate, `${samples.length - out.length} samples are missing`);
    const noise = level(out, 3, 6) - level(samples, 3, 6);
    const voice = level(out, 7.1, 7.9) - level(samples, 7.1, 7.9);
    assert.ok(noise < -12, `noise ${noise} dB`);
    assert.ok(Math.abs(voice) < 3, `voice ${voice} dB`);
  });

  it('gives the same for every division of the stream, at the rates of lines', async () => {
    const { samples } = noisyVoice(-35);
    for (const rate of [8000, 24_000, 44_100]) {
      const some = samples.subarray(0, 40_000);
      const [one, other] = [
        await suppressed(some, { sampleRate: rate }, 1000),
        await suppressed(some, { sampleRate: rate }, 77),
      ];
      const common = Math.min(one.length, other.length);
      assert.ok(common > 0.98 * some.length - 0.03 * rate);
      assert.deepEqual(one.subarray(0, common), other.subarray(0, common), `${rate} Hz`);
    }
  });

  it('begins by itself on a noisy line, and never on a quiet one', async () => {
    const noisy = noisyVoice(-35).samples;
    const out = await suppressed(noisy, { strength: 'auto' });
    assert.deepEqual(out.subarray(0, sampleRate), noisy.subarray(0, sampleRate));
    assert.ok(level(out, 6.2, 6.9) < level(noisy, 6.2, 6.9) - 12);
    const quiet = noisyVoice(-60).samples;
    assert.deepEqual(await suppressed(quiet, { strength: 'auto' }), quiet);
  });

  it('begins by itself on so many lines at once only', async () => {
    const { samples } = noisyVoice(-35);
    const first = await NoiseSuppressor.create({ sampleRate, strength: 'auto', maxAutomatic: 1 });
    const second = await NoiseSuppressor.create({ sampleRate, strength: 'auto', maxAutomatic: 1 });
    first.write(samples.slice());
    second.write(samples.slice());
    assert.deepEqual([first.isActive, second.isActive], [true, false]);
    first.close();
    second.write(samples.slice());
    assert.equal(second.isActive, true);
    second.close();
  });
});
