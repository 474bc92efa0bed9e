/** Pronunciation dictionaries: words and phrases that are read otherwise than they are written. */
import { readMarkup } from './markup.ts';

export interface DictionaryItem {
  /** A word or a phrase as it stands in a transcript. It counts where it stands whole, not inside a longer word. */
  readonly text: string;
  /** Text to read in its place, or phones: `<<dʒ|ɪ|f>>`. */
  readonly pronunciation: string;
  /** Default: any letter case of `text` counts. */
  readonly caseSensitive?: boolean | undefined;
}

/** Words to read, or IPA phones to speak. */
export type Pronunciation = string | readonly string[];

export interface DictionaryMatch {
  /** How many words it takes the place of. */
  readonly length: number;
  readonly pronunciation: Pronunciation;
}

/** A word of the caller with its punctuation. */
export interface DictionaryWord {
  readonly text: string;
  /** No white space stands before it: so in scripts written without. */
  readonly glued: boolean;
}

/** How much longer than an item the words that hold it may be, for the marks around them. */
const slack = 32;

const sentenceMarks = '[^\\p{L}\\p{M}\\p{N}\\p{Sc}\\p{Sm}#@%&°]+';
const trailing = new RegExp(`${sentenceMarks}$`, 'u');
const leading = new RegExp(`^${sentenceMarks}`, 'u');

function plain(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll(/[’ʼ]/gu, "'").replaceAll(/\s+/gu, ' ').trim();
}

/** Marks behind a word are the sentence's, not its own: `U.S.` is found in `U.S.,` and `U.S`. What stands in front is its own: `.NET` is not `net`. */
function keyOf(text: string): string {
  return plain(text).replace(trailing, '');
}

/**
 * @returns undefined when it is neither text to read nor phones: both mixed, or nothing that can be spoken
 */
export function readPronunciation(pronunciation: string): Pronunciation | undefined {
  const events = readMarkup(plain(pronunciation));
  const phones = events.flatMap((event) => (event.kind === 'phones' ? [event.phones] : []));
  const text = events
    .flatMap((event) => (event.kind === 'text' ? [event.text] : []))
    .join('')
    .trim();
  const isText = /[\p{L}\p{N}]/u.test(text);
  if (phones.length > 0) {
    return isText ? undefined : phones.flatMap((word, index) => (index === 0 ? word : [' ', ...word]));
  }
  return isText ? text : undefined;
}

/** Whether a text can be found at all: something is left of it without the marks behind it. */
export function isFindable(text: string): boolean {
  return keyOf(text) !== '';
}

/** A dictionary made ready for reading: finding a word takes the same time however many items there are. */
export class Dictionary {
  readonly #exact = new Map<string, Pronunciation>();
  readonly #folded = new Map<string, Pronunciation>();
  #longest = 0;
  #mostWords = 0;

  /** @param items where two have the same text, the later one counts; one that cannot be spoken or found is passed over */
  constructor(items: readonly DictionaryItem[]) {
    for (const { text, pronunciation, caseSensitive = false } of items) {
      const key = keyOf(text);
      const spoken = readPronunciation(pronunciation);
      if (key === '' || spoken === undefined) continue;
      if (caseSensitive) this.#exact.set(key, spoken);
      else this.#folded.set(key.toLowerCase(), spoken);
      this.#longest = Math.max(this.#longest, key.length);
      this.#mostWords = Math.max(this.#mostWords, key.split(' ').length);
    }
  }

  /** The longest item that begins with a word. One with the exact letter case goes before one for any. */
  find(words: readonly DictionaryWord[], at: number): DictionaryMatch | undefined {
    let text = '';
    let spaced = 0;
    let found: DictionaryMatch | undefined;
    for (const [index, word] of words.slice(at, at + this.#longest).entries()) {
      const joint = index === 0 || word.glued ? '' : ' ';
      text += joint + word.text;
      if (joint === ' ') spaced++;
      if (spaced >= this.#mostWords || text.length > this.#longest + slack) break;
      const pronunciation = this.#lookUp(text);
      if (pronunciation !== undefined) found = { length: index + 1, pronunciation };
    }
    return found;
  }

  #lookUp(text: string): Pronunciation | undefined {
    const key = keyOf(text);
    const bare = key.replace(leading, '');
    return this.#get(key) ?? (bare === key ? undefined : this.#get(bare));
  }

  #get(key: string): Pronunciation | undefined {
    return this.#exact.get(key) ?? this.#folded.get(key.toLowerCase());
  }
}
