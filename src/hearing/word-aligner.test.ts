import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { integersOf } from '../audio/bytes.ts';
import { encodeSamples } from '../audio/pcm.ts';
import { createResampler } from '../audio/resampler.ts';
import { absoluteErrors, assertErrors, readSegment, wordTimes } from '../engines/alignment/testing.ts';
import { flite } from '../engines/flite/index.ts';
import { loadSynthesizer, speakWith } from '../engines/testing.ts';
import { recognizerRate, type RecognizedWord } from '../recognizers/adapter.ts';
import { WordAligner } from './word-aligner.ts';

const engine = await loadSynthesizer(flite);
after(() => engine.close());
const silence = new Int16Array(recognizerRate / 4);
const { signal } = new AbortController();

/** Between two silences, with the times of the words; each token is spoken as one word. */
async function spoken(text: string) {
  const { samples, marks } = await speakWith(engine, readSegment(text), flite.voices()[0]!.speaker);
  const resampler = createResampler({ inputRate: flite.capabilities.sampleRate, outputRate: recognizerRate });
  const parts = [resampler.write(samples), resampler.end()].map((part) => integersOf(encodeSamples(part, 'pcm_s16le')));
  const all = Int16Array.from([silence, ...parts, silence].flatMap((part) => [...part]));
  const offset = silence.length / recognizerRate;
  const times = wordTimes(marks, flite.capabilities.sampleRate);
  return { samples: all, times: times.map(({ start, end }) => ({ start: offset + start, end: offset + end })) };
}

function assertInside(words: readonly RecognizedWord[], samples: Int16Array): void {
  let reached = 0;
  for (const { word, start, end } of words) {
    assert.ok(start >= reached && end >= start, `${word} at ${start}–${end} behind ${reached}`);
    reached = end;
  }
  assert.ok(reached <= samples.length / recognizerRate);
}

describe('the words of a text that was heard without their times', () => {
  const aligner = new WordAligner();
  after(() => aligner.close());
  const text = 'Thanks for waiting, I have found your account.';

  it('are found in the samples, as they are written', async () => {
    const { samples, times } = await spoken(text);
    const words = (await aligner.align(samples, text, 'en', signal))!;
    assert.equal(words.map(({ word }) => word).join(' '), text);
    assertInside(words, samples);
    assertErrors(absoluteErrors(words, times), { median: 0.03, percentile95: 0.15 });
  });

  it('are the written ones where several are said for one, and stand somewhere where nothing is', async () => {
    const { samples } = await spoken('It costs forty two dollars, or more.');
    const words = (await aligner.align(samples, '— It costs $42, – or <more>.', 'en', signal))!;
    assert.deepEqual(
      words.map(({ word }) => word),
      ['—', 'It', 'costs', '$42,', '–', 'or', '<more>.'],
    );
    assertInside(words, samples);
    const [, , costs, price] = words;
    assert.ok(price!.end - price!.start > 2 * (costs!.end - costs!.start), JSON.stringify(words));
  });

  it('are words of a dictionary where none are written apart', async () => {
    const words = (await aligner.align(new Int16Array(2 * recognizerRate), '我们在这里。', 'zh', signal))!;
    assert.equal(words.map(({ word }) => word).join(''), '我们在这里。');
    assert.ok(words.length >= 3);
  });

  it('have no times without a language that is spoken here, or where nobody can have said so much', async () => {
    const { samples } = await spoken(text);
    for (const [language, said] of [
      [undefined, text],
      ['xx', text],
      ['en', 'la '.repeat(400)],
      ['en', '… — …'],
    ] as const) {
      assert.equal(await aligner.align(samples, said, language, signal), undefined, `${language}: ${said.slice(0, 9)}`);
    }
  });

  it('are found for many pieces at once, and not for those that are left', async () => {
    const { samples } = await spoken(text);
    const left = new AbortController();
    const all = Array.from({ length: 12 }, (_, index) =>
      aligner.align(samples, text, 'en', index % 3 === 0 ? left.signal : signal),
    );
    left.abort(new Error('left'));
    const ended = await Promise.allSettled(all);
    const [first] = await Promise.all(all.filter((_, index) => index % 3 !== 0));
    for (const [index, result] of ended.entries()) {
      if (index % 3 === 0) assert.equal(result.status, 'rejected');
      else assert.deepEqual(result, { status: 'fulfilled', value: first });
    }
  });
});

it('words have no times behind the end of what finds them, and nothing waits', async () => {
  const aligner = new WordAligner();
  const { samples } = await spoken('Good morning.');
  const words = aligner.align(samples, 'Good morning.', 'en', signal);
  await new Promise(setImmediate);
  await aligner.close();
  assert.equal(await words, undefined);
  assert.equal(await aligner.align(samples, 'Good morning.', 'en', signal), undefined);
});
