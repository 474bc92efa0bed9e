/**
 * The tag in front of an MP3 file: title, author, cover, and the chapters, as ID3v2.3 (https://id3.org/id3v2.3.0) and its addendum for
 * chapters have them (https://id3.org/id3v2-chapters-1.0).
 */
import type { Cover } from '../documents/index.ts';
import type { BookChapter, BookDetails } from './book-details.ts';

const headerBytes = 10;
/** A table of contents has at most so many entries; more chapters get several tables in one. */
const tableEntries = 255;
const unusedOffset = 0xffff_ffff;
const frontCover = 3;
/** UTF-16 with its mark. */
const wide = 1;

export function id3Tag({ title, author, language, cover }: BookDetails, chapters: readonly BookChapter[]): Buffer {
  const frames = [
    textFrame('TIT2', title),
    textFrame('TALB', title),
    ...(author === undefined ? [] : [textFrame('TPE1', author)]),
    textFrame('TCON', 'Audiobook'),
    ...(language === undefined ? [] : [languageFrame(language)]),
    ...(cover === undefined ? [] : [pictureFrame(cover)]),
    ...contents(chapters),
    ...chapters.map((chapter, index) => chapterFrame(chapter, index)),
  ];
  const body = Buffer.concat(frames);
  const header = Buffer.alloc(headerBytes);
  header.write('ID3', 0, 'latin1');
  header[3] = 3;
  for (let byte = 0; byte < 4; byte++) header[6 + byte] = (body.length >> (7 * (3 - byte))) & 0x7f;
  return Buffer.concat([header, body]);
}

function frame(id: string, ...parts: readonly (Buffer | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(headerBytes);
  header.write(id, 0, 'latin1');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

function wideText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replaceAll('\0', ''), 'utf16le')]);
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.from([wide]), wideText(text));
}

/** Three letters of ISO 639-2; where only two are known, none is better than a wrong one. */
const threeLetters: Readonly<Record<string, string>> = {
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  ru: 'rus',
  sv: 'swe',
  tr: 'tur',
  zh: 'zho',
};

function languageFrame(language: string): Buffer {
  const code = threeLetters[language.slice(0, 2).toLowerCase()];
  return code === undefined ? Buffer.alloc(0) : frame('TLAN', Buffer.from(`\0${code}`, 'latin1'));
}

function pictureFrame({ mediaType, bytes }: Cover): Buffer {
  return frame('APIC', Buffer.from(`\0${mediaType}\0`, 'latin1'), Buffer.from([frontCover]), Buffer.from([0]), bytes);
}

function chapterId(index: number): string {
  return `chp${index}`;
}

function table(id: string, isTop: boolean, children: readonly string[]): Buffer {
  const isOrdered = 1;
  return frame(
    'CTOC',
    Buffer.from(`${id}\0`, 'latin1'),
    Buffer.from([(isTop ? 2 : 0) | isOrdered, children.length]),
    Buffer.from(children.map((child) => `${child}\0`).join(''), 'latin1'),
  );
}

function contents(chapters: readonly BookChapter[]): Buffer[] {
  const ids = chapters.map((_, index) => chapterId(index));
  if (ids.length <= tableEntries) return [table('toc', true, ids)];
  const tables: string[][] = [];
  for (let at = 0; at < ids.length; at += tableEntries) tables.push(ids.slice(at, at + tableEntries));
  const names = tables.map((_, index) => `toc${index}`);
  return [table('toc', true, names), ...tables.map((children, index) => table(names[index]!, false, children))];
}

function chapterFrame({ title, start, end }: BookChapter, index: number): Buffer {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(Math.round(start * 1000), 0);
  times.writeUInt32BE(Math.round(end * 1000), 4);
  times.writeUInt32BE(unusedOffset, 8);
  times.writeUInt32BE(unusedOffset, 12);
  return frame('CHAP', Buffer.from(`${chapterId(index)}\0`, 'latin1'), times, textFrame('TIT2', title));
}
