/** Electronic books: EPUB 2 and 3. */
import { isSpeech, TextCount, tidied, titleOf } from '../blocks.ts';
import { decodeText } from '../decode.ts';
import { DocumentError, type Chapter, type Cover, type Document, type ReadLimits } from '../document.ts';
import { htmlBlocks, type HtmlBlock } from '../html/blocks.ts';
import type { FileName } from '../kind.ts';
import { titleFromName } from '../plain.ts';
import { readXml } from '../xml.ts';
import { Archive } from '../zip.ts';
import { packagePath, readNavigation, readNcx, readPackage, type Entry, type Item, type Package } from './package.ts';

/** How fonts are hidden, which is no protection of the text. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);
const largestCover = 5_000_000;

/** @throws {DocumentError} */
export async function readEpub(bytes: Uint8Array, { name }: FileName, limits: ReadLimits): Promise<Document> {
  const archive = await Archive.open(bytes, limits);
  await requireUnprotected(archive);
  const path = packagePath(decodeText((await archive.read('META-INF/container.xml')) ?? new Uint8Array(0)));
  const source = path === undefined ? undefined : await archive.read(path);
  if (path === undefined || source === undefined) {
    throw new DocumentError('damaged', 'The EPUB names no package document: it is damaged');
  }
  const book = readPackage(decodeText(source), path);
  const title = titleOf(book.title ?? titleFromName(name));
  return {
    kind: 'epub',
    title,
    author: book.author,
    language: book.language,
    cover: await coverOf(archive, book),
    chapters: await chaptersIn(archive, book, { title, count: new TextCount(limits) }),
  };
}

/** @throws {DocumentError} `protected` */
async function requireUnprotected(archive: Archive): Promise<void> {
  let isProtected = archive.has('META-INF/license.lcpl') || archive.has('META-INF/sinf.xml');
  const encryption = await archive.read('META-INF/encryption.xml');
  readXml(decodeText(encryption ?? new Uint8Array(0)), {
    open(name, attributes) {
      if (name === 'EncryptionMethod' && !fontAlgorithms.has(attributes.Algorithm ?? '')) isProtected = true;
    },
  });
  if (!isProtected) return;
  throw new DocumentError(
    'protected',
    'The book is locked by digital rights management (DRM) and cannot be read; a copy without it can',
  );
}

async function coverOf(archive: Archive, { cover }: Package): Promise<Cover | undefined> {
  if (cover === undefined || archive.sizeOf(cover.path) > largestCover) return undefined;
  const bytes = await archive.read(cover.path);
  if (bytes === undefined) return undefined;
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) {
    return { mediaType: 'image/jpeg', bytes: new Uint8Array(bytes) };
  }
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') {
    return { mediaType: 'image/png', bytes: new Uint8Array(bytes) };
  }
  return undefined;
}

async function contentsOf(archive: Archive, { navigation, ncx }: Package): Promise<readonly Entry[]> {
  const read = async (item: Item | undefined, reader: typeof readNcx): Promise<Entry[]> => {
    const bytes = item === undefined ? undefined : await archive.read(item.path);
    return bytes === undefined ? [] : reader(decodeText(bytes), item!.path);
  };
  const entries = await read(navigation, readNavigation);
  return entries.length > 0 ? entries : read(ncx, readNcx);
}

/** Of files that are not read aloud at all. */
const unreadBody =
  /^[^>]*(?:epub:type|role)\s*=\s*["'][^"']*\b(?:doc-)?(?:toc|footnotes|endnotes|rearnotes|index|page-list|landmarks)\b/iu;

/** By the type of the body, which stands in the first characters of its tag. */
function isUnread(source: string): boolean {
  const tag = /<body\b[^>]{0,500}/iu.exec(source)?.[0];
  return tag !== undefined && unreadBody.test(tag);
}

class Chapters {
  readonly #chapters: { title: string; paragraphs: string[] }[] = [];
  readonly #book: string;

  constructor(book: string) {
    this.#book = book;
  }

  begin(title: string): void {
    this.#chapters.push({ title: titleOf(title), paragraphs: [] });
  }

  add(text: string): void {
    if (this.#chapters.length === 0) this.begin(this.#book);
    this.#chapters.at(-1)!.paragraphs.push(text);
  }

  get count(): number {
    return this.#chapters.length;
  }

  get all(): Chapter[] {
    return this.#chapters.filter(({ paragraphs }) => paragraphs.length > 0);
  }
}

/**
 * A chapter begins where an entry of the table of contents leads to the beginning of a file, or an outermost one into it; other
 * entries are sections. What no entry names belongs to the chapter before it. Without a table each file is a chapter.
 */
async function chaptersIn(
  archive: Archive,
  book: Package,
  { title, count }: { readonly title: string; readonly count: TextCount },
): Promise<readonly Chapter[]> {
  const contents = (await contentsOf(archive, book)).filter((entry) => isSpeech(entry.title));
  const byPath = Map.groupBy(contents, ({ path }) => path);
  const chapters = new Chapters(title);
  for (const item of book.spine) {
    if (item === book.navigation || !/html|xml/u.test(item.mediaType)) continue;
    const bytes = await archive.read(item.path);
    if (bytes === undefined) throw new DocumentError('damaged', `The book names ${item.path}, which is not in it`);
    const source = decodeText(bytes);
    if (isUnread(source)) continue;
    const { blocks } = htmlBlocks(source, { isPage: false, isXml: /xhtml|xml/u.test(item.mediaType) }, count);
    if (blocks.length === 0) continue;
    if (contents.length === 0) chapters.begin(headingOf(blocks) ?? `${title} ${chapters.count + 1}`);
    addFile(chapters, blocks, byPath.get(item.path) ?? []);
  }
  return chapters.all;
}

function addFile(chapters: Chapters, blocks: readonly HtmlBlock[], entries: readonly Entry[]): void {
  const ids = new Set(blocks.flatMap((block) => block.ids ?? []));
  // A place that is not there is the beginning of the file, as readers have it.
  const starts = entries.filter(({ fragment }) => fragment === undefined || !ids.has(fragment));
  const first = new Set(blocks[0]?.ids);
  const beginning = starts[0] ?? entries.find(({ fragment }) => fragment !== undefined && first.has(fragment));
  if (beginning !== undefined) chapters.begin(titleWith(beginning.title, blocks));
  const cuts = new Map<string, string>();
  for (const entry of entries) {
    const { depth, fragment } = entry;
    if (entry === beginning || depth !== 1 || fragment === undefined || cuts.has(fragment)) continue;
    cuts.set(fragment, entry.title);
  }
  for (const block of blocks) {
    const cut = block.ids?.find((id) => cuts.has(id));
    if (cut !== undefined) chapters.begin(cuts.get(cut)!);
    chapters.add(block.text);
  }
}

/** A table of contents that says "1" is helped by the heading. */
function titleWith(title: string, blocks: readonly HtmlBlock[]): string {
  if (/\p{L}{2}/u.test(title)) return title;
  const heading = headingOf(blocks);
  return heading === undefined || !/\p{L}{2}/u.test(heading) || heading.length > 80 ? title : tidied(heading);
}

function headingOf(blocks: readonly HtmlBlock[]): string | undefined {
  return blocks.find(({ level }) => level !== undefined)?.text;
}
