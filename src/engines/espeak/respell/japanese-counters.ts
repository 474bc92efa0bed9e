/**
 * Numbers in kanji and what they count: how their sounds change where they meet
 * (https://en.wikipedia.org/wiki/Japanese_counter_word#Euphonic_changes).
 */
import type { Morpheme } from './japanese-dictionary.ts';
import { shareMorae } from './japanese-kana.ts';

/** The last numeral of a number, and the rows of sounds before which it ends in ッ. */
const shortened: Readonly<Record<string, string>> = {
  イチ: 'カサタハ',
  ロク: 'カハ',
  ハチ: 'カサタハ',
  ジュー: 'カサタハ',
  ヒャク: 'カハ',
};

/** Numerals that are another word before a counter. */
const numeralsBefore: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  人: { ヨン: 'ヨ', ナナ: 'シチ' },
  時: { ヨン: 'ヨ', ナナ: 'シチ', キュー: 'ク' },
  時間: { ヨン: 'ヨ', ナナ: 'シチ', キュー: 'ク' },
  時半: { ヨン: 'ヨ', ナナ: 'シチ', キュー: 'ク' },
  年: { ヨン: 'ヨ' },
  年間: { ヨン: 'ヨ' },
  円: { ヨン: 'ヨ' },
  日: { ナナ: 'シチ', キュー: 'ク' },
  月: { ヨン: 'シ', ナナ: 'シチ', キュー: 'ク' },
};

/** Numbers with their counter that are words of their own. */
const whole: ReadonlyMap<string, string> = new Map(
  '一人=ヒトリ 二人=フタリ 一日=イチニチ 二日=フツカ 三日=ミッカ 四日=ヨッカ 五日=イツカ 六日=ムイカ 七日=ナノカ 八日=ヨーカ 九日=ココノカ 十日=トーカ 十四日=ジューヨッカ 二十日=ハツカ 二十四日=ニジューヨッカ 二十歳=ハタチ 二十才=ハタチ'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** A number and its counter in a list of morphemes. */
export interface CountedNumber {
  /** Morphemes it takes. */
  readonly length: number;
  /** In katakana, for each of them. */
  readonly spoken: readonly string[];
}

/** The number in kanji that begins at a morpheme, with its counter; undefined where there is none of more than one morpheme. */
export function countedNumber(morphemes: readonly Morpheme[], from: number): CountedNumber | undefined {
  let end = from;
  while (isNumeral(morphemes[end])) end++;
  if (end === from) return undefined;
  const counter = morphemes[end];
  const isCounted = counter?.kind === '名詞,接尾' && counter.spoken !== undefined;
  if (isCounted) end++;
  if (end - from < 2) return undefined;
  const parts = morphemes.slice(from, end);
  const surfaces = parts.map(({ surface }) => surface);
  const word = whole.get(surfaces.join(''));
  if (word !== undefined) return { length: parts.length, spoken: shareMorae(word, surfaces) };
  const spoken: string[] = [];
  for (const part of parts) {
    const before = spoken.pop();
    if (before === undefined) spoken.push(part.spoken!);
    else spoken.push(...meet(before, part));
  }
  return { length: parts.length, spoken };
}

function isNumeral(morpheme: Morpheme | undefined): boolean {
  return morpheme?.kind === '名詞,数' && /^[\p{Script=Han}〇]+$/u.test(morpheme.surface);
}

function meet(number: string, part: Morpheme): [string, string] {
  const { surface, spoken = '' } = part;
  if (isPlain(number, part)) return [number, spoken];
  const other = numeralsBefore[surface]?.[number];
  if (other !== undefined) return [other, spoken];
  const row = rowOf(spoken);
  const end = Object.keys(shortened).find((numeral) => number.endsWith(numeral));
  if (end !== undefined && shortened[end]!.includes(row)) {
    return [`${number.slice(0, -1)}ッ`, row === 'ハ' ? shifted(spoken, 2) : spoken];
  }
  return [number, behindNasal(number, surface, spoken)];
}

/** 二十三, but 三百, 八千 and 十兆. */
function isPlain(number: string, { kind, surface }: Morpheme): boolean {
  return kind === '名詞,数' && (!/^[百千兆]$/u.test(surface) || (number.endsWith('ジュー') && surface !== '兆'));
}

/** The counter after サン, ナン and ヨン. */
function behindNasal(number: string, surface: string, spoken: string): string {
  const isHalfVoiced = /^(?:フン|ハク|ハツ|ヘン)/u.test(spoken);
  if (number.endsWith('ヨン')) return isHalfVoiced ? shifted(spoken, 2) : spoken;
  if (!/(?:サン|ナン)$/u.test(number)) return spoken;
  if (rowOf(spoken) === 'ハ') return shifted(spoken, isHalfVoiced ? 2 : 1);
  return /^(?:階|軒|足|千)/u.test(surface) ? shifted(spoken, 1) : spoken;
}

/** The row of the kana table in which a word begins. */
function rowOf(spoken: string): string {
  return (
    ['カキクケコ', 'サシスセソ', 'タチツテト', 'ハヒフヘホ'].find((row) => row.includes(spoken[0] ?? '-'))?.[0] ?? '-'
  );
}

/** With its first kana voiced (1) or, from the row of ハ, half voiced (2). */
function shifted(spoken: string, by: 1 | 2): string {
  return String.fromCharCode(spoken.charCodeAt(0) + by) + spoken.slice(1);
}
