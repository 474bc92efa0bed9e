/** From the bytes of a file to its chapters. */
import { tidied, titleOf } from './blocks.ts';
import { DocumentError, type Chapter, type Document, type ReadLimits } from './document.ts';
import { kindOf, type FileName } from './kind.ts';
import type { ReadAnswer, ReadTask } from './reader-process.ts';

/** The longest code that one may expect (RFC 5646, 4.4.1). */
const longestLanguage = 35;

/** Does the work of {@link readDocument} in the thread of its caller. What breaks a reader is a file that is damaged. */
export function answerTo({ bytes, limits, ...name }: ReadTask): Promise<ReadAnswer> {
  return read(bytes, name, limits).then(
    (document): ReadAnswer => ({ kind: 'document', document }),
    (error: unknown): ReadAnswer => {
      if (error instanceof DocumentError) return { kind: 'refused', fault: error.fault, message: error.message };
      return { kind: 'refused', fault: 'damaged', message: 'The file cannot be read: it is damaged' };
    },
  );
}

/** @throws {DocumentError} */
async function read(bytes: Uint8Array, name: FileName, limits: ReadLimits): Promise<Document> {
  const document = await readKind(bytes, name, limits);
  const chapters = document.chapters.filter(({ paragraphs }) => paragraphs.length > 0);
  if (chapters.length === 0) throw new DocumentError('empty', 'There is no text in the file');
  const language = tidied(document.language ?? '');
  return {
    ...document,
    title: name.title ?? document.title,
    author: titleOf(document.author ?? '') || undefined,
    language: language === '' || language.length > longestLanguage ? undefined : language,
    chapters: atMost(limits.maxChapters, chapters),
  };
}

/** Neighbours become one, with the title of the first: a listener loses no text, and no chapter is much longer than others. */
function atMost(most: number, chapters: readonly Chapter[]): readonly Chapter[] {
  if (chapters.length <= most) return chapters;
  const together = Math.ceil(chapters.length / most);
  return Array.from({ length: Math.ceil(chapters.length / together) }, (_, index) => {
    const joined = chapters.slice(index * together, (index + 1) * together);
    return { title: joined[0]!.title, paragraphs: joined.flatMap(({ paragraphs }) => paragraphs) };
  });
}

/** Each kind is loaded when it is needed: the reader of PDFs is large. */
async function readKind(bytes: Uint8Array, name: FileName, limits: ReadLimits): Promise<Document> {
  const kind = kindOf(bytes, name);
  switch (kind) {
    case 'epub':
      return (await import('./epub/epub.ts')).readEpub(bytes, name, limits);
    case 'docx':
      return (await import('./docx.ts')).readDocx(bytes, name, limits);
    case 'pdf':
      return (await import('./pdf/pdf.ts')).readPdf(bytes, name, limits);
    case 'html':
      return (await import('./html/html.ts')).readHtml(bytes, name, limits);
    case 'markdown':
      return (await import('./plain.ts')).readMarkdown(bytes, name, limits);
    case 'text':
      return (await import('./plain.ts')).readPlain(bytes, name, limits);
  }
}
