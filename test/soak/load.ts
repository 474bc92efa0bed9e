/** Clients that keep a server busy for a part of the time, over every transport of speech and in conversations. */
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { withinTime } from '../../src/timing/deadline.ts';
import { sentenceAt } from '../../bench/speech/texts.ts';
import { apiKey, speech, TestSocket, version } from '../support/server.ts';

const headers = { 'service-version': version, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

type Work = (url: string, index: number) => Promise<void>;

async function post(url: string, path: string, body: object): Promise<void> {
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** A context of several messages on a socket of its own. */
async function context(url: string, index: number): Promise<void> {
  const socket = new TestSocket(new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, { headers }));
  try {
    await socket.opened;
    socket.speak('c', `${sentenceAt(index)} `, { continue: true });
    socket.speak('c', sentenceAt(index + 1), { continue: false });
    await socket.ended('c');
  } finally {
    socket.socket.terminate();
  }
}

/** A call in which something is typed and answered. @param agentId of an agent of rules */
function talk(agentId: string): Work {
  return async (url) => {
    const address = `${url.replace('http', 'ws')}/v1/agents/websocket/${agentId}`;
    const socket = new WebSocket(`${address}?api_key=${apiKey}&cartesia_version=${version}`);
    const over = Promise.withResolvers<undefined>();
    socket.on('error', over.reject);
    socket.on('close', (code) => over.reject(new Error(`the conversation closed with ${code}`)));
    socket.on('open', () =>
      socket.send('{"type":"session_create","audio":{"input_format":"pcm_16000","output_delivery":"as_available"}}'),
    );
    socket.on('message', (data: Buffer) => {
      const { type, role } = JSON.parse(data.toString()) as { readonly type: string; readonly role?: string };
      if (type === 'session_ready') socket.send('{"type":"user_text","text":"Hello"}');
      if (type === 'turn_ended' && role === 'assistant') over.resolve(undefined);
    });
    try {
      await over.promise;
    } finally {
      socket.close(1000);
    }
  };
}

export interface LoadOptions {
  readonly url: string;
  readonly clients: number;
  /** Share of the time in which each client waits for an answer: 0–1. */
  readonly share: number;
  readonly signal: AbortSignal;
  /** How long a piece of work may take, in ms. Default 60,000 */
  readonly workMs?: number;
}

/** Goes on until the signal. @returns how many pieces of work were done @throws {Error} at the first that is not answered well, or in time */
export async function keepBusy({ url, clients, share, signal, workMs = 60_000 }: LoadOptions): Promise<number> {
  const made = await fetch(`${url}/v1/agents`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Soak', config: { instructions: 'Otherwise: Yes.' } }),
  });
  const { id } = (await made.json()) as { readonly id: string };
  const works: readonly Work[] = [
    (at, index) => post(at, '/tts/bytes', { ...speech, transcript: sentenceAt(index) }),
    (at, index) => post(at, '/tts/sse', { ...speech, transcript: sentenceAt(index), add_timestamps: true }),
    context,
    (at, index) => post(at, '/tts/bytes', { ...speech, transcript: `${sentenceAt(index)} ${sentenceAt(index + 1)}` }),
    talk(id),
  ];
  let done = 0;
  const client = async (first: number): Promise<void> => {
    for (let index = first; !signal.aborted; index += clients) {
      const startedAt = performance.now();
      await withinTime(works[index % works.length]!(url, index), workMs, () => {
        throw new Error(`piece of work ${index} had no answer within ${workMs / 1000} s`);
      });
      done++;
      const rest = (performance.now() - startedAt) * (1 / share - 1);
      await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return done;
}
