import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { TestClock } from '../timing/testing.ts';
import { createCatalogue } from '../voices/catalogue.ts';
import { pcmOf, testSettings, testVoices, utter, wordsOf } from './testing.ts';

const voices = createCatalogue().voices;
const english = 'Summary\n\nIt works.\n\nHere are your options:\nBasic plan\nPro plan\n- Red\n- Blue\n\nThank you.';
const texts: Readonly<Record<string, string>> = {
  ...{
    Sadie: english,
    Russell: english,
    Alasdair: english,
    Kyle: english,
    Nora: english,
    Gianna: english,
    Owen: english,
  },
  Anke: 'Überblick\n\nAlles geht.\n\nHier ist die Liste:\nBrot\nMilch\n- Fisch\n- Suppe\n\nDanke.',
  Lucía: 'Resumen\n\nTodo va bien.\n\nAquí está la lista:\nPan\nLeche\n- Pescado\n- Sopa\n\nGracias.',
  Beatriz: 'Resumo\n\nTudo bem.\n\nAqui está a lista:\nPão\nLeite\n- Peixe\n- Sopa\n\nObrigado.',
  Anastasia: 'Привет\n\nСегодня тепло.\n\nВот список:\nХлеб\nМолоко\n- Рыба\n- Суп\n\nСпасибо.',
};

/** Seconds of the silences between sounds: frames of 5 ms that lie 25 dB below the mean of those that are speech. */
function gapsIn(samples: Int16Array, sampleRate: number): number[] {
  const step = sampleRate / 1000;
  const powers: number[] = [];
  for (let at = 0; at + 5 * step <= samples.length; at += step) {
    powers.push(samples.subarray(at, at + 5 * step).reduce((sum, value) => sum + value * value, 0));
  }
  const loudest = Math.max(...powers);
  const speech = powers.filter((power) => power > loudest / 100);
  const limit = speech.reduce((sum, power) => sum + power, 0) / speech.length / 10 ** 2.5;
  const sounds = powers.flatMap((power, index) => (power > limit ? [index] : []));
  return sounds.slice(1).map((at, index) => Math.max(0, at - sounds[index]! - 1 + 4) / 1000);
}

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
      // By the times of words: the last sound may have died away up to 20 ms before its word ends.
      for (const [word, least, most] of [
        ['Summary', 0.6, 0.7],
        ['works.', 0.6, 0.7],
        ['options:', 0.18, 0.3],
        ['Basic', 0.18, 0.3],
        ['Pro', 0.18, 0.3],
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
        // The last sound of a segment may have died away before its mark ends.
        assert.ok(isPause ? pause > 0.08 && pause < 0.19 : pause < 0.05, `${word} ${pause} s`);
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

  for (const [name, text] of Object.entries(texts)) {
    it(`of lines and paragraphs are 200–300 and 600–700 ms of ${name}, with what its voice dies away in`, async () => {
      const voice = voices.find((each) => each.name === name)!;
      const settings = testSettings(voice.speaker, { language: voice.language });
      const pcm = pcmOf(await utter(scheduler, settings, [text]));
      const gaps = gapsIn(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2), settings.format.sampleRate);
      const breaks = [...text.matchAll(/\n+/gu)].map(([each]) => (each.length > 1 ? 0.6 : 0.2));
      // Closures of stops are shorter than any of them.
      const pauses = gaps.filter((seconds) => seconds > 0.19);
      assert.equal(pauses.length, breaks.length, `${name} ${pauses.join(' ')}`);
      for (const [index, pause] of pauses.entries()) {
        assert.ok(pause >= breaks[index]! && pause <= breaks[index]! + 0.1, `${name} ${pauses.join(' ')}`);
      }
    });
  }

  it('are none at the end of the text', async () => {
    const settings = testSettings(testVoices.flite);
    const plain = pcmOf(await utter(scheduler, settings, ['It works.']));
    assert.ok(pcmOf(await utter(scheduler, settings, ['It works.\n\n\n'])).equals(plain));
  });
});
