/**
 * Words written in hiragana alone, which the dictionary knows less of than of kanji: it begins words in the middle of a mora
 * (ち|ゅうごく), takes the particle は for the beginning of the next word (これ|はじ|ゅぎょう), and writes ウ for what is a long vowel.
 */
import { morphemesOf, type Morpheme } from './japanese-dictionary.ts';
import { toKatakana, withLongVowels } from './japanese-kana.ts';

const hiragana = /^[ぁ-ゖー]+$/u;
/** What goes on a mora that has begun, and the long vowel or ん behind it. */
const restOfMora = /^[ぁぃぅぇぉゃゅょゎー]+[うー]?ん?/u;
const oRow = /[おこそとのほもよろごぞどぼぽょ]$/u;
/** Nouns and what is inflected like none: in verbs う behind an o is a sound of its own (おもう). */
const uninflected = /^(?:名詞|副詞|接頭詞|接続詞|連体詞|感動詞|フィラー)/u;
/** What no particle follows. */
const beforeNoun = /^(?:フィラー|連体詞|接頭詞)/u;
/** Begin with は and may follow a noun. */
const withHa = /^は(?:ず|じめ|やい|やく|ち|たち)/u;

function tagged({ surface, kind }: Morpheme): string {
  return `${surface},${kind}`;
}

/** A word of hiragana that is read as it stands. */
function asWritten(surface: string): Morpheme {
  return { surface, kind: '名詞,一般', spoken: withLongVowels(toKatakana(surface)) };
}

/** @returns morphemes of the same text */
export function mendHiragana(morphemes: readonly Morpheme[]): Morpheme[] {
  const mended: Morpheme[] = [];
  let rest = [...morphemes];
  while (rest.length > 0) {
    const before = mended.at(-1);
    const step = joined(before, rest) ?? parted(before, rest);
    if (step === undefined) mended.push(withLongVowel(rest.shift()!, before));
    else {
      if (step.replacesLast) mended.pop();
      mended.push(...step.words);
      rest = step.rest;
    }
  }
  return mended;
}

interface Step {
  readonly words: readonly Morpheme[];
  readonly rest: Morpheme[];
  /** Whether the words take the place of the last one before too. */
  readonly replacesLast: boolean;
}

/** A mora that the border of two words cuts, and は or へ that can be no particle: they begin or go on a word. */
function joined(before: Morpheme | undefined, rest: readonly Morpheme[]): Step | undefined {
  const [first, next] = rest as [Morpheme, Morpheme | undefined];
  const cut = hiragana.test(first.surface) ? restOfMora.exec(first.surface)?.[0] : undefined;
  if (cut !== undefined && before !== undefined && hiragana.test(before.surface)) {
    const word = asWritten(before.surface + cut);
    return { words: [word], rest: readAgain(rest, cut.length), replacesLast: true };
  }
  const isFirst = before === undefined || beforeNoun.test(before.kind) || /^[はへがをにも],助詞/u.test(tagged(before));
  if (!isFirst || !first.kind.startsWith('助詞') || !/^[はへ]$/u.test(first.surface)) return undefined;
  const goesOn = next !== undefined && hiragana.test(next.surface) && !/^(?:です|だ|でし|だっ)/u.test(next.surface);
  const word = asWritten(first.surface + (goesOn ? next.surface : ''));
  return { words: [word], rest: rest.slice(goesOn ? 2 : 1), replacesLast: false };
}

/** The particle は between a noun and what follows. */
function parted(before: Morpheme | undefined, rest: readonly Morpheme[]): Step | undefined {
  const { surface, kind } = rest[0]!;
  if (before?.kind.startsWith('名詞') !== true || !/^は./u.test(surface) || !hiragana.test(surface)) return undefined;
  if (kind.startsWith('助詞') || (!before.kind.startsWith('名詞,代名詞') && withHa.test(surface))) return undefined;
  const topic = { surface: 'は', kind: '助詞,係助詞', spoken: 'ワ' };
  return { words: [topic], rest: readAgain(rest, 1), replacesLast: false };
}

/** The most characters that are read anew, so that a long run costs no more than its length: a word and its particles are shorter. */
const longestRun = 24;

/**
 * The morphemes of what follows some characters: the run of hiragana there is read anew.
 * @param from 1 or more, within the first morpheme, which is of hiragana: what is left is shorter than before
 */
function readAgain(rest: readonly Morpheme[], from: number): Morpheme[] {
  let run = '';
  let end = 0;
  while (end < rest.length && run.length < longestRun && hiragana.test(rest[end]!.surface)) run += rest[end++]!.surface;
  return [...(run.length > from ? morphemesOf(run.slice(from)) : []), ...rest.slice(end)];
}

/** The dictionary has the long vowels of words in kanji only. */
function withLongVowel(word: Morpheme, before: Morpheme | undefined): Morpheme {
  const { surface, kind, spoken } = word;
  if (spoken === undefined || !hiragana.test(surface)) return word;
  // うー of 行こう, and of words that were cut before it.
  const isCut =
    before !== undefined && oRow.test(before.surface) && (surface === 'う' || /^う.,感動詞/u.test(tagged(word)));
  if (isCut) return { ...word, spoken: `ー${spoken.slice(1)}` };
  return uninflected.test(kind) ? { ...word, spoken: withLongVowels(spoken) } : word;
}
