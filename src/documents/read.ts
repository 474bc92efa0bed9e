/** From the bytes of a file to its chapters. */
import { DocumentError, shown, type Document, type ReadLimits } from './document.ts';
import { kindOf, type FileName } from './kind.ts';

/**
 * Does the work of {@link readDocument} in the thread of its caller.
 * @throws {DocumentError}
 */
export async function read(bytes: Uint8Array, name: FileName, limits: ReadLimits): Promise<Document> {
  const document = await readKind(bytes, name, limits);
  const chapters = document.chapters.filter(({ paragraphs }) => paragraphs.length > 0);
  if (chapters.length === 0) throw new DocumentError('empty', 'There is no text in the file');
  let characters = 0;
  for (const { paragraphs } of chapters) for (const paragraph of paragraphs) characters += paragraph.length;
  if (characters > limits.maxCharacters) {
    throw new DocumentError(
      'too_large',
      `The text has ${shown(characters)} characters, and the limit is ${shown(limits.maxCharacters)}`,
    );
  }
  return { ...document, chapters };
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
      return (await import('./html/html.ts')).readHtml(bytes, name);
    case 'markdown':
      return (await import('./plain.ts')).readMarkdown(bytes, name);
    case 'text':
      return (await import('./plain.ts')).readPlain(bytes, name);
  }
}
