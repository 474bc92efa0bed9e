/** The lines of a page, from the pieces of text that a PDF places on it. */
import { tidied } from '../blocks.ts';

/** A piece of text as PDF.js gives it. */
export interface Piece {
  readonly str: string;
  /** A matrix: the last two numbers are the place of the baseline, in points from the page's lower left corner. */
  readonly transform: readonly number[];
  readonly width: number;
  /** Of the font, in points; 0 for white space. */
  readonly height: number;
  readonly hasEOL: boolean;
}

export interface TextLine {
  readonly text: string;
  /** Points from the left of the page. */
  readonly left: number;
  readonly right: number;
  /** The baseline, in points from the bottom. */
  readonly y: number;
  /** Size of its letters in points: that of most of them. */
  readonly size: number;
}

/** Numbers raised above the line are marks of notes: smaller than the letters by so much. */
const raisedSize = 0.8;

interface Growing {
  text: string;
  endsInSpace: boolean;
  left: number;
  right: number;
  y: number;
  /** Letters by their size in tenths of a point. */
  readonly sizes: Map<number, number>;
}

/** In the order of the file, which is that of reading in all but odd ones. */
export function linesOf(pieces: readonly Piece[]): TextLine[] {
  const lines: TextLine[] = [];
  let line: Growing | undefined;
  const end = (): void => {
    const text = tidied(line?.text ?? '');
    if (line !== undefined && text !== '') {
      const { left, right, y, sizes } = line;
      lines.push({ text, left, right, y, size: mostOf(sizes) / 10 });
    }
    line = undefined;
  };
  for (const piece of pieces) {
    const [, , c = 0, d = 0, x = 0, y = 0] = piece.transform;
    const size = piece.height || Math.hypot(c, d);
    if (line !== undefined && piece.str.trim() !== '' && isElsewhere(line, x, y, size)) end();
    if (piece.str !== '') {
      line ??= { text: '', endsInSpace: false, left: x, right: x, y, sizes: new Map() };
      grow(line, piece, x, y, size);
    }
    if (piece.hasEOL) end();
  }
  end();
  return lines;
}

/** On another line, or in another column. */
function isElsewhere(line: Growing, x: number, y: number, size: number): boolean {
  const height = Math.max(size, mostOf(line.sizes) / 10);
  return Math.abs(y - line.y) > 0.6 * height || x < line.left - height || x - line.right > 5 * height;
}

function grow(line: Growing, piece: Piece, x: number, y: number, size: number): void {
  const letters = piece.str.trim();
  const main = mostOf(line.sizes) / 10;
  if (letters !== '' && main > 0) {
    const isMark = /^[\d*†‡§,]{1,4}$/u.test(letters) && size < raisedSize * main && y > line.y + 0.15 * main;
    if (isMark) {
      line.right = x + piece.width;
      return;
    }
    // Words that stand apart without a space between them in the file.
    const isApart = x - line.right > 0.18 * Math.max(size, main) && !line.endsInSpace && !/^\s/u.test(piece.str);
    if (isApart) line.text += ' ';
  }
  if (letters !== '' && size > main * 1.1 && main > 0 && line.text.trim().length < 3) line.y = y;
  line.text += piece.str;
  line.endsInSpace = /\s/u.test(piece.str.at(-1)!);
  line.right = Math.max(line.right, x + piece.width);
  const tenths = Math.round(size * 10);
  if (letters !== '') line.sizes.set(tenths, (line.sizes.get(tenths) ?? 0) + letters.length);
}

/** The value that most have; 0 for none. */
export function mostOf(counts: ReadonlyMap<number, number>): number {
  let [most, best] = [0, 0];
  for (const [value, count] of counts) if (count > best) [most, best] = [value, count];
  return most;
}
