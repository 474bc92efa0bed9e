import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Limits } from '../requests/limits.ts';

/** Everything `/metrics` shows. Times are in seconds. Labels have few values: no ids, no addresses as sent. */
export interface Metrics {
  readonly registry: Registry;
  /** Requests whose client left before their answer had ended. */
  readonly clientsLeft: Counter<'phase'>;
  /** From the request to its first audio byte or chunk. */
  readonly timeToFirstAudio: Histogram<'transport' | 'engine'>;
  /** Time of synthesis over duration of the audio, one observation a segment; below 1 is faster than real time. */
  readonly realTimeFactor: Histogram<'engine'>;
  /** Spoken segments, by where the times of their words come from. */
  readonly spokenSegments: Counter<'engine' | 'word_times'>;
  /** Times that a stream's sent audio ran out before the next came. */
  readonly underruns: Counter<'transport'>;
  /** Connections that the server ended; those that ran to their end or were left by their client are not in it. */
  readonly connectionsEnded: Counter<'transport' | 'reason'>;
  /** Segments spoken again because their thread was lost. */
  readonly repeatedSegments: Counter<'engine'>;
  /** Contexts that another engine spoke, since theirs could not. */
  readonly fallbacks: Counter<'from' | 'to'>;
  /** Contexts that asked the engines to be admitted. */
  readonly admissions: Counter<'engine' | 'outcome'>;
  /** How late a segment began, in seconds past the moment at which it was due. */
  readonly lateness: Histogram<'engine'>;
  /** Engine threads that had to be replaced. */
  readonly replacedThreads: Counter;
  readonly requests: Counter<'method' | 'route' | 'status'>;
  readonly webhookAttempts: Counter<'outcome'>;
  /** Entries of the request log that did not reach the database. */
  readonly lostRequestLogEntries: Counter<'reason'>;
  /** Attempts of jobs that have ended in this process, in seconds. */
  readonly jobDuration: Histogram<'kind' | 'outcome'>;
  readonly requestDuration: Histogram<'method' | 'route'>;
}

/** What an engine has taken on. */
export interface EngineLoad {
  readonly id: string;
  /** Contexts that it has admitted and that have not ended. */
  readonly admitted: number;
  /** Share of its threads that these take when all are played at once, 1 = all. */
  readonly load: number;
}

export interface MetricsOptions {
  /** Adds the gauges of contexts and sockets in flight. */
  readonly limits?: Limits | undefined;
  /** Segments that wait for a worker now; adds the gauge of it. */
  readonly queueDepth?: (() => number) | undefined;
  /** Segments given to a worker and not yet ended; adds the gauge of it. */
  readonly engineJobs?: (() => number) | undefined;
  /** What each engine has taken on; adds the gauges of it. */
  readonly engines?: (() => readonly EngineLoad[]) | undefined;
  /** Jobs by status; adds the gauge of them. */
  readonly jobs?: (() => Promise<Readonly<Record<string, number>>>) | undefined;
  /** Whether Redis answers; adds the gauge of it. */
  readonly isRedisUp?: (() => boolean) | undefined;
  /** What was done again on the database since the start, by reason; adds the counter of it. */
  readonly databaseRetries?: (() => Readonly<Record<string, number>>) | undefined;
  /** Webhooks that are paused; adds the gauge of them. */
  readonly pausedWebhooks?: (() => Promise<number>) | undefined;
  /** The usage meter of this process; adds the gauges of what it could not write. */
  readonly usage?: (() => { readonly unwritten: number; readonly lostCredits: number }) | undefined;
  /** Adds memory, event loop and garbage collection of the process. Default false. */
  readonly process?: boolean | undefined;
}

const firstAudioBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const realTimeBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];
const durationBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];

/** Makes the metrics of one server in a registry of their own, with the gauges that the options give. */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  addGauges(registry, options);
  const registers = [registry];
  return { registry, ...speechMetrics(registers), ...requestMetrics(registers) };
}

function addGauges(registry: Registry, options: MetricsOptions): void {
  const {
    limits,
    queueDepth,
    engineJobs,
    engines,
    jobs,
    isRedisUp,
    databaseRetries,
    pausedWebhooks,
    usage,
    process: ofProcess = false,
  } = options;
  if (ofProcess) collectDefaultMetrics({ register: registry });
  if (queueDepth !== undefined) {
    readGauge(registry, 'sonorant_queue_depth', 'Segments that wait for a worker.', queueDepth);
  }
  if (engineJobs !== undefined) readGauge(registry, 'sonorant_engine_jobs', 'Segments that workers hold.', engineJobs);
  if (engines !== undefined) readEngines(registry, engines);
  if (jobs !== undefined) readJobs(registry, jobs);
  if (isRedisUp !== undefined) {
    const help = 'Whether Redis answers: 1, or 0 while this process counts limits for itself.';
    readGauge(registry, 'sonorant_redis_up', help, () => Number(isRedisUp()));
  }
  if (databaseRetries !== undefined) readRetries(registry, databaseRetries);
  if (pausedWebhooks !== undefined) readPausedWebhooks(registry, pausedWebhooks);
  if (usage !== undefined) {
    const held = 'Records of usage that are in memory only, since the disk does not take them.';
    readGauge(registry, 'sonorant_usage_unwritten', held, () => usage().unwritten);
    const lost = 'Credits that were spoken and could not be kept.';
    readGauge(registry, 'sonorant_usage_lost_credits', lost, () => usage().lostCredits);
  }
  if (limits !== undefined) {
    readGauge(registry, 'sonorant_contexts', 'Contexts in flight in this process.', () => limits.contexts.inFlight());
    readGauge(registry, 'sonorant_sockets', 'Open WebSockets of this process.', () => limits.sockets.inFlight());
  }
}

type RequestMetrics =
  'requests' | 'clientsLeft' | 'webhookAttempts' | 'lostRequestLogEntries' | 'jobDuration' | 'requestDuration';

function speechMetrics(registers: Registry[]): Omit<Metrics, 'registry' | RequestMetrics> {
  return {
    timeToFirstAudio: new Histogram({
      name: 'sonorant_time_to_first_audio_seconds',
      help: 'Time from the request to its first audio.',
      labelNames: ['transport', 'engine'],
      buckets: firstAudioBuckets,
      registers,
    }),
    realTimeFactor: new Histogram({
      name: 'sonorant_real_time_factor',
      help: 'Time of synthesis over duration of the audio of a segment.',
      labelNames: ['engine'],
      buckets: realTimeBuckets,
      registers,
    }),
    spokenSegments: new Counter({
      name: 'sonorant_spoken_segments_total',
      help: 'Spoken segments, by where the times of their words come from: exact, aligned or estimated; none where they were not asked for or are not known.',
      labelNames: ['engine', 'word_times'],
      registers,
    }),
    underruns: new Counter({
      name: 'sonorant_underruns_total',
      help: 'Times that sent audio ran out before more came.',
      labelNames: ['transport'],
      registers,
    }),
    connectionsEnded: new Counter({
      name: 'sonorant_connections_ended_total',
      help: 'Connections that the server ended, by what they carried and its reason.',
      labelNames: ['transport', 'reason'],
      registers,
    }),
    repeatedSegments: new Counter({
      name: 'sonorant_repeated_segments_total',
      help: 'Segments spoken again because their engine thread was lost.',
      labelNames: ['engine'],
      registers,
    }),
    fallbacks: new Counter({
      name: 'sonorant_fallbacks_total',
      help: 'Contexts that another engine (to) spoke, since theirs (from) could not speak.',
      labelNames: ['from', 'to'],
      registers,
    }),
    admissions: new Counter({
      name: 'sonorant_admissions_total',
      help: 'Contexts that asked the engines to be admitted, by outcome: admitted, or refused because the first audio (start) or the audio of admitted contexts (lateness) would be late.',
      labelNames: ['engine', 'outcome'],
      registers,
    }),
    lateness: new Histogram({
      name: 'sonorant_segment_lateness_seconds',
      help: 'Time past the moment at which a segment was due when an engine began it.',
      labelNames: ['engine'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    replacedThreads: new Counter({
      name: 'sonorant_replaced_threads_total',
      help: 'Engine threads that died or hung and were replaced.',
      registers,
    }),
  };
}

function requestMetrics(registers: Registry[]): Pick<Metrics, RequestMetrics> {
  return {
    requests: new Counter({
      name: 'sonorant_requests_total',
      help: 'Finished requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    clientsLeft: new Counter({
      name: 'sonorant_clients_left_total',
      help: 'Requests whose client left, before_answer or within the answer.',
      labelNames: ['phase'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'sonorant_webhook_attempts_total',
      help: 'Tries of this process to deliver an event.',
      labelNames: ['outcome'],
      registers,
    }),
    lostRequestLogEntries: new Counter({
      name: 'sonorant_request_log_lost_total',
      help: 'Entries of the request log that were lost: more came than the database took (overflow), the database refused them, or the server stopped.',
      labelNames: ['reason'],
      registers,
    }),
    jobDuration: new Histogram({
      name: 'sonorant_job_attempt_seconds',
      help: 'Time of the attempts of jobs that ended in this process, by outcome: done, again (to run at another time), failed, timed_out, left_behind (timed out and not to be stopped), given_back, lost.',
      labelNames: ['kind', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'sonorant_request_duration_seconds',
      help: 'Time from the request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: durationBuckets,
      registers,
    }),
  };
}

function readGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => {
      gauge.set(read());
    },
  });
}

function readEngines(registry: Registry, read: () => readonly EngineLoad[]): void {
  const gauge = (name: string, help: string, value: (engine: EngineLoad) => number): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames: ['engine'],
      registers: [registry],
      collect: () => {
        for (const engine of read()) made.set({ engine: engine.id }, value(engine));
      },
    });
  };
  gauge(
    'sonorant_admitted_contexts',
    'Contexts that an engine has admitted and that have not ended.',
    (engine) => engine.admitted,
  );
  gauge(
    'sonorant_engine_load',
    'Share of its threads that the admitted contexts of an engine take, 1 = all.',
    (engine) => engine.load,
  );
}

function readJobs(registry: Registry, read: () => Promise<Readonly<Record<string, number>>>): void {
  const gauge = new Gauge({
    name: 'sonorant_jobs',
    help: 'Jobs in the database, which servers share.',
    labelNames: ['status'],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      // When the database does not answer, this gauge is missing and the others are still shown.
      const counts = await read().catch(() => ({}));
      for (const [status, count] of Object.entries(counts)) gauge.set({ status }, count);
    },
  });
}

function readRetries(registry: Registry, read: () => Readonly<Record<string, number>>): void {
  const counter = new Counter({
    name: 'sonorant_database_retries_total',
    help: 'Statements and transactions that this process ran again, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [reason, count] of Object.entries(read())) counter.inc({ reason }, count);
    },
  });
}

function readPausedWebhooks(registry: Registry, read: () => Promise<number>): void {
  const gauge = new Gauge({
    name: 'sonorant_webhooks_paused',
    help: 'Webhooks in the database that are paused, since every delivery to them failed for too long.',
    registers: [registry],
    collect: async () => {
      gauge.set(await read().catch(() => Number.NaN));
    },
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly metrics: Metrics;
  }
}

/** Counts requests; with `route`, `GET /metrics` shows everything without a credential. */
export function addMetrics(app: FastifyInstance, metrics: Metrics, route: boolean): void {
  app.decorate('metrics', metrics);
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none') };
    metrics.requests.inc({ ...labels, status: reply.statusCode });
    metrics.requestDuration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  if (!route) return;
  app.get(
    '/metrics',
    { config: { public: true }, logLevel: 'warn', schema: { hide: true } },
    async (_request, reply) => {
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  );
}
