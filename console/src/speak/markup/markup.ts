/** Tags put into a text at a selection; what they mean stands in the documentation's page "Markup". */

/** A part of a text: indexes of UTF-16 code units, as text areas have them. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of the text and what takes its place. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** Tags that hold from where they stand. */
export type LastingTag = 'speed' | 'volume' | 'emotion';

const attributes: Readonly<Record<LastingTag, string>> = { speed: 'ratio', volume: 'ratio', emotion: 'value' };

/** @param ms 1 to 60,000 */
export function pauseTag(ms: number): string {
  return `<break time="${ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`}"/>`;
}

export function lastingTag(tag: LastingTag, value: string): string {
  return `<${tag} ${attributes[tag]}="${value}"/>`;
}

/** @returns the value that is in force at an index; undefined where no tag before it says one */
function valueAt(text: string, tag: LastingTag, index: number): string | undefined {
  const pattern = new RegExp(`<${tag} ${attributes[tag]}="([^"<>]*)"\\s*/>`, 'g');
  return [...text.slice(0, index).matchAll(pattern)].at(-1)?.[1];
}

/** Without spaces at its ends; where nothing is selected, the word at the caret without the punctuation around it. */
export function wordsAt(text: string, { start, end }: TextRange): TextRange {
  if (start === end) {
    const before = /[^\s<>]*$/u.exec(text.slice(0, start))![0].length;
    const behind = /^[^\s<>]*/u.exec(text.slice(end))![0].length;
    const word = text.slice(start - before, end + behind);
    const opening = /^["'(¿¡«„“]*/u.exec(word)![0].length;
    const closing = /[.,;:!?…)"'»”]*$/u.exec(word.slice(opening))![0].length;
    return { start: start - before + opening, end: end + behind - closing };
  }
  const selected = text.slice(start, end);
  return {
    start: start + selected.length - selected.trimStart().length,
    end: end - (selected.length - selected.trimEnd().length),
  };
}

/** Whether a sentence ends with the character at an index: a full stop inside of "3.5" ends none. */
function endsSentence(text: string, index: number): boolean {
  const character = text[index]!;
  if (/[\n。！？]/u.test(character)) return true;
  return /[.!?…]/u.test(character) && /^\s?$/u.test(text[index + 1] ?? '');
}

/** Where nothing is selected, the sentence at the caret. */
export function sentenceAt(text: string, range: TextRange): TextRange {
  if (range.start !== range.end) return range;
  let { start, end } = range;
  while (start > 0 && !endsSentence(text, start - 1)) start--;
  while (end < text.length && !endsSentence(text, end)) end++;
  return wordsAt(text, { start, end: Math.min(text.length, end + 1) });
}

/** A pause behind the selection. @param ms 1 to 60,000 */
export function withPause(text: string, { end }: TextRange, ms: number): TextEdit {
  const tag = pauseTag(ms);
  const isBehindSpace = end === 0 || /\s$/u.test(text.slice(0, end));
  const isBeforeSpace = /^\s/u.test(text.slice(end));
  return { start: end, end, text: `${isBehindSpace ? '' : ' '}${tag}${isBeforeSpace ? '' : ' '}` };
}

/**
 * The selection in another pace, loudness or emotion, and what is behind it as before.
 * @param usual what holds where no tag says anything: that of the page's settings
 */
export function withTag(text: string, range: TextRange, tag: LastingTag, value: string, usual: string): TextEdit {
  const { start, end } = wordsAt(text, range);
  const before = valueAt(text, tag, start) ?? usual;
  const inner = text.slice(start, end);
  // At the end of the text nothing is left that it would have to be taken back for.
  const isLast = text.slice(end).trim() === '';
  return { start, end, text: `${lastingTag(tag, value)}${inner}${isLast ? '' : lastingTag(tag, before)}` };
}

/** The selection letter by letter, or, where it is that already, as a word again. */
export function withSpelling(text: string, range: TextRange): TextEdit {
  const { start, end } = wordsAt(text, range);
  const [open, close] = ['<spell>', '</spell>'];
  if (text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close)) {
    return { start: start - open.length, end: end + close.length, text: text.slice(start, end) };
  }
  return { start, end, text: `${open}${text.slice(start, end)}${close}` };
}

/** Another speaker from the caret on, or for the selection: who spoke before goes on behind it. */
export function withSpeaker(text: string, { start, end }: TextRange, name: string): TextEdit {
  const isBehindSpace = start === 0 || /\s$/u.test(text.slice(0, start));
  const said = text.slice(start, end).trimStart();
  return { start, end, text: `${isBehindSpace ? '' : ' '}[${name}] ${said}` };
}

/** @returns the last name of these that stands before an index, in its brackets; empty where none does */
function speakerAt(text: string, names: readonly string[], index: number): string {
  const named = [...text.slice(0, index).matchAll(/\[([^[\]\n]{1,64})\]/gu)];
  return named.findLast(([, name]) => names.includes(name!.trim()))?.[0] ?? '';
}

/**
 * The selection as it sounds in the whole text: by who speaks there, and with the tags that are in force where it begins.
 * @param names of the speakers. Default none
 */
export function heardAlone(text: string, range: TextRange, names: readonly string[] = []): string {
  const { start, end } = sentenceAt(text, range);
  const tags = (Object.keys(attributes) as LastingTag[]).flatMap((tag) => {
    const value = valueAt(text, tag, start);
    return value === undefined ? [] : [lastingTag(tag, value)];
  });
  return `${speakerAt(text, names, start)}${tags.join('')}${text.slice(start, end)}`;
}
