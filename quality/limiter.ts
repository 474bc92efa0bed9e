/** What gain and limiter cost, in times of real time. */
import { createLimiter } from '../src/audio/limiter.ts';
import { loudnessOf } from '../src/audio/loudness.ts';
import { createResampler } from '../src/audio/resampler.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { harvardLists } from '../bench/speech/harvard.ts';
import { speechOf } from './sources/speech.ts';

/** One row: a rate of the response and a volume. */
export interface LimiterSpeed {
  /** Hz. */
  readonly sampleRate: number;
  /** Linear, on speech of −20 LUFS. */
  readonly volume: number;
  /** Seconds of speech in one second. */
  readonly timesRealTime: number;
}

const engineRate = 22_050;
const rounds = 15;

/** Gain and limiter in chunks of 0.1 s, as the engines give them; the time of resampling and encoding is not in it. */
export async function measureLimiter(): Promise<LimiterSpeed[]> {
  const synthesizer = await EspeakSynthesizer.load();
  const samples = await speechOf(synthesizer, { engine: 'espeak', name: 'en-us', variant: 'f2' }, harvardLists[0]!);
  const factor = 10 ** ((-20 - loudnessOf(samples, engineRate)) / 20);
  return [8000, 16_000, 24_000, 44_100, 48_000].flatMap((sampleRate) => {
    const resampler = createResampler({ inputRate: engineRate, outputRate: sampleRate });
    const speech = resampler.write(samples);
    return [1, 2, 4].map((volume) => ({
      sampleRate,
      volume,
      timesRealTime: speedOf(speech, sampleRate, volume * factor),
    }));
  });
}

function speedOf(speech: Float32Array, sampleRate: number, gain: number): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    const limiter = createLimiter(sampleRate);
    for (let at = 0; at < speech.length; at += sampleRate / 10) {
      limiter.writeScaled(speech.subarray(at, at + sampleRate / 10), gain);
    }
    limiter.end();
    return performance.now() - start;
  });
  return (1000 * speech.length) / sampleRate / times.sort((a, b) => a - b)[0]!;
}

if (import.meta.main) console.table(await measureLimiter());
