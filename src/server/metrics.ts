/** What `/metrics` shows of the engines, and of the jobs, webhooks and stores of the server. Times are in seconds. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CallService } from '../calls/calls.ts';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import { readGauge } from '../http/index.ts';

/** Adds what the engines have taken on, and what they do from here on. */
export function addEngineMetrics(
  registry: Registry,
  scheduler: Pick<Scheduler, 'queued' | 'running' | 'known' | 'admittedTo' | 'loadOf' | 'observe'>,
): void {
  const registers = [registry];
  readGauge(registry, 'sonorant_queue_depth', 'Segments that wait for a worker.', () => scheduler.queued);
  readGauge(registry, 'sonorant_engine_jobs', 'Segments that workers hold.', () => scheduler.running);
  const ofEngine = (name: string, help: string, read: (id: string) => number): void => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: ['engine'],
      registers,
      collect() {
        gauge.reset();
        for (const { id } of scheduler.known) gauge.set({ engine: id }, read(id));
      },
    });
  };
  const admitted = 'Contexts that an engine has admitted and that have not ended.';
  ofEngine('sonorant_admitted_contexts', admitted, (id) => scheduler.admittedTo(id));
  const load = 'Share of its threads that the admitted contexts of an engine take, 1 = all.';
  ofEngine('sonorant_engine_load', load, (id) => scheduler.loadOf(id));
  const admissions = new Counter({
    name: 'sonorant_admissions_total',
    help: 'Contexts that asked the engines to be admitted, by outcome: admitted, or refused because the first audio (start) or the audio of admitted contexts (lateness) would be late.',
    labelNames: ['engine', 'outcome'],
    registers,
  });
  const lateness = new Histogram({
    name: 'sonorant_segment_lateness_seconds',
    help: 'Time past the moment at which a segment was due when an engine began it.',
    labelNames: ['engine'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const replacedThreads = new Counter({
    name: 'sonorant_replaced_threads_total',
    help: 'Engine threads that died or hung and were replaced.',
    registers,
  });
  scheduler.observe({
    replaced: () => replacedThreads.inc(),
    admitted: (engine) => admissions.inc({ engine, outcome: 'admitted' }),
    refused: (engine, reason) => admissions.inc({ engine, outcome: `refused_${reason}` }),
    started: (engine, lateSeconds) => lateness.observe({ engine }, lateSeconds),
  });
}

/** Adds what becomes of the calls of this process. */
export function addCallMetrics(registry: Registry, calls: Pick<CallService, 'observe'>): void {
  const registers = [registry];
  const started = new Counter({
    name: 'sonorant_calls_started_total',
    help: 'Calls that this process has begun, by channel.',
    labelNames: ['channel'],
    registers,
  });
  const duration = new Histogram({
    name: 'sonorant_call_seconds',
    help: 'Length of the calls that this process has ended, by status and end reason.',
    labelNames: ['status', 'reason'],
    buckets: [5, 15, 30, 60, 120, 300, 600, 1800, 3600],
    registers,
  });
  calls.observe({
    started: ({ channel }) => started.inc({ channel }),
    ended: (call) => duration.observe({ status: call.status, reason: call.end_reason ?? 'unknown' }, call.seconds ?? 0),
  });
}

export interface ServerMetrics {
  readonly webhookAttempts: Counter<'outcome'>;
  /** Attempts of jobs that have ended in this process. */
  readonly jobDuration: Histogram<'kind' | 'outcome'>;
}

export interface ServerMetricsOptions {
  readonly store: {
    /** By status. */
    readonly jobs: { readonly counts: () => Promise<Readonly<Record<string, number>>> };
    readonly webhooks: { readonly countPaused: () => Promise<number> };
    /** By reason. */
    readonly database: { readonly retries: () => Readonly<Record<string, number>> };
  };
  /** The usage of this process that could not be written. */
  readonly meter: { readonly unwritten: number; readonly lostCredits: number };
  /** Where there is a Redis. */
  readonly isRedisUp?: (() => boolean) | undefined;
}

export function serverMetrics(registry: Registry, { store, meter, isRedisUp }: ServerMetricsOptions): ServerMetrics {
  const registers = [registry];
  readCounts(registry, store);
  if (isRedisUp !== undefined) {
    const help = 'Whether Redis answers: 1, or 0 while this process counts limits for itself.';
    readGauge(registry, 'sonorant_redis_up', help, () => Number(isRedisUp()));
  }
  const paused = 'Webhooks in the database that are paused, since every delivery to them failed for too long.';
  readGauge(registry, 'sonorant_webhooks_paused', paused, () => store.webhooks.countPaused().catch(() => Number.NaN));
  const held = 'Records of usage that are in memory only, since the disk does not take them.';
  readGauge(registry, 'sonorant_usage_unwritten', held, () => meter.unwritten);
  const lost = 'Credits that were spoken and could not be kept.';
  readGauge(registry, 'sonorant_usage_lost_credits', lost, () => meter.lostCredits);
  return {
    webhookAttempts: new Counter({
      name: 'sonorant_webhook_attempts_total',
      help: 'Tries of this process to deliver an event.',
      labelNames: ['outcome'],
      registers,
    }),
    jobDuration: new Histogram({
      name: 'sonorant_job_attempt_seconds',
      help: 'Time of the attempts of jobs that ended in this process, by outcome: done, again (to run at another time), failed, timed_out, left_behind (timed out and not to be stopped), given_back, lost.',
      labelNames: ['kind', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
      registers,
    }),
  };
}

function readCounts(registry: Registry, { jobs, database }: ServerMetricsOptions['store']): void {
  const registers = [registry];
  const byStatus = new Gauge({
    name: 'sonorant_jobs',
    help: 'Jobs in the database, which servers share.',
    labelNames: ['status'],
    registers,
    async collect() {
      byStatus.reset();
      // When the database does not answer, this gauge is missing and the others are still shown.
      const counts = await jobs.counts().catch(() => ({}));
      for (const [status, count] of Object.entries(counts)) byStatus.set({ status }, count);
    },
  });
  const retries = new Counter({
    name: 'sonorant_database_retries_total',
    help: 'Statements and transactions that this process ran again, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      retries.reset();
      for (const [reason, count] of Object.entries(database.retries())) retries.inc({ reason }, count);
    },
  });
}
