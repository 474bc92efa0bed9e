import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import type { OutputFormat } from '../../audio/formats.ts';
import { memoryBytes } from '../../audio/libav/encoder.ts';
import { fakeEngine } from '../fake/index.ts';
import { misdeeds } from '../fake/synthesizer.ts';
import { segmentOf } from '../testing.ts';
import { Bench, raw } from './executor-testing.ts';
import { loadEngines, TaskExecutor } from './executor.ts';
import type { FromThread } from './protocol.ts';
import { TaskSignal } from './task-signal.ts';

const mp3: OutputFormat = { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 };

function turns(count: number): Promise<void> {
  return count === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(turns(count - 1))));
}

describe('an engine that knows its words before its audio', () => {
  it('has each in the message whose audio it ends in, where words are of use', async () => {
    const bench = await Bench.open({ synthesizer: { marksFirst: true } });
    const text = 'one two three four five six seven eight nine ten '.repeat(4);
    const ended = await bench.speak(text, { isUrgent: true });
    await bench.speak(text, { isUrgent: true, needsWords: false });
    const messages = bench.posted.filter((message) => message.kind === 'audio');
    let samples = 0;
    const sent = messages
      .filter(({ task }) => task === 1)
      .flatMap(({ words, ...part }) => {
        const from = samples;
        samples += part.samples;
        assert.ok(words!.every(({ end }) => end > from && end <= samples));
        return words!;
      });
    assert.ok(ended.kind === 'end' && sent.length > 3);
    assert.deepEqual(sent, ended.result.words.slice(0, sent.length));
    assert.ok(messages.every(({ task, words }) => task === 1 || words === undefined));
  });
});

describe('an engine that breaks its contract', () => {
  const breaches: readonly (readonly [keyof typeof misdeeds, RegExp])[] = [
    ['throws', /told to fail/],
    ['marksTwice', /marks twice/],
    ['noMarks', /no mark for word 0 of token 0/],
    ['marksBackwards', /mark at/],
    ['marksBeyond', /mark at/],
    ['endless', /more than 240000 samples/],
  ];
  for (const waits of [false, true]) {
    for (const [misdeed, message] of breaches) {
      it(`fails the task once and speaks the next one right: ${misdeed}, ${waits ? 'waiting' : 'at once'}`, async () => {
        const bench = await Bench.open({ synthesizer: { waits } }, { maxSegmentSeconds: 10 });
        await bench.speak('Hello there.');
        const failed = await bench.speak(`One ${misdeeds[misdeed]} two.`);
        assert.ok(failed.kind === 'failed', failed.kind);
        assert.match(failed.message, message);
        const next = await bench.speak('Hello there.');
        assert.equal(next.kind, 'end');
        assert.ok(bench.bytesOf(3).equals(bench.bytesOf(1)));
        await turns(10);
        assert.deepEqual(
          bench.kindsOf(2).filter((kind) => kind !== 'audio'),
          ['failed'],
        );
      });
    }

    it(`is ignored after its end: answersLate, ${waits ? 'waiting' : 'at once'}`, async () => {
      const bench = await Bench.open({ synthesizer: { waits: false } });
      const outcome = await bench.speak(`Too ${misdeeds.answersLate}.`);
      assert.ok(outcome.kind === 'end');
      assert.equal(outcome.result.words.length, 2);
      const before = bench.posted.length;
      const next = bench.speak(waits ? 'One two three four five six.' : 'One.');
      await turns(20);
      await next;
      assert.deepEqual(bench.kindsOf(1), ['end']);
      assert.deepEqual([...new Set(bench.kindsOf(2))].at(-1), 'end');
      assert.ok(bench.posted.length > before);
    });
  }

  it('fails once also in a callback of its own, and its error goes nowhere else', async () => {
    const bench = await Bench.open({ synthesizer: { waits: true } });
    const outcome = await bench.speak(`${misdeeds.marksAside} ${'word '.repeat(50)}`);
    assert.ok(outcome.kind === 'failed');
    assert.match(outcome.message, /marks twice/);
    await turns(20);
    assert.deepEqual(
      bench.kindsOf(1).filter((kind) => kind !== 'audio'),
      ['failed'],
    );
    assert.equal((await bench.speak('Next.')).kind, 'end');
  });

  it('fails also when it swallows the error', async () => {
    const engine = fakeEngine();
    for (const isMarks of [true, false]) {
      const synthesizer = {
        close: () => Promise.resolve(),
        speak: (...[, , sink]: Parameters<import('../adapter.ts').Synthesizer['speak']>): void => {
          sink.marks([]);
          try {
            if (isMarks) sink.marks([]);
            else sink.audio(new Int16Array(48_001));
          } catch {
            sink.audio(new Int16Array(10));
          }
        },
      };
      const posted: FromThread[] = [];
      const bench = new TaskExecutor({
        engines: new Map([
          ['fake', { ...engine, capabilities: { ...engine.capabilities, marks: 'none' }, synthesizer }],
        ]),
        cancelFlags: new Int32Array(1),
        post: (message) => posted.push(message),
        maxSegmentSeconds: 2,
      });
      const task = { slot: 0, segment: segmentOf('One.'), voice: { engine: 'fake', name: 'Tonia' }, format: raw };
      bench.receive({ kind: 'speak', id: 1, ...task, stream: undefined, isUrgent: false, needsWords: true });
      await turns(3);
      assert.deepEqual(
        posted.map(({ kind }) => kind),
        ['failed'],
      );
    }
  });

  it('is named when it is not there', async () => {
    const bench = await Bench.open();
    const outcome = await bench.speak('Hello.', { voice: { engine: 'other', name: 'x' } });
    assert.ok(outcome.kind === 'failed');
    assert.match(outcome.message, /other is not loaded/);
  });
});

describe('what comes of a segment', () => {
  it('is as many samples as it says, and its words where they are heard', async () => {
    const bench = await Bench.open();
    const outcome = await bench.speak('one two three');
    assert.ok(outcome.kind === 'end');
    const { samples, words, phonemes } = outcome.result;
    assert.equal(samples, 3 * 6000);
    assert.equal(bench.bytesOf(1).length, 2 * samples);
    assert.deepEqual(words, [
      { token: 0, word: 0, start: 0, end: 6000 },
      { token: 1, word: 0, start: 6000, end: 12_000 },
      { token: 2, word: 0, start: 12_000, end: 18_000 },
    ]);
    assert.deepEqual(phonemes, []);
  });

  it('has no words when the engine claims none, also when it gives some', async () => {
    const bench = await Bench.open({ capabilities: { marks: 'none' }, synthesizer: { hasMarks: true } });
    const outcome = await bench.speak('one two three');
    assert.ok(outcome.kind === 'end');
    assert.deepEqual(outcome.result.words, []);
    assert.equal(outcome.result.samples, 18_000);
  });

  it('is the same however the engine cuts its audio, at every rate', async () => {
    for (const sampleRate of [8000, 24_000, 44_100] as const) {
      const heard = new Set<string>();
      for (const chunkSeconds of [0.0007, 0.1, 10]) {
        const bench = await Bench.open({ capabilities: { sampleRate: 22_050 }, synthesizer: { chunkSeconds } });
        const outcome = await bench.speak('Cut me as you like.', { format: { ...raw, sampleRate } });
        assert.ok(outcome.kind === 'end');
        heard.add(`${bench.bytesOf(1).toString('base64')} ${JSON.stringify(outcome.result)}`);
      }
      assert.equal(heard.size, 1);
    }
  });

  it('begins with its pause as silence, and its words stand behind it', async () => {
    const bench = await Bench.open();
    await bench.speak('one two');
    const outcome = await bench.speak({ ...segmentOf('one two'), pauseSeconds: 2.5 });
    assert.ok(outcome.kind === 'end');
    assert.equal(outcome.result.samples, 12_000 + 60_000);
    assert.deepEqual(
      outcome.result.words.map(({ start, end }) => [start, end]),
      [
        [60_000, 66_000],
        [66_000, 72_000],
      ],
    );
    const bytes = bench.bytesOf(2);
    assert.ok(bytes.subarray(0, 120_000).every((byte) => byte === 0));
    assert.ok(bytes.subarray(120_000).equals(bench.bytesOf(1)));
  });

  it('may be a pause alone', async () => {
    const bench = await Bench.open();
    const outcome = await bench.speak({ ...segmentOf(''), pauseSeconds: 1.5 });
    assert.ok(outcome.kind === 'end');
    assert.deepEqual(outcome.result, { samples: 36_000, words: [], phonemes: [] });
    assert.equal(bench.bytesOf(1).length, 72_000);
  });

  it('has the volume that was asked for, which the engine does not apply', async () => {
    const bench = await Bench.open();
    await bench.speak('one');
    await bench.speak(segmentOf('one', { prosody: { volume: 0.5 } }));
    assert.equal(bench.bytesOf(2).readInt16LE(0), bench.bytesOf(1).readInt16LE(0) / 2);
  });
});

describe('a cancelled task', () => {
  it('gives nothing when it was cancelled before it came', async () => {
    const bench = await Bench.open();
    Atomics.store(bench.flags, 0, 1);
    const outcome = await bench.speak('one two three', { stream: 1, format: mp3 });
    assert.deepEqual(outcome, {
      kind: 'end',
      task: 1,
      result: { samples: 0, words: [], phonemes: [] },
      rest: undefined,
    });
    assert.equal(bench.executor.encoders, 0);
  });

  it('stops a synchronous engine through its flag alone, and that slot only', async () => {
    const bench = await Bench.open();
    bench.onAudio = () => Atomics.store(bench.flags, 2, 1);
    const text = 'word '.repeat(200);
    const [cut, whole] = await Promise.all([bench.speak(text, { slot: 2 }), bench.speak(text, { slot: 1 })]);
    assert.ok(cut.kind === 'end' && whole.kind === 'end');
    assert.equal(cut.result.samples, 0);
    assert.deepEqual(bench.kindsOf(1), ['audio', 'end']);
    assert.equal(whole.result.samples, 200 * 6000);
  });

  it('stops in its pause', async () => {
    const bench = await Bench.open();
    bench.onAudio = () => Atomics.store(bench.flags, 0, 1);
    await bench.speak({ ...segmentOf('one'), pauseSeconds: 60 });
    assert.deepEqual(bench.kindsOf(1), ['audio', 'end']);
  });

  it('stops an engine that waits', async () => {
    const bench = await Bench.open({ synthesizer: { waits: true } });
    const cancelled = bench.speak(`${misdeeds.endless} ${'word '.repeat(200)}`, { slot: 1 });
    await turns(3);
    Atomics.store(bench.flags, 1, 1);
    bench.executor.receive({ kind: 'cancel', task: 1 });
    const outcome = await cancelled;
    assert.ok(outcome.kind === 'end' && outcome.result.samples === 0);
    const messages = bench.kindsOf(1).length;
    await turns(10);
    assert.equal(bench.kindsOf(1).length, messages);
    assert.equal((await bench.speak('Next.')).kind, 'end');
  });

  it('may be cancelled after its end', async () => {
    const bench = await Bench.open();
    await bench.speak('one');
    bench.executor.receive({ kind: 'cancel', task: 1 });
    assert.equal((await bench.speak('two')).kind, 'end');
  });
});

describe('the signal of a task', () => {
  it('reads the flag of its slot, and stays raised when the flag is lowered for the next task', () => {
    const flags = new Int32Array(2);
    const { signal } = new TaskSignal(flags, 1);
    flags[0] = 1;
    assert.equal(signal.aborted, false);
    signal.throwIfAborted();
    flags[1] = 1;
    assert.equal(signal.aborted, true);
    flags[1] = 0;
    assert.equal(signal.aborted, true);
    assert.throws(() => signal.throwIfAborted(), { name: 'AbortError' });
  });

  it('fires its event when it is told', () => {
    const task = new TaskSignal(new Int32Array(1), 0);
    let calls = 0;
    task.signal.addEventListener('abort', () => calls++);
    task.abort();
    task.abort();
    assert.equal(calls, 1);
    assert.equal(task.signal.aborted, true);
  });
});

describe('the encoder of a stream', () => {
  it('is kept over the tasks of its stream: the parts are one MP3 stream', async () => {
    const bench = await Bench.open();
    await bench.speak('one two', { stream: 1, format: mp3 });
    await bench.speak('other words here', { stream: 2, format: mp3 });
    await bench.speak('three four', { stream: 1, format: mp3 });
    assert.equal(bench.executor.encoders, 2);
    const tail = await bench.finish(1);
    assert.ok(tail.kind === 'end' && tail.rest?.samples === 0);
    assert.equal(bench.executor.encoders, 1);
    const parts = Buffer.concat([bench.bytesOf(1), bench.bytesOf(3), bench.bytesOf(4)]);

    await bench.speak('one two three four', { stream: 3, format: mp3 });
    await bench.finish(3);
    assert.ok(parts.equals(Buffer.concat([bench.bytesOf(5), bench.bytesOf(6)])), 'no seam in the stream');
    assert.equal(parts.length % 192, 0);
    for (let at = 0; at < parts.length; at += 192) assert.equal(parts.readUInt16BE(at) & 0xffe0, 0xffe0);
  });

  it('has no tail when nothing was spoken', async () => {
    const bench = await Bench.open();
    assert.deepEqual(await bench.finish(9), {
      kind: 'end',
      task: 1,
      result: { samples: 0, words: [], phonemes: [] },
      rest: undefined,
    });
    assert.equal(bench.executor.encoders, 0);
  });

  it('is forgotten when it is dropped, also while its task runs', async () => {
    const bench = await Bench.open({ synthesizer: { waits: true } });
    await bench.speak('one', { stream: 1, format: mp3 });
    await turns(1);
    bench.executor.receive({ kind: 'drop', stream: 1 });
    assert.equal(bench.executor.encoders, 0);

    const running = bench.speak('one two three', { stream: 2, format: mp3 });
    bench.executor.receive({ kind: 'drop', stream: 2 });
    await running;
    await turns(1);
    assert.equal(bench.executor.encoders, 0);

    const spoken = bench.speak('one two three', { stream: 3, format: mp3 });
    bench.onAudio = () => bench.executor.receive({ kind: 'drop', stream: 3 });
    await spoken;
    await turns(1);
    bench.executor.receive({ kind: 'drop', stream: 3 });
    assert.equal(bench.executor.encoders, 0);
    bench.executor.receive({ kind: 'drop', stream: 77 });
  });

  it('gives its memory back, whether its stream was finished or dropped', async () => {
    const opus: OutputFormat = { container: 'opus', sampleRate: 24_000, bitRate: 32_000 };
    const bench = await Bench.open();
    const streams = async (from: number, count: number): Promise<void> => {
      for (let stream = from; stream < from + count; stream++) {
        await bench.speak('one', { stream, format: opus });
        if (stream % 2 === 0) await bench.finish(stream);
        else bench.executor.receive({ kind: 'drop', stream });
      }
    };
    await streams(0, 20);
    const before = await memoryBytes();
    for (const count of swept([200, 1300], (each) => each === 200)) await streams(20 + count, count);
    await turns(1);
    assert.deepEqual([bench.executor.encoders, await memoryBytes()], [0, before]);
  });

  it('leaves nothing behind: as many encoders as began have ended', async () => {
    const bench = await Bench.open({ synthesizer: { waits: true } });
    const streams = Array.from({ length: 8 }, (_, index) => index + 1);
    await Promise.all(
      streams.map((stream) =>
        bench.speak(stream % 3 === 0 ? misdeeds.throws : 'one two', { stream, slot: stream % 4, format: mp3 }),
      ),
    );
    assert.equal(bench.executor.encoders, 8);
    for (const stream of streams) {
      if (stream % 2 === 0) await bench.finish(stream);
      else bench.executor.receive({ kind: 'drop', stream });
    }
    assert.equal(bench.executor.encoders, 0);
  });
});

describe('loading engines', () => {
  it('leaves out one that fails, with its reason, and one whose module is not there', async () => {
    const { engines, failures } = await loadEngines([
      fakeEngine({ id: 'good' }),
      fakeEngine({ id: 'bad', synthesizer: { failsToLoad: 'no model file' } }),
      { ...fakeEngine({ id: 'gone' }), module: { url: new URL('./no-such-module.ts', import.meta.url).href } },
    ]);
    assert.deepEqual([...engines.keys()], ['good']);
    assert.equal(failures.bad, 'no model file');
    assert.match(failures.gone!, /no-such-module/);
    assert.deepEqual(Object.keys(failures), ['bad', 'gone']);
  });
});
