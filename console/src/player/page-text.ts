/** The text of a page as it is spoken: paragraph by paragraph, each character with its place in the document. */

export interface Paragraph {
  /** With single spaces, as it is shown. */
  readonly text: string;
  /** Where the characters from one of them to before another one stand. */
  range(from: number, to: number): Range;
  /** The character at a place in the document; undefined where that lies elsewhere. */
  at(node: Node, offset: number): number | undefined;
}

/** What is spoken in one breath. */
const blocks = 'p,h1,h2,h3,h4,h5,h6,li,dt,dd,td,th,blockquote,figcaption,pre,div,section,article,main,body';
/** What is no text of the page: code of the browser, controls, menus, and what is not shown or kept from screen readers. */
const skipped =
  'script,style,noscript,template,svg,math,canvas,audio,video,object,button,select,textarea,nav,[hidden],[aria-hidden=true],sonorant-player';

/** A run of text nodes of one block. */
class Block implements Paragraph {
  text = '';
  readonly #nodes: Text[] = [];
  readonly #offsets: number[] = [];

  add(node: Text): void {
    const { data } = node;
    for (let offset = 0; offset < data.length; offset++) {
      const isSpace = /\s/.test(data[offset]!);
      if (isSpace && (this.text === '' || this.text.endsWith(' '))) continue;
      this.text += isSpace ? ' ' : data[offset]!;
      this.#nodes.push(node);
      this.#offsets.push(offset);
    }
  }

  range(from: number, to: number): Range {
    const range = document.createRange();
    range.setStart(this.#nodes[from]!, this.#offsets[from]!);
    range.setEnd(this.#nodes[to - 1]!, this.#offsets[to - 1]! + 1);
    return range;
  }

  at(node: Node, offset: number): number | undefined {
    const found = this.#nodes.findIndex((each, index) => each === node && this.#offsets[index]! >= offset);
    return found < 0 ? undefined : found;
  }
}

/** The paragraphs below an element that have a letter or a digit. */
export function paragraphsOf(root: Element): readonly Paragraph[] {
  const found: Block[] = [];
  let last: Element | null | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(skipped) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Text)) {
      // What stands behind two line breaks, or a rule, is another paragraph.
      if ((node as Element).matches('hr')) last = undefined;
      continue;
    }
    const block = node.parentElement!.closest(blocks);
    if (block !== last) found.push(new Block());
    last = block;
    found.at(-1)!.add(node);
  }
  return found.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** So far behind the word before it a word is looked for: numbers and signs are read in other words than they are written in. */
const reach = 80;

/** Finds words in the order in which they are spoken. */
export class WordFinder {
  readonly #text: string;
  #next: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#next = from;
  }

  /** Where the word stands; undefined for one that is not written so. */
  find(word: string): readonly [from: number, to: number] | undefined {
    if (word === '') return undefined;
    const from = this.#text.indexOf(word, this.#next);
    if (from < 0 || from > this.#next + reach) return undefined;
    this.#next = from + word.length;
    return [from, this.#next];
  }
}
