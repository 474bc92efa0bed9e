/** Where the words and phonemes of a segment are said to be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownPauses } from '../../text/line-breaks.ts';
import { Scheduler } from '../scheduling/scheduler.ts';
import { assertMarks, givesWords, segmentOf, spawnLocalThread, TaskRecord, type Spoken } from '../testing.ts';
import { itIf, type TestedEngine } from './tested-engine.ts';
import { question, sampledCases, sentence } from './texts.ts';

const wholeFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;

export function describeMarks(tested: TestedEngine): void {
  const { descriptor, say, sayText, once } = tested;
  const { capabilities } = descriptor;
  const { voices, reference } = tested.options;
  const [voice] = voices;
  const hasWords = givesWords(capabilities);

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

    itIf(hasWords && capabilities.deterministic)('says the same where nothing is to be marked', async () => {
      const scheduler = await Scheduler.start({
        engines: [descriptor],
        reference,
        threads: 1,
        spawn: spawnLocalThread,
      });
      const spoken = async (needs: boolean): Promise<TaskRecord> => {
        const record = new TaskRecord();
        const work = { segment: sampledCases[0]![1], voice, format: wholeFormat, characters: 1 };
        scheduler.speak({ ...work, needsWords: needs, needsPhonemes: needs }, -Infinity, record);
        return record.settled;
      };
      try {
        const [marked, plain] = [await spoken(true), await spoken(false)];
        assert.deepEqual([marked.error, plain.error], [undefined, undefined]);
        assert.ok(Buffer.concat(marked.bytes).equals(Buffer.concat(plain.bytes)));
        assert.ok(marked.result!.words.length > 0);
        assert.deepEqual([plain.result!.words, plain.result!.phonemes], [[], []]);
        assert.equal(plain.result!.samples, marked.result!.samples);
      } finally {
        await scheduler.close();
      }
    });

    itIf(tested.options.sparesMarks === true)('makes none where they are of no use', async () => {
      let samples = 0;
      const sink = {
        needsMarks: false,
        audio: (pcm: Int16Array) => void (samples += pcm.length),
        marks: () => assert.fail('marks were made'),
      };
      await tested.loaded.speak(segmentOf(sentence), voice, sink, new AbortController().signal);
      assert.ok(samples > 0);
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
          kind === 'phoneme' && words.some((word) => (start + end) / 2 >= word.start && (start + end) / 2 <= word.end),
      );
      const all = marks.filter(({ kind }) => kind === 'phoneme');
      assert.ok(all.length >= 12 && inside.length >= all.length * 0.9, `${inside.length} of ${all.length}`);
    });
  });
}
