/**
 * Japanese as sounds: eSpeak reads kana only, and those with gaps. A morphological reader finds the words of the whole segment
 * and how each is spoken there (particles, long vowels), and each word of the caller gets its share of the sounds. A kanji that
 * the dictionary does not know is read by a table of single kanji, so that none is silent. The pitch accent is not spoken.
 */
import { countedNumber } from './japanese-counters.ts';
import { morphemesOf, type Morpheme } from './japanese-dictionary.ts';
import { mendHiragana } from './japanese-hiragana.ts';
import { moraeOf, phonesOfMorae, shareMorae, toKatakana, voiceless, withLongVowels } from './japanese-kana.ts';
import { kanjiReadings } from './japanese-kanji.ts';
import { wordReading } from './japanese-words.ts';
import type { Reading, WordToRead } from '../utterance.ts';

/** Stands for a word whose kana are given, so that the words beside it are read as beside a noun. */
const placeholder = 'それ';
/** Parts of speech that lean on the word before them. */
const leaning = /^(?:助詞|助動詞)/u;
const kanaOnly = /^[\p{Script=Hiragana}\p{Script=Katakana}ー・]+$/u;

/** What is spoken at a character of the text that is read: a mora in katakana, or text of another script. */
interface SpokenUnit {
  readonly at: number;
  readonly mora?: string;
  readonly text?: string;
  readonly leans: boolean;
}

/** A word, and where it stands in the text that is read. */
interface WordSpan {
  readonly word: WordToRead;
  readonly start: number;
  readonly end: number;
}

export function readJapanese(words: readonly WordToRead[]): Reading[][] {
  const sounds = spokenKana(words);
  const morae = phonesOfMorae(sounds.flat().flatMap(({ mora }) => (mora === undefined ? [] : [mora])));
  let next = 0;
  return sounds.map((own) => {
    const readings: Reading[] = [];
    let phones: string[] = [];
    const close = (): void => {
      // A word that leans on the one before has no stress of its own.
      if (phones.length > 0) readings.push({ phones: own.every(({ leans }) => leans) ? ['ˌ', ...phones] : phones });
      phones = [];
    };
    for (const { mora, text } of own) {
      if (mora !== undefined) phones.push(...morae[next++]!);
      else {
        close();
        readings.push({ text: text! });
      }
    }
    close();
    return readings;
  });
}

/** The sounds of each word, in order. */
export function spokenKana(words: readonly WordToRead[]): SpokenUnit[][] {
  const spans: WordSpan[] = [];
  let text = '';
  for (const word of words) {
    const start = text.length;
    text += isKana(word) ? placeholder : word.text.normalize('NFC');
    spans.push({ word, start, end: text.length });
  }
  const sounds = soundsOf(text);
  let from = 0;
  return spans.map(({ word, start, end }) => {
    if (isKana(word)) {
      while ((sounds[from]?.at ?? end) < end) from++;
      return moraeOf(withLongVowels(toKatakana(word.text))).map((mora) => ({ at: start, mora, leans: false }));
    }
    const first = from;
    while ((sounds[from]?.at ?? end) < end) from++;
    return sounds.slice(first, from);
  });
}

/** Normalisation has written it in kana, so that it is read as it stands. */
function isKana({ text, isWritten }: WordToRead): boolean {
  return !isWritten && kanaOnly.test(text);
}

function soundsOf(text: string): SpokenUnit[] {
  const morphemes = mendHiragana(morphemesOf(text));
  const words = morphemes.filter(({ spoken }) => spoken !== undefined).length;
  const sounds: SpokenUnit[] = [];
  let at = 0;
  for (let index = 0; index < morphemes.length;) {
    const { spoken, length } = longestReading(morphemes, index, words);
    for (let part = 0; part < length; part++) {
      const morpheme = morphemes[index + part]!;
      const { surface } = morpheme;
      const kana = spoken?.[part] ?? morpheme.spoken;
      if (kana === undefined) sounds.push(...unknown(surface, at, sounds.at(-1)?.mora));
      else sounds.push(...spread(kana, surface, at, leaning.test(morpheme.kind)));
      at += surface.length;
    }
    index += length;
  }
  return devoiced(sounds, morphemes);
}

/**
 * A word of our own list, a counted number, or the morpheme as the dictionary reads it.
 * @param words morphemes of the text that are words
 */
function longestReading(
  morphemes: readonly Morpheme[],
  from: number,
  words: number,
): { readonly spoken?: readonly string[]; readonly length: number } {
  for (let length = Math.min(longestWord, morphemes.length - from); length > 0; length--) {
    const parts = morphemes.slice(from, from + length);
    const surfaces = parts.map(({ surface }) => surface);
    const reading = wordReading(surfaces.join(''), length === words);
    if (reading !== undefined) return { spoken: shareMorae(reading, surfaces), length };
  }
  return countedNumber(morphemes, from) ?? (isGoing(morphemes, from) ? { spoken: ['イッ'], length: 1 } : { length: 1 });
}

/** 行っ is a form of 行く, of 行う only behind its object. */
function isGoing(morphemes: readonly Morpheme[], at: number): boolean {
  return morphemes[at]!.surface === '行っ' && morphemes[at - 1]?.surface !== 'を';
}

/** The most morphemes that a word of our own list may have. */
const longestWord = 4;

/** Puts the morae of a word to its characters, in order. */
function spread(kana: string, surface: string, at: number, leans: boolean): SpokenUnit[] {
  const morae = moraeOf(toKatakana(kana).replace(/ヲ/gu, 'オ'));
  return morae.map((mora, index) => ({ at: at + Math.floor((index * surface.length) / morae.length), mora, leans }));
}

/** What the dictionary does not know, by runs of one script: kana as they are written, kanji one by one, other scripts as text. */
function unknown(surface: string, at: number, before: string | undefined): SpokenUnit[] {
  let last = before ?? '';
  let from = at;
  return (surface.match(runsOfScript) ?? []).flatMap((run): SpokenUnit[] => {
    const start = from;
    from += run.length;
    if (!isJapanese.test(run)) return /[\p{L}\p{N}]/u.test(run) ? [{ at: start, text: run, leans: false }] : [];
    const kana =
      run === '々'
        ? last
        : (kanjiReadings.get(run) ?? (isKanji.test(run) ? unreadable : withLongVowels(toKatakana(run))));
    last = kana;
    return spread(kana, run, start, false);
  });
}

const isKanji = /\p{Script=Han}/u;
/** What is said for a kanji without any reading: that it is one. */
const unreadable = 'カンジ';
const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]/u;
const runsOfScript =
  /[\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{Script=Han}々]|[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]+/gu;

/** The last vowel of です and ます is not voiced before a pause or a voiceless consonant: it is left out. */
function devoiced(sounds: readonly SpokenUnit[], morphemes: readonly Morpheme[]): SpokenUnit[] {
  const ends = new Set<number>();
  let at = 0;
  for (const { surface, kind } of morphemes) {
    at += surface.length;
    if (kind.startsWith('助動詞') && /[でま]す$/u.test(surface)) ends.add(at - 1);
  }
  return sounds.map((sound, index) => {
    const next = sounds[index + 1]?.mora;
    const isLast = next === undefined || /^[カ-コサ-ソタ-トハ-ホパ-ポ]/u.test(next);
    return sound.mora === 'ス' && ends.has(sound.at) && isLast ? { ...sound, mora: `ス${voiceless}` } : sound;
  });
}
