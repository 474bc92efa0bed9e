/** A take as a file, in the format that was chosen. Loaded when one is saved first. */
import { download } from '../audio/download.ts';
import { encodeSound } from '../audio/encode.ts';
import type { Take } from '../audio/take.ts';
import { wavOf } from '../audio/wav.ts';
import { formatFields, formatOf } from './formats.ts';

/** The format in which the page has a take itself. */
const ownFormat = 'wav-24';

/** @param formatId of one of the formats @throws {Error} as {@link encodeSound} */
export async function saveTake(take: Take, formatId: string, text: string): Promise<void> {
  const { id, format, extension } = formatOf(formatId);
  const sound = wavOf(take.pieces(), take.sampleRate);
  const file = id === ownFormat ? sound : await encodeSound(sound, formatFields(format));
  download(file, `${fileName(text)}.${extension}`);
}

/** The first words of the text, as a name that every file system takes. */
function fileName(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 6).join('-').slice(0, 60) || 'speech';
}
