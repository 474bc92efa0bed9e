import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { TestClock } from './testing.ts';
import { OutboundFlow, type OutboundLimits, type OutboundSource } from './outbound-flow.ts';

const mebibyte = 1 << 20;

/** Bytes of a second of audio on the wire. */
const formats: Readonly<Record<string, number>> = {
  'MP3 at 32 kbit/s': 4000,
  'mu-law at 8 kHz': 8000,
  's16 at 16 kHz': 32_000,
  's16 at 24 kHz': 48_000,
  's16 at 48 kHz': 96_000,
  'mu-law at 8 kHz as base64': (8000 * 4) / 3,
  's16 at 48 kHz as base64': (96_000 * 4) / 3,
};

/** A flow with its bytes moved by hand. */
function flowOf(limits: OutboundLimits = {}) {
  const clock = new TestClock();
  const calls: string[] = [];
  const source: OutboundSource = {
    resume: () => calls.push('resume'),
    pause: () => calls.push('pause'),
    suspend: () => calls.push('suspend'),
  };
  const state = { waiting: 0, cuts: [] as string[] };
  const flow = new OutboundFlow({
    ...limits,
    clock,
    source,
    waitingBytes: () => state.waiting,
    cut: (reason) => state.cuts.push(`${reason} at ${clock.now()}`),
  });
  return {
    clock,
    flow,
    state,
    /** What the source was told since the last call. */
    calls: () => calls.splice(0),
    send: (bytes: number, seconds = 0): void => {
      state.waiting += bytes;
      flow.sent(bytes, seconds);
    },
    take: (bytes: number): void => {
      state.waiting -= bytes;
      flow.taken();
    },
  };
}

interface ReaderOptions {
  readonly bytesPerSecond: number;
  /** Seconds of audio. */
  readonly seconds: number;
  /** What the kernels of both ends take before they take nothing more. They go on when a third of it is free again. */
  readonly kernelBytes: number;
  /** Times the speed of playback at which the client reads. */
  readonly speed: number;
}

/** A client that reads at a steady speed through large kernel buffers, and an engine that is far faster than it. */
function listen({ bytesPerSecond, seconds, kernelBytes, speed }: ReaderOptions) {
  const clock = new TestClock();
  const result = { cut: undefined as string | undefined, read: 0, mostWaiting: 0, longestSilenceMs: 0 };
  let waiting = 0;
  let inKernel = 0;
  let isFull = false;
  let spoken = 0;
  const source = { isPaused: false };
  const pause = (): boolean => (source.isPaused = true);
  let takenAt = 0;
  const flow = new OutboundFlow({
    clock,
    waitingBytes: () => waiting,
    source: { resume: () => (source.isPaused = false), pause, suspend: pause },
    cut: (reason) => (result.cut ??= `${reason} at ${clock.now()} ms`),
  });
  const write = (): void => {
    if (inKernel <= (2 / 3) * kernelBytes) isFull = false;
    if (waiting === 0 || isFull) return;
    const moved = Math.min(waiting, kernelBytes - inKernel);
    waiting -= moved;
    inKernel += moved;
    isFull = inKernel >= kernelBytes;
    result.longestSilenceMs = Math.max(result.longestSilenceMs, clock.now() - takenAt);
    takenAt = clock.now();
    flow.taken();
  };
  // Thirds of a byte, as base64 has them, do not sum exactly.
  while (result.cut === undefined && result.read < seconds * bytesPerSecond - 1 && clock.now() < 2000 * seconds) {
    for (let chunk = 0; chunk < 100 && !source.isPaused && spoken < seconds; chunk++) {
      waiting += bytesPerSecond;
      flow.sent(bytesPerSecond, 1);
      spoken++;
      write();
    }
    result.mostWaiting = Math.max(result.mostWaiting, waiting);
    clock.advance(1000);
    const read = Math.min(inKernel, speed * bytesPerSecond);
    inKernel -= read;
    result.read += read;
    write();
  }
  flow.close();
  return result;
}

describe('a client that reads at the speed of playback', () => {
  for (const [name, bytesPerSecond] of Object.entries(formats)) {
    it(`hears an hour of ${name} to its end, though no byte goes for more than the stall limit`, () => {
      const heard = listen({ bytesPerSecond, seconds: 3600, kernelBytes: 16 * mebibyte, speed: 1 });
      assert.equal(heard.cut, undefined);
      assert.ok(Math.abs(heard.read - 3600 * bytesPerSecond) <= 1, `${heard.read} bytes were read`);
      assert.ok(heard.mostWaiting <= 1.1 * mebibyte, `${heard.mostWaiting} bytes waited`);
      if (3600 * bytesPerSecond > 17 * mebibyte) assert.ok(heard.longestSilenceMs > 30_000, 'the case is too easy');
    });
  }

  it('is never cut, nor is a faster one, whatever the format and the buffers of the kernel', () => {
    fc.assert(
      fc.property(
        fc.record({
          bytesPerSecond: fc.integer({ min: 1000, max: 260_000 }),
          seconds: fc.integer({ min: 1, max: 1200 }),
          kernelBytes: fc.integer({ min: 1 << 16, max: 1 << 25 }),
          speed: fc.double({ min: 1, max: 8, noNaN: true }),
        }),
        (options) => {
          const { cut, mostWaiting } = listen(options);
          assert.equal(cut, undefined);
          assert.ok(mostWaiting <= mebibyte + options.bytesPerSecond);
        },
      ),
      runs(),
    );
  });
});

describe('a client that takes nothing', () => {
  for (const [name, bytesPerSecond] of Object.entries(formats)) {
    it(`is cut 30 s after the end of playback of the ${name} it was sent, and not a millisecond before`, () => {
      const { clock, send, state } = flowOf();
      for (let second = 0; second < 5; second++) send(bytesPerSecond, 1);
      clock.advance(5000 + 30_000 - 1);
      assert.deepEqual(state.cuts, []);
      clock.advance(1);
      assert.deepEqual(state.cuts, ['stalled at 35000']);
      assert.equal(clock.pending, 0);
    });
  }

  it('is cut 30 s after the last byte it took where that was later, and all it took', () => {
    const { clock, send, take, state } = flowOf();
    send(1000, 2);
    clock.advance(10_000);
    take(1);
    clock.advance(29_999);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 40000']);
  });

  it('has the limit from when something began to wait, where there is no audio', () => {
    const { clock, flow, send, state } = flowOf({ stallMs: 500 });
    flow.sent(100, 0); // taken at once
    clock.advance(60_000);
    send(100);
    clock.advance(499);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 60500']);
  });

  it('plays the contexts of its connection one after the other', () => {
    const { clock, send, state } = flowOf();
    send(1000, 20);
    clock.advance(1000);
    send(1000, 40);
    clock.advance(60_000 + 30_000 - 1000 - 1);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 90000']);
  });

  it('plays on from what comes after its audio has run out', () => {
    const { clock, send, take, state } = flowOf();
    send(1000, 1);
    take(1000);
    clock.advance(60_000);
    send(1000, 1);
    clock.advance(1000 + 30_000 - 1);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 91000']);
  });

  it('that the transport tells nothing of is asked for when it is due: bytes that went meanwhile give it new time', () => {
    const { clock, send, state } = flowOf();
    send(1000, 1);
    clock.advance(20_000);
    state.waiting = 999;
    clock.advance(20_000);
    assert.deepEqual(state.cuts, []);
    clock.advance(30_000);
    assert.equal(state.cuts.length, 1);
  });

  it('has taken something where less waits than before and what was added since', () => {
    const { clock, flow, send, state } = flowOf();
    send(100);
    clock.advance(20_000);
    state.waiting = 10;
    send(50);
    clock.advance(10_000);
    state.waiting = 50;
    flow.wanted();
    clock.advance(29_999);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 60000']);
  });

  it('has the limit from when less waited, also where more was added at the same time', () => {
    const { clock, send, state } = flowOf();
    send(100);
    clock.advance(20_000);
    state.waiting = 10;
    send(50);
    clock.advance(30_000);
    assert.deepEqual(state.cuts, ['stalled at 50000']);
  });

  it('has no new time by messages without audio that it does not take', () => {
    const { clock, send, state } = flowOf();
    for (let second = 0; second < 60 && state.cuts.length === 0; second++) {
      send(10);
      clock.advance(1000);
    }
    assert.deepEqual(state.cuts, ['stalled at 30000']);
  });

  it('has the limit from then on for a single byte too', () => {
    const { clock, send, take, state } = flowOf();
    send(100, 1);
    take(100);
    clock.advance(3_600_000);
    send(1);
    clock.advance(29_999);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 3630000']);
  });

  it('is left alone where nothing waits for it, for an hour', () => {
    const { clock, send, take, state } = flowOf();
    send(1000, 10);
    take(1000);
    clock.advance(3_600_000);
    assert.deepEqual([state.cuts, clock.pending], [[], 0]);
  });
});

describe('the source of a connection', () => {
  it('begins nothing above half of the mark, stops above the mark, and goes on at a quarter', () => {
    const { send, take, calls } = flowOf({ highWaterMark: 1000 });
    send(500);
    assert.deepEqual(calls(), []);
    send(1);
    assert.deepEqual(calls(), ['pause']);
    send(499);
    assert.deepEqual(calls(), []);
    send(1);
    assert.deepEqual(calls(), ['suspend']);
    take(750);
    assert.deepEqual(calls(), []);
    take(1);
    assert.deepEqual(calls(), ['resume']);
    take(100);
    assert.deepEqual(calls(), []);
  });

  it('has a mark of 1 MiB where none is given', () => {
    const { send, calls } = flowOf();
    send(mebibyte / 2);
    assert.deepEqual(calls(), []);
    send(1);
    assert.deepEqual(calls(), ['pause']);
    send(mebibyte / 2 - 1);
    assert.deepEqual(calls(), []);
    send(1);
    assert.deepEqual(calls(), ['suspend']);
  });

  it('goes on when the transport asks, wherever its buffers stand', () => {
    const { flow, send, calls } = flowOf({ highWaterMark: 1000 });
    send(900);
    calls();
    flow.wanted();
    flow.wanted();
    assert.deepEqual(calls(), ['resume']);
  });

  it('is told of each change once, and not to pause again while it is suspended', () => {
    const { send, take, calls } = flowOf({ highWaterMark: 1000 });
    for (let i = 0; i < 12; i++) send(100, 1);
    take(400);
    send(100, 1);
    assert.deepEqual(calls(), ['pause', 'suspend']);
    take(700);
    for (let i = 0; i < 6; i++) send(100, 1);
    assert.deepEqual(calls(), ['resume', 'pause']);
  });

  it('may run a segment to its end however much waits: audio is no flood', () => {
    const { clock, send, take, state } = flowOf({ highWaterMark: 1000 });
    for (let i = 0; i < 50; i++) {
      send(500, 1);
      send(20);
    }
    assert.deepEqual(state.cuts, []);
    clock.advance(50_000);
    take(26_000);
    assert.deepEqual([state.cuts, clock.pending > 0], [[], true]);
  });

  it('is followed by a cut where messages without audio of four times the mark wait, behind audio too', () => {
    const { send, take, state } = flowOf({ highWaterMark: 1000 });
    send(3000, 1);
    send(4000);
    take(100);
    send(100);
    assert.deepEqual(state.cuts, []);
    send(1);
    assert.deepEqual(state.cuts, ['flooded at 0']);
  });

  it('is not cut for messages that its client takes, however many', () => {
    const { send, take, state } = flowOf({ highWaterMark: 1000 });
    for (let i = 0; i < 100; i++) {
      send(900);
      take(900);
    }
    assert.deepEqual(state.cuts, []);
  });

  it('is followed by a cut where four times the mark waits without audio', () => {
    const { clock, send, state } = flowOf({ highWaterMark: 1000 });
    send(4000);
    assert.deepEqual(state.cuts, []);
    send(1);
    send(1);
    assert.deepEqual([state.cuts, clock.pending], [['flooded at 0'], 0]);
  });
});

describe('a connection that closes', () => {
  it('waits for the answer as long as the client could still be playing, and the limit', () => {
    const { clock, flow, send, take, state } = flowOf();
    send(1000, 60);
    flow.awaitClose();
    take(1000);
    clock.advance(60_000 + 30_000 - 1);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 90000']);
  });

  it('waits for the limit where nothing was sent', () => {
    const { clock, flow, state } = flowOf();
    clock.advance(5000);
    flow.awaitClose();
    clock.advance(29_999);
    assert.deepEqual(state.cuts, []);
    clock.advance(1);
    assert.deepEqual(state.cuts, ['stalled at 35000']);
  });

  it('is not touched any more once it has ended', () => {
    const { clock, flow, send, state, calls } = flowOf({ highWaterMark: 1000 });
    send(900, 1);
    calls();
    flow.awaitClose();
    flow.close();
    send(9000, 1);
    flow.wanted();
    flow.awaitClose();
    clock.advance(3_600_000);
    assert.deepEqual([state.cuts, calls(), clock.pending], [[], [], 0]);
  });

  it('tells its source nothing more once it has ended, though the bytes go', () => {
    const { flow, send, take, calls } = flowOf({ highWaterMark: 1000 });
    send(2000, 1);
    assert.deepEqual(calls(), ['suspend']);
    flow.close();
    take(2000);
    assert.deepEqual(calls(), []);
  });
});

it('a client is idle since it has taken and played everything', () => {
  const { clock, flow, send, take, state } = flowOf();
  assert.equal(flow.idleSince, -Infinity);
  send(100, 3);
  assert.equal(flow.idleSince, Infinity);
  clock.advance(1000);
  take(100);
  assert.equal(flow.idleSince, 3000);
  clock.advance(9000);
  send(100);
  take(100);
  assert.equal(flow.idleSince, 10_000);
  clock.advance(1000);
  send(1);
  assert.equal(flow.idleSince, Infinity, 'one byte waits');
  state.waiting = 0;
  assert.equal(flow.idleSince, 11_000, 'it has gone, and the transport did not say so');
});
