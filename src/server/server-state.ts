/** The state of the server as its console shows it. */
import type { Limits, Readiness } from '../http/index.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import { catalogue, downloadSize } from '../models/catalogue.ts';
import { listInstalled, modelsFolder } from '../models/folder.ts';
import type { ServerState } from '../routes/console/server-state.ts';
import type { SpeechMetrics } from '../routes/tts/index.ts';
import type { Store } from '../store/index.ts';

export interface ServerStateOptions {
  readonly dataDir: string;
  readonly version: string;
  /** Whether models are added and removed over HTTP. */
  readonly modelRoutes: boolean;
  readonly scheduler: Pick<
    Scheduler,
    'known' | 'engines' | 'setAside' | 'loadOf' | 'admittedTo' | 'queued' | 'running'
  >;
  readonly limits: Limits;
  readonly metrics: Pick<SpeechMetrics, 'timeToFirstAudio'>;
  readonly readiness: Pick<Readiness, 'node'>;
  readonly store: Pick<Store, 'jobs'>;
}

/** Reads it from what is there; nothing of it is kept. */
export async function readServerState(options: ServerStateOptions): Promise<ServerState> {
  const { version, scheduler, limits, metrics, readiness, store } = options;
  const [models, jobs, { missing, notes }, firstAudio] = await Promise.all([
    modelsOf(options.dataDir),
    store.jobs.counts(),
    readiness.node(),
    metrics.timeToFirstAudio.get(),
  ]);
  const percentile = (share: number): number | null => quantile(bucketsOf(firstAudio.values), share);
  return {
    version,
    uptime_seconds: Math.round(process.uptime()),
    node: process.version,
    engines: enginesOf(scheduler),
    ...models,
    model_routes: options.modelRoutes,
    queue: { waiting: scheduler.queued, running: scheduler.running },
    sockets: limits.sockets.inFlight(),
    contexts: limits.contexts.inFlight(),
    jobs: { ...jobs },
    latency: { first_audio_ms: { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) } },
    readiness: { ready: missing.length === 0, missing: [...missing], notes: [...notes] },
  };
}

function enginesOf(scheduler: ServerStateOptions['scheduler']): ServerState['engines'] {
  const { engines, setAside } = scheduler;
  return scheduler.known.map((engine) => {
    const { id } = engine;
    const isReady = engines.includes(engine);
    return {
      id,
      state: isReady ? 'ready' : 'set_aside',
      problem: setAside.find((other) => other.engine === id)?.reason ?? null,
      languages: [...engine.capabilities.languages],
      voices: engine.voices().length,
      load: scheduler.loadOf(id),
      admitted: scheduler.admittedTo(id),
    };
  });
}

async function modelsOf(dataDir: string): Promise<Pick<ServerState, 'models' | 'available_models'>> {
  const installed = await listInstalled(modelsFolder(dataDir));
  const names = new Set(installed.map(({ name }) => name));
  const command = (name: string): string => `npx sonorant models add ${name}`;
  return {
    models: installed.map(({ name, manifest, bytes, problem = null }) => ({
      id: name,
      kind: manifest?.kind ?? null,
      state: problem === null ? 'installed' : 'damaged',
      problem,
      size: bytes,
      install_command: command(name),
    })),
    available_models: catalogue
      .filter(({ name }) => !names.has(name))
      .map((entry) => ({
        id: entry.name,
        kind: entry.kind,
        family: entry.family,
        languages: [...entry.languages],
        speakers: entry.speakers ?? null,
        size: downloadSize(entry),
        licence: entry.licence,
        install_command: command(entry.name),
      })),
  };
}

/** Upper bound in seconds with how many observations are not above it, over all labels. */
type Buckets = readonly (readonly [bound: number, count: number])[];

interface BucketValue {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly value: number;
  readonly metricName?: string;
}

function bucketsOf(values: readonly BucketValue[]): Buckets {
  const counts = new Map<number, number>();
  for (const { labels, value, metricName } of values) {
    if (metricName?.endsWith('_bucket') !== true) continue;
    const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

/**
 * The value in ms below which this share of the observations lies, taken as even within a bucket, as `histogram_quantile` does
 * (https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile); null without any.
 */
function quantile(buckets: Buckets, share: number): number | null {
  const total = buckets.at(-1)?.[1] ?? 0;
  if (total === 0) return null;
  const wanted = share * total;
  const index = buckets.findIndex(([, count]) => count >= wanted);
  const [bound, count] = buckets[index]!;
  const [below, countBelow] = index === 0 ? [0, 0] : buckets[index - 1]!;
  if (bound === Infinity) return below * 1000;
  return Math.round((below + ((bound - below) * (wanted - countBelow)) / (count - countBelow)) * 1e4) / 10;
}
