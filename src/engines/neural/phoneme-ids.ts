/** From the phonemes of words to the ids of a model, and which id belongs to what. */
import type { Segment } from '../../text/types.ts';
import type { PhonemizedWord } from '../adapter.ts';
import type { DirectSettings } from './manifest.ts';
import { misakiSymbols } from './misaki.ts';
import { nearestSymbols } from './nearest.ts';
import { punctuationAfter } from './punctuation.ts';

/** Code points of private use stand for ids: `tokens.txt` of a model of direct mode gives each its id. */
export const firstIdCodePoint = 0xe000;

/** The text that makes the library run a model on exactly these ids. */
export function idText(ids: readonly number[]): string {
  return ids.map((id) => String.fromCodePoint(firstIdCodePoint + id)).join('');
}

/** One symbol of the model. */
export interface ModelSymbol {
  readonly ids: readonly number[];
  /** Index of the spoken word it belongs to; undefined for punctuation and the spaces between words. */
  readonly word: number | undefined;
  /** IPA of the sound; empty for what is none. */
  readonly sound: string;
}

/** What one run of the model speaks. */
export interface IdRun {
  readonly ids: readonly number[];
  readonly symbols: readonly ModelSymbol[];
  /** For each id the index of its symbol; -1 for what stands before the first one and behind the last. */
  readonly owners: readonly number[];
}

export interface SymbolOptions extends Pick<DirectSettings, 'alphabet' | 'ids'> {
  /** The speaker's English is British. Default false. */
  readonly isBritish?: boolean;
  /** Called with each symbol of a sound that the model has not, nor one that is near. */
  readonly onLeftOut?: (symbol: string) => void;
}

/**
 * The symbols of a segment: the phonemes of its words, a space between them, and the punctuation that shapes the intonation.
 * What the model has no symbol for is said with the nearest ones (`nearest.ts`).
 * @param words one for each spoken word, in order
 */
export function symbolsOf(
  segment: Segment,
  words: readonly PhonemizedWord[],
  { alphabet, ids, isBritish = false, onLeftOut }: SymbolOptions,
): ModelSymbol[] {
  const symbols: ModelSymbol[] = [];
  const add = (symbol: string, word?: number, sound = ''): void => {
    const found = ids[symbol];
    if (found !== undefined) symbols.push({ ids: found, word, sound });
  };
  const say = (symbol: string, word: number, sound: string): void => {
    const near = nearestSymbols(symbol, ids);
    if (near === undefined) onLeftOut?.(symbol);
    // The first of several stands for the sound, the others go with it.
    for (const [index, each] of (near ?? []).entries()) add(each, word, index === 0 ? sound : '');
  };
  let needsSpace = false;
  for (const [index, { token, word, phonemes }] of words.entries()) {
    if (phonemes !== '') {
      if (needsSpace) add(' ');
      needsSpace = true;
      const written =
        alphabet === 'misaki'
          ? misakiSymbols(phonemes, { language: segment.language, isBritish, ids })
          : plainSymbols(phonemes, ids);
      for (const { symbol, sound } of written) say(symbol, index, sound);
    }
    // In front of the first sound it shapes nothing.
    const mark = punctuationAfter(segment.tokens[token]!.spoken[word]!, index === words.length - 1);
    const symbol = mark?.find((each) => ids[each] !== undefined);
    if (symbol !== undefined && symbols.some(({ sound }) => sound !== '')) add(symbol);
  }
  return symbols;
}

/** A symbol for each code point, accents taken apart where the model has them: ç is no c. */
function plainSymbols(phonemes: string, ids: DirectSettings['ids']): { symbol: string; sound: string }[] {
  const letters = phonemes.normalize('NFC').split(/(?=\P{M})/u);
  return letters.flatMap((letter) => {
    const apart = Array.from(letter.normalize('NFD'));
    const symbols = apart.every((each) => ids[each] !== undefined) ? apart : Array.from(letter);
    return symbols.map((symbol) => ({ symbol, sound: /[\p{L}\p{M}]/u.test(symbol) ? symbol : '' }));
  });
}

/** Cuts symbols into runs of so many ids as the model takes, at spaces where there are any. */
export function idRuns(
  symbols: readonly ModelSymbol[],
  settings: Pick<DirectSettings, 'alphabet' | 'ids' | 'maxIds'>,
): IdRun[] {
  const frame = frameOf(settings);
  const runs: IdRun[] = [];
  let rest = symbols;
  while (rest.some(({ sound }) => sound !== '')) {
    const count = fitting(rest, settings.maxIds - frame.start.length - frame.end.length, frame.pad.length);
    runs.push(toRun(rest.slice(0, count), frame));
    rest = rest.slice(count);
  }
  return runs;
}

interface Frame {
  readonly start: readonly number[];
  readonly end: readonly number[];
  /** Behind each symbol. */
  readonly pad: readonly number[];
}

function frameOf({ alphabet, ids }: Pick<DirectSettings, 'alphabet' | 'ids'>): Frame {
  if (alphabet !== 'piper') return { start: [0], end: [0], pad: [] };
  const pad = ids._ ?? [];
  return { start: [...(ids['^'] ?? []), ...pad], end: ids.$ ?? [], pad };
}

function fitting(symbols: readonly ModelSymbol[], room: number, pad: number): number {
  let used = 0;
  let space = 0;
  for (const [index, { ids, word, sound }] of symbols.entries()) {
    used += ids.length + pad;
    if (used > room) return space > 0 ? space : Math.max(1, index);
    if (word === undefined && sound === '') space = index + 1;
  }
  return symbols.length;
}

function toRun(symbols: readonly ModelSymbol[], { start, end, pad }: Frame): IdRun {
  const ids = [...start];
  const owners = start.map(() => -1);
  for (const [index, symbol] of symbols.entries()) {
    ids.push(...symbol.ids, ...pad);
    while (owners.length < ids.length) owners.push(index);
  }
  ids.push(...end);
  return { ids, symbols, owners: [...owners, ...end.map(() => -1)] };
}
