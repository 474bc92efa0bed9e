/** What an utterance says for a slot, by its kind. */
import { calendarWords, dayJoiners, timeJoiners, timeWords } from './calendar-words.ts';
import { listsOf, withoutFillers, type LanguageLists } from './language-lists.ts';
import { numberAt, numberPhrases } from './numbers.ts';
import type { SlotKind } from './program.ts';
import { dictionaryWords, likeness, wordsOf } from './words.ts';

/** An utterance as slots read it: its words as they were said, and as they are compared. */
export interface Said {
  readonly text: string;
  readonly words: readonly string[];
  readonly plain: readonly string[];
}

/** What was found, and which words said it. */
interface Found {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

const maxNameWords = 5;
const maxText = 1000;

/** At most 500 words. */
export function said(text: string, language: string): Said {
  const cut = text.slice(0, 20_000);
  const words = (dictionaryWords(cut) ?? cut.split(/\s+/u))
    .slice(0, 500)
    .map((word) => word.slice(0, 100).replace(/^[^\p{L}\p{N}+]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
  const plain = words.map((word) => (/^\d[\d.,:/-]*$/u.test(word) ? word : wordsOf(word, language).join('')));
  return { text: text.trim().slice(0, maxText), words, plain };
}

/**
 * Reads the answer to a question.
 * @returns the value, and what else was said; undefined where it is no answer of the kind
 */
export function readSlot(
  kind: SlotKind,
  utterance: Said,
  language: string,
): { readonly value: string; readonly rest: Said } | undefined {
  const whole = (value: string | undefined): Found | undefined =>
    value === undefined ? undefined : { value, from: 0, to: utterance.words.length };
  const found =
    kind === 'anything'
      ? whole(utterance.words.length > 0 ? utterance.text : undefined)
      : kind === 'name'
        ? whole(nameIn(utterance, listsOf(language)))
        : kind === 'yes or no'
          ? whole(yesOrNo(wordsOf(utterance.text, language), listsOf(language)))
          : find(kind, utterance, language, true);
  if (found === undefined) return undefined;
  const taken = new Set(Array.from({ length: found.to - found.from }, (_, index) => found.from + index));
  return { value: found.value, rest: without(utterance, taken) };
}

/** Slots that are said without a question, by the words that only they have. */
export function readUnasked(
  kinds: readonly (readonly [slot: string, kind: SlotKind])[],
  utterance: Said,
  language: string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<number>();
  // A day and a time have numbers in them.
  const rank = (kind: SlotKind): number =>
    typeof kind === 'object' ? 0 : ['date', 'time', 'number'].indexOf(kind) + 1;
  for (const [slot, kind] of kinds.toSorted((a, b) => rank(a[1]) - rank(b[1]))) {
    if (typeof kind !== 'object' && kind !== 'date' && kind !== 'time' && kind !== 'number') continue;
    const one = find(kind, without(utterance, taken), language, false);
    // "One" is an article in many languages.
    if (one === undefined || (kind === 'number' && one.value === '1')) continue;
    found.set(slot, one.value);
    for (let at = one.from; at < one.to; at++) taken.add(at);
  }
  return found;
}

function without({ text, words, plain }: Said, taken: ReadonlySet<number>): Said {
  return { text, words, plain: plain.map((word, index) => (taken.has(index) ? '' : word)) };
}

type FindableKind = Exclude<SlotKind, 'anything' | 'name' | 'yes or no'>;

function find(kind: FindableKind, utterance: Said, language: string, isAsked: boolean): Found | undefined {
  if (typeof kind === 'object') return optionIn(kind.oneOf, utterance, language);
  if (kind === 'number') return numberIn(utterance, language);
  if (kind === 'digits') return digitsIn(utterance, language);
  return kind === 'date' ? dateIn(utterance, language) : timeIn(utterance, language, isAsked);
}

function numberIn({ plain }: Said, language: string): Found | undefined {
  for (const at of plain.keys()) {
    if (plain[at] === '') continue;
    const number = numberAt(plain, at, language);
    if (number !== undefined) return { value: number.digits, from: at, to: number.end };
  }
  return undefined;
}

/** The longest run of digits and numbers, as one. */
function digitsIn({ plain }: Said, language: string): Found | undefined {
  let best: Found | undefined;
  for (let from = 0; from < plain.length; from++) {
    let to = from;
    let value = '';
    while (to < plain.length && plain[to] !== '') {
      const number = /^[\d-]+$/u.test(plain[to]!)
        ? { digits: plain[to]!.replaceAll('-', ''), end: to + 1 }
        : numberAt(plain, to, language);
      if (number === undefined) break;
      value += number.digits;
      to = number.end;
    }
    if (/^\d{1,64}$/u.test(value) && value.length > (best?.value.length ?? 0)) best = { value, from, to };
    from = Math.max(from, to - 1);
  }
  return best;
}

const writtenDate = /^\d{1,4}[./-]\d{1,2}(?:[./-](?:\d{2}|\d{4}))?[.]?$/u;
const ordinal = /^\d{1,4}(?:st|nd|rd|th|te|ten|er|re|e|o|a)?$/u;

function dateIn(utterance: Said, language: string): Found | undefined {
  const { plain } = utterance;
  const { days, months, units } = calendarWords(language);
  const isNumber = (at: number): boolean =>
    ordinal.test(plain[at]!) || (plain[at] !== '' && numberAt(plain, at, language) !== undefined);
  const isCounted = (at: number): boolean => units.has(plain[at]!) && at > 0 && isNumber(at - 1);
  const isDay = (at: number): boolean => days.has(plain[at]!) || writtenDate.test(plain[at]!) || isCounted(at);
  const at = plain.findIndex((_, index) => isDay(index));
  if (at < 0) return undefined;
  const names = new Set([...months, ...units]);
  // A number beside a weekday alone is something else: a table for four Friday.
  const isPart = (index: number): boolean =>
    isDay(index) ||
    (isNumber(index) &&
      !timeWords.has(plain[index + 1] ?? '') &&
      (/^\d+\p{L}|^\d{4}$/u.test(plain[index]!) ||
        names.has(plain[index + 1] ?? '') ||
        months.has(plain[index - 1] ?? '') ||
        dayJoiners.has(plain[index + 1] ?? '') ||
        dayJoiners.has(plain[index - 1] ?? '')));
  return spanAround(utterance, at, isPart, dayJoiners);
}

const writtenTime = /^(?:\d{1,2}[:.h]\d{2}|\d{1,2}(?:am|pm|h|uhr))$/u;

function timeIn(utterance: Said, language: string, isAsked: boolean): Found | undefined {
  const { plain } = utterance;
  const hour = (index: number): boolean => {
    const number = plain[index] === '' ? undefined : numberAt(plain, index, language);
    return number !== undefined && Number(number.digits) <= 59;
  };
  const isTime = (index: number): boolean => writtenTime.test(plain[index]!) || timeWords.has(plain[index]!);
  const isPart = (index: number): boolean => isTime(index) || hour(index);
  const alone = new Set([
    'noon',
    'midnight',
    'mittag',
    'mitternacht',
    'midi',
    'minuit',
    'mediodia',
    'medianoche',
    'mezzogiorno',
    '正午',
  ]);
  const at = plain.findIndex(
    (word, index) =>
      writtenTime.test(word) ||
      alone.has(word) ||
      (timeWords.has(word) &&
        ((index > 0 && isPart(index - 1)) || [1, 2].some((next) => index + next < plain.length && hour(index + next)))),
  );
  if (at >= 0) return spanAround(utterance, at, isPart, timeJoiners);
  const bare = isAsked ? plain.findIndex((_, index) => hour(index)) : -1;
  return bare < 0 ? undefined : spanAround(utterance, bare, isPart, timeJoiners);
}

/** The words around one that belong to it, without words at the edges that only join. */
function spanAround(
  { words, plain }: Said,
  at: number,
  isPart: (index: number) => boolean,
  joiners: ReadonlySet<string>,
): Found {
  const belongs = (index: number): boolean => plain[index] !== '' && (isPart(index) || joiners.has(plain[index]!));
  const leads = (index: number): boolean =>
    isPart(index) ||
    /^(?:next|this|coming|past)$|^(?:naechst|kommend|prochain|proxim|prossim|volgend|komend)/u.test(plain[index]!);
  let from = at;
  let to = at + 1;
  while (from > 0 && belongs(from - 1)) from--;
  while (to < plain.length && belongs(to)) to++;
  while (from < at && !leads(from)) from++;
  while (to > at + 1 && !leads(to - 1)) to--;
  return { value: words.slice(from, to).join(' '), from, to };
}

/** Words of an option that say little need not be said. */
function optionIn(options: readonly string[], { plain }: Said, language: string): Found | undefined {
  const { light } = listsOf(language);
  let best: (Found & { readonly count: number }) | undefined;
  for (const option of options) {
    const all = wordsOf(option, language);
    const heavy = all.filter((word) => !light.has(word));
    const words = heavy.length > 0 ? heavy : all;
    const places = words.map((word) => plain.findIndex((each) => each !== '' && likeness(word, each) > 0));
    if (places.length === 0 || places.includes(-1) || places.length <= (best?.count ?? 0)) continue;
    best = { value: option, from: Math.min(...places), to: Math.max(...places) + 1, count: places.length };
  }
  return best;
}

function nameIn({ words, plain }: Said, { nameIs, yes, no }: LanguageLists): string | undefined {
  const kept = new Set(withoutFillers(plain));
  const all = [...plain.keys()].filter((index) => kept.has(plain[index]!));
  /** Where a phrase ends that begins there; its words may be written as one. */
  const endOf = (phrase: readonly string[], at: number): number | undefined =>
    phrase
      .map((_, index) => at + index + 1)
      .find((end) => {
        const here = all.slice(at, end).map((index) => plain[index]!);
        return end < all.length && here.join('') === phrase.join('');
      });
  let start = yes.map((phrase) => endOf(phrase, 0)).find((end) => end !== undefined) ?? 0;
  for (let at = start; at < Math.min(all.length, 50); at++) {
    // A single word introduces a name at the beginning only.
    const leads = nameIs.filter((phrase) => phrase.length > 1 || at === start);
    const end = leads.map((phrase) => endOf(phrase, at)).find((each) => each !== undefined);
    if (end === undefined) continue;
    start = end;
    break;
  }
  const found = all.slice(start).map((index) => words[index]!);
  const isAnswer = [...yes, ...no].some((phrase) => phrase.join(' ') === plain.join(' '));
  if (isAnswer || found.length === 0 || found.length > maxNameWords || found.some((word) => /\d/u.test(word))) {
    return undefined;
  }
  const name = found.join(' ');
  return name === name.toLowerCase() ? name.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase()) : name;
}

function yesOrNo(words: readonly string[], { yes, no }: LanguageLists): 'yes' | 'no' | undefined {
  const first = (phrases: readonly (readonly string[])[]): number => {
    const places = phrases.map((phrase) =>
      words.findIndex((_, at) => phrase.every((word, index) => words[at + index] === word)),
    );
    return Math.min(Infinity, ...places.filter((place) => place >= 0));
  };
  const spoken = withoutFillers(words)[0];
  const start = words.indexOf(spoken ?? '');
  const yesAt = first(yes);
  const noAt = first(no);
  if (yesAt === Infinity && noAt === Infinity) return undefined;
  return yesAt < Infinity && (noAt === Infinity || yesAt === start) ? 'yes' : 'no';
}

/** What may be said for a slot, for a recognizer. */
export function phrasesOf(kind: SlotKind, language: string): readonly string[] {
  if (typeof kind === 'object') return kind.oneOf;
  if (kind === 'yes or no') return listsOf(language).answers;
  if (kind === 'number' || kind === 'digits' || kind === 'time') return numberPhrases(language);
  return kind === 'date' ? [...calendarWords(language).phrases, ...numberPhrases(language)] : [];
}
