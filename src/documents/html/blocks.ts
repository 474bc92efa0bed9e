/** HTML and XHTML to headings and paragraphs, without what is not read aloud: menus, scripts, notes and their marks, page numbers. */
import { Parser } from 'htmlparser2';
import { isSpeech, tidied, type Block, type TextCount } from '../blocks.ts';

export interface HtmlBlock extends Block {
  /** In `<main>`. */
  readonly inMain: boolean;
  /** The number of the `<article>` it is in, from 1; 0 in none. */
  readonly article: number;
}

export interface HtmlText {
  readonly blocks: readonly HtmlBlock[];
  /** `<title>`. */
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly author: string | undefined;
}

const unread = new Set(
  'script style noscript template svg iframe object embed audio video canvas map nav button select textarea dialog rt rp math'.split(
    ' ',
  ),
);
/** They end the paragraph before them and their own. */
const blockNames = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main ol p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
/** `epub:type` and `role` of what is not read: https://www.w3.org/TR/epub-ssv-11/, https://www.w3.org/TR/dpub-aria-1.1/. */
const unreadTypes =
  /(?:^|\s)(?:doc-)?(?:noteref|footnotes?|endnotes?|rearnotes?|pagebreak|page-list|pagelist|toc|landmarks|biblioref|backlink|index|navigation|search|banner|contentinfo)(?=\s|$)/u;
/** A class that says whether something has notes or shows them is none of a note: `has-footnotes`, `post--with-references`. */
const unreadClasses =
  /(?:^|[\s_-])(?<!(?:^|[\s_-])(?:has|no|not|non|with|without|show|hide)[_-]{1,2})(?:footnotes?|endnotes?|noteref|fnref|footnote-ref|footnote-backref|pagenum|pagenumber|page-number|pageno|mw-editsection|noprint|navbox|reflist|references|sr-only|visually-hidden|screen-reader-text)(?=$|[\s_-])/iu;
const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden/iu;
const headingName = /^h[1-6]$/u;
const noteMark = /^[[({]?\s*(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z])\s*[\])}]?$/iu;
/** In the address, the id or the class of a link. */
const noteTarget = /(?:^|[\s#_-])(?:fn|ftn|cite|bib|ref)|note/iu;
const lengthUnit = /(?<!\p{L})(?:kilo|centi|milli|deci|chilo|quilo|zenti)?m[eèé]t(?:re|er|ro|ri)s?$/iu;
const exponent = /^[-+−]?\d{1,4}$/u;
/** Deeper nesting is that of a file that wants to break its readers; its text is read, its elements are not told apart. */
const deepest = 2000;

interface HtmlOptions {
  /** A page of the web, whose frame is left out as well. */
  readonly isPage: boolean;
  /** XHTML, as in an EPUB. */
  readonly isXml: boolean;
}

/** @throws {DocumentError} `too_large` */
export function htmlBlocks(source: string, { isPage, isXml }: HtmlOptions, count: TextCount): HtmlText {
  const reader = new BlockReader(isPage, count);
  const parser = new Parser(reader, {
    xmlMode: isXml,
    lowerCaseTags: true,
    recognizeSelfClosing: true,
    decodeEntities: true,
  });
  parser.write(source);
  parser.end();
  return reader.result();
}

interface Mark {
  readonly name: string;
  readonly startsAt: number;
  readonly isLink: boolean;
  /** It says itself that it leads to a note. */
  readonly isOfNote: boolean;
}

type Attributes = Readonly<Record<string, string>>;

class BlockReader {
  readonly #isPage: boolean;
  readonly #count: TextCount;
  readonly #blocks: HtmlBlock[] = [];
  /** Elements that are open. */
  readonly #open: string[] = [];
  /** How many are open from the first unread one on; 0 where what comes is read. */
  #unreadFrom = 0;
  #text = '';
  #level: number | undefined;
  #ids: string[] = [];
  #marks: Mark[] = [];
  #main = 0;
  #articles = 0;
  readonly #articleStack: number[] = [];
  #title: string | undefined;
  #language: string | undefined;
  #author: string | undefined;

  constructor(isPage: boolean, count: TextCount) {
    this.#isPage = isPage;
    this.#count = count;
  }

  result(): HtmlText {
    this.#endBlock();
    return {
      blocks: this.#blocks,
      title: this.#title,
      language: this.#language,
      author: this.#author,
    };
  }

  onopentag(given: string, attributes: Attributes): void {
    const name = given.replace(/^.*:/u, '');
    this.#noteDetails(name, attributes);
    if (this.#open.length < deepest) this.#open.push(given);
    if (this.#unreadFrom > 0) return;
    if (this.#isUnread(name, attributes)) {
      this.#unreadFrom = this.#open.length;
      if (attributes.id !== undefined) this.#ids.push(attributes.id);
      if (blockNames.has(name)) this.#endBlock();
      return;
    }
    if (blockNames.has(name)) this.#endBlock();
    if (name === 'main') this.#main++;
    if (name === 'article') this.#articleStack.push(this.#articleStack[0] ?? ++this.#articles);
    if (headingName.test(name)) this.#level = Number(name[1]);
    this.#openInline(name, attributes);
  }

  #noteDetails(name: string, attributes: Attributes): void {
    if (name === 'html') this.#language = attributes.lang ?? attributes['xml:lang'];
    if (name === 'meta' && attributes.name?.toLowerCase() === 'author') this.#author = attributes.content;
  }

  #openInline(name: string, attributes: Attributes): void {
    const id = attributes.id ?? (name === 'a' ? attributes.name : undefined);
    if (id !== undefined) this.#ids.push(id);
    if (name === 'br') this.#text += ' ';
    if ((name === 'td' || name === 'th') && isSpeech(this.#text)) this.#text += ', ';
    if (name === 'img' && attributes.class?.includes('tex') === true) this.#text += ` ${attributes.alt ?? ''} `;
    if (name === 'a' || name === 'sup') {
      this.#marks.push(markOf(name, this.#text.length, attributes));
    }
  }

  ontext(text: string): void {
    if (this.#unreadFrom === 0) this.#text += text;
  }

  onclosetag(given: string): void {
    const name = given.replace(/^.*:/u, '');
    if (this.#open.at(-1) === given) this.#open.pop();
    if (this.#unreadFrom > 0) {
      if (this.#open.length < this.#unreadFrom) this.#unreadFrom = 0;
      return;
    }
    if (name === 'a' || name === 'sup') this.#closeMark(name);
    if (name === 'title') {
      this.#title ??= tidied(this.#text) || undefined;
      this.#text = '';
    }
    if (blockNames.has(name)) this.#endBlock();
    if (headingName.test(name)) this.#level = undefined;
    if (name === 'main') this.#main--;
    if (name === 'article') this.#articleStack.pop();
  }

  /** A number in a link to a note, or raised behind a word, is not part of the sentence; the 2 in m², and a linked "(2)", are. */
  #closeMark(name: string): void {
    const mark = this.#marks.pop();
    if (mark?.name !== name) return;
    const inside = this.#text.slice(mark.startsAt).trim();
    const before = this.#text.slice(0, mark.startsAt);
    const isRaised = name === 'sup' || this.#marks.some((outer) => outer.name === 'sup');
    const isApart = inside.startsWith('(') ? mark.isOfNote || /\S$/u.test(before) : /^[[{*†‡§]/u.test(inside);
    const isLinked = mark.isLink && (isRaised || isApart);
    if (noteMark.test(inside) && (isLinked || (name === 'sup' && isRaisedMark(inside, before)))) this.#text = before;
    else if (name === 'sup' && exponent.test(inside)) this.#text = before + superscript(inside);
  }

  #isUnread(name: string, attributes: Attributes): boolean {
    if (name === 'body' || name === 'html') return false;
    if (name === 'label' && this.#open.includes('form')) return true;
    if (unread.has(name) || isHidden(attributes) || isAside(name, attributes)) return true;
    if (!this.#isPage) return false;
    const isInText = this.#main > 0 || this.#articleStack.length > 0;
    return name === 'aside' || ((name === 'header' || name === 'footer') && !isInText);
  }

  #endBlock(): void {
    const text = tidied(this.#text);
    const level = this.#level;
    this.#text = '';
    this.#marks = [];
    this.#level = undefined;
    if (!isSpeech(text)) {
      // An element within a heading does not end it.
      if (text === '') this.#level = level;
      return;
    }
    this.#count.add(text);
    this.#blocks.push({
      text: withoutCommas(text),
      level,
      ids: this.#ids,
      inMain: this.#main > 0,
      article: this.#articleStack[0] ?? 0,
    });
    this.#ids = [];
  }
}

function markOf(name: string, startsAt: number, { href = '', id = '', class: classes = '' }: Attributes): Mark {
  const isOfNote = noteTarget.test(`${href.replace(/^[^#]*/u, '')} ${id} ${classes}`);
  return { name, startsAt, isLink: href.includes('#'), isOfNote };
}

/** Whether it stands behind a word, a year or a sentence, other than a unit of length. */
function isRaisedMark(mark: string, before: string): boolean {
  if (/^[23]$/u.test(mark) && lengthUnit.test(before)) return false;
  return /^[\d*†‡§]/u.test(mark) && /(?:\p{L}{4}|[.,;:!?”"»’)]|(?<!\d)(?:1[5-9]|20)\d\d)$/u.test(before);
}

/** "10⁶", which is read as a power, in place of "106". */
function superscript(digits: string): string {
  return digits.replaceAll(/./gu, (sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'['0123456789+-−'.indexOf(sign)]!);
}

/** Behind the last cell that has text. */
function withoutCommas(text: string): string {
  let end = text.length;
  while (text.endsWith(', ', end)) end -= 2;
  return text.slice(0, end);
}

function isHidden({ hidden, style = '', 'aria-hidden': ariaHidden }: Attributes): boolean {
  return hidden !== undefined || ariaHidden === 'true' || hiddenStyle.test(style);
}

/** By what it says that it is. The class of a whole text tells what is in it, so it counts for parts alone. */
function isAside(name: string, { 'epub:type': type = '', role = '', class: classes = '' }: Attributes): boolean {
  return unreadTypes.test(`${type} ${role}`) || (name !== 'main' && name !== 'article' && unreadClasses.test(classes));
}
