/** What kind of document a file is. */
import { isUtf8 } from 'node:buffer';
import { isUtf16 } from './decode.ts';
import { DocumentError, type DocumentKind } from './document.ts';

/** What is known of a file beside its bytes. */
export interface FileName {
  /** With its ending; the title where the file has none. */
  readonly name?: string | undefined;
  /** As a server sent it, with its parameters: `text/html; charset=utf-8`. */
  readonly mediaType?: string | undefined;
  /** What whoever gave it calls it, to the letter. Default: what it calls itself, else its name. */
  readonly title?: string | undefined;
  /** What it is by agreement. Default: what its bytes are, then its name or media type. */
  readonly kind?: DocumentKind | undefined;
}

const endings: Readonly<Record<string, DocumentKind>> = {
  epub: 'epub',
  pdf: 'pdf',
  docx: 'docx',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  txt: 'text',
  text: 'text',
};

const mediaTypes: Readonly<Record<string, DocumentKind>> = {
  'application/epub+zip': 'epub',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
};

/** First bytes of files that look like none of ours, with what they are called in the error. */
const foreign: readonly (readonly [bytes: string, name: string])[] = [
  ['\xd0\xcf\x11\xe0', 'a document of Word before 2007 (.doc) or another of its time: save it as .docx'],
  ['{\\rtf', 'an RTF document: save it as .docx'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['Rar!', 'a RAR archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['ID3', 'audio'],
  ['OggS', 'audio'],
  ['RIFF', 'audio or video'],
];

const taken = 'EPUB, PDF, DOCX, Markdown, HTML and plain text are read';

/**
 * By the bytes first: names are often wrong.
 * @throws {DocumentError} `unsupported`
 */
export function kindOf(bytes: Uint8Array, { name, mediaType, kind }: FileName): DocumentKind {
  if (kind !== undefined) return kind;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1');
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zipKind(bytes);
  if (head.slice(0, 1024).includes('%PDF-') && !isText(bytes, /^\s*%PDF-\d\.\d\s*?(?:[\r\n]|$)/u)) return 'pdf';
  if (head.slice(60, 68) === 'BOOKMOBI') throw unsupported('a Kindle book (MOBI, AZW): convert it to EPUB');
  const known = foreign.find(([begin]) => head.startsWith(begin));
  if (known !== undefined && !isText(bytes, /^\{\\rtf\d/u)) throw unsupported(known[1]);
  const declared =
    endings[/\.([a-z]+)$/iu.exec(name ?? '')?.[1]?.toLowerCase() ?? ''] ?? mediaTypes[essence(mediaType)];
  if (declared === 'markdown' || declared === 'html') return declared;
  return textKind(head, mediaType);
}

/**
 * Whether letters that files of other kinds begin with are words of a text: all of it is UTF-8 without control characters, which those
 * files have.
 * @param apart what has none either, by its text
 */
function isText(bytes: Uint8Array, apart: RegExp): boolean {
  if (bytes.some((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d)) || !isUtf8(bytes)) return false;
  return !apart.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
}

function textKind(head: string, mediaType: string | undefined): DocumentKind {
  if (/^<(?:!doctype html|html|head|body)\b/iu.test(afterComments(head))) return 'html';
  // Text has no control characters but white space; UTF-16 begins with its mark, or its server names it.
  const isWide = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff') || isUtf16(mediaType);
  // oxlint-disable-next-line no-control-regex -- these are what tells binary files
  if (!isWide && /[\x00-\x08\x0e-\x1a\x1c-\x1f]/u.test(head)) throw unsupported('of an unknown kind');
  return 'text';
}

/** Without what may stand before the first element: a byte order mark, white space, comments, a declaration of XML. */
function afterComments(head: string): string {
  let rest = head.replace(/^\xef\xbb\xbf/u, '').trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : /^<\?xml/iu.test(rest) ? '>' : undefined;
    // A comment may end with the mark that begins it, as parsers have it, so the search starts within.
    const at = end === undefined ? -1 : rest.indexOf(end, 2);
    if (end === undefined || at === -1) return rest;
    rest = rest.slice(at + end.length).trimStart();
  }
}

function essence(mediaType = ''): string {
  return mediaType.split(';')[0]!.trim().toLowerCase();
}

/** The names of an archive's entries stand in it as they are. The first one of an EPUB is its media type. */
function zipKind(bytes: Uint8Array): DocumentKind {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (archive.includes('META-INF/container.xml')) return 'epub';
  if (archive.includes('word/document.xml') || archive.includes('wordprocessingml')) return 'docx';
  if (archive.includes('xl/workbook.xml')) throw unsupported('a table (.xlsx)');
  if (archive.includes('ppt/presentation.xml')) throw unsupported('a presentation (.pptx)');
  if (archive.includes('opendocument')) throw unsupported('an OpenDocument file: save it as .docx');
  throw unsupported('an archive without a book in it: unpack it first');
}

function unsupported(what: string): DocumentError {
  return new DocumentError('unsupported', `The file is ${what}. ${taken}`);
}
