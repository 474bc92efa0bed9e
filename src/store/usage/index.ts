/** Usage, the answers kept for repeated requests, and the request log. */
import type { Kysely } from 'kysely';
import { idempotencyKeys, type IdempotencyKeys } from './idempotency.ts';
import { requestLog, type RequestLog } from './request-log.ts';
import { usageCounts, type UsageCounts } from './usage.ts';
import type { Schema } from '../schema.ts';

export type { ClaimResult, IdempotencyKeys, KeptAnswer, KeyClaim } from './idempotency.ts';
export type { ListedRequest, RequestFilter, RequestLog } from './request-log.ts';
export type { RequestLogRow, RequestTransport } from './schema.ts';
export {
  usageGroups,
  type DailyCredits,
  type UsageCounts,
  type UsageFilter,
  type UsageGroup,
  type UsageRow,
} from './usage.ts';

export interface UsageRepositories {
  readonly usage: UsageCounts;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly requestLog: RequestLog;
}

export function usageRepositories(db: Kysely<Schema>, now: () => Date): UsageRepositories {
  return { usage: usageCounts(db), idempotencyKeys: idempotencyKeys(db, now), requestLog: requestLog(db) };
}
