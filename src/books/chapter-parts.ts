/** Long chapters in parts, each of which is spoken, counted and kept by itself. */
import type { Chapter } from '../documents/index.ts';
import { breakSecondsBefore, firstLine, linesBehind } from '../text/line-breaks.ts';

/** Text that is spoken in one go. */
export interface ChapterText {
  readonly paragraphs: readonly string[];
  /** A paragraph of the same chapter follows. */
  readonly endsParagraph: boolean;
  /** Silence behind it at speed 1, in seconds; undefined at the end of the chapter. */
  readonly pauseSeconds: number | undefined;
}

/** Characters of a part at most, some twenty minutes of speech. */
export const partCharacters = 20_000;

const closers = String.raw`["'”’»)\]」』）]*`;
/** Where a text may be cut, the best first: behind a sentence, but for abbreviations, behind any mark, behind a word. */
const borders: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:[\p{L}\p{N}]{4}[.!?…]${closers}\s+(?=["'“‘«([]*[\p{Lu}\p{Lo}\p{N}])|[。！？।॥؟۔]${closers}\s*)`,
    'gu',
  ),
  new RegExp(String.raw`[.!?…,;:،、，；：]${closers}\s+`, 'gu'),
  /\s+/gu,
];

/** Index behind the last border within the first units of a text. */
function cutWithin(text: string, most: number): number {
  const head = text.slice(0, most);
  for (const border of borders) {
    const last = [...text.slice(0, most + 8).matchAll(border)].map((found) => found.index + found[0].length);
    const at = last.findLast((end) => end <= most);
    if (at !== undefined && at > 0) return at;
  }
  // No half of a surrogate pair.
  return head.isWellFormed() ? most : most - 1;
}

/** A paragraph in pieces of at most so many units, which together are the paragraph. */
function* piecesOf(paragraph: string, most: number): Generator<string> {
  let rest = paragraph;
  while (rest.length > most) {
    const at = cutWithin(rest, most);
    yield rest.slice(0, at);
    rest = rest.slice(at);
  }
  yield rest;
}

/** A last paragraph of so many characters, or of a tenth of a part, stays with the part before it: by itself it would be spoken as a short answer is. */
const shortEnd = 100;

/**
 * A chapter cut between paragraphs, and where one of them is longer than a part between its sentences. Behind a part is the silence
 * that stands there when the chapter is spoken in one go.
 * @param most characters of a part, but for a short last paragraph
 */
export function partsOfChapter({ paragraphs }: Pick<Chapter, 'paragraphs'>, most = partCharacters): ChapterText[] {
  const parts: ChapterText[] = [];
  let held: string[] = [];
  let length = 0;
  const close = (endsParagraph: boolean): void => {
    const pauseSeconds = endsParagraph ? pauseBehind(held.at(-1)!) : 0;
    parts.push({ paragraphs: held, endsParagraph, pauseSeconds });
    held = [];
    length = 0;
  };
  for (const paragraph of paragraphs) {
    const endsShort = paragraph === paragraphs.at(-1) && paragraph.length <= Math.min(shortEnd, most / 10);
    if (held.length > 0 && length + paragraph.length > most && !endsShort) close(true);
    for (const [index, piece] of [...piecesOf(paragraph, most)].entries()) {
      if (index > 0) close(false);
      held.push(piece);
      length += piece.length;
    }
  }
  parts.push({ paragraphs: held, endsParagraph: false, pauseSeconds: undefined });
  return parts;
}

/** Between two paragraphs, behind what the engine makes of the mark at the end of the first. */
function pauseBehind(paragraph: string): number {
  return breakSecondsBefore(linesBehind(firstLine, `${paragraph}\n\n`, true), 'a');
}
