/** Which language's words stand in a text of another one, by their script (docs/rules.md#foreign-scripts). */
import { isSpacelessLanguage } from './characters.ts';

/** Each script: its letters, the languages that are written in it, and the one that is taken for its words elsewhere. */
interface Script {
  readonly letter: RegExp;
  readonly languages: readonly string[];
  readonly language: string;
}

const scripts: readonly Script[] = [
  script('Latin', 'en fr de es pt it nl pl sv tr tl ro cs fi hr ms sk da hu no vi id', 'en'),
  script('Cyrillic', 'ru uk bg'),
  script('Greek', 'el'),
  script('Arabic', 'ar ur'),
  script('Hebrew', 'he'),
  script('Devanagari', 'hi mr'),
  script('Han', 'zh ja'),
  script('Hiragana', 'ja'),
  script('Katakana', 'ja'),
  script('Bopomofo', 'zh'),
  script('Hangul', 'ko'),
  script('Thai', 'th'),
  script('Bengali', 'bn'),
  script('Tamil', 'ta'),
  script('Telugu', 'te'),
  script('Gujarati', 'gu'),
  script('Gurmukhi', 'pa'),
  script('Kannada', 'kn'),
  script('Malayalam', 'ml'),
  script('Oriya', 'or'),
  script('Georgian', 'ka'),
];

function script(name: string, languages: string, language = languages.split(' ')[0]!): Script {
  return { letter: new RegExp(`\\p{Script=${name}}`, 'u'), languages: languages.split(' '), language };
}

const scriptByLetter = new Map<string, Script | undefined>();
function scriptOf(letter: string): Script | undefined {
  if (scriptByLetter.has(letter)) return scriptByLetter.get(letter);
  const found = /\p{L}/u.test(letter) ? scripts.find((candidate) => candidate.letter.test(letter)) : undefined;
  scriptByLetter.set(letter, found);
  return found;
}

/** Letters that only one of the languages of a script has. */
const distinctive: readonly (readonly [string, RegExp])[] = [
  ['uk', /[іїєґ]/iu],
  ['ur', /[ٹڈڑںےہھ]/u],
  ['mr', /[ळ]/u],
];

/** A stretch of a word in one script. */
export interface ScriptRun {
  readonly text: string;
  /** Another language, whose script it is; undefined for what the language of the text reads itself, and for scripts of none. */
  readonly language: string | undefined;
  /** The other language of a single letter, which is a sign, unless words of that language stand beside it. */
  readonly sign?: string | undefined;
}

/**
 * Cuts a word where its script becomes one that its language does not read, or back. A single letter is a sign (5 Ω, Wi-Fi at 3 π)
 * and stays with its neighbours, and so do digits and marks.
 * @param language ISO 639-1 code of the text
 * @param hasKana  the text around it has kana, so that its Chinese characters are Japanese
 */
export function scriptRuns(word: string, language: string, hasKana: boolean): ScriptRun[] {
  const runs: { text: string; language: string | undefined; letters: number }[] = [];
  let undecided = '';
  for (const character of word) {
    const found = scriptOf(character);
    if (found === undefined) {
      const last = runs.at(-1);
      if (last === undefined) undecided += character;
      else last.text += character;
      continue;
    }
    const own = found.languages.includes(language);
    const other = own ? undefined : languageOf(found, word, hasKana);
    const last = runs.at(-1);
    if (last !== undefined && last.language === other) {
      last.text += character;
      last.letters++;
    } else runs.push({ text: undecided + character, language: other, letters: 1 });
    undecided = '';
  }
  if (runs.length === 0) return [{ text: word, language: undefined }];
  return joined(
    runs.map(({ text, language: other, letters }) => {
      const run = { text, language: other };
      return letters === 1 && isLetterScript(other) ? { text, language: undefined, sign: other } : run;
    }),
  );
}

/** One letter is no word in it; in a script of syllables or words it is. */
function isLetterScript(language: string | undefined): boolean {
  return language !== undefined && language !== 'ko' && !isSpacelessLanguage(language);
}

function joined(runs: readonly ScriptRun[]): ScriptRun[] {
  const result: ScriptRun[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last === undefined || last.language !== run.language) result.push(run);
    else result[result.length - 1] = { ...run, text: last.text + run.text, sign: last.sign ?? run.sign };
  }
  return result;
}

function languageOf({ languages, language }: Script, word: string, hasKana: boolean): string {
  if (languages.includes('ja') && hasKana) return 'ja';
  return distinctive.find(([other, letters]) => languages.includes(other) && letters.test(word))?.[0] ?? language;
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
export function hasKanaLetter(text: string): boolean {
  return kana.test(text);
}

/** Which words of other scripts an engine reads by itself inside a text: undefined for all of them. */
export type ForeignWords = Readonly<Record<string, { readonly notIn: readonly string[] }>> | undefined;

/** Whether words of a language in a text of another one are left to the engine. */
export function isReadWithin(foreign: string, language: string, words: ForeignWords): boolean {
  return words === undefined || words[foreign]?.notIn.includes(language) === false;
}
