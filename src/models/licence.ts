/** What the files of a model say about its licence. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that name it in a line of their own. */
const cards = ['MODEL_CARD', 'README.md'] as const;
const maxCardCharacters = 100_000;

/** @param page where it may be read */
export function unknownLicence(page?: string): string {
  return page === undefined ? 'unknown: ask its publisher' : `unknown, see ${page}`;
}

/** `* License: CC0` of a model card, or `license: mit` of its head; undefined where none is named. */
export async function licenceIn(folder: string): Promise<string | undefined> {
  for (const card of cards) {
    const text = await readFile(join(folder, card), 'utf8').catch(() => '');
    const licence = licenceOf(text.slice(0, maxCardCharacters));
    if (licence !== undefined) return licence;
  }
  return undefined;
}

/** The first licence that a model card names. */
export function licenceOf(card: string): string | undefined {
  const line = /^[ \t*-]*licen[cs]e[ \t]*:[ \t]*(\S[^\r\n]*)$/im.exec(card)?.[1]?.trim();
  // It ends up on a terminal.
  return line?.replaceAll(/\p{Cc}/gu, '').slice(0, 200);
}
