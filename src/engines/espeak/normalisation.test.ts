/**
 * Numbers, signs and abbreviations in every language that has a table of cases: the text has the phonemes of its
 * written-out form. `CASES=de,fr` prints what those languages get wrong (of the cases that are not held out; `CASES=de+`
 * prints those too); `npm run test:languages` takes all of them.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sweptLanguages } from '../../../test/support/sweeps.ts';
import type { NormalisationCase } from '../../text/normalise/cases/case.ts';
import { agentTables, misreadingOf, misreadingOfLines, sentenceTables } from './normalisation-testing.ts';
import { EspeakPhonemes } from './phonemes-testing.ts';

/** Least share of a language's cases that equal their written-out form. */
const required = 0.9;
const printed = new Map(
  (process.env.CASES ?? '').split(',').map((name) => [name.replace('+', ''), name.endsWith('+')] as const),
);

interface Score {
  readonly equal: number;
  readonly all: number;
}

describe('a text with numbers, signs and abbreviations has the phonemes of its written-out form', () => {
  let espeak: EspeakPhonemes;
  before(async () => {
    espeak = await EspeakPhonemes.load();
  });

  const scoreOf = (rows: readonly NormalisationCase[], locale: string, print: boolean): Score => {
    const failures = rows.map((row) => misreadingOf(espeak, row, locale)).filter((failure) => failure !== undefined);
    if (print) for (const failure of failures) console.log(`  ${failure}`);
    return { equal: rows.length - failures.length, all: rows.length };
  };

  for (const locale of sweptLanguages(sentenceTables.locales)) {
    it(`in ${locale}`, async () => {
      const cases = await sentenceTables.of(locale);
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

describe('what a language model writes for a voice agent is spoken as it is meant, with pauses where lines end', () => {
  let espeak: EspeakPhonemes;
  before(async () => {
    espeak = await EspeakPhonemes.load();
  });

  for (const locale of sweptLanguages(agentTables.locales)) {
    it(`in ${locale}`, async () => {
      const cases = await agentTables.of(locale);
      const failures = cases.map((row) => misreadingOfLines(espeak, row, locale)).filter((each) => each !== undefined);
      if (printed.has(locale)) for (const failure of failures) console.log(`  ${failure}`);
      assert.ok(failures.length <= cases.length * (1 - required), failures.join('\n'));
    });
  }
});
