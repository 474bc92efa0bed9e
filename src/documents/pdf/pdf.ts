/** PDF: text of its pages by PDF.js, chapters by its outline, else by its headings. */
import { isSpeech, TextCount, titleOf } from '../blocks.ts';
import { DocumentError, shown, type Chapter, type Document, type ReadLimits } from '../document.ts';
import type { FileName } from '../kind.ts';
import { titleFromName } from '../plain.ts';
import { bodySize, cleanPages, type Page } from './clean.ts';
import { requireShortChains } from './filters.ts';
import { openPdf, type OutlineItem, type PdfFile } from './library.ts';
import { linesOf, type TextLine } from './lines.ts';
import { blocksOf, type PdfBlock } from './paragraphs.ts';

/** Letters on a page, on average, below which the pages are pictures; what programs that scan print on them stays below. */
const scanLetters = 25;
/** Without outline and headings there are parts of so many pages. */
const partPages = 25;
/** An outline has no more chapters. */
const mostEntries = 1000;

/** @throws {DocumentError} */
export async function readPdf(bytes: Uint8Array, { name }: FileName, limits: ReadLimits): Promise<Document> {
  requireShortChains(bytes);
  const pdf = await open(bytes);
  const { numPages } = pdf;
  if (numPages > limits.maxPages) {
    throw new DocumentError(
      'too_large',
      `The PDF has ${shown(numPages)} pages, and the limit is ${shown(limits.maxPages)}`,
    );
  }
  const pages = await pagesOf(pdf, limits);
  requireText(pages);
  const body = bodySize(pages);
  const blocks = blocksOf(cleanPages(pages, body), body);
  const { title: declared, author } = await about(pdf);
  const title = titleOf(declared ?? titleFromName(name));
  const chapters = byOutline(blocks, await outlineOf(pdf), title) ?? byHeadings(blocks, title) ?? byPages(blocks);
  return { kind: 'pdf', title, author, language: undefined, cover: undefined, chapters };
}

async function open(bytes: Uint8Array): Promise<PdfFile> {
  try {
    return await openPdf(bytes);
  } catch (error) {
    if ((error as Error).name === 'PasswordException') {
      throw new DocumentError('protected', 'The PDF is locked with a password; save a copy without one');
    }
    throw new DocumentError('damaged', 'The PDF cannot be read: it is damaged or cut off');
  }
}

async function pagesOf(pdf: PdfFile, limits: ReadLimits): Promise<Page[]> {
  const pages: Page[] = [];
  const count = new TextCount(limits);
  for (let number = 1; number <= pdf.numPages; number++) {
    let lines: readonly TextLine[] = [];
    let height = 0;
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      lines = linesOf(items.filter((item) => 'str' in item));
      const [, bottom = 0, , top = 0] = page.view;
      height = top - bottom;
      page.cleanup();
    } catch {
      // One page that cannot be read leaves the others.
    }
    for (const { text } of lines) count.add(text);
    pages.push({ lines, height });
  }
  return pages;
}

/** @throws {DocumentError} `scan` */
function requireText(pages: readonly Page[]): void {
  const letters = pages.reduce((sum, { lines }) => sum + lines.reduce((count, { text }) => count + text.length, 0), 0);
  if (letters >= scanLetters * pages.length) return;
  const withText = pages.filter(({ lines }) => lines.some(({ text }) => text.length > scanLetters)).length;
  if (withText > pages.length / 4) return;
  throw new DocumentError(
    'scan',
    'The PDF is a scan: pictures of pages without text. Put it through text recognition (OCR) first, for example with ocrmypdf',
  );
}

async function about(
  pdf: PdfFile,
): Promise<{ readonly title: string | undefined; readonly author: string | undefined }> {
  const found = await pdf.getMetadata().catch(() => undefined);
  const info = found?.info ?? {};
  const value = (key: string): string | undefined => {
    const text = info[key];
    // Word processors put the name of the file there.
    return typeof text === 'string' && isSpeech(text) && !/\.(?:docx?|odt|indd|tex|dvi|qxd|rtf)$|^untitled/iu.test(text)
      ? text.replace(/^Microsoft Word - /u, '')
      : undefined;
  };
  return { title: value('Title'), author: value('Author') };
}

interface OutlineEntry {
  readonly title: string;
  readonly page: number;
}

/** The outermost entries; where one holds all others, those within it. */
async function outlineOf(pdf: PdfFile): Promise<OutlineEntry[]> {
  const outline = (await pdf.getOutline().catch(() => null)) ?? [];
  const [first] = outline;
  const outermost = outline.length === 1 && first!.items.length > 1 ? first!.items : outline;
  const entries: OutlineEntry[] = [];
  for (const item of outermost.slice(0, mostEntries)) {
    const page = await pageOf(pdf, item).catch(() => undefined);
    if (page !== undefined && isSpeech(item.title)) entries.push({ title: titleOf(item.title), page });
  }
  return entries.toSorted((a, b) => a.page - b.page);
}

/** From 0; undefined for an entry that leads nowhere. */
async function pageOf(pdf: PdfFile, { dest }: OutlineItem): Promise<number | undefined> {
  const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const reference = target?.[0];
  if (reference === undefined || reference === null) return undefined;
  return typeof reference === 'number' ? reference : pdf.getPageIndex(reference);
}

/** A chapter begins at the block on its page that reads like its title, else at the first one of the page. */
function byOutline(
  blocks: readonly PdfBlock[],
  outline: readonly OutlineEntry[],
  title: string,
): Chapter[] | undefined {
  if (outline.length < 2) return undefined;
  const starts = new Map<number, string>();
  for (const { title: entry, page } of outline) {
    const first = blocks.findIndex((block) => block.page >= page);
    if (first === -1) continue;
    const named = blocks.findIndex((block) => block.page === page && isSame(block.text, entry));
    let at = named === -1 ? first : named;
    while (starts.has(at) && blocks[at + 1]?.page === page) at++;
    starts.set(at, entry);
  }
  return cut(blocks, title, (_, index) => starts.get(index));
}

function isSame(text: string, title: string): boolean {
  const plain = (given: string): string => given.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const [a, b] = [plain(text), plain(title)];
  return a !== '' && b !== '' && (a === b || b.endsWith(a) || (a.startsWith(b) && a.length < 2 * b.length));
}

function byHeadings(blocks: readonly PdfBlock[], title: string): Chapter[] | undefined {
  if (blocks.filter(({ isHeading }) => isHeading).length < 2) return undefined;
  const chapters = cut(blocks, title, ({ isHeading, text }, index) =>
    // Of headings in a row the first begins the chapter.
    isHeading && blocks[index - 1]?.isHeading !== true ? titleOf(text) : undefined,
  );
  // More than one for each page or two: those are not chapters.
  const pages = (blocks.at(-1)?.page ?? 0) + 1;
  return chapters.length > Math.max(3, pages / 1.5) ? undefined : chapters;
}

function byPages(blocks: readonly PdfBlock[]): Chapter[] {
  let part = -1;
  const last = (blocks.at(-1)?.page ?? 0) + 1;
  return cut(blocks, 'Pages', ({ page }) => {
    if (Math.floor(page / partPages) === part) return undefined;
    part = Math.floor(page / partPages);
    return `Pages ${part * partPages + 1} to ${Math.min(last, (part + 1) * partPages)}`;
  });
}

function cut(
  blocks: readonly PdfBlock[],
  title: string,
  titleAt: (block: PdfBlock, index: number) => string | undefined,
): Chapter[] {
  const chapters: { title: string; paragraphs: string[] }[] = [];
  for (const [index, block] of blocks.entries()) {
    const begun = titleAt(block, index);
    if (begun !== undefined || chapters.length === 0) chapters.push({ title: begun ?? title, paragraphs: [] });
    chapters.at(-1)!.paragraphs.push(block.text);
  }
  return chapters;
}
