/** What the server does by itself: every kind of job, with what does it. */
import type { Config } from './config.ts';
import type { CloningEngine } from '../voices/cloning.ts';
import type { Metrics } from '../http/index.ts';
import type { JobKind, JobKinds } from '../jobs/runner.ts';
import { sweepOrphans } from '../jobs/sweep.ts';
import type { Blobs } from '../store/blobs/index.ts';
import { deliveryJobKind, fineTuneJobKind, type Secrets, type Store } from '../store/index.ts';
import { FineTuneTrainer } from '../voices/fine-tuning.ts';
import { deliverWebhooks } from '../webhooks/delivery.ts';

export interface BackgroundOptions {
  readonly config: Config;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  /** Those of this server. */
  readonly engines: readonly CloningEngine[];
  /** The server's own version. */
  readonly version: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Jobs that went well are only of use to who is looking just now; failed ones tell of a fault. */
const keepDoneMs = hour;
const keepFailedMs = 30 * day;

export function jobKinds({ config, store, blobs, secrets, metrics, engines, version }: BackgroundOptions): JobKinds {
  return {
    [deliveryJobKind]: {
      concurrency: config.webhookConcurrency,
      run: deliverWebhooks({
        store,
        secrets,
        allowPrivate: config.allowPrivateWebhooks,
        timeoutMs: config.webhookTimeoutMs,
        userAgent: `Sonorant/${version}`,
        onAttempt: (outcome) => metrics.webhookAttempts.inc({ outcome }),
      }),
    },
    [fineTuneJobKind]: trainingJobs(
      new FineTuneTrainer({ store, blobs, engines, clipLimits: { maxSeconds: config.maxClipSeconds } }),
    ),
    'blobs.sweep': {
      everyMs: config.orphanGraceMs,
      run: async () => {
        await sweepOrphans({ store, blobs, graceMs: config.orphanGraceMs });
      },
    },
    'records.forget': {
      everyMs: hour,
      run: () => purgeExpired(store, config.keepDeliveriesDays * day),
    },
  };
}

function trainingJobs(tuning: FineTuneTrainer): JobKind {
  return { run: (job, context) => tuning.train(job, context), onExhausted: (job) => tuning.onExhausted(job) };
}

/** Removes what nobody will ask for any more. */
async function purgeExpired(store: Store, keepDeliveriesMs: number): Promise<void> {
  const ago = (ms: number): Date => new Date(Date.now() - ms);
  await store.jobs.deleteEnded('done', ago(keepDoneMs));
  await store.jobs.deleteEnded('failed', ago(keepFailedMs));
  await store.webhookDeliveries.deleteEndedBefore(ago(keepDeliveriesMs));
  await store.idempotencyKeys.removeExpired();
}
