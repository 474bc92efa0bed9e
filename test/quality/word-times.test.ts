/** Word times of the measurements: a server that leaves out words is not measured by those that it tells. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wordTimes } from '../../quality/parts/word-times.ts';
import type { LocalSynthesizer, Speech } from '../../quality/sources/local-synthesizer.ts';
import { createCatalogue } from '../../src/voices/catalogue.ts';

/** Tells the times of all words but the last one. */
const forgetful: Pick<LocalSynthesizer, 'speak' | 'voicesOf'> = {
  speak({ text }) {
    const words = [text].flat().join(' ').split(' ').slice(0, -1);
    const times = words.map((word, index) => ({ text: word, start: index / 10, end: (index + 1) / 10 }));
    return Promise.resolve({ samples: new Int16Array(16_000), sampleRate: 16_000, words: times } as unknown as Speech);
  },
  voicesOf: (engine, language) =>
    createCatalogue().voices.filter((voice) => voice.speaker.engine === engine && voice.language === language),
};

describe('word times', () => {
  it('sentences whose words have not one time each are counted, and are a miss', async () => {
    const { rows } = await wordTimes.measure({
      ...{ short: false, clips: undefined, progress: () => undefined },
      synthesizer: forgetful as LocalSynthesizer,
    });
    const engines = rows.filter(({ what }) => what.startsWith('All of '));
    assert.ok(engines.length > 0);
    for (const { measured, pass } of engines) {
      assert.match(measured, /\d+ sentences without a time for each word/);
      assert.equal(pass, false);
    }
  });
});
