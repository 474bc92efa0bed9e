/** Word times of the measurements: words that a server leaves out, or that are not found, are a miss, however near the others are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wordsOf } from '../../bench/pocketsphinx.ts';
import type { Row } from '../../bench/report/table.ts';
import { wordsSaid } from '../../quality/parts/hearing.ts';
import { timesRow } from '../../quality/parts/voice-changer.ts';
import { measureWordTimes } from '../../quality/parts/word-times.ts';
import type { LocalSynthesizer, Speech } from '../../quality/sources/local-synthesizer.ts';
import { createCatalogue } from '../../src/voices/catalogue.ts';

/** Words of a tenth of a second each. */
function timesOf(words: readonly string[]): Speech['words'] {
  return words.map((text, index) => ({ text, start: index / 10, end: (index + 1) / 10 }));
}

/** @param isLost whether the time of the last word is missing in the sentence of this number, from 0 on */
function synthesizerOf(isLost: (sentence: number) => boolean): LocalSynthesizer {
  let sentence = 0;
  const synthesizer: Pick<LocalSynthesizer, 'speak' | 'voicesOf'> = {
    speak({ text }) {
      const words = timesOf(wordsOf([text].flat().join(' '))).slice(0, isLost(sentence++) ? -1 : undefined);
      return Promise.resolve({ samples: new Int16Array(16_000), sampleRate: 16_000, words } as unknown as Speech);
    },
    voicesOf: (engine, language) =>
      createCatalogue().voices.filter((voice) => voice.speaker.engine === engine && voice.language === language),
  };
  return synthesizer as LocalSynthesizer;
}

/** The rows of whole engines, where the aligner finds each word where it is. @param isLost whether it loses the sentence of this number */
async function rowsWith(
  isUntimed: (sentence: number) => boolean,
  isLost: (sentence: number) => boolean,
): Promise<readonly Row[]> {
  let sentence = 0;
  const { rows } = await measureWordTimes(
    { short: false, clips: undefined, progress: () => undefined, synthesizer: synthesizerOf(isUntimed) },
    ({ text }) => Promise.resolve(isLost(sentence++) ? undefined : [...timesOf(wordsOf(text))]),
  );
  const engines = rows.filter(({ what }) => what.startsWith('All of '));
  assert.ok(engines.length > 0);
  return engines;
}

function never(): boolean {
  return false;
}

describe('word times', () => {
  it('meet their targets where each word is told and found', async () => {
    for (const { pass } of await rowsWith(never, never)) assert.equal(pass, true);
  });

  it('sentences whose words have not one time each are counted, and are a miss', async () => {
    for (const { measured, pass } of await rowsWith((sentence) => sentence % 10 === 0, never)) {
      assert.match(measured, /\d+ sentences without a time for each word/);
      assert.equal(pass, false);
    }
  });

  it('a tenth of the sentences may be lost to the aligner', async () => {
    for (const { pass } of await rowsWith(never, (sentence) => sentence % 10 === 0)) assert.equal(pass, true);
    for (const { pass } of await rowsWith(never, (sentence) => sentence % 8 === 0)) assert.equal(pass, false);
  });

  it('a sentence whose words are not heard is a miss', async () => {
    const spoken = ['one two', 'three four'].map((text) => ({
      ...{ text, samples: new Int16Array(1) },
      words: timesOf(text.split(' ')),
    }));
    const rowOf = (isLost: (text: string) => boolean): Promise<Row> =>
      wordsSaid(
        {
          align: (_samples, text) =>
            Promise.resolve(
              isLost(text) ? undefined : timesOf(text.split(' ')).map((time) => ({ ...time, word: time.text })),
            ),
        },
        spoken,
      );
    assert.equal((await rowOf(never)).pass, true);
    assert.equal((await rowOf((text) => text === 'one two')).pass, false);
  });

  it('a tenth of the voices that a recording becomes may be lost to the aligner', () => {
    const times = timesOf(['one', 'two']);
    const passes = (voices: number): boolean | undefined =>
      timesRow('clip', 'Clip', times, [undefined, ...Array.from({ length: voices - 1 }, () => times)]).pass;
    assert.deepEqual([passes(10), passes(9)], [true, false]);
  });
});
