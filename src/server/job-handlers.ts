/** What the server does by itself: every kind of job, with what does it. */
import type { Config } from './config.ts';
import { trimRequestLogs } from './request-log.ts';
import type { CallService } from '../calls/calls.ts';
import { analysisJob, analysisJobKind, judgementJob, judgementJobKind } from '../calls/analysis.ts';
import { endLostCalls, forgetCalls } from '../calls/jobs.ts';
import { forgetTakes } from '../history/job.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import type { Logger } from 'pino';
import type { ServerMetrics } from './metrics.ts';
import type { JobOutcome } from '../jobs/handler.ts';
import type { JobKind, JobKinds } from '../jobs/runner.ts';
import { deleteBlobs, deleteDataset, waiting } from '../jobs/deletions.ts';
import { sweepOrphans } from '../jobs/sweep.ts';
import type { Blobs } from '../store/blobs/index.ts';
import {
  blobDeletionJobKind,
  databasePurgeJobKind,
  datasetDeletionJobKind,
  deliveryJobKind,
  fineTuneJobKind,
  type Secrets,
  type Store,
} from '../store/index.ts';
import { FineTuneTrainer } from '../voices/fine-tuning.ts';
import { reportBudgets } from '../identity/budgets.ts';
import { deliverWebhooks, userAgentOf } from '../webhooks/delivery.ts';
import { emitEvent } from '../webhooks/envelope.ts';

export interface JobHandlerOptions {
  readonly config: Config;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly metrics: Pick<ServerMetrics, 'webhookAttempts'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Those of this server, in order of preference. */
  readonly scheduler: { readonly engines: readonly EngineDescriptor[] };
  /** Those that agents can name. */
  readonly languageModels: readonly LanguageModelDescriptor[];
  /** Notified of what is ended here. */
  readonly calls: Pick<CallService, 'notify'>;
  /** The server's own version. */
  readonly version: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Jobs that went well are of use for a look at the last hour only; failed ones tell of a fault. */
const keepDoneMs = hour;
const keepFailedMs = 30 * day;

/** Webhook deliveries at once over all servers: to one webhook, and of one organization. */
const endpointDeliveries = 4;
const organizationDeliveries = 256;

/** The address of a session that has ended is known as one of its account. */
const keepSessionsMs = 90 * day;

/** Questions of metrics are counted by the day, on which the clocks of several servers need not agree. */
const keepQuestionsMs = 2 * day;

/** What was deleted is removed however often it fails; a job that always fails is left to the sweep after days. */
const deletionAttempts = 1000;

export function jobKinds({
  config,
  store,
  blobs,
  secrets,
  metrics,
  logger,
  scheduler: source,
  languageModels: models,
  calls,
  version,
}: JobHandlerOptions): JobKinds {
  const analysis = { store, models, summaries: config.callSummaries, judgementsPerDay: config.maxJudgements };
  return {
    [deliveryJobKind]: {
      concurrency: config.webhookConcurrency,
      share: {
        perLane: endpointDeliveries,
        perOrganization: organizationDeliveries,
        youngPerOrganization: Math.ceil(config.webhookConcurrency / 2),
        youngMs: 500,
      },
      run: deliverWebhooks({
        store,
        secrets,
        allowPrivate: config.allowPrivateWebhooks,
        userAgent: userAgentOf(version),
        onPaused: ({ id, organization_id: organizationId, failures }) =>
          logger.warn(
            { webhook_id: id, organization_id: organizationId, failures },
            'a webhook that only fails is paused; POST /agents/webhooks/{id}/resume ends that',
          ),
        onAttempt: (outcome) => metrics.webhookAttempts.inc({ outcome }),
      }),
    },
    [fineTuneJobKind]: {
      ...trainingJobs(
        new FineTuneTrainer({ store, blobs, emitEvent, source, clipLimits: { maxSeconds: config.maxClipSeconds } }),
      ),
      maxRunMs: day,
    },
    'blobs.sweep': {
      everyMs: hour,
      run: waiting(async () => {
        await sweepOrphans({ store, blobs });
        return undefined;
      }),
    },
    ...callAndHistoryJobs({ config, store, calls }, analysis),
    [databasePurgeJobKind]: { run: () => purgeDatabase(store), maxAttempts: deletionAttempts },
    'budgets.report': { everyMs: 15_000, run: () => reportBudgets(store, new Date()) },
    'webhooks.release': {
      everyMs: minute,
      run: () => releaseHeld(store),
    },
    [blobDeletionJobKind]: { run: deleteBlobs({ store, blobs }), concurrency: 4, maxAttempts: deletionAttempts },
    [datasetDeletionJobKind]: { run: deleteDataset({ store }), concurrency: 2, maxAttempts: deletionAttempts },
    'records.forget': {
      everyMs: hour,
      run: async () => {
        await purgeExpired(store, config.keepDeliveriesDays * day);
        await trimRequestLogs(config, store);
        await forgetActivity(store, config.keepActivityDays);
      },
    },
  };
}

/** What remains of calls, and what members keep. */
function callAndHistoryJobs(
  { config, store, calls }: Pick<JobHandlerOptions, 'config' | 'store' | 'calls'>,
  analysis: Parameters<typeof analysisJob>[0],
): JobKinds {
  return {
    'calls.end-lost': { everyMs: 10_000, run: endLostCalls(store, (call) => calls.notify('ended', call)) },
    [analysisJobKind]: analysisJob(analysis),
    [judgementJobKind]: judgementJob(analysis),
    ...(config.callRetentionDays !== undefined && {
      'calls.forget': { everyMs: hour, run: forgetCalls(store, config.callRetentionDays) },
    }),
    'takes.forget': {
      everyMs: hour,
      run: forgetTakes(store, { days: config.historyDays, bytes: config.historyBytes }),
    },
  };
}

function trainingJobs(tuning: FineTuneTrainer): JobKind {
  return { run: waiting((job, context) => tuning.train(job, context)), onExhausted: (job) => tuning.onExhausted(job) };
}

/** Where another process holds the log, a moment later. */
async function purgeDatabase({ database }: Store): Promise<JobOutcome> {
  return (await database.purge()) ? undefined : { runAt: new Date(Date.now() + 1000) };
}

/** Sends what waits for nothing any more. */
async function releaseHeld(store: Store): Promise<void> {
  while ((await store.transaction(({ webhookDeliveries }) => webhookDeliveries.releaseLost())) > 0);
}

/** Charts by the hour look back a week. */
const daysByTheHour = 8;

async function forgetActivity({ activity }: Pick<Store, 'activity'>, keepDays: number): Promise<void> {
  const before = (days: number): string => new Date(Date.now() - days * day).toISOString();
  await activity.forget('day', before(keepDays).slice(0, 10));
  await activity.forget('hour', before(Math.min(keepDays, daysByTheHour)).slice(0, 13));
}

/** Removes rows that no request reads any more. */
async function purgeExpired(store: Store, keepDeliveriesMs: number): Promise<void> {
  const ago = (ms: number): Date => new Date(Date.now() - ms);
  await store.jobs.deleteEnded('done', ago(keepDoneMs));
  await store.jobs.deleteEnded('failed', ago(keepFailedMs));
  await store.webhookDeliveries.failWaitingSince(ago(keepDeliveriesMs), 'It has waited for too long.');
  await store.webhookDeliveries.deleteEndedBefore(ago(keepDeliveriesMs));
  await store.idempotencyKeys.removeExpired();
  await store.sessions.removeExpired(ago(keepSessionsMs));
  await store.metricQuestions.forget(ago(keepQuestionsMs).toISOString().slice(0, 10));
}
