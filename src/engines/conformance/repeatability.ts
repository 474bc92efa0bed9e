/** What is spoken before, beside or after a segment, or cut off, changes nothing of it, and leaves nothing in memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import type { EngineVoice } from '../adapter.ts';
import { assertMarks, fingerprint, memoryInUse, segmentOf, speakWith } from '../testing.ts';
import { itIf, type TestedEngine } from './tested-engine.ts';
import { question, sampledCases, sampledTexts, sentence } from './texts.ts';

export function describeRepeatability(tested: TestedEngine): void {
  const { say, sayText, once } = tested;
  const { capabilities } = tested.descriptor;
  const { voices, longRun = 100 } = tested.options;
  const [voice, otherVoice] = voices;

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
      const fresh = await tested.loadAnother();
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
        speakWith(tested.loaded, segmentOf(sentence), voice, abort.signal, () => abort.abort()),
        sayText(sentence),
      ]);
      assert.ok(cut.samples.length < whole.samples.length);
      assert.equal(cut.lateMarkCalls, 0);
      assertMarks(segmentOf(sentence), whole, capabilities);
    });
  });

  describe('append interrupt', () => {
    it('gives nothing when aborted before it begins', async () => {
      const { samples, markCalls } = await speakWith(tested.loaded, segmentOf(sentence), voice, AbortSignal.abort());
      assert.deepEqual([samples.length, markCalls], [0, 0]);
    });

    it('stops inside a segment, and is the same afterwards', async () => {
      const whole = await once(sentence);
      for (const after of [1, 3]) {
        const abort = new AbortController();
        let calls = 0;
        const cut = await speakWith(tested.loaded, segmentOf(sentence), voice, abort.signal, () => {
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
        async () => tested.loaded.speak(segmentOf(question), voice, failing, new AbortController().signal),
        /sink/u,
      );
      assert.equal(fingerprint(await sayText(question)), fingerprint(whole));
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
}
