/** Usage, the answers kept for repeated requests, and the request log. */
import type { Kysely } from 'kysely';
import { usageActivity } from './activity.ts';
import { idempotencyKeys } from './idempotency.ts';
import { requestLog } from './request-log.ts';
import { usageCounts } from './usage.ts';
import type { Schema } from '../schema.ts';

export * from './activity.ts';
export * from './first-audio.ts';
export type * from './idempotency.ts';
export { requestLogBatch } from './request-log.ts';
export type * from './request-log.ts';
export type * from './schema.ts';
export * from './usage.ts';

/** One repository for each kind of row. */
export type UsageRepositories = Readonly<ReturnType<typeof usageRepositories>>;

export function usageRepositories(db: Kysely<Schema>, now: () => Date) {
  return {
    usage: usageCounts(db),
    activity: usageActivity(db),
    idempotencyKeys: idempotencyKeys(db, now),
    requestLog: requestLog(db),
  };
}
