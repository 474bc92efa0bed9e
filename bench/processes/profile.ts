/** Where the main thread of the server spends its time, from a processor profile of it. */
import { Session, type Profiler } from 'node:inspector/promises';

/** Share of the profiled time, 0–1, by what it was spent on. */
export type Shares = Readonly<Record<string, number>>;

interface Kind {
  readonly name: string;
  readonly isIt: (functionName: string, url: string) => boolean;
}

/** In this order; what fits none counts for what called it, since most native functions have no place of their own. */
const kinds: readonly Kind[] = [
  { name: 'idle', isIt: (name) => name === '(idle)' },
  { name: 'garbage collection', isIt: (name) => name === '(garbage collector)' },
  {
    name: 'base64 and JSON',
    isIt: (name, url) =>
      /base64|^(toString|byteLength|latin1Write\w*|latin1Slice|utf8Write\w*|utf8Slice)$/iu.test(name) ||
      url.includes('routes/tts/wire'),
  },
  {
    name: 'WebSocket and socket',
    isIt: (_, url) =>
      /\/node_modules\/ws\/|\/http\/(websocket|outbound)|^node:(net|internal\/stream|internal\/streams)/u.test(url),
  },
  {
    name: 'messages of the threads',
    isIt: (name, url) =>
      /worker|per_context\/messageport/u.test(url) || /postMessage|emitMessage|receiveMessage/u.test(name),
  },
  { name: 'scheduling', isIt: (_, url) => url.includes('/src/engines/') },
  { name: 'timers', isIt: (_, url) => /^node:.*timer|^node:internal\/priority_queue/u.test(url) },
  { name: 'reading of requests and text', isIt: (_, url) => /\/src\/(text|voices)\/|\/zod\/|schema/u.test(url) },
  { name: 'contexts and events', isIt: (_, url) => /\/src\/(speech|routes|timing|usage)\//u.test(url) },
];
const rest = 'other';

export class MainThreadProfile {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.setSamplingInterval', { interval: 500 });
    await this.#session.post('Profiler.start');
  }

  async stop(): Promise<Shares> {
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    return sharesOf(profile);
  }
}

export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const kindOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return rest;
    const { functionName, url } = node.callFrame;
    return kinds.find(({ isIt }) => isIt(functionName, url))?.name ?? kindOf(parents.get(id!));
  };
  const shares: Record<string, number> = {};
  const total = timeDeltas.reduce((sum, each) => sum + each, 0);
  samples.forEach((id, index) => {
    const kind = kindOf(id);
    shares[kind] = (shares[kind] ?? 0) + (timeDeltas[index] ?? 0) / total;
  });
  return shares;
}
