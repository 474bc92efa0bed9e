/** Plays what a client sends against a server, and checks that the client would have got what it waits for. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import WebSocket from 'ws';

/** As `test/docs/recordings/<name>.json` has it, in which `{key}` stands for the key. */
interface Recording {
  /** Which client sends it, and where that can be read. */
  readonly about: string;
}

interface RecordedRequest extends Recording {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
  readonly response: { readonly status: number; readonly contentType: string; readonly atLeastBytes: number };
}

interface RecordedSocket extends Recording {
  /** Path and query of the handshake. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the client sends, in order. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** Types of events that each context has to give; `done` comes last and once. */
  readonly events: readonly string[];
  /** Members without which the client drops an event, with their types, by the type of the event. */
  readonly needs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Event {
  readonly type: string;
  readonly context_id?: string;
  readonly done: boolean;
}

const deadlineMs = 60_000;

/** @throws {Error} for an answer that is missing, that comes in another order or that lacks what the client needs */
export async function replay(name: string, url: string, key: string): Promise<void> {
  const file = new URL(`recordings/${name}.json`, import.meta.url);
  const recording = JSON.parse((await readFile(file, 'utf8')).replaceAll('{key}', key)) as
    RecordedRequest | RecordedSocket;
  if ('request' in recording) await replayRequest(recording, url);
  else await replaySocket(recording, url);
}

async function replayRequest({ request, response: expected }: RecordedRequest, url: string): Promise<void> {
  const { method, path, headers, body } = request;
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const { byteLength } = await response.arrayBuffer();
  const type = response.headers.get('content-type');
  if (response.status !== expected.status || type !== expected.contentType || byteLength < expected.atLeastBytes) {
    throw new Error(`the client got ${response.status}, ${String(type)}, ${byteLength} bytes`);
  }
}

async function replaySocket(recording: RecordedSocket, url: string): Promise<void> {
  const { headers, path, messages } = recording;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    await once(socket, 'open', { signal });
    const contexts = new Set(messages.map((message) => String(message.context_id)));
    const events: Event[] = [];
    socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event));
    for (const message of messages) socket.send(JSON.stringify(message));
    while (events.filter(({ done }) => done).length < contexts.size) {
      await once(socket, 'message', { signal });
    }
    for (const context of contexts) {
      const own = events.filter((event) => event.context_id === context);
      checkEvents(recording, own, context);
    }
  } finally {
    socket.terminate();
  }
}

function checkEvents({ events: expected, needs }: RecordedSocket, events: readonly Event[], context: string): void {
  const types = new Set(events.map(({ type }) => type));
  const unexpected = [...types].filter((type) => !expected.includes(type));
  const missing = expected.filter((type) => !types.has(type));
  if (unexpected.length > 0 || missing.length > 0 || events.at(-1)?.type !== 'done') {
    throw new Error(
      `${context} has no ${missing.join(', ')}, but ${unexpected.join(', ')}: ${JSON.stringify(events.at(-1))}`,
    );
  }
  for (const event of events) {
    for (const [member, type] of Object.entries(needs[event.type] ?? {})) {
      const given = typeof (event as unknown as Record<string, unknown>)[member];
      if (given !== type) throw new Error(`${event.type}.${member} is ${given}, not ${type}`);
    }
  }
}
