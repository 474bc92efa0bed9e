/**
 * What every engine must do, as tests: an engine's own test file calls {@link describeEngine}. The groups follow the usual
 * plan for speech adapters: audio setting, alignment, interruption, interleaving, corner input, parameters, stress.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { neutralProsody, type Prosody, type Segment, type Token } from '../text/types.ts';
import { engineIds, type AbortFlag, type Engine, type EngineModule, type EngineVoice, type Mark } from './adapter.ts';

export interface EngineTestOptions {
  /** At least two that sound different; the first one speaks English in most cases. */
  readonly voices: readonly [EngineVoice, EngineVoice, ...EngineVoice[]];
  /** Utterances of the run that watches memory, after as many before it (default 100). */
  readonly longRun?: number;
}

/** All that an engine gave for one segment. */
export interface Spoken {
  readonly samples: Int16Array;
  /** Samples of each call of `audio`. */
  readonly chunks: readonly number[];
  readonly marks: readonly Mark[];
  /** Calls of `marks`. */
  readonly markCalls: number;
}

type WordMark = Extract<Mark, { kind: 'word' }>;

/** A segment of words: a string is cut at white space; an array item is one token, itself an array when it is spoken as other words. */
export function segmentOf(
  words: string | readonly (string | readonly string[])[],
  given: { language?: string; prosody?: Partial<Prosody> } = {},
): Segment {
  const items = typeof words === 'string' ? words.split(/\s+/u).filter((word) => word !== '') : words;
  const tokens = items.map((item): Token => {
    const spoken = typeof item === 'string' ? [item] : item;
    return { text: spoken.join(' '), spoken, continues: false };
  });
  return {
    tokens,
    prosody: { ...neutralProsody, ...given.prosody },
    language: given.language ?? 'en',
    pauseSeconds: 0,
  };
}

export async function speakWith(
  engine: Engine,
  segment: Segment,
  voice: EngineVoice,
  abort: AbortFlag = { aborted: false },
  onAudio?: () => void,
): Promise<Spoken> {
  const pieces: Int16Array[] = [];
  const marks: Mark[] = [];
  let markCalls = 0;
  const sink = {
    audio: (piece: Int16Array): void => {
      pieces.push(piece);
      onAudio?.();
    },
    marks: (given: readonly Mark[]): void => {
      markCalls++;
      marks.push(...given);
    },
  };
  await engine.speak(segment, voice, sink, abort);
  const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { samples, chunks: pieces.map(({ length }) => length), marks, markCalls };
}

/** @throws {AssertionError} unless the marks are what {@link Mark} and `SpeechSink.marks` promise */
export function assertMarks(
  segment: Segment,
  { marks, samples, markCalls }: Spoken,
  kinds: { wordMarks: boolean; phonemeMarks: boolean },
): void {
  assert.equal(markCalls, 1, 'marks are given once');
  const words = marks.filter((mark): mark is WordMark => mark.kind === 'word');
  const expected = segment.tokens.flatMap(({ spoken }, token) => spoken.map((_, word) => `${token}.${word}`));
  assert.deepEqual(
    words.map(({ token, word }) => `${token}.${word}`),
    kinds.wordMarks ? expected : [],
    'every spoken word once, in order',
  );
  const phonemes = marks.filter((mark) => mark.kind === 'phoneme');
  if (!kinds.phonemeMarks) assert.equal(phonemes.length, 0);
  for (const { phoneme } of phonemes) {
    assert.match(phoneme, /^[\p{L}\p{M}\u02d0\u02d1\u02de]+$/u, `"${phoneme}" is written in IPA`);
  }
  for (const list of [words, phonemes]) {
    let last = 0;
    for (const { start, end } of list) {
      assert.ok(Number.isInteger(start) && Number.isInteger(end), 'marks are whole samples');
      assert.ok(
        start >= last && end >= start && end <= samples.length,
        `${last} ≤ ${start} ≤ ${end} ≤ ${samples.length}`,
      );
      last = end;
    }
  }
}

const sentence =
  'The keeper of the lighthouse went down to the harbour, and she waited for the boat until the evening.';
const question = 'Where did you put the letters?';

const alignmentCases: readonly (readonly [string, Segment])[] = [
  ['function words that run together', segmentOf('She was in the house of the man from the bank.')],
  ['a number spoken as several words', segmentOf([['twelve', 'dollars', 'and', 'fifty', 'cents'], 'please.'])],
  ['digits left to the engine', segmentOf('It cost 1250 in 1984, or $12.50 today.')],
  ['one word', segmentOf('Yes.')],
  ['a word that comes again and again', segmentOf('no no no no, that that is is.')],
  ['tokens with nothing to say', segmentOf(['Wait', [], 'for', [], 'me.'])],
  ['punctuation of its own', segmentOf(['Well', '—', 'yes', '…', 'maybe.'])],
  ['quotes and brackets', segmentOf('"Come in," (he said) [at last].')],
];

const oddTexts: readonly (readonly [string, readonly string[]])[] = [
  ['no tokens', []],
  ['a token without words', ['']],
  ['spaces', [' ', '   ']],
  ['only punctuation', ['...', '—', '?!', '"', ',']],
  ['emoji', ['😀', '👩‍👩‍👧', 'fine', '🇫🇷', '❤️']],
  ['control characters', ['a\u0000b', '\u0001s', '\u0001f20', 'c\u0007', '\u009fd', '\u2028']],
  ['lone surrogates replaced', ['a\uFFFDb', '\uFFFD']],
  ['lone surrogates', ['a\uD800b', '\uDC00']],
  [
    'markup of speech languages',
    [
      '<speak>',
      '<break time="9s"/>',
      '<mark',
      'name="x"/>',
      '&lt;',
      '&',
      '<!--',
      '</',
      '{{',
      '[[h@l',
      '@U]]',
      '\\pause=9\\',
    ],
  ],
  ['mixed scripts', ['hello', 'мир', '你好', 'שלום', 'नमस्ते', 'สวัสดี', '안녕', 'ありがとう', 'Ω']],
  ['combining marks', ['e\u0301\u0302\u0303\u0304', '\u0301', `o${'\u0336'.repeat(60)}`]],
  ['private use, unassigned and beyond the BMP', ['\uE001', '\uFFFF', '𝒳', '\u{10FFFF}']],
  ['long digits', ['9'.repeat(40), '1'.repeat(100)]],
  ['right-to-left marks', ['\u202Eabc\u202C', '\u200F']],
];

export function describeEngine(module: EngineModule, { voices, longRun = 100 }: EngineTestOptions): void {
  const { capabilities } = module;
  const [voice, otherVoice] = voices;

  describe(`the ${capabilities.id} engine`, () => {
    let engine: Engine;
    const say = (segment: Segment, by: EngineVoice = voice): Promise<Spoken> => speakWith(engine, segment, by);
    const sayText = (text: string, prosody: Partial<Prosody> = {}, by: EngineVoice = voice): Promise<Spoken> =>
      say(segmentOf(text, { prosody }), by);
    before(async () => {
      engine = await module.load();
    });

    describe('basic audio setting', () => {
      it('states capabilities that hold', async () => {
        assert.ok(engineIds.includes(capabilities.id));
        assert.deepEqual(engine.capabilities, capabilities);
        assert.ok(Number.isInteger(capabilities.sampleRate) && capabilities.sampleRate >= 8000);
        for (const language of capabilities.languages) assert.match(language, /^[a-z]{2}$/u);
        assert.equal(new Set(capabilities.languages).size, capabilities.languages.length);
        assert.ok(capabilities.segmentation.maxCodePoints > 0 && capabilities.segmentation.firstClauseWords > 0);
        const { chunks, marks } = await sayText(sentence);
        assert.equal(
          marks.some(({ kind }) => kind === 'phoneme'),
          capabilities.phonemeMarks,
        );
        assert.equal(
          marks.some(({ kind }) => kind === 'word'),
          capabilities.wordMarks,
        );
        if (capabilities.streaming) assert.ok(chunks.length > 2, 'a long sentence arrives in several pieces');
      });

      it('gives speech of a plausible length and loudness', async () => {
        const { samples } = await sayText(sentence);
        const seconds = samples.length / capabilities.sampleRate;
        assert.ok(seconds > 3 && seconds < 12, `${seconds} s`);
        const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
        assert.ok(rms > 300, `RMS ${rms}`);
      });

      it('speaks in every voice, and the voices differ', async () => {
        const heard = new Set<string>();
        for (const each of voices) {
          const { samples } = await sayText(question, {}, each);
          assert.ok(samples.length > capabilities.sampleRate / 2);
          heard.add(digest(samples));
        }
        assert.equal(heard.size, voices.length);
      });
    });

    describe('same input, same output', () => {
      it('repeats itself exactly', async () => {
        assert.equal(fingerprint(await sayText(sentence)), fingerprint(await sayText(sentence)));
      });

      it('is not changed by what was spoken before', async () => {
        const alone = fingerprint(await sayText(sentence));
        for (const [, segment] of alignmentCases) await say(segment, otherVoice);
        for (const [, words] of oddTexts) await say(segmentOf(words));
        assert.equal(fingerprint(await sayText(sentence)), alone);
      });

      it('gives the same in a fresh instance', async () => {
        const fresh = await module.load();
        for (const each of voices) {
          assert.equal(
            fingerprint(await speakWith(fresh, segmentOf(question), each)),
            fingerprint(await sayText(question, {}, each)),
          );
        }
      });

      it('leaves volume and leading pause to the caller', async () => {
        const loud = { ...segmentOf(question, { prosody: { volume: 4 } }), pauseSeconds: 3 };
        assert.equal(fingerprint(await say(loud)), fingerprint(await sayText(question)));
      });
    });

    describe('interleaved requests', () => {
      it('keeps the voices apart', async () => {
        const alone = new Map<EngineVoice, string>();
        for (const each of voices) alone.set(each, fingerprint(await sayText(question, {}, each)));
        for (let round = 0; round < 2; round++) {
          for (const each of voices) assert.equal(fingerprint(await sayText(question, {}, each)), alone.get(each));
        }
      });
    });

    describe('subtitle alignment', () => {
      for (const [name, segment] of alignmentCases) {
        it(`marks every word once, in order, inside the audio: ${name}`, async () => {
          for (const each of voices) assertMarks(segment, await say(segment, each), capabilities);
        });
      }

      it(
        'gives every ordinary word a length, and spreads the words over the audio',
        { skip: !capabilities.wordMarks },
        async () => {
          const spoken = await sayText(sentence);
          const words = spoken.marks.filter(({ kind }) => kind === 'word');
          for (const { start, end } of words) assert.ok(end > start);
          assert.ok(words[0]!.start < capabilities.sampleRate / 2);
          assert.ok(words.at(-1)!.end > spoken.samples.length * 0.8);
          const longest = Math.max(...words.map(({ start, end }) => end - start));
          assert.ok(longest < spoken.samples.length / 4, 'no word swallows the others');
        },
      );

      it('moves the marks with the rate', { skip: !capabilities.wordMarks }, async () => {
        const ends = async (rate: number): Promise<number> =>
          (await sayText(sentence, { rate })).marks.findLast(({ kind }) => kind === 'word')!.end;
        assert.ok((await ends(1.5)) < 0.9 * (await ends(1)));
      });

      it('gives phonemes inside the words', { skip: !capabilities.phonemeMarks }, async () => {
        const { marks } = await sayText(question);
        const words = marks.filter(({ kind }) => kind === 'word');
        const inside = marks.filter(
          ({ kind, start, end }) =>
            kind === 'phoneme' &&
            words.some((word) => (start + end) / 2 >= word.start && (start + end) / 2 <= word.end),
        );
        const all = marks.filter(({ kind }) => kind === 'phoneme');
        assert.ok(all.length >= 12 && inside.length >= all.length * 0.9, `${inside.length} of ${all.length}`);
      });
    });

    describe('append interrupt', () => {
      it('gives nothing when aborted before it begins', async () => {
        const { samples, markCalls } = await speakWith(engine, segmentOf(sentence), voice, { aborted: true });
        assert.deepEqual([samples.length, markCalls], [0, 0]);
      });

      it('stops inside a segment when it is interruptible, and is the same afterwards', async () => {
        const whole = await sayText(sentence);
        for (const after of [1, 3]) {
          const abort = { aborted: false };
          let calls = 0;
          const cut = await speakWith(engine, segmentOf(sentence), voice, abort, () => {
            abort.aborted = ++calls >= after;
          });
          if (capabilities.interruptible) {
            assert.ok(cut.samples.length < whole.samples.length / 2, 'it returns early');
            assert.equal(cut.markCalls, 0);
          }
          assert.equal(fingerprint(await sayText(sentence)), fingerprint(whole));
        }
      });

      it('is the same after its sink has thrown', async () => {
        const whole = await sayText(question);
        const failing = { audio: () => assert.fail('sink'), marks: (): void => undefined };
        await assert.rejects(
          async () => engine.speak(segmentOf(question), voice, failing, { aborted: false }),
          /sink/u,
        );
        assert.equal(fingerprint(await sayText(question)), fingerprint(whole));
      });
    });

    describe('corner input', () => {
      for (const [name, words] of oddTexts) {
        it(`takes odd text: ${name}`, async () => {
          const segment = segmentOf(words);
          const spoken = await say(segment);
          assertMarks(segment, spoken, capabilities);
          assert.ok(spoken.samples.length < capabilities.sampleRate * 400);
        });
      }

      it('gives no audio for an empty segment', async () => {
        assert.equal((await say(segmentOf([]))).samples.length, 0);
      });

      it('takes 10,000 characters without a space', async () => {
        const segment = segmentOf(['lighthouse'.repeat(1000)]);
        assertMarks(segment, await say(segment), capabilities);
      });

      it('takes a segment at the cap', async () => {
        const segment = segmentOf('word '.repeat(Math.ceil(capabilities.segmentation.maxCodePoints / 5)));
        assertMarks(segment, await say(segment), capabilities);
      });
    });

    describe('prosody', () => {
      it('speaks faster and slower', async () => {
        const length = async (rate: number): Promise<number> => (await sayText(sentence, { rate })).samples.length;
        const [slow, normal, fast] = [await length(0.6), await length(1), await length(1.5)];
        assert.ok(fast < normal * 0.85 && slow > normal * 1.3, `${slow} ${normal} ${fast}`);
      });

      it('speaks higher and lower, by voice and by prosody alike', async () => {
        const pitchOf = async (prosody: number, own: number): Promise<number> =>
          medianPitch(
            (await sayText(sentence, { pitch: prosody }, { ...voice, pitch: own })).samples,
            capabilities.sampleRate,
          );
        const [low, normal, high] = [await pitchOf(0.7, 1), await pitchOf(1, 1), await pitchOf(1.5, 1)];
        assert.ok(low < normal * 0.85 && high > normal * 1.2, `${low} ${normal} ${high} Hz`);
        assert.equal(await pitchOf(1, 1.5), high);
      });

      it('takes the ends of every range', async () => {
        for (const prosody of [
          { rate: 0.3, pitch: 0.5, range: 0 },
          { rate: 3, pitch: 2, range: 2 },
        ]) {
          const segment = segmentOf(question, { prosody });
          for (const pitch of [0.5, 2]) assertMarks(segment, await say(segment, { ...voice, pitch }), capabilities);
        }
      });
    });

    describe('invalid parameters', () => {
      it('refuses an unknown voice and goes on', async () => {
        const whole = await sayText(question);
        const unknown: EngineVoice = { engine: capabilities.id, name: 'no such voice' };
        await assert.rejects(
          async () =>
            engine.speak(
              segmentOf(question),
              unknown,
              { audio: () => undefined, marks: () => undefined },
              { aborted: false },
            ),
          Error,
        );
        assert.equal(fingerprint(await sayText(question)), fingerprint(whole));
      });
    });

    describe('stress', () => {
      it('keeps its memory flat over a long run', async () => {
        const run = async (): Promise<void> => {
          for (let i = 0; i < longRun; i++) await sayText(`Number ${i} is next.`, {}, voices[i % voices.length]);
        };
        await run();
        const first = memoryInUse();
        await run();
        const growth = memoryInUse() - first;
        assert.ok(growth < 4e6, `grew by ${growth} bytes`);
      });
    });
  });
}

/** A short name for the samples: comparing them element by element would print them when they differ. */
function digest(samples: Int16Array): string {
  return createHash('sha256')
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest('hex');
}

function fingerprint({ samples, marks, chunks }: Spoken): string {
  return `${samples.length} samples ${digest(samples)} in ${chunks.join('+')} ${JSON.stringify(marks)}`;
}

/** Median pitch in Hz of the loud frames: the lag of the highest autocorrelation between 60 and 400 Hz. */
function medianPitch(samples: Int16Array, sampleRate: number): number {
  const width = Math.round(sampleRate / 25);
  const found: number[] = [];
  for (let at = 0; at + 2 * width < samples.length; at += 2 * width) {
    const energy = correlate(samples, at, 0, width);
    if (energy < width * 1e6) continue;
    let best = { lag: 0, value: 0 };
    for (let lag = Math.round(sampleRate / 400); lag < sampleRate / 60; lag++) {
      const value = correlate(samples, at, lag, width);
      // A whole multiple of the period scores as high: take a longer lag only when it is clearly better.
      if (value > best.value * 1.1) best = { lag, value };
    }
    if (best.value > energy * 0.5) found.push(sampleRate / best.lag);
  }
  return found.sort((a, b) => a - b)[found.length >> 1] ?? 0;
}

function correlate(samples: Int16Array, at: number, lag: number, width: number): number {
  let sum = 0;
  for (let i = at; i < at + width; i++) sum += samples[i]! * samples[i + lag]!;
  return sum;
}

let collect: (() => void) | undefined;

function memoryInUse(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
