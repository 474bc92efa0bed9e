/**
 * What every engine must do, as tests: an engine's own test file calls {@link describeEngine}. The groups follow the usual
 * plan for speech adapters: audio setting, alignment, interruption, interleaving, corner input, parameters, stress.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { swept } from '../../test/support/sweeps.ts';
import { ownPauses } from '../text/line-breaks.ts';
import type { Prosody, Segment } from '../text/types.ts';
import type { EngineDescriptor, EngineVoice, Synthesizer } from './adapter.ts';
import { Scheduler } from './scheduling/scheduler.ts';
import {
  assertMarks,
  digest,
  fingerprint,
  givesWords,
  loadSynthesizer,
  medianPitch,
  memoryInUse,
  segmentOf,
  spawnLocalThread,
  speakWith,
  TaskRecord,
  type Spoken,
} from './testing.ts';

export interface EngineTestOptions {
  /** For an engine that needs one, or whose words are aligned. */
  readonly reference?: EngineDescriptor;
  /** At least two that sound different; the first one speaks English in most cases. */
  readonly voices: readonly [EngineVoice, EngineVoice, ...EngineVoice[]];
  /** Utterances of the run that watches memory, after as many before it (default 100); a sixth of them in `npm test`. */
  readonly longRun?: number;
}

const wholeFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;

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

/** A sample of the cases in `npm test`. */
const sampledCases = swept(
  alignmentCases,
  ([name]) => name === 'a number spoken as several words' || name === 'tokens with nothing to say',
);
const sampledTexts = swept(oddTexts, ([name]) =>
  ['no tokens', 'only punctuation', 'control characters', 'lone surrogates', 'markup of speech languages'].includes(
    name,
  ),
);
/** Characters of a word without an end. */
const longWord = swept([1000, 10_000], (length) => length === 1000);

/** What an engine does not claim is not asked of it. */
function itIf(claimed: boolean): (name: string, body: () => Promise<void>) => void {
  return (name, body) => {
    if (claimed) void it(name, body);
  };
}

export function describeEngine(
  descriptor: EngineDescriptor,
  { voices, reference, longRun = 100 }: EngineTestOptions,
): void {
  const { id, capabilities } = descriptor;
  const hasWords = givesWords(capabilities);
  const [voice, otherVoice] = voices;

  describe(`the ${id} engine`, () => {
    let engine: Synthesizer;
    const say = (segment: Segment, by: EngineVoice = voice): Promise<Spoken> => speakWith(engine, segment, by);
    const sayText = (text: string, prosody: Partial<Prosody> = {}, by: EngineVoice = voice): Promise<Spoken> =>
      say(segmentOf(text, { prosody }), by);
    /** The sentence and the question as they are, by the first voice: spoken once for the tests that only look at them. */
    const spokenOnce = new Map<string, Promise<Spoken>>();
    const once = (text: string): Promise<Spoken> => {
      const speaking = spokenOnce.get(text) ?? sayText(text);
      spokenOnce.set(text, speaking);
      return speaking;
    };
    before(async () => {
      engine = await loadSynthesizer(descriptor, reference);
    });
    after(() => engine.close());

    describe('basic audio setting', () => {
      it('states capabilities that hold', async () => {
        assert.match(id, /^[a-z][a-z0-9:._-]*$/u);
        assert.ok(Number.isInteger(capabilities.concurrency) && capabilities.concurrency >= 1);
        if (descriptor.placement === 'shared') {
          assert.equal(capabilities.concurrency, 1, 'it owns its thread while it speaks');
        }
        assert.ok(Number.isInteger(capabilities.sampleRate) && capabilities.sampleRate >= 8000);
        for (const language of capabilities.languages) assert.match(language, /^[a-z]{2}$/u);
        assert.equal(new Set(capabilities.languages).size, capabilities.languages.length);
        const { maxCodePoints, firstClauseWords, firstCodePoints = maxCodePoints } = capabilities.segmentation;
        assert.ok(firstClauseWords > 0 && firstCodePoints > 0 && firstCodePoints <= maxCodePoints);
        const { chunks, marks } = await once(sentence);
        assert.equal(
          marks.some(({ kind }) => kind === 'phoneme'),
          capabilities.phonemes,
        );
        assert.equal(
          marks.some(({ kind }) => kind === 'word'),
          hasWords,
        );
        if (descriptor.placement === 'shared') {
          assert.ok(chunks.length > 2, 'a long sentence arrives in several pieces');
        }
      });

      it('gives speech of a plausible length and loudness', async () => {
        const { samples } = await once(sentence);
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
      itIf(capabilities.deterministic)('repeats itself exactly', async () => {
        assert.equal(fingerprint(await sayText(sentence)), fingerprint(await once(sentence)));
      });

      itIf(capabilities.deterministic)('is not changed by what was spoken before', async () => {
        const alone = fingerprint(await once(sentence));
        for (const [, segment] of sampledCases) await say(segment, otherVoice);
        for (const [, words] of sampledTexts) await say(segmentOf(words));
        assert.equal(fingerprint(await sayText(sentence)), alone);
      });

      itIf(capabilities.deterministic)('gives the same in a fresh instance', async () => {
        const fresh = await loadSynthesizer(descriptor, reference);
        for (const each of voices) {
          assert.equal(
            fingerprint(await speakWith(fresh, segmentOf(question), each)),
            fingerprint(await sayText(question, {}, each)),
          );
        }
        await fresh.close();
      });

      itIf(capabilities.deterministic)('leaves volume and leading pause to the caller', async () => {
        const loud = { ...segmentOf(question, { prosody: { volume: 4 } }), pauseSeconds: 3 };
        assert.equal(fingerprint(await say(loud)), fingerprint(await once(question)));
      });
    });

    describe('interleaved requests', () => {
      itIf(capabilities.deterministic)('keeps the voices apart', async () => {
        const alone = new Map<EngineVoice, string>();
        for (const each of voices) alone.set(each, fingerprint(await sayText(question, {}, each)));
        for (let round = 0; round < 2; round++) {
          for (const each of voices) assert.equal(fingerprint(await sayText(question, {}, each)), alone.get(each));
        }
      });

      itIf(capabilities.concurrency > 1)('speaks as many at once as it claims, each for itself', async () => {
        const segments = Array.from({ length: capabilities.concurrency }, (_, index) =>
          segmentOf(`${sentence} Number ${index}. ${'And on. '.repeat(index)}`),
        );
        const together = await Promise.all(segments.map((segment) => say(segment)));
        for (const [index, segment] of segments.entries()) {
          assertMarks(segment, together[index]!, capabilities);
          const alone = await say(segment);
          if (capabilities.deterministic) assert.equal(fingerprint(together[index]!), fingerprint(alone));
        }
      });

      itIf(capabilities.concurrency > 1)('stops one of many, and only that one', async () => {
        const abort = new AbortController();
        const [cut, whole] = await Promise.all([
          speakWith(engine, segmentOf(sentence), voice, abort.signal, () => abort.abort()),
          sayText(sentence),
        ]);
        assert.ok(cut.samples.length < whole.samples.length);
        assert.equal(cut.lateMarkCalls, 0);
        assertMarks(segmentOf(sentence), whole, capabilities);
      });
    });

    describe('subtitle alignment', () => {
      for (const [name, segment] of sampledCases) {
        it(`marks every word once, in order, inside the audio: ${name}`, async () => {
          for (const each of voices) assertMarks(segment, await say(segment, each), capabilities);
        });
      }

      itIf(capabilities.marks === 'aligned')('has every word once in its thread, found by the reference', async () => {
        const scheduler = await Scheduler.start({
          engines: [descriptor],
          reference,
          threads: 1,
          spawn: spawnLocalThread,
        });
        try {
          for (const [name, segment] of sampledCases) {
            const record = new TaskRecord();
            scheduler.speak({ segment, voice, format: wholeFormat, characters: 1 }, -Infinity, record);
            const { result, error } = await record.settled;
            assert.equal(error, undefined, name);
            const words = segment.tokens.flatMap(({ spoken }, token) => spoken.map((_, word) => `${token}.${word}`));
            assert.deepEqual(
              result!.words.map(({ token, word }) => `${token}.${word}`),
              words,
              name,
            );
            const spoken = result!.samples - ownPauses.sentence * capabilities.sampleRate;
            assert.ok(result!.words.at(-1)!.end > spoken / 2, `${name}: the words are spread over the audio`);
          }
        } finally {
          await scheduler.close();
        }
      });

      itIf(hasWords)('gives every ordinary word a length, and spreads the words over the audio', async () => {
        const spoken = await once(sentence);
        const words = spoken.marks.filter(({ kind }) => kind === 'word');
        for (const { start, end } of words) assert.ok(end > start);
        assert.ok(words[0]!.start < capabilities.sampleRate / 2);
        assert.ok(words.at(-1)!.end > spoken.samples.length * 0.8);
        const longest = Math.max(...words.map(({ start, end }) => end - start));
        assert.ok(longest < spoken.samples.length / 4, 'no word swallows the others');
      });

      itIf(hasWords && capabilities.prosody.rate)('moves the marks with the rate', async () => {
        const end = ({ marks }: Spoken): number => marks.findLast(({ kind }) => kind === 'word')!.end;
        assert.ok(end(await sayText(sentence, { rate: 1.5 })) < 0.9 * end(await once(sentence)));
      });

      itIf(capabilities.phonemes)('gives phonemes inside the words', async () => {
        const { marks } = await once(question);
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
        const { samples, markCalls } = await speakWith(engine, segmentOf(sentence), voice, AbortSignal.abort());
        assert.deepEqual([samples.length, markCalls], [0, 0]);
      });

      it('stops inside a segment, and is the same afterwards', async () => {
        const whole = await once(sentence);
        for (const after of [1, 3]) {
          const abort = new AbortController();
          let calls = 0;
          const cut = await speakWith(engine, segmentOf(sentence), voice, abort.signal, () => {
            if (++calls >= after) abort.abort();
          });
          assert.ok(cut.samples.length < whole.samples.length, 'it returns early');
          assert.equal(cut.lateMarkCalls, 0);
          if (capabilities.deterministic) assert.equal(fingerprint(await sayText(sentence)), fingerprint(whole));
        }
      });

      itIf(capabilities.deterministic)('is the same after its sink has thrown', async () => {
        const whole = await once(question);
        const failing = { audio: () => assert.fail('sink'), marks: (): void => undefined };
        await assert.rejects(
          async () => engine.speak(segmentOf(question), voice, failing, new AbortController().signal),
          /sink/u,
        );
        assert.equal(fingerprint(await sayText(question)), fingerprint(whole));
      });
    });

    describe('corner input', () => {
      for (const [name, words] of sampledTexts) {
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

      for (const length of longWord) {
        it(`takes ${length} characters without a space`, async () => {
          const segment = segmentOf(['lighthouse'.repeat(length / 10)]);
          assertMarks(segment, await say(segment), capabilities);
        });
      }

      it('takes a segment at the cap', async () => {
        const segment = segmentOf('word '.repeat(Math.ceil(capabilities.segmentation.maxCodePoints / 5)));
        assertMarks(segment, await say(segment), capabilities);
      });
    });

    describe('prosody', () => {
      itIf(capabilities.prosody.rate)('speaks faster and slower', async () => {
        const length = async (rate: number): Promise<number> => (await sayText(sentence, { rate })).samples.length;
        const [slow, fast] = [await length(0.6), await length(1.5)];
        const normal = (await once(sentence)).samples.length;
        assert.ok(fast < normal * 0.85 && slow > normal * 1.3, `${slow} ${normal} ${fast}`);
      });

      itIf(capabilities.prosody.pitch)('speaks higher and lower, by voice and by prosody alike', async () => {
        const pitchOf = async (prosody: number, own: number): Promise<number> =>
          medianPitch(
            (await sayText(sentence, { pitch: prosody }, { ...voice, pitch: own })).samples,
            capabilities.sampleRate,
          );
        const [low, normal, high] = [await pitchOf(0.7, 1), await pitchOf(1, 1), await pitchOf(1.5, 1)];
        assert.ok(low < normal * 0.85 && high > normal * 1.2, `${low} ${normal} ${high} Hz`);
        const own = await pitchOf(1, 1.5);
        if (capabilities.deterministic) assert.equal(own, high);
        else assert.ok(Math.abs(own - high) < high / 10, `${own} ${high} Hz`);
      });

      it('takes the ends of every range', async () => {
        const { rate, pitch: hasPitch } = capabilities.prosody;
        for (const prosody of [
          { ...(rate && { rate: 0.3 }), ...(hasPitch && { pitch: 0.5, range: 0 }) },
          { ...(rate && { rate: 3 }), ...(hasPitch && { pitch: 2, range: 2 }) },
        ]) {
          const segment = segmentOf(question, { prosody });
          for (const pitch of hasPitch ? [0.5, 2] : [1]) {
            assertMarks(segment, await say(segment, { ...voice, pitch }), capabilities);
          }
        }
      });
    });

    describe('invalid parameters', () => {
      it('refuses an unknown voice and goes on', async () => {
        const whole = await once(question);
        const unknown: EngineVoice = { engine: id, name: 'no such voice' };
        await assert.rejects(
          async () =>
            engine.speak(
              segmentOf(question),
              unknown,
              { audio: () => undefined, marks: () => undefined },
              new AbortController().signal,
            ),
          Error,
        );
        const again = await sayText(question);
        if (capabilities.deterministic) assert.equal(fingerprint(again), fingerprint(whole));
        else assert.ok(again.samples.length > capabilities.sampleRate / 2);
      });
    });

    describe('stress', () => {
      it('keeps its memory flat over a long run', async () => {
        const numbers = swept(
          Array.from({ length: longRun }, (_, i) => i),
          (i) => i % 6 === 0,
        );
        const run = async (): Promise<void> => {
          for (const i of numbers) await sayText(`Number ${i} is next.`, {}, voices[i % voices.length]);
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
