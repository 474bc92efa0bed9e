import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startServer, type RunningServer } from '../../server/start.ts';
import { serverEventSchemas, type ServerEvent } from './event-schemas.ts';

let server: RunningServer;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonorant-events-'));
  server = await startServer({
    SONORANT_PORT: '0',
    SONORANT_DATA_DIR: folder,
    SONORANT_API_KEY: 'test-key',
    SONORANT_WORKERS: '1',
    SONORANT_LOG_LEVEL: 'silent',
  });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const headers = { 'service-version': '2026-08-14', 'x-api-key': 'test-key' };
const request = {
  model_id: 'sonorant-1',
  voice: 'a0e99841-438c-4a64-b679-ae501e7d6091',
  transcript: 'One two.',
  add_timestamps: true,
  add_phoneme_timestamps: true,
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 8000 },
};

/** Fails for a field the schema does not know, which a client would have to guess. */
function check(text: string): ServerEvent {
  const event = JSON.parse(text) as ServerEvent;
  const schema = z.strictObject(serverEventSchemas[event.type].shape);
  schema.parse(event);
  return event;
}

function arraysOf(event: ServerEvent): readonly (readonly unknown[])[] {
  const timings =
    event.type === 'timestamps'
      ? event.word_timestamps
      : event.type === 'phoneme_timestamps'
        ? event.phoneme_timestamps
        : {};
  return Object.values(timings);
}

function checkTimings(events: readonly ServerEvent[]): void {
  for (const event of events) {
    assert.ok(
      new Set(arraysOf(event).map((array) => array.length)).size <= 1,
      `the arrays of ${event.type} have one length`,
    );
  }
}

/** Sends the messages and collects what comes until as many contexts have ended as there are ids. */
async function talk(messages: readonly object[], ends: number): Promise<ServerEvent[]> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/tts/websocket`, { headers });
  await once(socket, 'open');
  const events: ServerEvent[] = [];
  const failed = new Promise<never>((_, reject) => {
    socket.on('message', (data) => {
      try {
        events.push(check((data as Buffer).toString('utf8')));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
      if (events.filter((event) => event.done).length === ends) socket.close();
    });
  });
  for (const message of messages) socket.send(JSON.stringify(message));
  await Promise.race([once(socket, 'close'), failed]);
  return events;
}

function typesOf(events: readonly ServerEvent[]): string[] {
  return [...new Set(events.map((event) => event.type))].sort();
}

describe('the events of the WebSocket', () => {
  it('have exactly the fields of their schemas: speech, timings, flushes and the end', async () => {
    const events = await talk(
      [
        { ...request, context_id: 'a', continue: true },
        { context_id: 'a', continue: true, flush: true, transcript: '' },
        { context_id: 'a', transcript: 'Three.' },
      ],
      1,
    );
    assert.deepEqual(typesOf(events), ['chunk', 'done', 'flush_done', 'phoneme_timestamps', 'timestamps']);
    assert.ok(events.every((event) => event.context_id === 'a'));
    checkTimings(events);
  });

  it('have exactly the fields of their schemas: errors with and without a context', async () => {
    const events = await talk(
      [
        { ...request, context_id: 'b', model_id: 'none' },
        { ...request, context_id: 7 },
      ],
      2,
    );
    assert.deepEqual(
      events.map((event) => [event.type, event.context_id]).sort(),
      [
        ['error', undefined],
        ['error', 'b'],
      ].sort(),
    );
  });
});

describe('the events of POST /tts/sse', () => {
  const send = async (body: object): Promise<ServerEvent[]> => {
    const response = await fetch(`${server.url}/tts/sse`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
    return frames.map((frame) => {
      const [name, data] = frame.split('\n');
      const event = check(data!.replace('data: ', ''));
      assert.equal(name, `event: ${event.type}`);
      return event;
    });
  };

  it('have exactly the fields of the same schemas, without flush numbers', async () => {
    const events = await send({ ...request, context_id: 'c' });
    assert.deepEqual(typesOf(events), ['chunk', 'done', 'phoneme_timestamps', 'timestamps']);
    assert.ok(events.every((event) => event.context_id === 'c' && !('flush_id' in event)));
    checkTimings(events);
  });

  it('carry no context id when the request has none', async () => {
    const events = await send(request);
    assert.ok(events.length > 2 && events.every((event) => !('context_id' in event)));
  });
});
