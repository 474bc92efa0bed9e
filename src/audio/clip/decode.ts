/** Decodes and measures a clip in this thread, which a hostile file may end: see `index.ts`. */
import type { ClipFormat, DecodedClip } from './clip.ts';
import { measureSpeech } from './measures.ts';
import { ClipSamples } from './samples.ts';
import { sniffClip } from './sniff.ts';
import { decodeWav } from './wav.ts';

/** @throws {ClipError} */
export async function decodeHere(
  bytes: Uint8Array,
  maxSeconds: number,
): Promise<DecodedClip & { readonly samples: Float32Array<ArrayBuffer> }> {
  const { format, start } = sniffClip(bytes);
  const collected = new ClipSamples(maxSeconds);
  await fill(collected, bytes, start, format);
  const samples = collected.take();
  const { sampleRate } = collected;
  const measures = measureSpeech(samples, sampleRate);
  return { format, samples, sampleRate, seconds: measures.seconds, measures };
}

/** The decoders are loaded when a clip needs them. */
async function fill(samples: ClipSamples, bytes: Uint8Array, start: number, format: ClipFormat): Promise<void> {
  if (format === 'wav') decodeWav(bytes, start, samples);
  else if (format === 'mpeg') await (await import('./mpeg.ts')).decodeMpeg(bytes, start, samples);
  else await (await import('./libav.ts')).decodeWithLibav(bytes.subarray(start), format, samples);
}
