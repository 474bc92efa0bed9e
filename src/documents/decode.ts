/** Bytes to text, by the encoding that the file or its server declares. */
import { isAscii } from 'node:buffer';
import { DocumentError } from './document.ts';

const charset = /charset\s*=\s*["']?\s*([\w.:-]+)/iu;
const utf16 = /^utf-?16/iu;

/** Whether a media type says that a text is in UTF-16. */
export function isUtf16(mediaType = ''): boolean {
  return utf16.test(charset.exec(mediaType)?.[1] ?? '');
}

/**
 * In this order: a byte order mark, UTF-8 that is not ASCII alone, the media type, a declaration in the first bytes (XML, HTML), ASCII,
 * else Windows-1252, which most other texts of Latin letters are in.
 * @throws {DocumentError} `unsupported` when nothing says what the encoding is, and it is neither UTF-8 nor Windows-1252
 */
export function decodeText(bytes: Uint8Array, mediaType = ''): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')!;
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')!;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const utf8 = strict(bytes);
  // Bytes that are UTF-8 and not ASCII are so by intent, whatever is declared of them.
  if (utf8 !== undefined && !isAscii(bytes) && !isUtf16(mediaType)) return utf8;
  const declared = charset.exec(mediaType)?.[1] ?? inHead(head);
  return (declared === undefined ? undefined : decoded(bytes, declared)) ?? utf8 ?? western(bytes);
}

/** What is found there stands in single bytes, so one that says UTF-16 is wrong. */
function inHead(head: string): string | undefined {
  const inXml = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/iu.exec(head)?.[1];
  const label = inXml ?? (/<meta\b[^>]*>/iu.test(head) ? charset.exec(head)?.[1] : undefined);
  return label === undefined || utf16.test(label) ? undefined : label;
}

/**
 * Texts in Windows-1252 are mostly ASCII. In one of another script, such as a Russian one in Windows-1251 or a Japanese one in
 * Shift_JIS, bytes above it are more than its letters and stand in rows.
 */
function western(bytes: Uint8Array): string {
  const text = decoded(bytes, 'windows-1252')!;
  if (!/[\u0080-\uffff]{3}/u.test(text) || count(text, /[\u0080-\uffff]/gu) <= count(text, /[a-z]/giu)) return text;
  throw new DocumentError('unsupported', 'The text is neither in UTF-8 nor says its encoding: save it as UTF-8');
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found++;
  return found;
}

function strict(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}
