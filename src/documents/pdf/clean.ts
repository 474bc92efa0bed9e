/** Takes from pages what is not read aloud: page numbers, running heads and feet, notes at the bottom. */
import { mostOf, type TextLine } from './lines.ts';

export interface Page {
  readonly lines: readonly TextLine[];
  /** Points. */
  readonly height: number;
}

/** Lines at the top and at the bottom of a page that may be a running head or foot. */
const edgeLines = 2;
/** The part of a page's height at both ends that they stand in. */
const edgeHeight = 0.14;
/** A line at an edge that stands, but for its numbers, on so many pages near each other is one. */
const repeats = 3;
/** Left and right pages have their own, and a page without one may lie between. */
const nearPages = 2;
/** A line that is set larger than the text by so much is a heading. */
const headingSize = 1.15;
/** Notes are set smaller than the text by so much. */
const noteSize = 0.92;

const pageNumber =
  /^(?:(?:page|seite|p\.|s\.|página|pagina|стр\.)\s*)?[-–—|[(·•\s]*(?:\d{1,4}|[ivxlcdm]{1,7})[-–—|\])·•\s]*(?:(?:of|von|de|sur|di|van|\/)\s*\d{1,4})?$/iu;
const noteStart = /^(?:\d{1,3}|[*†‡§]|\[\d{1,3}\])[.)]?\s*\p{L}/u;

/** The size of most letters, in points. */
export function bodySize(pages: readonly Page[]): number {
  const counts = new Map<number, number>();
  for (const { lines } of pages) {
    for (const { size, text } of lines) {
      const tenths = Math.round(size * 10);
      counts.set(tenths, (counts.get(tenths) ?? 0) + text.length);
    }
  }
  return mostOf(counts) / 10;
}

/** @returns the pages with the lines that are left */
export function cleanPages(pages: readonly Page[], body: number): Page[] {
  const edges = pages.map((page) => edgesOf(page).filter(({ size }) => size < body * headingSize));
  const running = runningLines(edges);
  return pages.map((page, index) => {
    const dropped = new Set(edges[index]!.filter((line) => pageNumber.test(line.text) || running.has(patternOf(line))));
    const lines = page.lines.filter((line) => !dropped.has(line));
    return { height: page.height, lines: withoutNotes(lines, body, page.height) };
  });
}

/** Patterns that stand on pages near each other. */
function runningLines(edges: readonly (readonly TextLine[])[]): ReadonlySet<string> {
  const last = new Map<string, number>();
  const near = new Map<string, number>();
  for (const [page, lines] of edges.entries()) {
    for (const key of new Set(lines.map((line) => patternOf(line)))) {
      if (page - (last.get(key) ?? -Infinity) <= nearPages) near.set(key, (near.get(key) ?? 1) + 1);
      last.set(key, page);
    }
  }
  return new Set([...near].filter(([, count]) => count >= repeats).map(([key]) => key));
}

/** Without its numbers a running head is the same on each page. */
function patternOf({ text, y }: TextLine): string {
  return `${Math.round(y / 6)} ${text.toLowerCase().replaceAll(/\d+|\b[ivxlcdm]+\b/gu, '#')}`;
}

function edgesOf({ lines, height }: Page): TextLine[] {
  const byHeight = lines.toSorted((a, b) => b.y - a.y);
  const top = byHeight.slice(0, edgeLines).filter(({ y }) => y > height * (1 - edgeHeight));
  const bottom = byHeight.slice(-edgeLines).filter(({ y }) => y < height * edgeHeight);
  return [...top, ...bottom];
}

/** From the first small line in the lower half that begins like a note, as long as all below are small. */
function withoutNotes(lines: readonly TextLine[], body: number, height: number): readonly TextLine[] {
  let end = lines.length;
  // The highest of those behind, all of which are small.
  let highest = -Infinity;
  for (let index = lines.length - 1; index >= 0; index--) {
    const { size, text, y } = lines[index]!;
    if (size >= body * noteSize) break;
    highest = Math.max(highest, y);
    if (y <= height * 0.6 && highest <= y + 1 && noteStart.test(text)) end = index;
  }
  return lines.slice(0, end);
}
