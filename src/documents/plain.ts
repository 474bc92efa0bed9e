/** Plain text and Markdown. */
import { marked } from 'marked';
import { chaptersOf, isSpeech, TextCount, tidied, titleOf, type Block } from './blocks.ts';
import { decodeText } from './decode.ts';
import type { Document, ReadLimits } from './document.ts';
import { htmlBlocks } from './html/blocks.ts';
import type { FileName } from './kind.ts';

/** `the_old-house.txt` as `the old house`. */
export function titleFromName(name = ''): string {
  const base = name.replace(/^.*[/\\]/u, '').replace(/\.[a-z\d]{1,8}$/iu, '');
  return titleOf(base.replaceAll(/[_-]+/gu, ' ')) || 'Untitled';
}

/** The number of a chapter, in digits or letters, or the word that may be one, in the languages whose books name their chapters so. */
const numbered =
  /^(?:chapter|part|book|kapitel|teil|buch|chapitre|partie|cap[ií]tulo|parte|capitolo|hoofdstuk|deel|rozdzia[łl]|глава|часть)\s+(?:(?<number>\d+|(?=[clxvi])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})|[a-z])|(?:the\s+)?(?<word>\p{L}+(?:-\p{L}+)*))(?![\p{L}\p{N}])(?<rest>.*)$/iu;
const unnumbered =
  /^(?:prologue?|epilogue?|prolog|epilog|vorwort|nachwort|préface|preface|foreword|introduction|einleitung|afterword)(?![\p{L}\p{N}])(?<rest>.*)$/iu;
const eastern = /^第[\d一二三四五六七八九十百〇零]+[章回部]/u;

const isSentence = /[.!?]$/u;
/** In these languages titles begin with a capital. */
const titled = /^(?:chapter|part|book|kapitel|teil|buch)\s/iu;

/** Whether a line reads like the heading of a chapter: "Part One" does, and "Part of me wanted to go." does not. */
export function isChapterHeading(line: string): boolean {
  if (line.length > 100 || /[,;]$/u.test(line)) return false;
  if (eastern.test(line)) return true;
  const found = numbered.exec(line) ?? unnumbered.exec(line);
  if (found === null) return false;
  const { number, word, rest = '' } = found.groups!;
  if (rest === '') return true;
  if (word !== undefined) return isBehindWord(word, rest);
  if (/^\s*[.:)–—-]/u.test(rest)) return true;
  if (number === undefined) return !isSentence.test(rest);
  // A title behind digits may ask or call, and begins with a small letter outside of English and German.
  const endsSentence = /^\d/u.test(number) ? rest.endsWith('.') : isSentence.test(rest);
  return !endsSentence && (!titled.test(line) || !/^\s*\p{Ll}/u.test(rest));
}

/** Numbers have two words at most: "Глава двадцать вторая". */
function isBehindWord(word: string, rest: string): boolean {
  if (/^\s\p{L}+$/u.test(rest) || /^\s*[:–—-]/u.test(rest)) return true;
  return rest === '.' ? /^\p{Lu}/u.test(word) : !isSentence.test(rest) && /^(?:\.|\s+[^\p{Ll}])/u.test(rest);
}

/** @throws {DocumentError} `too_large` */
export function readPlain(bytes: Uint8Array, { name, mediaType, ...given }: FileName, limits: ReadLimits): Document {
  const text = decodeText(bytes, mediaType).replaceAll(/\r\n?/gu, '\n');
  const title = given.title ?? titleFromName(name);
  const blocks = paragraphsOf(text, new TextCount(limits)).map((paragraph): Block => ({
    text: paragraph,
    level: isChapterHeading(paragraph) ? 1 : undefined,
  }));
  return {
    kind: 'text',
    title,
    author: undefined,
    language: undefined,
    cover: undefined,
    chapters: chaptersOf(blocks, title),
  };
}

/** Cut at empty lines; a text without any has a paragraph in each line. */
function paragraphsOf(text: string, count: TextCount): string[] {
  const cut = /\n[^\S\n]*\n/u.test(text) ? /\n(?:[^\S\n]*\n)+/u : /\n/u;
  const paragraphs: string[] = [];
  for (const part of text.split(cut)) {
    const paragraph = tidied(part.replaceAll(/(\p{L})-\n\s*(?=\p{Ll})/gu, '$1'));
    if (!isSpeech(paragraph)) continue;
    count.add(paragraph);
    paragraphs.push(paragraph);
  }
  return paragraphs;
}

/** @throws {DocumentError} `too_large` */
export function readMarkdown(bytes: Uint8Array, { name, mediaType, ...given }: FileName, limits: ReadLimits): Document {
  const source = decodeText(bytes, mediaType);
  const front = /^---\r?\n([^]*?)\r?\n---\r?\n/u.exec(source);
  const field = (key: string): string | undefined => {
    const line = new RegExp(`^${key}:(.*)$`, 'mu').exec(front?.[1] ?? '')?.[1] ?? '';
    const value = line.trim().replace(/^["']/u, '').replace(/["']$/u, '');
    return value === '' ? undefined : value;
  };
  const html = marked.parse(withoutNotes(source.slice(front?.[0].length ?? 0)), { async: false });
  const { blocks } = htmlBlocks(html, { isPage: false, isXml: false }, new TextCount(limits));
  const heads = blocks.filter(({ level }) => level === 1);
  const title = given.title ?? titleOf(field('title') ?? (heads.length === 1 ? heads[0]!.text : titleFromName(name)));
  const [author, language] = [field('author'), field('lang')];
  return { kind: 'markdown', title, author, language, cover: undefined, chapters: chaptersOf(blocks, title) };
}

/** Footnotes, which are no part of the common language: `[^1]` and `[^1]: The note.` with its indented lines. */
function withoutNotes(source: string): string {
  return source
    .replaceAll(/^\[\^[^\]\n]{1,100}\]:.*(?:\n(?: {2,}|\t).*)*$/gmu, '')
    .replaceAll(/\[\^[^\]\n]{1,100}\]/gu, '');
}
