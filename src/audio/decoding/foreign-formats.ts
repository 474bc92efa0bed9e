/** Recognises containers that only ffmpeg reads, by their first bytes. */
import { endOfId3, hasText } from './sniff.ts';

/** ffmpeg's name of what reads it: given one, it tries no other. */
export type ForeignFormat = 'mov' | 'aiff' | 'amr' | 'asf' | 'caf' | 'aac' | 'au' | 'wav' | 'matroska';

/** For messages to who sent one. */
export const foreignNames: Readonly<Record<ForeignFormat, string>> = {
  mov: 'm4a, mp4, mov or 3gp',
  aiff: 'aiff',
  amr: 'amr',
  asf: 'wma',
  caf: 'caf',
  aac: 'aac',
  au: 'au',
  // Taken here too, but for some ways in which they are coded.
  wav: 'wav',
  matroska: 'webm or mkv',
};

/** The first atoms of files of QuickTime's kind (ISO/IEC 14496-12); old ones have no `ftyp`. */
const atoms = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
const asf = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];

/** Bytes of a file that are enough for {@link foreignFormat} where no tag stands in front. */
export const foreignHeadBytes = 16 * 1024;

/** @param head the first bytes of a file; undefined when it is none of them */
export function foreignFormat(head: Uint8Array): ForeignFormat | undefined {
  if (atoms.some((atom) => hasText(head, 4, atom))) return 'mov';
  if (hasText(head, 0, 'FORM') && (hasText(head, 8, 'AIFF') || hasText(head, 8, 'AIFC'))) return 'aiff';
  if (hasText(head, 0, '#!AMR')) return 'amr';
  if (asf.every((byte, index) => head[index] === byte)) return 'asf';
  if (hasText(head, 0, 'caff')) return 'caf';
  if (hasText(head, 0, '.snd')) return 'au';
  return isAdts(head, endOfId3(head)) ? 'aac' : undefined;
}

/** For a file of a known container whose coding nothing here knows. */
export function foreignCoding(head: Uint8Array): ForeignFormat | undefined {
  return hasText(head, 0, 'RIFF') ? 'wav' : head[0] === 0x1a ? 'matroska' : undefined;
}

/** Two frames of AAC, each where its header puts it (ISO/IEC 13818-7, 6.2). */
function isAdts(bytes: Uint8Array, first: number): boolean {
  const second = first + adtsFrame(bytes, first);
  return second > first && adtsFrame(bytes, second) > 0;
}

/** Bytes of the frame that begins there; 0 where none does. */
function adtsFrame(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0 || at + 6 > bytes.length) return 0;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return length > 7 ? length : 0;
}
