/**
 * Numbers, signs and abbreviations in every language that has a table of cases: the text has the phonemes of its
 * written-out form. `CASES=de,fr` prints what those languages get wrong (of the cases that are not held out; `CASES=de+`
 * prints those too).
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { NormalisationCase } from '../../text/normalise/cases/case.ts';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import type { Segment, Token } from '../../text/types.ts';
import { EspeakSynthesizer } from './synthesizer.ts';
import { defaultVoices, voiceFiles } from './language-files.ts';

/** Least share of a language's cases that equal their written-out form. */
const required = 0.9;
const folder = new URL('../../text/normalise/cases/', import.meta.url);
/** The file of each table is named by the language or locale of its text. */
const locales = readdirSync(folder)
  .map((name) => name.replace(/\.ts$/u, ''))
  .filter((name) => name !== 'case');
const printed = new Map(
  (process.env.CASES ?? '').split(',').map((name) => [name.replace('+', ''), name.endsWith('+')] as const),
);

/** The words of a written-out form that stand in braces are spoken as they stand, whatever their spelling suggests. */
function withGiven(segment: Segment, given: string[]): Segment {
  const tokens = segment.tokens.map((token) =>
    token.text === 'x' && given.length > 0 ? spokenAs(token, given.shift()!) : token,
  );
  return { ...segment, tokens };
}

function spokenAs(token: Token, word: string): Token {
  return { ...token, spoken: [word] };
}

interface Score {
  readonly equal: number;
  readonly all: number;
}

describe('a text with numbers, signs and abbreviations has the phonemes of its written-out form', () => {
  let engine: EspeakSynthesizer;
  before(async () => {
    engine = await EspeakSynthesizer.load();
  });

  /** Without stress, word borders and pauses. */
  const phonemesOf = (text: string, locale: string): string => {
    const [language] = locale.split('-') as [string];
    const own = locale.toLowerCase();
    const name = own in voiceFiles ? own : defaultVoices.get(language)!;
    const options = { language: locale, normalization: 'auto', generationConfig: {} };
    const given = Array.from(text.matchAll(/\{(.+?)\}/gu), ([, word]) => word!);
    return readSegments(text.replace(/\{.+?\}/gu, ' x '), initialReaderState, options)
      .segments.map((segment) => withGiven(segment, given))
      .flatMap((segment) => engine.phonemize(segment, { engine: 'espeak', name }))
      .map(({ phonemes }) => phonemes)
      .join('')
      .replace(/[ˈˌ\s|_‖.-]/gu, '');
  };

  const failureOf = (row: NormalisationCase, locale: string): string | undefined => {
    const forms = [row.spoken].flat();
    const said = phonemesOf(row.text, locale);
    const expected = forms.map((form) => phonemesOf(form, locale));
    return expected.includes(said) ? undefined : `${row.text}\n    ${said}\n    ${expected[0]}  ${forms[0]}`;
  };

  const scoreOf = (rows: readonly NormalisationCase[], locale: string, print: boolean): Score => {
    const failures = rows.map((row) => failureOf(row, locale)).filter((failure) => failure !== undefined);
    if (print) for (const failure of failures) console.log(`  ${failure}`);
    return { equal: rows.length - failures.length, all: rows.length };
  };

  for (const locale of locales) {
    it(`in ${locale}`, async () => {
      const { cases } = (await import(`${folder.href}${locale}.ts`)) as {
        readonly cases: readonly NormalisationCase[];
      };
      assert.ok(cases.length >= 60, `${cases.length} cases`);
      const seen = scoreOf(
        cases.filter(({ heldOut }) => heldOut !== true),
        locale,
        printed.has(locale),
      );
      const heldOut = scoreOf(
        cases.filter((row) => row.heldOut === true),
        locale,
        printed.get(locale) === true,
      );
      const summary = `${locale}: ${seen.equal} of ${seen.all}, held out ${heldOut.equal} of ${heldOut.all}`;
      if (printed.has(locale)) console.log(summary);
      assert.ok((seen.equal + heldOut.equal) / cases.length >= required, summary);
    });
  }
});
