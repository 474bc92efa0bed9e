/** Names and labels of everything that `/metrics` can show, and of what a PromQL text names. */
import { createMetrics } from '../../src/http/index.ts';
import { conversationMetrics } from '../../src/routes/conversations/metrics.ts';
import { speechMetrics } from '../../src/routes/tts/index.ts';
import { addEngineMetrics, serverMetrics } from '../../src/server/metrics.ts';

/** Labels that Prometheus adds, and the bound of a bucket. */
const addedLabels = ['instance', 'job', 'le'];

/** Labels by the name of each series. */
export type KnownMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of a server that uses everything: Redis, webhooks, jobs. */
export function knownMetrics(): KnownMetrics {
  const inFlight = { limit: 1, inFlight: () => 0, acquire: () => Promise.resolve(undefined) };
  const { registry } = createMetrics({
    limits: { calls: inFlight, contexts: inFlight, recognitions: inFlight, sockets: inFlight },
    process: true,
  });
  speechMetrics(registry);
  conversationMetrics(registry);
  addEngineMetrics(registry, {
    queued: 0,
    running: 0,
    known: [],
    admittedTo: () => 0,
    loadOf: () => 0,
    observe: () => undefined,
  });
  serverMetrics(registry, {
    store: {
      jobs: { counts: () => Promise.resolve({}) },
      webhooks: { countPaused: () => Promise.resolve(0) },
      database: { retries: () => ({}) },
    },
    meter: { unwritten: 0, lostCredits: 0 },
    isRedisUp: () => true,
  });
  const known = new Map<string, ReadonlySet<string>>();
  for (const metric of registry.getMetricsAsArray() as unknown as readonly Described[]) {
    const labels = new Set([...(metric.labelNames ?? []), ...addedLabels]);
    const endings = metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const ending of endings) known.set(metric.name + ending, labels);
  }
  return known;
}

interface Described {
  readonly name: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

/** What a text with PromQL in it names that `/metrics` does not have; empty when all is there. */
export function unknownIn(text: string, known: KnownMetrics): readonly string[] {
  const named = [...text.matchAll(/\b((?:sonorant|process|nodejs)_[a-z0-9_]*[a-z0-9])\b(?:\{([^}]*)\})?/g)];
  const names = named.map(([, name]) => name!);
  const labels = names.flatMap((name) => [...(known.get(name) ?? [])]);
  const matched = named.flatMap(([, name, matchers = '']) =>
    [...matchers.matchAll(/(\w+) *(?:=~|!~|!=|=)/g)]
      .filter(([, label]) => known.get(name!)?.has(label!) === false)
      .map(([, label]) => `${name!}{${label!}}`),
  );
  const grouped = [...text.matchAll(/\bby *\(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/, */));
  return [
    ...names.filter((name) => !known.has(name)),
    ...matched,
    ...grouped.filter((label) => !labels.includes(label)).map((label) => `by (${label})`),
  ];
}
