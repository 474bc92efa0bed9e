import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeOf, frame, opcodes, type RawConnection } from '../support/clients/raw-websocket.ts';
import { eventually } from '../support/eventually.ts';
import {
  closing,
  echo,
  generation,
  listeners,
  Stage,
  sweptListeners,
  testFrames,
  text,
  type FrameCase,
} from './stage.ts';

const stage = new Stage();
const { close } = opcodes;

const codes: Readonly<Record<'valid' | 'invalid', readonly number[]>> = {
  valid: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999],
  invalid: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535],
};

const refused: readonly FrameCase[] = [
  {
    section: '5.5.1',
    demand: 'a close frame of one byte fails the connection',
    bytes: frame(close, Buffer.of(3)),
    fails: 1002,
  },
  {
    section: '5.5, 5.5.1',
    demand: 'a close frame of 126 bytes fails it',
    bytes: frame(close, closing(1000, 'x'.repeat(124))),
    fails: 1002,
  },
  ...codes.invalid.map((code): FrameCase => ({
    section: '7.4',
    demand: `the code ${code}, which no close frame may carry, fails it`,
    bytes: frame(close, closing(code)),
    fails: 1002,
  })),
  ...(
    [
      ['that is not UTF-8', [0xff]],
      ['with a surrogate', [0xed, 0xa0, 0x80]],
      ['with half a character at its end', [0x61, 0xe2, 0x82]],
    ] as const
  ).map(([state, reason]): FrameCase => ({
    section: '5.5.1, 8.1',
    demand: `a reason ${state} fails it`,
    bytes: frame(close, closing(1000, Buffer.from(reason))),
    fails: 1007,
  })),
];

/** The client has sent its close frame: the server has to answer it, to send nothing more and to end TCP first. */
async function isClosedByServer(connection: RawConnection, code: number | undefined): Promise<void> {
  assert.equal(closeOf(await connection.closed()).code, code);
  await connection.ended();
  assert.equal(connection.frames.filter(({ opcode }) => opcode === close).length, 1);
  assert.equal(connection.frames.at(-1)!.opcode, close);
}

describe('RFC 6455, section 7: close frames that fail the connection', () => testFrames(stage, refused));

describe('RFC 6455, section 7: closing', () => {
  for (const kind of sweptListeners) {
    const scenes: Readonly<Record<string, readonly [bytes: readonly Buffer[], code: number | undefined]>> = {
      '5.5.1: a close frame without a payload is answered with one': [[frame(close, '')], undefined],
      ...Object.fromEntries(
        codes.valid.map((code) => [
          `7.4: a close frame with ${code} is answered with the same code`,
          [[frame(close, closing(code))], code] as const,
        ]),
      ),
      '5.5.1: a reason of 123 bytes is taken': [[frame(close, closing(1000, 'x'.repeat(123)))], 1000],
      '5.5.1: a reason in any script is taken': [[frame(close, closing(4000, 'до свидания 👋'))], 4000],
      '5.4, 5.5.1: a close frame within a message in pieces is answered': [
        [frame(opcodes.text, '{', false), frame(close, closing(1000))],
        1000,
      ],
      '1.4, 5.5.1: a message behind the close frame is not read': [
        [frame(close, closing(1000)), text(echo('late'))],
        1000,
      ],
      '1.4, 5.5.1: a ping behind the close frame is not answered': [
        [frame(close, closing(1000)), frame(opcodes.ping, 'late')],
        1000,
      ],
      '1.4: a second close frame is not answered': [[frame(close, closing(1000)), frame(close, closing(1001))], 1000],
      '7.1.1: bytes that are no frame behind the close frame do no harm': [
        [frame(close, closing(1000)), Buffer.alloc(1000, 0xff)],
        1000,
      ],
    };
    for (const [demand, [bytes, code]] of Object.entries(scenes)) {
      it(`${demand}; the server then ends TCP first (${kind})`, async () => {
        await stage.besideAnother(async () => {
          const connection = await stage.socket(kind);
          connection.write(Buffer.concat(bytes));
          await isClosedByServer(connection, code);
          assert.deepEqual(connection.events(), []);
          connection.destroy();
        });
      });
    }

    it(`7.1.2: work that goes on when the client closes ends, and sends nothing behind the close frame (${kind})`, async () => {
      const connection = await stage.socket(kind);
      connection.write(text(generation('long', 'This is going to take a while. '.repeat(200))));
      await connection.frame('a chunk', ({ opcode }) => opcode === opcodes.text);
      connection.write(frame(close, closing(1000)));
      await isClosedByServer(connection, 1000);
      await stage.isQuiet();
      connection.destroy();
    });

    it(`7.1.1: a client that ends TCP without a close frame is gone, although it still reads (${kind})`, async () => {
      const connection = await stage.socket(kind);
      connection.write(text(generation('waits', 'Never ended', { continue: true, max_buffer_delay_ms: 5000 })));
      connection.socket.end();
      await connection.ended();
      await stage.isQuiet();
      connection.destroy();
    });

    it(`7.1.4, 7.3: a client that goes in the middle of a frame is gone (${kind})`, async () => {
      const connection = await stage.socket(kind);
      connection.write(text(generation('waits', 'Never ended', { continue: true, max_buffer_delay_ms: 5000 })));
      connection.write(text(echo('half')).subarray(0, 11));
      if (kind === 'plain') connection.socket.resetAndDestroy();
      else connection.destroy();
      await stage.isQuiet();
    });
  }
});

describe('RFC 6455, section 7: a server that closes', () => {
  const idle = new Stage({ SONORANT_SOCKET_IDLE_MS: '300', SONORANT_STALL_MS: '400' });

  for (const kind of listeners) {
    it(`7.4.1: 1000 with a reason where it has done its work, and TCP ends behind the client's answer (${kind})`, async () => {
      const connection = await idle.socket(kind);
      const { code, reason } = closeOf(await connection.closed());
      assert.deepEqual([code, reason], [1000, 'connection idle timeout']);
      assert.equal(connection.isEnded, false);
      connection.write(frame(close, closing(1000)));
      await connection.ended();
      assert.equal(connection.frames.at(-1)!.opcode, close);
      connection.destroy();
    });

    it(`7.1.1: a client that never ends TCP is gone after the stall limit (${kind})`, async () => {
      const connection = await idle.socket(kind);
      connection.write(frame(close, closing(1000)));
      await connection.ended();
      await eventually('the connection is gone', () => {
        connection.write('x');
        return connection.socket.destroyed;
      });
    });

    it(`5.5.1: a message that crosses its close frame is not answered (${kind})`, async () => {
      const connection = await idle.socket(kind);
      await connection.closed();
      connection.write(text(echo('crossing')));
      connection.write(frame(close, closing(1000)));
      await connection.ended();
      assert.deepEqual(connection.events(), []);
      connection.destroy();
    });
  }

  it('7.4.1: 1001 with a reason where it goes down, on both listeners', async () => {
    const open = await Promise.all(listeners.map((kind) => idle.socket(kind)));
    for (const connection of open) connection.write(frame(opcodes.ping, 'here'));
    for (const connection of open) await connection.frame('a pong', ({ opcode }) => opcode === opcodes.pong);
    const stopped = idle.server.stop();
    for (const connection of open) {
      const { code, reason } = closeOf(await connection.closed());
      assert.deepEqual([code, reason], [1001, 'server is shutting down']);
      connection.write(frame(close, closing(1001)));
      await connection.ended();
      connection.destroy();
    }
    await stopped;
  });
});
