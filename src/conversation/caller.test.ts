import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { voiceLike } from '../audio/decoding/testing.ts';
import { fakeRecognizer, type FakeRecognizerOptions } from '../recognizers/fake/index.ts';
import { RecognizerError, type RecognizerDescriptor } from '../recognizers/adapter.ts';
import { TestClock } from '../timing/testing.ts';
import type { TurnDecision } from '../turns/turns.ts';
import { openCaller, type CallerOptions } from './caller.ts';

const sampleRate = 16_000;

const silentListener = {
  ...{ sound: () => undefined, candidate: () => undefined, text: () => undefined, decided: () => undefined },
  failed: () => undefined,
};

function opening(hearing: Partial<CallerOptions['hearing']>, ...descriptors: readonly RecognizerDescriptor[]) {
  const recognizers = descriptors.map((descriptor) => ({ id: descriptor.id, recognizer: descriptor.open() }));
  const options = { turns: {}, sampleRate, clock: new TestClock(), listener: silentListener };
  return openCaller({ ...options, hearing: { language: 'en', ...hearing, recognizers } });
}

/** Who hears pieces as `first`, `second`, and so on; `reported` has finals and decisions, in order. */
async function listening(options: FakeRecognizerOptions = {}) {
  const reported: string[] = [];
  let dropped = 0;
  const names = ['first', 'second', 'third'];
  const script: FakeRecognizerOptions['script'] = ({ index }) => ({ text: names[index] ?? 'more' });
  const recognizer = fakeRecognizer({ script, ...options }).open();
  const clock = new TestClock();
  const caller = await openCaller({
    hearing: { recognizers: [{ id: 'fake', recognizer }], language: 'en' },
    turns: {},
    sampleRate,
    clock,
    onDropped: () => dropped++,
    listener: {
      sound: () => undefined,
      candidate: () => undefined,
      text(text, isFinal) {
        if (isFinal) reported.push(text);
      },
      decided(decision: TurnDecision) {
        if (decision.kind === 'end') reported.push(`end: ${decision.transcript}`);
      },
      failed: (error) => reported.push(String(error)),
    },
  });
  /** In frames of 20 ms, at the pace of the clock. */
  const write = async (samples: Float32Array): Promise<void> => {
    for (let at = 0; at < samples.length; at += 320) {
      caller.write(samples.subarray(at, at + 320));
      clock.advance(20);
      await turnOfLoop();
    }
  };
  return { caller, reported, write, dropped: () => dropped };
}

function voice(seconds: number): Float32Array {
  return voiceLike({ seconds, sampleRate, pitch: 130 });
}

describe('a caller', () => {
  it('has the first recognizer that can be loaded, which stays so until the caller has left', async () => {
    const reserved: number[] = [];
    const absent: string[] = [];
    const onFallback = (id: string, { message }: Error): void => void absent.push(`${id}: ${message}`);
    const first = fakeRecognizer({ id: 'first', failsToLoad: 'no room' });
    const caller = await opening(
      { onFallback },
      first,
      fakeRecognizer({ onReserved: (change) => reserved.push(change) }),
    );
    assert.deepEqual([reserved, absent], [[1], ['first: the recognizer first does not load: no room']]);
    caller.close();
    assert.deepEqual(reserved, [1, -1]);
  });

  it('is refused where no recognizer can be loaded', async () => {
    const [first, last] = ['first', 'last'].map((id) => fakeRecognizer({ id, failsToLoad: 'no room' }));
    await assert.rejects(opening({}, first!, last!), /^RecognizerError: the recognizer last does not load: no room$/u);
  });

  it('is heard to where it is finalized, into the middle of a sound, and what comes behind is another piece', async () => {
    const { caller, reported, write } = await listening();
    await write(voice(1));
    // Not waited for: audio goes on.
    const finalized = caller.finalize();
    await write(voice(1));
    await finalized;
    assert.deepEqual(reported, ['first']);
    await caller.finalize();
    assert.deepEqual(reported, ['first', 'second']);
    caller.close();
  });

  it('has no part of what was heard before in the turn that follows a restart', async () => {
    const { caller, reported, write } = await listening();
    await write(voice(1));
    await caller.finalize();
    caller.restartTurns();
    await write(new Float32Array(4 * sampleRate));
    assert.deepEqual(
      reported.filter((text) => text.includes('first')),
      ['first'],
      'and no turn ends with it',
    );
    await write(voice(1));
    await write(new Float32Array(4 * sampleRate));
    const [end] = reported.filter((text) => text.startsWith('end: '));
    assert.ok(end !== undefined && !end.includes('first'), end);
    caller.close();
  });

  it('is heard on behind a piece that could not be heard, by the same recognizer', async () => {
    const reserved: number[] = [];
    const { caller, reported, write } = await listening({
      onReserved: (change) => reserved.push(change),
      script({ index }) {
        if (index === 1) throw new RecognizerError('unavailable', 'by the test');
        return { text: `piece ${index}` };
      },
    });
    for (let piece = 0; piece < 3; piece++) {
      await write(voice(0.6));
      await write(new Float32Array(4 * sampleRate));
    }
    const heard = ['piece 0', 'end: piece 0', 'RecognizerError: by the test', 'piece 2', 'end: piece 2'];
    assert.deepEqual(reported, heard);
    assert.deepEqual(reserved, [1]);
    caller.close();
    assert.deepEqual(reserved, [1, -1]);
  });

  it('loses no words where the recognizer is behind', async () => {
    const heard = Promise.withResolvers<undefined>();
    const { caller, reported, write, dropped } = await listening({
      async script({ index }) {
        await heard.promise;
        return { text: `piece ${index}.` };
      },
    });
    const pieces = 8;
    for (let piece = 0; piece < pieces; piece++) {
      await write(voice(0.6));
      await write(new Float32Array(1.5 * sampleRate));
    }
    heard.resolve(undefined);
    await caller.finalize();
    assert.deepEqual(
      reported.filter((text) => !text.startsWith('end: ')),
      Array.from({ length: pieces }, (_, piece) => `piece ${piece}.`),
    );
    assert.equal(dropped(), 0);
    caller.close();
  });

  it('is heard late by no more than some seconds, and it is told once that audio was dropped', async () => {
    const heard = Promise.withResolvers<undefined>();
    const { caller, reported, write, dropped } = await listening({
      async script({ index }) {
        await heard.promise;
        return { text: `piece ${index}.` };
      },
    });
    // Speech without a pause is cut at 30 s.
    await write(voice(30));
    for (let second = 0; second < 20; second++) await write(voice(1));
    assert.equal(dropped(), 1);
    const { seconds } = caller;
    heard.resolve(undefined);
    await caller.finalize();
    assert.ok(caller.seconds - seconds <= 10.5, `${caller.seconds - seconds} s waited`);
    assert.ok(reported.includes('piece 1.'));
    caller.close();
  });

  it('is heard behind a piece that could not be heard, also what was said before that was known', async () => {
    const failing = Promise.withResolvers<undefined>();
    const { caller, reported, write } = await listening({
      async script({ index }) {
        if (index !== 1) return { text: `piece ${index}` };
        await failing.promise;
        throw new RecognizerError('unavailable', 'by the test');
      },
    });
    for (let piece = 0; piece < 4; piece++) {
      await write(voice(0.6));
      await write(new Float32Array((piece === 0 ? 4 : 1.2) * sampleRate));
    }
    assert.deepEqual(reported, ['piece 0', 'end: piece 0']);
    failing.resolve(undefined);
    await caller.finalize();
    await write(new Float32Array(4 * sampleRate));
    const behind = ['piece 2', 'end: piece 2', 'piece 3', 'end: piece 3'];
    assert.deepEqual(reported.slice(2), ['RecognizerError: by the test', ...behind]);
    caller.close();
  });

  it('is no longer waited for by what is finalized once it could not be heard', async () => {
    const { caller, reported, write } = await listening({
      script: () => Promise.reject(new RecognizerError('unavailable', 'by the test')),
    });
    await write(voice(0.6));
    await caller.finalize();
    assert.deepEqual(reported, ['RecognizerError: by the test']);
    caller.close();
  });

  it('keeps nothing waiting that is finalized when it is closed', async () => {
    const { caller, write } = await listening();
    await write(voice(0.5));
    const finalized = caller.finalize();
    caller.close();
    await finalized.catch(() => undefined);
    await caller.finalize();
  });
});
