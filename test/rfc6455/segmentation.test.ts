import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../support/property-runs.ts';
import { frame, opcodes, RawConnection } from '../support/clients/raw-websocket.ts';
import { echo, handshake, sizedEcho, Stage, sweptListeners, text } from './stage.ts';

const stage = new Stage();

/** Every form of a frame's header, in one stream of which the server answers each part. */
function streamOf(id: string): { bytes: Buffer; ids: string[]; pings: string[] } {
  const mask = Buffer.from([0x12, 0x34, 0x56, 0x78]);
  const pieces = Buffer.from(echo(`${id} é😀`));
  const parts = [
    frame(opcodes.text, echo(`${id} short`), true, { mask }),
    frame(opcodes.ping, `${id} ping`, true, { mask }),
    frame(opcodes.text, sizedEcho(`${id} long`, 150), true, { mask }),
    frame(opcodes.text, pieces.subarray(0, 18), false, { mask }),
    frame(opcodes.ping, '', true, { mask }),
    frame(opcodes.continuation, '', false, { mask }),
    frame(opcodes.continuation, pieces.subarray(18), true, { mask }),
    frame(opcodes.text, echo(`${id} last`), true, { mask, lengthBytes: 8 }),
  ];
  const ids = ['short', 'long', 'é😀', 'last'].map((name) => `${id} ${name}`);
  return { bytes: Buffer.concat(parts), ids, pings: [`${id} ping`, ''] };
}

/** Lets what was written go out on its own. */
async function turn(): Promise<void> {
  for (let phase = 0; phase < 2; phase++) await new Promise((resolve) => setImmediate(resolve));
}

async function wasRead(connection: RawConnection, id: string, from = 0): Promise<void> {
  const { ids, pings } = streamOf(id);
  await connection.context(ids.at(-1)!);
  const frames = connection.frames.slice(from);
  assert.deepEqual(
    connection
      .events()
      .filter((event) => event.context_id?.startsWith(`${id} `))
      .map((event) => event.context_id),
    ids,
  );
  assert.deepEqual(
    frames.filter(({ opcode }) => opcode === opcodes.pong).map(({ payload }) => payload.toString()),
    pings,
  );
}

describe('RFC 6455, sections 5.2 and 10.4: TCP carries bytes, not frames', () => {
  for (const kind of sweptListeners) {
    it(`a stream of frames is read the same wherever TCP cuts it in two (${kind})`, async () => {
      const connection = await stage.socket(kind);
      const { length } = streamOf('cut 100').bytes;
      for (let at = 100; at < 100 + length; at++) {
        const from = connection.frames.length;
        const { bytes } = streamOf(`cut ${at}`);
        connection.write(bytes.subarray(0, at - 100));
        await turn();
        connection.write(bytes.subarray(at - 100));
        await wasRead(connection, `cut ${at}`, from);
      }
      connection.destroy();
    });

    it(`it is read the same in packets of one byte (${kind})`, async () => {
      const connection = await stage.socket(kind);
      await stage.withinContext(connection, async () => {
        await connection.drip(streamOf('drip').bytes);
        await wasRead(connection, 'drip');
      });
      connection.destroy();
    });

    it(`handshake and frames are read the same wherever TCP cuts them (${kind})`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 800 }), { maxLength: 12 }), async (cuts) => {
          const connection = await RawConnection.open(stage.url(kind));
          const bytes = Buffer.concat([Buffer.from(handshake()), streamOf('any').bytes]);
          const ends = [...new Set([...cuts, bytes.length])].filter((end) => end <= bytes.length).sort((a, b) => a - b);
          let at = 0;
          for (const end of ends) {
            connection.write(bytes.subarray(at, (at = end)));
            await turn();
          }
          await wasRead(connection, 'any');
          connection.destroy();
        }),
        { seed: 6455, ...runs(40, 15) },
      );
    });

    it(`a message of the largest size in packets of any size is read (${kind})`, async () => {
      const connection = await stage.socket(kind);
      const bytes = text(sizedEcho('largest', 65_536));
      for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 1459) {
        connection.write(bytes.subarray(at, at + size));
        await turn();
      }
      await connection.context('largest');
      connection.destroy();
    });
  }
});
