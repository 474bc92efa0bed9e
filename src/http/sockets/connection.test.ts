import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { TestClock } from '../../timing/testing.ts';
import { Connection, type ConnectionLimits, type ConnectionOptions } from './connection.ts';
import type { SocketSend } from './protocol.ts';

/** What `ws` gives, without a network: bytes wait until the test takes them. */
class FakeSocket extends EventEmitter {
  readyState: 0 | 1 | 2 | 3 = 1;
  bufferedAmount = 0;
  /** Pings, closes and the end, in order. */
  readonly calls: string[] = [];
  readonly sent: string[] = [];
  #callbacks: (() => void)[] = [];

  send(message: Buffer, { binary }: { readonly binary: boolean }, callback: () => void): void {
    assert.equal(binary, false);
    this.sent.push(message.toString());
    this.bufferedAmount += message.length;
    this.#callbacks.push(callback);
  }

  ping(): void {
    this.calls.push('ping');
  }

  close(code: number, reason: string): void {
    this.calls.push(`close ${code} ${reason}`);
    this.readyState = 2;
    this.emit('closing');
  }

  pause(): void {
    this.calls.push('pause');
  }

  resume(): void {
    if (this.calls.at(-1) === 'pause') this.calls.push('resume');
  }

  terminate(): void {
    this.calls.push('terminate');
    this.gone();
  }

  take(): void {
    this.bufferedAmount = 0;
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  gone(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close');
  }
}

function connect(limits: ConnectionLimits = {}, more: Partial<ConnectionOptions> = {}) {
  const clock = new TestClock();
  const socket = new FakeSocket();
  const speech = { isActive: false, isRunning: false, calls: [] as string[] };
  const ended = Promise.withResolvers<undefined>();
  const recorded = { ends: [] as string[], closed: 0 };
  const call = (name: string) => (): void => void speech.calls.push(name);
  let send: SocketSend = () => undefined;
  const connection = new Connection({
    socket: socket as never,
    limits,
    isCurrent: () => Promise.resolve(true),
    onServerEnd: (reason) => recorded.ends.push(`${reason} at ${clock.now()}`),
    onClose: () => recorded.closed++,
    clock,
    open: (given) => {
      send = given;
      return Object.assign(speech, {
        receive: (text: string) => speech.calls.push(`receive ${text}`),
        refuse: () => given('x'.repeat(100)),
        pause: call('pause'),
        suspend: call('suspend'),
        resume: call('resume'),
        drain() {
          speech.calls.push('drain');
          return speech.isRunning ? ended.promise : Promise.resolve();
        },
        fail: call('fail'),
        close: call('close'),
      });
    },
    ...more,
  });
  return {
    clock,
    connection,
    socket,
    speech,
    recorded,
    ended,
    send: (message: string, audioSeconds?: number) => send(message, audioSeconds),
    chunk: (bytes: number, seconds: number) => send('x'.repeat(bytes), seconds),
    message: (text: string) => socket.emit('message', Buffer.from(text), false),
  };
}

/** Lets promises settle. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the pings of a socket', () => {
  it('cut it off after two that stay unanswered, at the third interval', () => {
    const { clock, socket, speech, recorded } = connect();
    clock.advance(59_999);
    assert.deepEqual([socket.calls, recorded.ends], [['ping', 'ping'], []]);
    clock.advance(1);
    assert.deepEqual(socket.calls, ['ping', 'ping', 'terminate']);
    assert.deepEqual([recorded.ends, recorded.closed, clock.pending], [['ping_timeout at 60000'], 1, 0]);
    assert.deepEqual(speech.calls, ['close']);
  });

  it('leave it while it answers', () => {
    const { clock, socket, recorded } = connect({ idleMs: 1e9 });
    for (let i = 0; i < 50; i++) {
      clock.advance(39_999);
      socket.emit('pong');
    }
    assert.deepEqual(recorded.ends, []);
  });

  it('do not count behind bytes that the client has not taken', () => {
    const { clock, socket, chunk, recorded } = connect({ stallMs: 1e9 });
    chunk(3000, 0);
    clock.advance(600_000);
    assert.deepEqual([recorded.ends, socket.calls.length], [[], 30]);
    socket.take();
    clock.advance(59_999);
    assert.deepEqual(recorded.ends, []);
    clock.advance(1);
    assert.deepEqual(recorded.ends, ['ping_timeout at 660000']);
  });

  it('do not count before the end of playback of what the client was sent', () => {
    const { clock, socket, chunk, recorded } = connect();
    chunk(3000, 90);
    chunk(3000, 60);
    socket.take();
    // Those at 160, 180 s count, and the interval at 200 s ends it.
    clock.advance(199_999);
    assert.deepEqual(recorded.ends, []);
    clock.advance(1);
    assert.deepEqual(recorded.ends, ['ping_timeout at 200000']);
  });
});

it('a socket of samples is not cut while it is not read, and who sends is there', () => {
  const samples = { receiveBinary: () => undefined };
  let read: (wanted: boolean) => void = () => undefined;
  const { clock, socket, recorded } = connect(
    { idleMs: 1e9 },
    {
      open(send, control) {
        read = control.read;
        const nothing = (): void => undefined;
        return {
          ...{ isActive: true, receive: send, refuse: nothing, pause: nothing, suspend: nothing, resume: nothing },
          ...{ drain: () => Promise.resolve(), fail: nothing, close: nothing },
          ...samples,
        };
      },
    },
  );
  read(false);
  clock.advance(600_000);
  assert.deepEqual(recorded.ends, []);
  read(true);
  for (let index = 0; index < 20; index++) {
    clock.advance(30_000);
    socket.emit('message', Buffer.alloc(2), true);
  }
  assert.deepEqual(recorded.ends, []);
  clock.advance(60_000);
  assert.deepEqual(recorded.ends, ['ping_timeout at 1260000']);
});

describe('a client that does not take what it is sent', () => {
  it('is cut when it could have played it all and the stall limit has passed, and told of with its reason', () => {
    const { clock, socket, chunk, recorded } = connect({ pingMs: 1e9 });
    chunk(3000, 10);
    clock.advance(39_999);
    assert.deepEqual(recorded.ends, []);
    clock.advance(1);
    assert.deepEqual([recorded.ends, socket.calls], [['stalled at 40000'], ['terminate']]);
  });

  it('holds its contexts back by the bytes on the wire, whatever the characters', () => {
    const { socket, speech, send } = connect({ highWaterMark: 8000 });
    const phonemes = 'ˈəʊ'.repeat(750);
    send(phonemes);
    assert.ok(socket.sent[0]!.length < 4000 && socket.bufferedAmount > 4000);
    assert.deepEqual(speech.calls, ['pause']);
    send(phonemes);
    assert.deepEqual(speech.calls, ['pause', 'suspend']);
    socket.take();
    assert.deepEqual(speech.calls, ['pause', 'suspend', 'resume']);
  });

  it('is cut as a flood when it never reads the answers to its bad messages', () => {
    const { socket, recorded } = connect({ highWaterMark: 1000 });
    for (let i = 0; i < 200; i++) socket.emit('message', Buffer.from([0]), true);
    assert.deepEqual([recorded.ends, socket.calls], [['flooded at 0'], ['terminate']]);
    assert.ok(socket.bufferedAmount < 4200);
  });
});

describe('an idle socket', () => {
  const alive = { pingMs: 1e9 };

  it('is closed with 1000 after the idle time, which each message either way begins anew; pongs do not', () => {
    const { clock, socket, message, send, recorded } = connect(alive);
    clock.advance(200_000);
    message('{}');
    clock.advance(200_000);
    send('{}');
    socket.take();
    clock.advance(200_000);
    socket.emit('pong');
    clock.advance(99_999);
    assert.deepEqual(recorded.ends, []);
    clock.advance(1);
    assert.deepEqual([recorded.ends, socket.calls], [['idle at 700000'], ['close 1000 connection idle timeout']]);
  });

  it('is one also while it answers pings', () => {
    const { clock, socket, recorded } = connect({ idleMs: 100_000 });
    for (let index = 0; index < 5; index++) {
      clock.advance(20_000);
      socket.emit('pong');
    }
    assert.deepEqual(recorded.ends, ['idle at 100000']);
  });

  it('is idle only from the end of playback of what it was sent', () => {
    const { clock, socket, chunk, recorded } = connect(alive);
    chunk(3000, 1000);
    socket.take();
    clock.advance(1_299_999);
    assert.deepEqual(recorded.ends, []);
    clock.advance(1);
    assert.deepEqual(recorded.ends, ['idle at 1300000']);
  });

  it('is not idle while bytes wait for it or a context of it is active', () => {
    const { clock, socket, speech, chunk, recorded } = connect({ ...alive, stallMs: 1e9 });
    chunk(3000, 0);
    clock.advance(3_000_000);
    socket.take();
    speech.isActive = true;
    clock.advance(3_000_000);
    assert.deepEqual(recorded.ends, []);
    speech.isActive = false;
    clock.advance(600_000);
    assert.equal(recorded.ends.length, 1);
  });
});

describe('a socket that the server closes', () => {
  it('stays while its client reads what lies in front of the close frame, and until it could have played that', async () => {
    const { clock, connection, socket, chunk, recorded } = connect();
    chunk(900_000, 600);
    void connection.drain(new AbortController().signal);
    await settle();
    assert.deepEqual(socket.calls, ['close 1001 server is shutting down']);
    clock.advance(500_000);
    socket.take();
    clock.advance(600_000 - 500_000 + 30_000 - 1);
    assert.deepEqual(socket.calls.length, 1);
    clock.advance(1);
    assert.deepEqual([socket.calls.at(-1), recorded.ends], ['terminate', ['shutting_down at 0']]);
    assert.equal(clock.pending, 0);
  });

  it('is cut after the stall limit where it takes nothing and there is nothing to play', () => {
    const { clock, socket, recorded } = connect({ idleMs: 10_000 });
    clock.advance(10_000);
    clock.advance(29_999);
    assert.equal(socket.calls.at(-1), 'close 1000 connection idle timeout');
    clock.advance(1);
    assert.deepEqual([socket.calls.at(-1), recorded.ends], ['terminate', ['idle at 10000']]);
  });

  it('ends with the answer of its client', () => {
    const { clock, socket, recorded } = connect({ idleMs: 10_000 });
    clock.advance(10_000);
    socket.gone();
    assert.deepEqual([recorded.ends, recorded.closed, clock.pending], [['idle at 10000'], 1, 0]);
  });

  it('has its contexts failed first, where the credential no longer holds', async () => {
    let isCurrent = true;
    const { clock, socket, speech, recorded } = connect({}, { isCurrent: () => Promise.resolve(isCurrent) });
    clock.advance(20_000);
    await settle();
    assert.deepEqual(recorded.ends, []);
    isCurrent = false;
    socket.emit('pong');
    clock.advance(20_000);
    await settle();
    assert.deepEqual([speech.calls, socket.calls.at(-1)], [['fail'], 'close 1008 credential expired or revoked']);
    assert.deepEqual(recorded.ends, ['credential_revoked at 40000']);
  });

  it('closes at the moment its credential expires', () => {
    const { clock, socket, recorded } = connect({}, { expiresAt: new Date(Date.now() - 1) });
    clock.advance(0);
    assert.deepEqual(
      [socket.calls, recorded.ends],
      [['close 1008 credential expired or revoked'], ['credential_expired at 0']],
    );
  });

  it('lets running contexts end when the server stops, until the signal', async () => {
    for (const ends of [true, false]) {
      const deadline = new AbortController();
      const { connection, socket, speech, ended, recorded } = connect();
      speech.isRunning = true;
      let drained = false;
      void connection.drain(deadline.signal).then(() => (drained = true));
      await settle();
      assert.deepEqual([speech.calls, socket.calls], [['drain'], []]);
      if (ends) ended.resolve(undefined);
      else deadline.abort();
      await settle();
      assert.deepEqual(speech.calls, ['drain', 'fail']);
      assert.deepEqual([socket.calls, recorded.ends], [['close 1001 server is shutting down'], ['shutting_down at 0']]);
      // The close is answered, or the time is over.
      assert.equal(drained, !ends);
      socket.gone();
      await settle();
      assert.ok(drained);
    }
  });
});

describe('a socket that its client ends', () => {
  it('loses its contexts at once, and itself when it does not take the answer in time', () => {
    const { clock, socket, speech, chunk, recorded } = connect({ stallMs: 5000 });
    chunk(3000, 600);
    socket.readyState = 2;
    socket.emit('closing');
    assert.deepEqual(speech.calls, ['close']);
    chunk(3000, 600);
    assert.equal(socket.sent.length, 1);
    clock.advance(4999);
    assert.deepEqual(socket.calls, []);
    clock.advance(1);
    assert.deepEqual([socket.calls, recorded.ends, clock.pending], [['terminate'], ['close_timeout at 5000'], 0]);
  });

  it('is told of where the client broke the protocol: too big a message, or anything else', () => {
    for (const [code, ends] of [
      ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', ['message_too_big at 0']],
      ['WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH', ['message_too_big at 0']],
      ['WS_ERR_INVALID_UTF8', ['invalid_utf8 at 0']],
      ['ECONNRESET', []],
    ] as const) {
      const { clock, socket, speech, chunk, recorded } = connect();
      chunk(3000, 100);
      socket.readyState = 2;
      socket.emit('closing');
      socket.emit('error', Object.assign(new Error('broken'), { code }));
      assert.deepEqual([recorded.ends, speech.calls], [ends, ['close']]);
      // The close frame of a breach stands behind what the client still reads.
      clock.advance(30_000);
      assert.equal(socket.calls.length, ends.length === 0 ? 1 : 0);
      clock.advance(100_000);
      assert.deepEqual(socket.calls, ['terminate']);
    }
  });
});

it('messages over the rate are answered and not read, until time has passed', () => {
  const { clock, speech, message, socket } = connect({ messageRate: 1, messageBurst: 2 });
  for (let i = 0; i < 4; i++) message(`${i}`);
  clock.advance(1000);
  message('4');
  assert.deepEqual(speech.calls, ['receive 0', 'receive 1', 'receive 4']);
  assert.equal(socket.sent.length, 2);
});

describe('a socket whose protocol is made with the first frame', () => {
  it('has none before: it is pinged, drained and closed without one', async () => {
    let made = 0;
    const refused: string[] = [];
    const open: ConnectionOptions['open'] = () => {
      made++;
      return { receive: () => undefined, refuse: ({ code }) => refused.push(code), fail: () => refused.push('fail') };
    };
    const connectLate = () => connect({ pingMs: 1e9 }, { opensWithFrame: true, open });
    const idle = connectLate();
    idle.clock.advance(300_000);
    assert.deepEqual([idle.recorded.ends, idle.socket.calls.length], [['idle at 300000'], 1]);
    const drained = connectLate();
    const over = drained.connection.drain(new AbortController().signal);
    await settle();
    assert.deepEqual(drained.socket.calls, ['close 1001 server is shutting down']);
    drained.socket.gone();
    await over;
    const expired = connect({}, { opensWithFrame: true, open, expiresAt: new Date(Date.now() + 1000) });
    expired.clock.advance(1100);
    assert.match(expired.socket.calls.join(), /^close 1008 /u);
    assert.deepEqual([made, refused], [0, []]);
    const first = connectLate();
    first.message('one');
    first.message('two');
    assert.equal(made, 1);
    const tooLong = connectLate();
    tooLong.socket.emit('oversized');
    assert.deepEqual([made, refused], [2, ['body_too_large', 'fail']]);
  });
});

describe('a socket whose protocol cannot be made', () => {
  it('is cut, at once or with its first frame, and the error is told', () => {
    for (const opensWithFrame of [false, true]) {
      const errors: string[] = [];
      const open: ConnectionOptions['open'] = () => {
        throw new Error('no protocol');
      };
      const onError = ({ message }: Error): number => errors.push(message);
      const { socket, recorded, message } = connect({}, { opensWithFrame, open, onError });
      if (opensWithFrame) message('one');
      assert.deepEqual([socket.calls, errors, recorded.closed], [['terminate'], ['no protocol'], 1]);
      assert.deepEqual(recorded.ends, ['answer_failed at 0']);
      message('two');
      assert.deepEqual([errors.length, recorded.closed], [1, 1]);
    }
  });
});
