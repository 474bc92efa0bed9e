/** What formats with headings are read to first: headings and paragraphs in their order, and chapters from them. */
import { DocumentError, shown, type Chapter, type ReadLimits } from './document.ts';

export interface Block {
  readonly text: string;
  /** 1 to 6 for a heading; undefined for a paragraph. */
  readonly level?: number | undefined;
  /** Names of places that stand before or in it. */
  readonly ids?: readonly string[] | undefined;
}

/** Where lists have no room for more. */
const longestTitle = 200;

/** One line: no soft hyphens, marks of order, zero widths and control characters, no white space at the ends. */
export function tidied(text: string): string {
  return (
    text
      // A database takes no U+0000, and no voice has anything to say for the others.
      // oxlint-disable-next-line no-control-regex -- it is what is removed
      .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff\ufffe\u200e\u200f]/gu, '')
      .replaceAll(/[\s\u00a0]+/gu, ' ')
      .trim()
  );
}

/** Whether there is anything to read aloud: a row of asterisks between scenes is none. */
export function isSpeech(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The characters of a file, counted while it is read: what is beyond the limit is never held. */
export class TextCount {
  readonly #most: number;
  #characters = 0;

  constructor({ maxCharacters }: ReadLimits) {
    this.#most = maxCharacters;
  }

  /** @throws {DocumentError} `too_large` */
  add({ length }: { readonly length: number }): void {
    this.#characters += length;
    if (this.#characters <= this.#most) return;
    throw new DocumentError('too_large', `The text has more than ${shown(this.#most)} characters, the limit`);
  }
}

/** For a list. */
export function titleOf(text: string): string {
  const tidy = tidied(text);
  return tidy.length <= longestTitle ? tidy : `${tidy.slice(0, longestTitle - 1).trimEnd()}…`;
}

/**
 * Cuts at the headings of the highest level that has at least two, and of those above it.
 * @param name of a beginning without a heading
 */
export function chaptersOf(blocks: readonly Block[], name: string): Chapter[] {
  const counts = [1, 2, 3, 4, 5, 6].map((level) => blocks.filter((block) => block.level === level).length);
  const several = counts.findIndex((count) => count > 1) + 1;
  const single = counts.findIndex((count) => count > 0) + 1;
  const cutLevel = several > 0 ? several : single;
  const chapters: { title: string; paragraphs: string[]; onlyHeads: boolean }[] = [];
  for (const { text, level } of blocks) {
    const last = chapters.at(-1);
    const isHead = level !== undefined && level <= cutLevel;
    // The title of the whole before the first chapter, or a part's before its own, is no chapter.
    if (isHead && last?.onlyHeads === true) {
      last.paragraphs.push(text);
      last.title = titleOf(`${last.title}: ${text}`);
    } else if (isHead || last === undefined) {
      chapters.push({ title: titleOf(isHead ? text : name), paragraphs: [text], onlyHeads: isHead });
    } else {
      last.paragraphs.push(text);
      last.onlyHeads = false;
    }
  }
  return chapters.map(({ title, paragraphs }) => ({ title, paragraphs }));
}
