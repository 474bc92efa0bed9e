import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { TestClock } from '../timing/testing.ts';
import { pcmOf, testSettings, testVoices, utter, wordsOf } from './testing.ts';

describe('pauses', () => {
  let scheduler: Scheduler;
  before(async () => {
    const engines = enginesById(['espeak', 'flite']);
    scheduler = await Scheduler.start({ threads: 1, engines, clock: new TestClock() });
  });
  after(() => scheduler.close());

  for (const engine of ['espeak', 'flite'] as const) {
    const settings = testSettings(testVoices[engine]);

    it(`of lines and paragraphs are heard of ${engine}, with the words where they are spoken`, async () => {
      const text = 'Summary\n\nIt works.\n\nHere are your options:\nBasic\nPro\n| Plan | Price |\nTeam';
      const events = await utter(scheduler, settings, [text]);
      const words = wordsOf(events);
      const pauseAfter = (word: string): number => {
        const index = words.findIndex((each) => each.word === word);
        return words[index + 1]!.start - words[index]!.end;
      };
      for (const [word, least, most] of [
        ['Summary', 0.6, 0.72],
        ['works.', 0.6, 0.72],
        ['options:', 0.2, 0.3],
        ['Basic', 0.2, 0.32],
        ['Pro', 0.2, 0.32],
      ] as const) {
        const pause = pauseAfter(word);
        assert.ok(pause >= least && pause <= most, `${word} ${pause} s`);
      }
      const { sampleRate } = settings.format;
      const pcm = pcmOf(events);
      const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
      const power = (from: number, to: number): number => {
        const part = samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
        return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
      };
      const first = words[0]!;
      assert.equal(first.word, 'Summary');
      assert.ok(power(first.start, first.end) > 300);
      assert.ok(power(first.end + 0.1, words[1]!.start - 0.02) < 30);
    });

    it(`of brackets and dashes are heard of ${engine}`, async () => {
      const words = wordsOf(
        await utter(scheduler, settings, ['The meeting (which was moved) is at 5 – do come | soon']),
      );
      for (const [index, next] of words.slice(1).entries()) {
        const { word, end } = words[index]!;
        const isPause = ['meeting', 'moved)', '–', '|'].includes(word);
        const pause = next.start - end;
        assert.ok(isPause ? pause > 0.12 && pause < 0.19 : pause < 0.05, `${word} ${pause} s`);
      }
    });

    it(`are the same bytes of ${engine} however the text is cut`, async () => {
      const text = 'Plans\r\n\r\nBasic\r\nPro \n \n\nTeam.\n\nAll';
      const whole = await utter(scheduler, settings, [text]);
      for (const pieces of [text.split(''), text.split(/(?<=\n)/u), text.split(/(?=\n)/u), text.split(/(?<=\r)/u)]) {
        const events = await utter(scheduler, settings, pieces);
        assert.ok(pcmOf(events).equals(pcmOf(whole)), JSON.stringify(pieces));
        assert.deepEqual(wordsOf(events), wordsOf(whole));
      }
    });
  }

  it('are none at the end of the text', async () => {
    const settings = testSettings(testVoices.flite);
    const plain = pcmOf(await utter(scheduler, settings, ['It works.']));
    assert.ok(pcmOf(await utter(scheduler, settings, ['It works.\n\n\n'])).equals(plain));
  });
});
