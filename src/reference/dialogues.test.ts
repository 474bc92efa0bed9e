import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { toneEngines } from '../../test/support/server.ts';
import { startServer, type RunningServer } from '../server/start.ts';
import { serverEventSchema, type ServerEvent } from '../routes/tts/event-schemas.ts';
import { dialogues } from './dialogues.ts';

let server: RunningServer;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonorant-dialogues-'));
  const settings = {
    SONORANT_PORT: '0',
    SONORANT_DATA_DIR: folder,
    SONORANT_API_KEY: 'test-key',
    SONORANT_WORKERS: '1',
    SONORANT_LOG_LEVEL: 'silent',
  };
  server = await startServer(settings, toneEngines);
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The events of a socket one after the other. */
async function open(): Promise<{ socket: WebSocket; next: () => Promise<ServerEvent> }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/tts/websocket`, {
    headers: { 'service-version': '2026-08-14', 'x-api-key': 'test-key' },
  });
  const events: ServerEvent[] = [];
  socket.on('message', (data) => {
    events.push(serverEventSchema.parse(JSON.parse((data as Buffer).toString('utf8'))));
    socket.emit('heard');
  });
  await once(socket, 'open');
  const next = async (): Promise<ServerEvent> => {
    while (events.length === 0) await once(socket, 'heard');
    return events.shift()!;
  };
  return { socket, next };
}

function shapeOf(event: Readonly<Record<string, unknown>>): unknown {
  return {
    ...event,
    keys: Object.keys(event).sort(),
    data: undefined,
    step_time: undefined,
    message: undefined,
    error: undefined,
    request_id: undefined,
    doc_url: undefined,
    word_timestamps: (event.word_timestamps as { words: unknown } | undefined)?.words,
  };
}

describe('the talks on the WebSocket page', () => {
  for (const { title, lines } of dialogues) {
    it(`happen like that on a server: ${title}`, async () => {
      const { socket, next } = await open();
      let last: ServerEvent | undefined;
      for (const line of lines) {
        if ('client' in line) socket.send(JSON.stringify(line.client));
        else {
          let event = await next();
          while (event.type === 'chunk' && last?.type === 'chunk' && event.flush_id === last.flush_id) {
            event = await next();
          }
          assert.deepEqual(shapeOf({ ...event }), shapeOf(line.server));
          last = event;
        }
      }
      socket.close();
    });
  }

  it('show every kind of message and event but phonemes', () => {
    const shown = new Set(
      dialogues.flatMap(({ lines }) =>
        lines.map((line) => ('server' in line ? line.server.type : 'cancel' in line.client ? 'cancel' : 'generation')),
      ),
    );
    assert.deepEqual([...shown].sort(), ['cancel', 'chunk', 'done', 'error', 'flush_done', 'generation', 'timestamps']);
  });
});
