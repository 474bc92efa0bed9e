/** What both sockets that hear send is what the reference says of it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { hearing, rate, voice } from '../../test/support/voice.ts';
import { apiKey, start, toneEngines, version, type TestServer } from '../../test/support/server.ts';
import { hearingSockets } from '../routes/stt/event-schemas.ts';

type Socket = (typeof hearingSockets)[number];

let server: TestServer;
before(async () => {
  server = await start({}, toneEngines, [
    hearing('I would like a coffee.', 'It is for my mother and', 'for her sister.'),
  ]);
});
after(() => server.close());

const messages: Readonly<Record<Socket['id'], readonly string[]>> = {
  transcription: ['no such word', 'finalize', 'close'],
  turns: ['{"type":"config","turn":{"end_threshold":0.5}}', '{"type":"config","turn":{}}', '{"type":"close"}'],
};

/** All that the socket sends of some speech and messages. */
async function eventsOf({ id, path }: Socket): Promise<readonly { readonly type: string }[]> {
  const address = `${server.url.replace('http', 'ws')}${path}?encoding=pcm_s16le&sample_rate=${rate}`;
  const socket = new WebSocket(address, { headers: { 'service-version': version, 'x-api-key': apiKey } });
  const events: { type: string }[] = [];
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString('utf8')) as { type: string }));
  await once(socket, 'open');
  const speech = voice(-0.5, 3, -4, 3, -1.6, 3, -1);
  for (let at = 0; at < speech.length; at += 5120) {
    socket.send(speech.subarray(at, at + 5120));
    // Partial results need turns of the event loop.
    if (at % rate < 5120) await new Promise(setImmediate);
  }
  for (const message of messages[id]) socket.send(message);
  await once(socket, 'close', { signal: AbortSignal.timeout(30_000) });
  return events;
}

describe('the reference of the sockets that hear', () => {
  for (const socket of hearingSockets) {
    it(`has every event and every field: ${socket.path}`, async () => {
      const schemas: Readonly<Record<string, z.ZodType>> = socket.server;
      const events = await eventsOf(socket);
      for (const event of events) {
        const { error } = schemas[event.type]!.safeParse(event);
        assert.equal(error, undefined, `${JSON.stringify(event)} ${String(error)}`);
      }
      assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), Object.keys(socket.server).sort());
    });

    it(`shows messages that are as it says: ${socket.path}`, () => {
      const schemas: Readonly<Record<string, z.ZodType>> = socket.server;
      for (const line of socket.example) {
        if ('server' in line) schemas[line.server.type]!.parse(line.server);
        else if (typeof line.client === 'object') socket.client[line.client.type].parse(line.client);
      }
    });
  }
});
