import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, it } from 'node:test';
import type { OutboundLimits } from '../../timing/outbound-flow.ts';
import type { SpeechEvent } from '../../speech/events.ts';
import { TestClock } from '../../timing/testing.ts';
import { EventStream } from './event-stream.ts';

/** Some turns of the event loop: what streams need to pass on what they have. */
async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await turn();
}

/** A response whose bytes go when the test lets them. */
class Response extends Writable {
  taken = 0;
  #finishWrite: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1 << 16 });
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#finishWrite = () => {
      for (const { chunk } of chunks) this.taken += chunk.length;
      callback();
    };
  }

  /** The kernel takes all that was written. */
  async take(): Promise<void> {
    const finish = this.#finishWrite;
    this.#finishWrite = undefined;
    finish?.();
    await settle();
  }
}

interface Speech extends OutboundLimits {
  readonly chunkBytes: number;
  /** Of a chunk. */
  readonly seconds: number;
  readonly chunks: number;
}

/** A stream of a context that gives its next chunk as soon as it may, until it has no more. */
function speak<R extends Writable>({ chunkBytes, seconds, chunks, ...limits }: Speech, response: R) {
  const clock = new TestClock();
  const said = { ends: [] as string[], calls: [] as string[], closedStreams: [] as EventStream[] };
  const data = new Uint8Array(chunkBytes);
  let left = chunks;
  let isRunning = false;
  let listener: (event: SpeechEvent) => void = () => undefined;
  const run = (): void => {
    while (isRunning && left > 0) {
      left--;
      listener({ type: 'chunk', data, seconds, stepTimeMs: 0, flushId: 1 });
    }
    if (isRunning && left === 0) listener({ type: 'done' });
    if (left === 0) isRunning = false;
  };
  const stop = (name: string) => (): void => {
    said.calls.push(name);
    isRunning = false;
  };
  const start = (): void => {
    isRunning = true;
    setImmediate(run);
  };
  const audio = new EventStream({
    open: (given) => {
      listener = given;
      return {
        push: start,
        resume: start,
        pause: stop('pause'),
        suspend: stop('suspend'),
        abandon: stop('abandon'),
        fail: stop('fail'),
      };
    },
    encode: (event) => (event.type === 'chunk' ? event.data : undefined),
    errorsAreEvents: false,
    response: response as never,
    limits,
    onFault: () => assert.fail('a fault of the server'),
    onServerEnd: (reason) => said.ends.push(`${reason} at ${clock.now()}`),
    onClose: (stream) => said.closedStreams.push(stream),
    clock,
  });
  audio.speak([{ transcript: 'text', continue: false, flush: false }]);
  return { audio, clock, response, said, waiting: () => audio.readableLength + response.writableLength };
}

/** The same into a response of the test. */
function speakSlowly(speech: Speech) {
  return speak(speech, new Response());
}

describe('the stream of a response', () => {
  it('holds at most 1.1 MiB for each of 1,000 clients that read nothing', async () => {
    const readers = Array.from({ length: 1000 }, () =>
      speakSlowly({ chunkBytes: 19_200, seconds: 0.2, chunks: 18_000 }),
    );
    for (const { audio, response } of readers) audio.pipe(response);
    await settle();
    for (const { waiting, said } of readers) {
      assert.ok(waiting() > 500_000 && waiting() <= 1.1 * 1024 * 1024, `${waiting()} bytes`);
      assert.ok(said.calls.includes('pause'));
    }
    for (const { response } of readers) response.destroy();
    await settle();
    assert.ok(readers.every(({ clock, said }) => clock.pending === 0 && said.closedStreams.length === 1));
  });

  it('is not cut while its client could be playing, though the kernel takes nothing for minutes', async () => {
    const seconds = 3600;
    const { audio, clock, response, said } = speakSlowly({ chunkBytes: 8000, seconds: 1, chunks: seconds });
    audio.pipe(response);
    await settle();
    // What a client of mu-law at 8 kHz has played, the kernel lets in again 1 MB at a time.
    for (let second = 0, due = 0; !response.writableFinished && second < 2 * seconds; second++) {
      clock.advance(1000);
      const played = second * 8000;
      if (played < due) continue;
      due = played + 1_000_000;
      for (let size = -1; response.taken > size && response.taken < due;) {
        size = response.taken;
        await response.take();
      }
    }
    assert.deepEqual([said.ends, response.taken], [[], 8000 * seconds]);
    assert.equal(clock.pending, 0);
  });

  it('is cut when its client has taken nothing since it could have played it all, and the limit', async () => {
    const { audio, clock, response, said } = speakSlowly({ chunkBytes: 8000, seconds: 1, chunks: 40 });
    audio.pipe(response);
    await settle();
    clock.advance(40_000 + 30_000 - 1);
    assert.deepEqual(said.ends, []);
    clock.advance(1);
    await settle();
    assert.deepEqual([said.ends, response.destroyed, audio.destroyed], [['stalled at 70000'], true, true]);
    assert.deepEqual([said.calls.at(-1), said.closedStreams.length, clock.pending], ['abandon', 1, 0]);
  });

  it('is cut by when its client took the last byte, not by when it spoke the last', async () => {
    const { audio, clock, response, said } = speakSlowly({ chunkBytes: 20_000, seconds: 0, chunks: 1000 });
    audio.pipe(response);
    await settle();
    clock.advance(10_000);
    // What was written first, and what was written meanwhile.
    await response.take();
    await response.take();
    assert.ok(audio.readableLength > 300_000, 'nothing new is spoken yet');
    clock.advance(29_999);
    assert.deepEqual(said.ends, []);
    clock.advance(1);
    assert.deepEqual(said.ends, ['stalled at 40000']);
  });

  it('is bound by that also when it has ended and the response still holds the rest', async () => {
    const { audio, clock, response, said } = speakSlowly({ chunkBytes: 1000, seconds: 1, chunks: 3 });
    audio.pipe(response);
    await settle();
    assert.ok(audio.destroyed && response.writableLength === 3000);
    clock.advance(33_000);
    assert.deepEqual(said.ends, ['stalled at 33000']);
  });

  it('goes on speaking when its client goes on reading, to the last byte, with the least setting too', async () => {
    for (const highWaterMark of [65_536, 131_072, 262_144, undefined]) {
      const limits = highWaterMark === undefined ? {} : { highWaterMark };
      const { audio, response, said } = speakSlowly({ chunkBytes: 20_000, seconds: 0.2, chunks: 300, ...limits });
      audio.pipe(response);
      await settle();
      assert.ok(response.writableLength > 0 && !audio.readableEnded);
      for (let turns = 0; !response.writableFinished && turns < 2000; turns++) await response.take();
      assert.equal(response.taken, 6_000_000, `with ${highWaterMark}`);
      assert.deepEqual(said.ends, []);
    }
  });

  it('counts what waits in a transform in front of the response', async () => {
    const transform = new PassThrough({ highWaterMark: 1 << 19 });
    const { audio, response, said } = speakSlowly({
      chunkBytes: 20_000,
      seconds: 0.2,
      chunks: 1000,
      highWaterMark: 600_000,
    });
    audio.through(transform).pipe(response);
    await settle();
    const inTransform = transform.readableLength + transform.writableLength;
    assert.ok(inTransform > 300_000, `${inTransform} bytes`);
    assert.ok(inTransform + audio.readableLength + response.writableLength <= 640_000);
    assert.ok(said.calls.includes('pause'));
    response.destroy();
  });

  it('ends when the time of a stopping server is over, and says so once', async () => {
    const deadline = new AbortController();
    const { audio, response, said } = speakSlowly({ chunkBytes: 8000, seconds: 1, chunks: 4000 });
    audio.pipe(response);
    await audio.drain(deadline.signal);
    await settle();
    assert.deepEqual([said.ends, response.destroyed], [[], false]);
    deadline.abort();
    await audio.drain(deadline.signal);
    await settle();
    assert.deepEqual([said.ends, response.destroyed], [['shutting_down at 0'], true]);
  });

  it('ends with its client: before the first audio, and before it is made', async () => {
    const early = speakSlowly({ chunkBytes: 8000, seconds: 1, chunks: 10 });
    early.response.destroy();
    await assert.rejects(early.audio.started, /left before the first audio/);
    const response = new Response();
    response.destroy();
    await settle();
    const late = speak({ chunkBytes: 8000, seconds: 1, chunks: 10 }, response);
    await assert.rejects(late.audio.started, /left before the first audio/);
    assert.deepEqual([early.said.ends, late.said.ends, late.said.closedStreams.length], [[], [], 1]);
    assert.equal(late.said.closedStreams[0], late.audio);
  });

  it('is cut on a real connection too when its client reads nothing', async (t) => {
    const speaking = Promise.withResolvers<ReturnType<typeof speak<ServerResponse>>>();
    const server = createServer((_request, response) => {
      const stream = speak({ chunkBytes: 1 << 20, seconds: 1, chunks: 1000 }, response);
      stream.audio.pipe(response);
      speaking.resolve(stream);
    });
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    const left = once(client, 'close', { signal: AbortSignal.timeout(20_000) });
    client.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const { clock, said, response } = await speaking.promise;
    for (let seconds = 0; said.ends.length === 0 && seconds < 2000; seconds++) {
      await settle();
      clock.advance(1000);
    }
    assert.equal(said.ends.length, 1);
    assert.match(said.ends[0]!, /^stalled/);
    assert.ok(response.destroyed && clock.now() > 30_000);
    client.resume();
    await left;
  });
});
