import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { espeak } from '../../engines/espeak/index.ts';
import type { Sample } from './sample-speech.ts';
import { faultsOf } from './speech-faults.ts';

const exact = { ...espeak.capabilities, marks: 'exact', phonemes: true } as const;

/** A second of sound with two words. */
const good: Sample = {
  text: 'good morning.',
  pcm: Int16Array.from({ length: 16_000 }, (_, index) => Math.round(5000 * Math.sin(index / 10))),
  sampleRate: 16_000,
  seconds: 1,
  firstAudioMs: 1,
  wallMs: 10,
  words: [
    { text: 'good', start: 0.1, end: 0.4 },
    { text: 'morning.', start: 0.4, end: 0.9 },
  ],
  phonemes: [{ text: 'ɡ', start: 0.1, end: 0.2 }],
};

describe('the checks of what a model speaks', () => {
  it('find nothing wrong with what is right', () => {
    assert.deepEqual(faultsOf(good, exact, good), []);
    assert.deepEqual(faultsOf({ ...good, words: [], phonemes: [] }, { ...exact, marks: 'none', phonemes: false }), []);
  });

  const [first, second] = good.words as [Sample['words'][number], Sample['words'][number]];
  const faults: readonly [what: string, change: Partial<Sample>, fault: RegExp][] = [
    ['audio that is not as long as its events say', { seconds: 1.2 }, /has 1\.000 s, and its events tell of 1\.200 s/],
    ['silence', { pcm: new Int16Array(16_000) }, /silent/],
    ['no times', { words: [] }, /no times of words/],
    [
      'words that are out of order',
      { words: [first, { ...second, start: 0.3 }] },
      /words are not in order at 'morning\.'/,
    ],
    ['a word that ends before it begins', { words: [first, { ...second, end: 0.39 }] }, /not in order/],
    ['a time that is none', { words: [first, { ...second, start: NaN }] }, /not in order/],
    [
      'words behind the end of the audio',
      { words: [first, { ...second, end: 1.5 }] },
      /end at 1\.500 s, behind the audio's 1\.000 s/,
    ],
    ['other words than those of the text', { words: [first] }, /not those of the text/],
    [
      'words that take next to nothing of the audio',
      {
        words: [
          { ...first, end: 0.1 },
          { ...second, start: 0.4, end: 0.5 },
        ],
      },
      /take 0\.10 s of 1\.00 s/,
    ],
    ['phonemes out of order', { phonemes: [{ text: 'a', start: 0.5, end: 0.4 }] }, /phonemes are not in order/],
  ];
  for (const [what, change, fault] of faults) {
    it(`find ${what}`, () => assert.match(faultsOf({ ...good, ...change }, exact).join('; '), fault));
  }

  it('find other audio for the same text', () => {
    const other = { ...good, pcm: good.pcm.map((value) => -value) };
    assert.match(faultsOf(good, exact, other).join('; '), /other audio the second time/);
  });
});
