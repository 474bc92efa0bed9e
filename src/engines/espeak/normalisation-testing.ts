/** Holds the tables of cases of normalisation against what is said: phonemes against those of the written-out form. */
import { readdirSync } from 'node:fs';
import { baseLanguage, isSpacelessLanguage } from '../../text/characters.ts';
import type { NormalisationCase } from '../../text/normalise/cases/case.ts';
import { initialReaderState, readSegments, type ReaderOptions } from '../../text/reader.ts';
import { piecesOf } from '../../text/testing.ts';
import type { Segment, Token } from '../../text/types.ts';
import { defaultVoices, voiceFiles } from './language-files.ts';
import type { EspeakPhonemes } from './phonemes-testing.ts';

/** Tables of cases; a file is named by the language or locale of its texts. */
class Tables {
  readonly locales: readonly string[];
  readonly #folder: URL;

  constructor(folder: string) {
    this.#folder = new URL(`../../text/normalise/${folder}/`, import.meta.url);
    this.locales = readdirSync(this.#folder)
      .map((name) => name.replace(/\.ts$/u, ''))
      .filter((name) => name !== 'case');
  }

  /** @param locale one of {@link locales} */
  async of(locale: string): Promise<readonly NormalisationCase[]> {
    const table = (await import(`${this.#folder.href}${locale}.ts`)) as {
      readonly cases: readonly NormalisationCase[];
    };
    return table.cases;
  }
}

/** Sentences with numbers, signs and abbreviations. */
export const sentenceTables = new Tables('cases');
/** What language models write for voice agents, of several lines. */
export const agentTables = new Tables('agent-cases');

/** Stress, word borders and pauses. */
const ignored = /[ˈˌ\s|_‖.-]/gu;

/** @returns what is said and what should be, where they differ; undefined where it is read as written out */
export function misreadingOf(espeak: EspeakPhonemes, row: NormalisationCase, locale: string): string | undefined {
  const name = voiceOf(locale);
  const forms = [row.spoken].flat();
  const text = segmentsOf(row.text, locale);
  if (forms.some((form) => espeak.areEqual(text, segmentsOf(form, locale), name, ignored))) return undefined;
  const [said, expected] = [text, segmentsOf(forms[0]!, locale)].map((each) => espeak.of(each, name));
  return `${row.text}\n    ${said}\n    ${expected}  ${forms[0]}`;
}

function voiceOf(locale: string): string {
  const own = locale.toLowerCase();
  return own in voiceFiles ? own : defaultVoices.get(baseLanguage(locale))!;
}

/**
 * As {@link misreadingOf}, of a text with line breaks (`⏎`), cut into segments as it is for speech. A line break of the written-out form
 * is a pause: a segment ends there. At no other word is there the pause of a line.
 */
export function misreadingOfLines(espeak: EspeakPhonemes, row: NormalisationCase, locale: string): string | undefined {
  const name = voiceOf(locale);
  const segments = segmentsForSpeech(row.text.replaceAll('⏎', '\n'), locale);
  const said = linesOf(segments, (each) => espeak.of([each], name));
  const forms = [row.spoken].flat().map((form) => {
    const lines = form.split('⏎').map((line) => segmentsOf(line, locale));
    return linesOf(lines, (line) => espeak.of(line, name));
  });
  const isSpoken = forms.some(({ phonemes, ends }) => {
    const pauses = segments.flatMap(({ pauseSeconds }, index) => (pauseSeconds > 0 ? [said.ends[index - 1]!] : []));
    return (
      phonemes === said.phonemes &&
      ends.every((end) => said.ends.includes(end)) &&
      pauses.every((end) => ends.includes(end))
    );
  });
  if (isSpoken) return undefined;
  const tokens = segments.map((each) =>
    each.tokens.flatMap(({ spoken }) => spoken).join(isSpacelessLanguage(locale) ? '·' : ' '),
  );
  return `${row.text}\n    ${tokens.join(' ‖ ')}\n    ${[row.spoken].flat()[0]}\n    ${said.phonemes}\n    ${forms[0]!.phonemes}`;
}

/** As {@link misreadingOf}, of a text that is cut into segments as it is for speech. */
export function misreadingOfSpeech(espeak: EspeakPhonemes, row: NormalisationCase, locale: string): string | undefined {
  const name = voiceOf(locale);
  const segments = segmentsForSpeech(row.text, locale);
  const forms = [row.spoken].flat();
  if (forms.some((form) => espeak.areEqual(segments, segmentsOf(form, locale), name, ignored))) return undefined;
  const words = segments.map((segment) => segment.tokens.flatMap(({ spoken }) => spoken).join(' '));
  const [said, expected] = [segments, segmentsOf(forms[0]!, locale)].map((each) => espeak.of(each, name));
  return `${row.text}\n    ${words.join(' ‖ ')}\n    ${forms[0]}\n    ${said}\n    ${expected}`;
}

/** Phonemes without what is ignored, and how many of them there are at the end of each part. */
function linesOf<T>(
  parts: readonly T[],
  phonemesOf: (part: T) => string,
): { phonemes: string; ends: readonly number[] } {
  let phonemes = '';
  const ends = parts.map((part) => (phonemes += phonemesOf(part).replace(ignored, '')).length);
  return { phonemes, ends };
}

function optionsOf(locale: string): ReaderOptions {
  return { language: locale, normalization: 'auto', generationConfig: {} };
}

function segmentsForSpeech(text: string, locale: string): Segment[] {
  const limits = { maxCodePoints: 500, firstClauseWords: 1000, spoken: 0, language: baseLanguage(locale) };
  let state = initialReaderState;
  return piecesOf(text, limits).flatMap((piece) => {
    const read = readSegments(piece, state, optionsOf(locale));
    state = read.state;
    return read.segments;
  });
}

function segmentsOf(text: string, locale: string): Segment[] {
  const given = Array.from(text.matchAll(/\{(.+?)\}/gu), ([, word]) => word!);
  const { segments } = readSegments(text.replace(/\{.+?\}/gu, ' x '), initialReaderState, optionsOf(locale));
  return segments.map((segment) => withGiven(segment, given));
}

/**
 * The words of a written-out form that stand in braces are spoken as they stand, whatever their spelling suggests; capital letters with
 * spaces between (`{F B I}`) by their names.
 */
function withGiven(segment: Segment, given: string[]): Segment {
  const tokens = segment.tokens.map((token): Token => {
    if (token.text !== 'x' || given.length === 0) return token;
    const words = given.shift()!;
    return /^\p{Lu}(?: \p{Lu})*$/u.test(words)
      ? { ...token, spoken: words.split(' '), isSpelled: true }
      : { ...token, spoken: [words] };
  });
  return { ...segment, tokens };
}
