/** Plays the recorded messages of a client's WebSocket against a server and checks that it would have got what it waits for. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import WebSocket from 'ws';
import { serverEventSchemas } from '../../src/routes/tts/event-schemas.ts';

/** As `test/docs/recordings/<name>.json` has it. */
interface Recording {
  /** What was recorded: the client, its version, how. */
  readonly about: string;
  /** Path and query of the handshake, in which `{key}` stands for the key. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the client sent, in order; `{key}` likewise. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** Types of event that the client waits for, in the order in which each first comes, for every context. */
  readonly events: readonly string[];
  /** Members without which the client drops an event, by its type. */
  readonly needs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Event {
  readonly type: keyof typeof serverEventSchemas;
  readonly context_id?: string;
  readonly done: boolean;
}

const deadlineMs = 60_000;

/** @throws {Error} for an event that is missing, that comes in another order or that lacks what the client needs */
export async function replay(name: string, url: string, key: string): Promise<void> {
  const file = new URL(`recordings/${name}.json`, import.meta.url);
  const recording = JSON.parse((await readFile(file, 'utf8')).replaceAll('{key}', key)) as Recording;
  const { headers, path, messages } = recording;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    await once(socket, 'open', { signal: deadline });
    const contexts = new Set(messages.map((message) => String(message.context_id)));
    const events: Event[] = [];
    socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event));
    for (const message of messages) socket.send(JSON.stringify(message));
    while (events.filter(({ done }) => done).length < contexts.size) {
      await once(socket, 'message', { signal: deadline });
    }
    for (const context of contexts) {
      check(
        recording,
        events.filter((event) => event.context_id === context),
        context,
      );
    }
  } finally {
    socket.terminate();
  }
}

function check({ events: expected, needs }: Recording, events: readonly Event[], context: string): void {
  const types = [...new Set<string>(events.map(({ type }) => type))];
  if (types.join() !== expected.join()) {
    throw new Error(`the client waits for ${expected.join(', ')} in ${context} and got ${types.join(', ')}`);
  }
  for (const event of events) {
    for (const [member, type] of Object.entries(needs[event.type] ?? {})) {
      const given = typeof (event as unknown as Record<string, unknown>)[member];
      if (given !== type) throw new Error(`${event.type}.${member} is ${given}, not ${type}`);
    }
  }
}
