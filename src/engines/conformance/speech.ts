/** What an engine claims of its audio, and how it bears any text and prosody. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EngineVoice } from '../adapter.ts';
import { assertMarks, digest, fingerprint, givesWords, medianPitch, segmentOf } from '../testing.ts';
import { itIf, type TestedEngine } from './tested-engine.ts';
import { longWord, question, sampledTexts, sentence } from './texts.ts';

export function describeSpeech(tested: TestedEngine): void {
  const { descriptor, say, sayText, once } = tested;
  const { id, capabilities } = descriptor;
  const { voices } = tested.options;
  const [voice] = voices;
  const hasWords = givesWords(capabilities);

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

  describe('invalid parameters', () => {
    it('refuses an unknown voice and goes on', async () => {
      const whole = await once(question);
      const unknown: EngineVoice = { engine: id, name: 'no such voice' };
      await assert.rejects(
        async () =>
          tested.loaded.speak(
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
}
