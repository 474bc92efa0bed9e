/** Which rule an utterance means. */
import { listsOf, withoutFillers } from './language-lists.ts';
import type { Rule } from './program.ts';
import { likeness, wordsOf } from './words.ts';

export interface Match {
  readonly rule: Rule;
  /** The utterance says what the example says and nothing else. */
  readonly isWhole: boolean;
}

/** Share of an example that has to be said, its words weighted. */
const threshold = 0.6;
/** Weight of a word that says little; of others 1. */
const lightWeight = 0.3;
const maxRemembered = 500;

interface Example {
  readonly rule: Rule;
  readonly weight: number;
  /** It has only words that say little: all of them have to be said. */
  readonly isLight: boolean;
}

interface Entry {
  readonly word: string;
  readonly weight: number;
  /** Indices of the examples that have it. */
  readonly examples: number[];
}

/**
 * Finds the rule of which an example is said most completely: the share of its words that are in the utterance, and a little for an
 * utterance that says nothing else. Of equal ones the earlier rule.
 */
export class Matcher {
  readonly #language: string;
  readonly #light: ReadonlySet<string>;
  readonly #examples: Example[] = [];
  readonly #entries = new Map<string, Entry>();
  /** Entries by their first letter: words that differ there are not alike. */
  readonly #byLetter = new Map<string, Entry[]>();
  readonly #remembered = new Map<string, Match | undefined>();

  constructor(rules: readonly Rule[], language: string) {
    this.#language = language;
    this.#light = listsOf(language).light;
    for (const rule of rules) for (const text of rule.examples) this.#add(rule, text);
  }

  match(text: string): Match | undefined {
    const known = this.#remembered.get(text);
    if (known !== undefined || this.#remembered.has(text)) return known;
    const found = this.#find(text);
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    this.#remembered.set(text, found);
    return found;
  }

  #add(rule: Rule, text: string): void {
    const words = new Set(withoutFillers(wordsOf(withoutSlots(text), this.#language)));
    if (words.size === 0) return;
    const index = this.#examples.length;
    let weight = 0;
    for (const word of words) {
      const entry = this.#entryOf(word);
      entry.examples.push(index);
      weight += entry.weight;
    }
    this.#examples.push({ rule, weight, isLight: [...words].every((word) => this.#light.has(word)) });
  }

  #entryOf(word: string): Entry {
    const known = this.#entries.get(word);
    if (known !== undefined) return known;
    const entry = { word, weight: this.#weightOf(word), examples: [] };
    this.#entries.set(word, entry);
    const letter = word.slice(0, 1);
    const siblings = this.#byLetter.get(letter) ?? [];
    siblings.push(entry);
    this.#byLetter.set(letter, siblings);
    return entry;
  }

  #weightOf(word: string): number {
    return this.#light.has(word) ? lightWeight : 1;
  }

  #find(text: string): Match | undefined {
    const words = [...new Set(withoutFillers(wordsOf(text, this.#language)))];
    const total = words.reduce((sum, word) => sum + this.#weightOf(word), 0);
    const said = new Map<number, { share: number; heard: number }>();
    const likest = this.#likest(words);
    for (const [entry, { likeness: alike, weight }] of likest) {
      for (const index of entry.examples) {
        const example = said.get(index) ?? { share: 0, heard: 0 };
        example.share += entry.weight * alike;
        example.heard += weight;
        said.set(index, example);
      }
    }
    let best: { match: Match; score: number; index: number } | undefined;
    for (const [index, { share, heard }] of said) {
      const { rule, weight, isLight } = this.#examples[index]!;
      const covered = share / weight;
      if (covered < (isLight ? 0.999 : threshold)) continue;
      // A score that differs by rounding alone is the same.
      const score = Math.round(1000 * (covered + 0.1 * Math.min(1, heard / total)));
      const isBetter = best === undefined || score > best.score || (score === best.score && index < best.index);
      if (isBetter) best = { match: { rule, isWhole: covered > 0.75 && heard >= 0.99 * total }, score, index };
    }
    return best?.match;
  }

  /** Every entry that a word of the utterance is like, with the likeness and the weight of the likest word. */
  #likest(words: readonly string[]): Map<Entry, { likeness: number; weight: number }> {
    const found = new Map<Entry, { likeness: number; weight: number }>();
    for (const word of words) {
      const weight = this.#weightOf(word);
      for (const entry of this.#byLetter.get(word.slice(0, 1)) ?? []) {
        const alike = likeness(entry.word, word);
        if (alike > (found.get(entry)?.likeness ?? 0)) found.set(entry, { likeness: alike, weight });
      }
    }
    return found;
  }
}

/** Values of slots are not known where they stand in an example. */
export function withoutSlots(text: string): string {
  return text.replace(/\{\{[^{}]{0,100}\}\}/gu, ' ');
}
