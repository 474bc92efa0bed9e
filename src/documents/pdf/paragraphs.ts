/** Lines of pages to paragraphs and headings. */
import { isSpeech, tidied } from '../blocks.ts';
import { isChapterHeading } from '../plain.ts';
import type { Page } from './clean.ts';
import type { TextLine } from './lines.ts';

export interface PdfBlock {
  readonly text: string;
  /** From 0. */
  readonly page: number;
  readonly isHeading: boolean;
}

/** Letters of a heading are larger than those of the text by so much. */
const headingSize = 1.25;
const longestHeading = 120;
/** Leading, in sizes of the letters, above which a new paragraph begins. */
const gap = 1.7;

interface Open {
  /** The paragraph, which may be as long as the file, in pieces: looking at all of it behind each line would be quadratic. */
  readonly pieces: string[];
  page: number;
  isHeading: boolean;
  last: TextLine;
}

/** @param body size of the text in points */
export function blocksOf(pages: readonly Page[], body: number): PdfBlock[] {
  const blocks: PdfBlock[] = [];
  let open: Open | undefined;
  const end = (): void => {
    if (open !== undefined) {
      const text = tidied(open.pieces.join(''));
      if (isSpeech(text)) blocks.push({ text, page: open.page, isHeading: open.isHeading });
    }
    open = undefined;
  };
  for (const [page, { lines }] of pages.entries()) {
    const left = commonLeft(lines);
    const right = lines.reduce((most, line) => Math.max(most, line.right), 0);
    for (const [index, line] of lines.entries()) {
      const isHeading = isHead(line, body);
      const column = { left, right, body };
      if (open !== undefined && isNew(open, line, { isHeading, isFirst: index === 0, column })) end();
      if (open === undefined) open = { pieces: [line.text], page, isHeading, last: line };
      else {
        append(open, line);
      }
    }
  }
  end();
  return blocks;
}

function isHead(line: TextLine, body: number): boolean {
  if (line.text.length > longestHeading) return false;
  return line.size >= body * headingSize || (isChapterHeading(line.text) && !/[.,;]$/u.test(line.text));
}

interface LinePosition {
  readonly isHeading: boolean;
  /** Of its page. */
  readonly isFirst: boolean;
  readonly column: Column;
}

function isNew(open: Open, line: TextLine, { isHeading, isFirst, column }: LinePosition): boolean {
  if (open.isHeading !== isHeading) return true;
  return isFirst ? startsAnew(open) : isBreak(open.last, line, column);
}

/** On the next page a sentence may go on. */
function startsAnew({ last, isHeading }: Open): boolean {
  return isHeading || /[.!?…:”"»’]$/u.test(last.text);
}

interface Column {
  readonly left: number;
  readonly right: number;
  readonly body: number;
}

function isBreak(before: TextLine, line: TextLine, { left, right, body }: Column): boolean {
  const size = Math.max(line.size, body * 0.5);
  const step = before.y - line.y;
  // Upwards: the next column.
  if (step > gap * Math.max(size, before.size)) return true;
  if (step < -size) return /[.!?…:]["”»’]?$/u.test(before.text);
  const isIndented = line.left > left + 0.8 * size && line.left > before.left + 0.8 * size;
  const isShort = before.right < right - 0.2 * (right - left);
  const endsSentence = /[.!?…:]["”»’)]?$/u.test(before.text);
  return (isIndented && (endsSentence || isShort)) || (isShort && endsSentence);
}

function commonLeft(lines: readonly TextLine[]): number {
  return lines.length === 0 ? 0 : lines.reduce((least, line) => Math.min(least, line.left), Infinity);
}

/** A word cut at the end of a line is one again. */
function append(open: Open, line: TextLine): void {
  const { pieces, last } = open;
  if (/\p{L}[-\u2010\u00ad]$/u.test(last.text) && /^\p{Ll}/u.test(line.text)) {
    pieces.push(pieces.pop()!.slice(0, -1), line.text);
  } else {
    pieces.push(` ${line.text}`);
  }
  open.last = line;
}
