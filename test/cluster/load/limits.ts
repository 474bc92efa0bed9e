/** How many contexts an organization gets at once, asked of several nodes at the same moment. */
import WebSocket from 'ws';
import { once } from 'node:events';
import { speech, version, type WireEvent } from '../../support/server.ts';

/** Text without an end waits so long for more before it is spoken: so long a context holds its place. */
const holdMs = 5000;

export interface Places {
  readonly asked: number;
  readonly given: number;
  /** Answers that were neither a place nor the refusal of one. */
  readonly others: readonly string[];
}

/**
 * Opens contexts on all nodes at once, more on each than the limit, and counts those that were given a place. Nothing else may run.
 * @param perNode at most what one socket takes
 */
export async function countPlaces(urls: readonly string[], key: string, perNode: number): Promise<Places> {
  const sockets = await Promise.all(
    urls.map(async (url) => {
      const headers = { 'service-version': version, authorization: `Bearer ${key}` };
      const socket = new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, { headers });
      await once(socket, 'open');
      return socket;
    }),
  );
  const first = new Map<string, WireEvent>();
  const asked = perNode * sockets.length;
  const answered = Promise.withResolvers<undefined>();
  for (const [at, socket] of sockets.entries()) {
    socket.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString()) as WireEvent;
      const id = `${at} ${event.context_id}`;
      if (!first.has(id)) first.set(id, event);
      if (first.size === asked) answered.resolve(undefined);
    });
  }
  // In turns, so that the nodes are asked at the same time.
  for (let index = 0; index < perNode; index++) {
    for (const socket of sockets) {
      const message = { ...speech, context_id: `place-${index}`, transcript: 'Held', continue: true };
      socket.send(JSON.stringify({ ...message, max_buffer_delay_ms: holdMs }));
    }
  }
  const late = setTimeout(
    () => answered.reject(new Error(`${first.size} of ${asked} contexts had an answer`)),
    120_000,
  );
  try {
    await answered.promise;
  } finally {
    clearTimeout(late);
    for (const socket of sockets) socket.close();
  }
  const errors = [...first.values()].filter(({ type }) => type === 'error');
  const others = errors.flatMap(({ error_code, message }) =>
    error_code === 'concurrency_limited' ? [] : [`${error_code}: ${message}`],
  );
  return { asked, given: asked - errors.length, others };
}
