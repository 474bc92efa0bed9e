/** How many contexts an organization gets at once, asked of several nodes at the same moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { speech, version, type WireEvent } from '../../support/server.ts';
import type { Http } from './http.ts';

/** Text without an end waits so long for more before it is spoken: so long a context holds its place. */
const holdMs = 3000;

const answerMs = 120_000;

/** Between two counts. */
const pauseMs = 12_000;

export interface Places {
  /** Times of `Date.now()`. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** Nodes that were asked; the others took no socket. */
  readonly nodes: number;
  /** Contexts that were given a place. */
  readonly given: number;
  /** Contexts whose socket ended before they had an answer. */
  readonly lost: number;
  /** Answers that were neither a place nor the refusal of one. */
  readonly others: readonly string[];
}

/** @returns the socket; undefined where the node takes none */
function connect(url: string, key: string): Promise<WebSocket | undefined> {
  const headers = { 'service-version': version, authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, { headers, handshakeTimeout: 10_000 });
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });
}

/**
 * Opens contexts on all nodes at once, more on each than the limit, and counts those that were given a place: text that waits for
 * more is spoken after a while, and a context without a place is refused at once.
 * @param perNode at most what one socket takes
 */
export async function countPlaces(urls: readonly string[], key: string, perNode: number): Promise<Places> {
  const beganAt = Date.now();
  const connected = await Promise.all(urls.map((url) => connect(url, key)));
  const sockets = connected.filter((socket) => socket !== undefined);
  const first = new Map<string, WireEvent | 'lost'>();
  const asked = perNode * sockets.length;
  const answered = Promise.withResolvers<undefined>();
  const answer = (id: string, event: WireEvent | 'lost'): void => {
    if (!first.has(id)) first.set(id, event);
    if (first.size === asked) answered.resolve(undefined);
  };
  for (const [at, socket] of sockets.entries()) {
    socket.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString()) as WireEvent;
      answer(`${at} ${event.context_id}`, event);
    });
    socket.on('close', () => {
      for (let index = 0; index < perNode; index++) answer(`${at} place-${index}`, 'lost');
    });
  }
  // In turns, so that the nodes are asked at the same time.
  for (let index = 0; index < perNode; index++) {
    for (const socket of sockets) {
      const message = { ...speech, context_id: `place-${index}`, transcript: 'Held', continue: true };
      socket.send(JSON.stringify({ ...message, max_buffer_delay_ms: holdMs }));
    }
  }
  if (asked === 0) answered.resolve(undefined);
  const late = setTimeout(
    () => answered.reject(new Error(`${first.size} of ${asked} contexts had an answer`)),
    answerMs,
  );
  try {
    await answered.promise;
  } finally {
    clearTimeout(late);
    for (const socket of sockets) socket.close();
  }
  return { beganAt, endedAt: Date.now(), nodes: sockets.length, ...countAnswers([...first.values()]) };
}

function countAnswers(answers: readonly (WireEvent | 'lost')[]): Pick<Places, 'given' | 'lost' | 'others'> {
  const events = answers.filter((answer) => answer !== 'lost');
  const errors = events.filter(({ type }) => type === 'error');
  const others = errors.flatMap(({ error_code, message }) =>
    error_code === 'concurrency_limited' ? [] : [`${error_code}: ${message}`],
  );
  return { given: events.length - errors.length, lost: answers.length - events.length, others };
}

/** Counts again and again with the key of an organization that has nothing else. @returns all counts */
export async function watchPlaces(
  nodes: readonly Http[],
  key: string,
  limit: number,
  isOver: () => boolean,
): Promise<readonly Places[]> {
  const counts: Places[] = [];
  const urls = nodes.map(({ url }) => url);
  while (!isOver()) {
    counts.push(await countPlaces(urls, key, limit + 5));
    // The contexts of before end with their sockets. Those that are open count for the admission as speech without an end, which
    // is not what is tested here.
    for (let waited = 0; waited < pauseMs && !isOver(); waited += 500) await sleep(500);
  }
  return counts;
}
