/** The request log of this process: how it is written and how it is kept small. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ServerConfig } from './options.ts';
import { RequestRecorder, type Metrics } from '../http/index.ts';
import type { Store } from '../store/index.ts';

const day = 86_400_000;

/** Losses come in floods: one line of the log tells of those of so many ms. */
const reportMs = 60_000;

/** @returns undefined where the settings keep no requests */
export function openRequestLog(
  { keepRequests, requestLogFlushMs: flushMs }: ServerConfig,
  store: Pick<Store, 'requestLog'>,
  metrics: Pick<Metrics, 'lostRequestLogEntries'>,
  logger?: Pick<Logger, 'warn'>,
): RequestRecorder | undefined {
  if (keepRequests === 0) return undefined;
  let lost = 0;
  let reportedAt = -Infinity;
  return new RequestRecorder({
    log: store.requestLog,
    keep: keepRequests,
    ...(flushMs !== undefined && { flushMs }),
    onProblem: (problem, error) => logger?.warn({ err: error }, problem),
    onLost(count, reason) {
      metrics.lostRequestLogEntries.inc({ reason }, count);
      lost += count;
      if (performance.now() - reportedAt < reportMs && reason !== 'stopped') return;
      logger?.warn({ entries: lost, reason }, 'entries of the request log were lost');
      lost = 0;
      reportedAt = performance.now();
    },
  });
}

/** Removes what is old, and what is more than the settings keep. */
export async function trimRequestLogs(
  { keepRequests, keepRequestsDays }: Pick<Config, 'keepRequests' | 'keepRequestsDays'>,
  { requestLog }: Pick<Store, 'requestLog'>,
): Promise<void> {
  const before = new Date(Date.now() - keepRequestsDays * day);
  for (const id of await requestLog.organizations()) await requestLog.trim(id, keepRequests, before);
}
