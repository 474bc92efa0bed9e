/** Recognises a clip by its first bytes; the file's name and its stated type are ignored. */
import { DecodingError, type AudioFileFormat } from './decoding.ts';
import { findMpegAudio } from './mpeg-frames.ts';
import { isProgramStream } from './program-stream.ts';

/** The format of a clip and where it begins: tags in front are skipped. */
export interface Sniffed {
  readonly format: AudioFileFormat;
  readonly start: number;
}

/** EBML: the container of Matroska, of which WebM is a part (RFC 8794). */
const ebml = [0x1a, 0x45, 0xdf, 0xa3];

/** @throws {DecodingError} `unknown_format` */
export function sniffFormat(bytes: Uint8Array): Sniffed {
  const start = endOfId3(bytes);
  const isText = (at: number, ...texts: readonly string[]): boolean =>
    texts.some((text) => hasText(bytes, start + at, text));
  if (isText(0, 'RIFF', 'RF64', 'BW64') && isText(8, 'WAVE')) return { format: 'wav', start };
  if (isText(0, 'fLaC')) return { format: 'flac', start };
  if (isText(0, 'OggS')) return { format: 'ogg', start };
  if (ebml.every((byte, index) => bytes[start + index] === byte)) return { format: 'webm', start };
  if (isProgramStream(bytes, start) || findMpegAudio(bytes, start) !== undefined) return { format: 'mpeg', start };
  throw new DecodingError(
    'unknown_format',
    'The clip is none of the audio formats that are taken: flac, mp3, mpeg, mpga, oga, ogg, wav, webm. What counts is what is in the file, not its name',
  );
}

export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** Where the ID3v2 tags in front of a file end (id3.org, ID3v2.4.0 section 3.1). */
export function endOfId3(bytes: Uint8Array): number {
  let at = 0;
  while (hasText(bytes, at, 'ID3') && at + 10 <= bytes.length) {
    const [flags, a, b, c, d] = [bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!, bytes[at + 8]!, bytes[at + 9]!];
    const size = ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f);
    at += 10 + size + ((flags & 0x10) === 0 ? 0 : 10);
  }
  return at;
}
