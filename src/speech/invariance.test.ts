import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { swept } from '../../test/support/sweeps.ts';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { Dictionary } from '../text/dictionary.ts';
import { TestClock } from '../timing/testing.ts';
import { pcmOf, testSettings, testVoices, utter, wordsOf } from './testing.ts';

const transcripts = [
  'Dr. Smith paid $12.50 at 10:45 p.m. yesterday. He left 3.5 minutes later, smiling!',
  'Say <speed ratio="1.2"/>this fast, <volume ratio="0.7"/>this softly <break time="200ms"/> and <spell>AB1</spell> slowly.',
  'Smile 😀 and wave 👋🏽 now. Then <<h|ə|l|oʊ>> world… <emotion value="excited"/>Great, isn’t it? “Yes,” she said.',
  'One\n\nTwo 1,234.5 < 7 and [laughter] a <b>tag</b> that is none. Visit https://example.com/a.b?c=d today.',
];

/** Cuts a text anywhere between two UTF-16 units, also inside surrogate pairs, tags and numbers. */
function cut(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set(cuts.map((share) => Math.floor(share * text.length)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
}

describe('however a transcript is cut into messages', () => {
  /** Each loads both engines and warms up by itself. */
  const threads = swept([1, 2], (count) => count === 1).at(-1)!;
  let scheduler: Scheduler;
  /** Of eSpeak. */
  const wholes: Awaited<ReturnType<typeof utter>>[] = [];
  before(async () => {
    // A clock that stands still: a thread of a busy machine is not taken for one that hangs.
    const engines = enginesById(['espeak', 'flite']);
    scheduler = await Scheduler.start({ threads, engines, clock: new TestClock() });
    for (const text of transcripts) wholes.push(await utter(scheduler, testSettings(testVoices.espeak), [text]));
  });
  after(() => scheduler.close());

  for (const engine of ['espeak', 'flite'] as const) {
    it(`${engine} gives the audio and the words of the whole, byte for byte`, async () => {
      const settings = testSettings(testVoices[engine]);
      const texts = swept(transcripts, (text) => engine === 'espeak' || text === transcripts[2]);
      const whole =
        engine === 'espeak' ? wholes : await Promise.all(texts.map((text) => utter(scheduler, settings, [text])));
      assert.ok(whole.every((events) => pcmOf(events).length > 0));
      await fc.assert(
        fc.asyncProperty(
          fc.nat(texts.length - 1),
          fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 12 }),
          async (index, cuts) => {
            const events = await utter(scheduler, settings, cut(texts[index]!, cuts));
            assert.ok(pcmOf(events).equals(pcmOf(whole[index]!)), 'the audio differs');
            assert.deepEqual(wordsOf(events), wordsOf(whole[index]!));
          },
        ),
        engine === 'espeak' ? runs(60, 6) : runs(15, 2),
      );
    });
  }

  it('one character at a time gives the same as all at once', async () => {
    const settings = testSettings(testVoices.espeak);
    for (const [index, text] of transcripts.entries()) {
      const events = await utter(scheduler, settings, text.split(''));
      assert.ok(pcmOf(events).equals(pcmOf(wholes[index]!)), text);
    }
  });

  it('a dictionary’s words and phrases are found across the cuts, and the times are the caller’s words', async () => {
    const dictionary = new Dictionary([
      { text: 'Sonorant', pronunciation: 'so no rant' },
      { text: 'GIF', pronunciation: '<<dʒ|ɪ|f>>' },
      { text: 'New York', pronunciation: 'the big apple' },
      { text: 'San José', pronunciation: '<<s|æ|n>> <<h|oʊ|z|eɪ>>' },
    ]);
    const text = 'Sonorant reads a GIF in New York, and then in San José! It is 3.5 times faster than a gif.';
    for (const engine of swept(['espeak', 'flite'] as const, (each) => each === 'espeak')) {
      const settings = testSettings(testVoices[engine], { dictionary });
      const whole = await utter(scheduler, settings, [text]);
      assert.deepEqual(
        wordsOf(whole).map(({ word }) => word),
        text.split(' '),
      );
      assert.ok(
        !pcmOf(whole).equals(pcmOf(await utter(scheduler, testSettings(testVoices[engine]), [text]))),
        'the dictionary is heard',
      );
      for (const pieces of [
        text.split(''),
        [
          'Sono',
          'rant reads a G',
          'IF in New',
          ' ',
          'York, and then in San Jo',
          'sé! It is 3',
          '.5 times faster than a gif.',
        ],
      ]) {
        const events = await utter(scheduler, settings, pieces);
        assert.ok(pcmOf(events).equals(pcmOf(whole)), 'the audio differs');
        assert.deepEqual(wordsOf(events), wordsOf(whole));
      }
      const other = await utter(scheduler, testSettings(testVoices[engine]), [
        text
          .replaceAll('Sonorant', 'so no rant')
          .replaceAll(/GIF/giu, '<<dʒ|ɪ|f>>')
          .replace('New York', 'the big apple')
          .replace('San José', '<<s|æ|n>> <<h|oʊ|z|eɪ>>'),
      ]);
      assert.ok(
        Math.abs(pcmOf(other).length - pcmOf(whole).length) < 0.1 * pcmOf(whole).length,
        'it takes as long as the words it stands for',
      );
    }
  });

  it('many contexts at once give what each gives alone', async () => {
    const settings = testSettings(testVoices.espeak);
    const together = await Promise.all(
      Array.from({ length: runs(24, 8).numRuns }, (_, index) =>
        utter(scheduler, settings, cut(transcripts[index % 4]!, [0.3, 0.31, 0.8])),
      ),
    );
    together.forEach((events, index) => assert.ok(pcmOf(events).equals(pcmOf(wholes[index % 4]!))));
  });
});
