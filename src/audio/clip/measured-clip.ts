import type { DecodedClip } from './clip.ts';
import { measureSpeech } from './measures.ts';
import { decodeFile } from '../decoding/decode.ts';
import { MonoMixer } from '../decoding/mono-mixer.ts';

/**
 * Decodes and measures a clip in this thread, which a hostile file may end: see `index.ts`.
 * @throws {DecodingError}
 */
export async function decodeAndMeasure(bytes: Uint8Array, maxSeconds: number): Promise<DecodedClip> {
  let held = new Float32Array(1 << 16);
  let length = 0;
  const mixer = new MonoMixer(maxSeconds, (samples) => {
    if (length + samples.length > held.length) {
      const larger = new Float32Array(Math.max(length + samples.length, 2 * held.length));
      larger.set(held.subarray(0, length));
      held = larger;
    }
    held.set(samples, length);
    length += samples.length;
  });
  const format = await decodeFile(bytes, mixer);
  const samples = held.subarray(0, length);
  const { sampleRate } = mixer;
  const measures = measureSpeech(samples, sampleRate);
  return { format, samples, sampleRate, seconds: measures.seconds, measures };
}
