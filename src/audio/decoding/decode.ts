/** Decodes a file in this thread, which a hostile file may end: `thread.ts` gives it one of its own. */
import type { AudioFileFormat } from './decoding.ts';
import type { MonoMixer } from './mono-mixer.ts';
import { sniffFormat } from './sniff.ts';
import { decodeWav } from './wav.ts';

/**
 * Decodes the whole file into the mixer; the decoders are loaded when a file needs them.
 * @throws {DecodingError}
 */
export async function decodeFile(bytes: Uint8Array, mixer: MonoMixer): Promise<AudioFileFormat> {
  const { format, start } = sniffFormat(bytes);
  if (format === 'wav') decodeWav(bytes, start, mixer);
  else if (format === 'mpeg') await (await import('./mpeg.ts')).decodeMpeg(bytes, start, mixer);
  else await (await import('./libav.ts')).decodeWithLibav(bytes.subarray(start), format, mixer);
  mixer.end();
  return format;
}
