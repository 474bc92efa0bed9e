import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import { neutralProsody, type Prosody, type Segment, type Token } from '../../text/types.ts';
import type { Mark, Synthesizer } from '../adapter.ts';
import { capabilities } from './capabilities.ts';
import { load } from './synthesizer.ts';
import { fliteVoices } from './speakers.ts';
import { joinIntegers } from '../../audio/samples.ts';

/** In `npm test` one of each kind: of diphones, and of clusters. */
const voices = swept(Object.keys(fliteVoices), (name) => name === 'kal16' || name === 'rms');
const sentence = 'I do not know where the money went, but we will see.';

interface Spoken {
  readonly pcm: Int16Array;
  readonly chunks: readonly number[];
  readonly marks: readonly Mark[] | undefined;
}

function tokensOf(text: string): Token[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ text: word, spoken: [word], continues: false }));
}

function segmentOf(tokens: readonly Token[], prosody: Partial<Prosody> = {}): Segment {
  return { tokens, prosody: { ...neutralProsody, ...prosody }, language: 'en', pauseSeconds: 0 };
}

async function say(
  engine: Synthesizer,
  segment: Segment,
  name: string,
  abort: AbortSignal = new AbortController().signal,
  pitch?: number,
): Promise<Spoken> {
  const chunks: Int16Array[] = [];
  let marks: readonly Mark[] | undefined;
  const sink = {
    audio: (samples: Int16Array) => void chunks.push(samples),
    marks: (all: readonly Mark[]) => void (marks = all),
  };
  await engine.speak(segment, { engine: 'flite', name, ...(pitch !== undefined && { pitch }) }, sink, abort);
  return { pcm: joinIntegers(chunks), chunks: chunks.map(({ length }) => length), marks };
}

function loudness(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
}

/** Median of the fundamental frequency over frames of 64 ms, by autocorrelation. */
function medianPitch(pcm: Int16Array): number {
  const found: number[] = [];
  for (let from = 0; from + 2048 < pcm.length; from += 800) {
    const frame = pcm.subarray(from, from + 1024);
    if (loudness(frame) < 600) continue;
    let best = { lag: 0, value: 0 };
    const power = frame.reduce((sum, sample) => sum + sample * sample, 0);
    for (let lag = 40; lag < 360; lag++) {
      let value = 0;
      for (let i = 0; i < 1024; i++) value += frame[i]! * pcm[from + i + lag]!;
      // The shortest of equally good lags is the period, the others are its multiples.
      if (value > best.value * 1.05) best = { lag, value };
    }
    if (best.value > 0.5 * power) found.push(capabilities.sampleRate / best.lag);
  }
  return found.sort((a, b) => a - b)[found.length >> 1]!;
}

function wordsOf(marks: readonly Mark[] | undefined): Extract<Mark, { kind: 'word' }>[] {
  return (marks ?? []).filter((mark) => mark.kind === 'word');
}

function phonemesOf(marks: readonly Mark[] | undefined): string {
  return (marks ?? []).map((mark) => (mark.kind === 'phoneme' ? mark.phoneme : '')).join('');
}

describe('flite', () => {
  // What every engine must do is in the conformance test; here stands what is flite's own.
  let engine: Synthesizer;
  before(async () => {
    engine = await load();
  });

  for (const voice of voices) {
    describe(voice, () => {
      it('speaks, with a short lead before the first word', async () => {
        const { pcm, marks } = await say(engine, segmentOf(tokensOf(sentence)), voice);
        const seconds = pcm.length / capabilities.sampleRate;
        assert.ok(seconds > 2 && seconds < 6, `${seconds} s`);
        assert.ok(loudness(pcm) > 500);
        assert.ok(wordsOf(marks)[0]!.start <= 320);
        assert.ok(loudness(pcm.subarray(320, 3200)) > 4 * loudness(pcm.subarray(0, 100)));
      });

      it('gives its audio in pieces, the first one small', async () => {
        const { chunks } = await say(engine, segmentOf(tokensOf(sentence)), voice);
        assert.ok(chunks.length > 10);
        // As much as the first message takes.
        assert.ok(chunks[0]! >= 0.045 * capabilities.sampleRate && chunks[0]! < 1400, String(chunks[0]));
      });

      it('gives its marks before its first audio, which volumes and words in time wait for', async () => {
        const given: string[] = [];
        const sink = { audio: () => void given.push('audio'), marks: () => void given.push('marks') };
        const tokens = tokensOf(sentence).map((token, index) => (index === 3 ? { ...token, volume: 2 } : token));
        const { signal } = new AbortController();
        await engine.speak(segmentOf(tokens), { engine: 'flite', name: voice }, sink, signal);
        assert.deepEqual([given.indexOf('marks'), given.lastIndexOf('marks')], [0, 0]);
        const early = await say(engine, segmentOf(tokens), voice);
        assert.deepEqual(early.marks, (await say(engine, segmentOf(tokensOf(sentence)), voice)).marks);
      });

      it('marks every word once, in order, each with a length, pauses between', async () => {
        const { pcm, marks } = await say(engine, segmentOf(tokensOf(sentence)), voice);
        const words = wordsOf(marks);
        assert.deepEqual(
          words.map(({ token, word }) => [token, word]),
          tokensOf(sentence).map((_, i) => [i, 0]),
        );
        let last = 0;
        for (const { start, end } of words) {
          assert.ok(start >= last && end > start && end <= pcm.length);
          last = end;
        }
        const [, , , , , , , went, but] = words;
        assert.ok(but!.start > went!.end, 'the comma is a pause');
      });

      it('is twice as long at half the rate and half as long at double the rate', async () => {
        const length = async (rate: number): Promise<number> =>
          (await say(engine, segmentOf(tokensOf(sentence), { rate }), voice)).pcm.length;
        const normal = await length(1);
        assert.ok(Math.abs((await length(0.5)) / normal - 2) < 0.1);
        assert.ok(Math.abs((await length(2)) / normal - 0.5) < 0.05);
      });

      it('moves its mean pitch by the factor asked, of the prosody and of the voice together', async () => {
        const pitch = async (factor: number, ofVoice?: number): Promise<number> =>
          medianPitch(
            (
              await say(
                engine,
                segmentOf(tokensOf(sentence), { pitch: factor }),
                voice,
                new AbortController().signal,
                ofVoice,
              )
            ).pcm,
          );
        const normal = await pitch(1);
        assert.ok(Math.abs((await pitch(1.4)) / normal - 1.4) < 0.15);
        assert.ok(Math.abs((await pitch(1.2, 1.25)) / normal - 1.5) < 0.15);
      });

      it('keeps its length when the pitch or its range changes', async () => {
        const { pcm } = await say(engine, segmentOf(tokensOf(sentence)), voice);
        const other = await say(engine, segmentOf(tokensOf(sentence), { pitch: 1.3, range: 0.2 }), voice);
        assert.ok(Math.abs(other.pcm.length - pcm.length) <= 400);
        assert.notDeepEqual(other.pcm, pcm);
      });

      it('gives the same samples and marks again at another pitch, after other voices and an aborted run', async () => {
        const segment = segmentOf(tokensOf(sentence), { pitch: 1.1 });
        const first = await say(engine, segment, voice);
        for (const other of voices) await say(engine, segmentOf(tokensOf('Something else.')), other);
        let chunks = 0;
        const aborted = { get: () => ++chunks > 3 };
        await say(engine, segment, voice, Object.defineProperty(new AbortController().signal, 'aborted', aborted));
        assert.deepEqual(await say(engine, segment, voice), first);
      });
    });
  }

  it('reads marks of length 0 for words it cannot speak', async () => {
    const { marks } = await say(engine, segmentOf(tokensOf('see 北京 😀 now')), 'kal16');
    const [see, ...rest] = wordsOf(marks);
    assert.deepEqual(
      rest.slice(0, 2).map(({ start, end }) => [start, end]),
      [
        [see!.end, see!.end],
        [see!.end, see!.end],
      ],
    );
  });

  it('speaks each spoken word of a token in its own mark', async () => {
    const tokens: Token[] = [
      { text: '$12.50', spoken: ['twelve', 'dollars', 'fifty'], continues: false },
      { text: 'please.', spoken: ['please.'], continues: false },
    ];
    const { marks } = await say(engine, segmentOf(tokens), 'kal16');
    assert.deepEqual(
      wordsOf(marks).map(({ token, word }) => [token, word]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
      ],
    );
    assert.equal(phonemesOf(marks), 'twɛlvdɑlɝzfɪftipliz');
  });

  it('keeps contractions in one mark', async () => {
    const { marks } = await say(engine, segmentOf(tokensOf("It’s the dog's, isn't it?")), 'kal16');
    assert.equal(wordsOf(marks).length, 5);
    assert.equal(phonemesOf(marks), 'ɪtsðədɔɡzɪsntɪt');
  });

  it('speaks given phones in the place of the spelling, also twice in a row', async () => {
    const word: Token = { text: '<<b|ɑ|ɹ>>', spoken: ['bɑɹ'], phones: ['b', 'ɑ', 'ɹ'], continues: false };
    const { marks } = await say(engine, segmentOf([word, word]), 'kal16');
    assert.equal(phonemesOf(marks), 'bɑɹbɑɹ');
    assert.ok(wordsOf(marks).every(({ start, end }) => end > start));
  });

  it('speaks a text longer than one run', async () => {
    const text = 'several words in a row '.repeat(30);
    const { pcm, marks } = await say(engine, segmentOf(tokensOf(text)), 'kal16');
    const words = wordsOf(marks);
    assert.equal(words.length, 150);
    assert.ok(
      words.every(({ start, end }, i) => end > start && start >= (words[i - 1]?.end ?? 0) && end <= pcm.length),
    );
  });

  it('survives words of ten thousand characters', async () => {
    for (const unit of swept(
      ['a', 'x', '7', '.', "a'", '-', '😀', '\u0000'],
      (each) => each === '7' || each === '😀',
    )) {
      const { marks } = await say(engine, segmentOf(tokensOf(unit.repeat(10_000))), 'kal16');
      assert.equal(wordsOf(marks).length, 1);
    }
  });

  it('names its voices when asked for another one', async () => {
    await assert.rejects(async () => say(engine, segmentOf(tokensOf('no')), 'kal'), /slt, rms, awb, kal16/);
  });
});
