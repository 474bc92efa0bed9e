/** Holds the tables of cases of normalisation against what is said: phonemes against those of the written-out form. */
import { readdirSync } from 'node:fs';
import type { NormalisationCase } from '../../text/normalise/cases/case.ts';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import type { Segment } from '../../text/types.ts';
import { defaultVoices, voiceFiles } from './language-files.ts';
import type { EspeakPhonemes } from './phonemes-testing.ts';

const folder = new URL('../../text/normalise/cases/', import.meta.url);

/** Languages and locales that have a table; its file is named by the language or locale of its texts. */
export const caseLocales: readonly string[] = readdirSync(folder)
  .map((name) => name.replace(/\.ts$/u, ''))
  .filter((name) => name !== 'case');

/** @param locale one of {@link caseLocales} */
export async function casesIn(locale: string): Promise<readonly NormalisationCase[]> {
  const table = (await import(`${folder.href}${locale}.ts`)) as { readonly cases: readonly NormalisationCase[] };
  return table.cases;
}

/** Stress, word borders and pauses. */
const ignored = /[ˈˌ\s|_‖.-]/gu;

/** @returns what is said and what should be, where they differ; undefined where it is read as written out */
export function misreadingOf(espeak: EspeakPhonemes, row: NormalisationCase, locale: string): string | undefined {
  const [language] = locale.split('-') as [string];
  const own = locale.toLowerCase();
  const name = own in voiceFiles ? own : defaultVoices.get(language)!;
  const forms = [row.spoken].flat();
  const text = segmentsOf(row.text, locale);
  if (forms.some((form) => espeak.areEqual(text, segmentsOf(form, locale), name, ignored))) return undefined;
  const [said, expected] = [text, segmentsOf(forms[0]!, locale)].map((each) => espeak.of(each, name));
  return `${row.text}\n    ${said}\n    ${expected}  ${forms[0]}`;
}

function segmentsOf(text: string, locale: string): Segment[] {
  const options = { language: locale, normalization: 'auto', generationConfig: {} };
  const given = Array.from(text.matchAll(/\{(.+?)\}/gu), ([, word]) => word!);
  const { segments } = readSegments(text.replace(/\{.+?\}/gu, ' x '), initialReaderState, options);
  return segments.map((segment) => withGiven(segment, given));
}

/** The words of a written-out form that stand in braces are spoken as they stand, whatever their spelling suggests. */
function withGiven(segment: Segment, given: string[]): Segment {
  const tokens = segment.tokens.map((token) =>
    token.text === 'x' && given.length > 0 ? { ...token, spoken: [given.shift()!] } : token,
  );
  return { ...segment, tokens };
}
