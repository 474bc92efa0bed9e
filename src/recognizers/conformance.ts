/** What every recognizer must do, as tests: a recognizer's own test file calls {@link describeRecognizer}. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  recognizerRate,
  RecognizerError,
  type Recognized,
  type Recognizer,
  type RecognizerDescriptor,
  type UtteranceOptions,
} from './adapter.ts';

export interface RecognizerTestOptions {
  /** Speech at {@link recognizerRate} in a language of the recognizer. */
  readonly speech: Int16Array;
  /** ISO 639-1 code of it. */
  readonly language: string;
  /** What is heard in it, however little of it. */
  readonly heard: RegExp;
}

/** Seconds by which the times of words may differ: recognizers adapt to what they heard before. */
const timeTolerance = 0.035;

function assertSame({ text, words = [] }: Recognized, expected: Recognized): void {
  assert.equal(text, expected.text);
  assert.equal(words.length, expected.words?.length ?? 0);
  for (const [index, { word, start, end }] of words.entries()) {
    const other = expected.words![index]!;
    assert.equal(word, other.word);
    assert.ok(Math.abs(start - other.start) <= timeTolerance, `${word} begins at ${start} and ${other.start}`);
    assert.ok(Math.abs(end - other.end) <= timeTolerance, `${word} ends at ${end} and ${other.end}`);
  }
}

/** What a recognizer does not claim is not asked of it. */
export function describeRecognizer(
  open: () => Promise<RecognizerDescriptor> | RecognizerDescriptor,
  name: string,
  { speech, language, heard }: RecognizerTestOptions,
): void {
  void describe(`the recognizer ${name}`, () => {
    let descriptor: RecognizerDescriptor;
    let recognizer: Recognizer;
    before(async () => {
      descriptor = await open();
      recognizer = descriptor.open();
      await recognizer.load();
    });
    after(() => recognizer.close());

    const never = new AbortController().signal;
    const hear = async (
      samples: Int16Array,
      { step = samples.length, ...more }: Partial<UtteranceOptions> & { readonly step?: number } = {},
    ): Promise<Recognized> => {
      const utterance = recognizer.begin({ language, signal: never, ...more });
      for (let at = 0; at < samples.length; at += step) utterance.write(samples.slice(at, at + step));
      return utterance.end();
    };

    void it('hears what is said, the same each time and for every way in which it comes', async () => {
      const whole = await hear(speech);
      assert.match(whole.text, heard);
      assert.equal(whole.text, whole.text.trim());
      assertSame(await hear(speech), whole);
      assertSame(await hear(speech, { step: 1600 }), whole);
    });

    void it('says when words are spoken, in order and within the audio, where it says it at all', async () => {
      const { text, words } = await hear(speech);
      if (descriptor.capabilities.words) assert.notEqual(words, undefined);
      if (words === undefined) return;
      assert.equal(words.map(({ word }) => word).join(''), text.replaceAll(/\s+/gu, ''));
      let reached = 0;
      for (const { word, start, end } of words) {
        assert.ok(start >= reached && end >= start, `${word} at ${start}–${end} behind ${reached}`);
        reached = end;
      }
      assert.ok(reached <= speech.length / recognizerRate + 0.02, `the last word ends at ${reached}`);
    });

    void it('hears nothing in an utterance without samples', async () => {
      assert.equal((await hear(new Int16Array(0))).text, '');
    });

    void it('gives what it has heard so far only where it is asked for, and not behind the end', async () => {
      const partials: string[] = [];
      let isOver = false;
      const { text } = await hear(speech, {
        step: recognizerRate / 4,
        onPartial(partial) {
          assert.equal(isOver, false);
          partials.push(partial);
        },
      });
      isOver = true;
      assert.match(text, heard);
      assert.ok(
        partials.every((partial, index) => partial !== '' && partial !== partials[index - 1]),
        String(partials),
      );
      if (descriptor.capabilities.streaming) assert.ok(partials.length > 0);
    });

    void it('hears more at once than it has places for, each as if it were alone', async () => {
      const alone = await hear(speech);
      const count = Math.min(6, descriptor.capabilities.concurrency + 2);
      const all = await Promise.all(Array.from({ length: count }, () => hear(speech)));
      for (const each of all) assertSame(each, alone);
    });

    void it('is left at once, and hears what comes behind', async () => {
      const leave = new AbortController();
      const reason = new Error('the caller has left');
      const utterance = recognizer.begin({ language, signal: leave.signal });
      utterance.write(speech.slice());
      const end = utterance.end();
      leave.abort(reason);
      await assert.rejects(end, (error) => error === reason);
      await assert.rejects(hear(speech, { signal: leave.signal }), (error) => error === reason);
      assert.match((await hear(speech)).text, heard);
    });

    void it('limits itself to a vocabulary where it can', async () => {
      if (!descriptor.capabilities.vocabulary) return;
      const { text } = await hear(speech, { vocabulary: ['yes', 'no'] });
      assert.match(text, /^(?:(?:yes|no)(?: |$))*$/u);
    });

    void it('fails what has not ended when it is closed, as a recognizer fails', async () => {
      const other = descriptor.open();
      const utterance = other.begin({ language, signal: never });
      utterance.write(speech.slice());
      await other.close();
      await utterance.end().then(
        // One that had begun to hear may have come to its end.
        ({ text }) => assert.equal(typeof text, 'string'),
        (error: unknown) => assert.ok(error instanceof RecognizerError, String(error)),
      );
    });
  });
}
