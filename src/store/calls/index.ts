/** Calls, their turns, and the metrics that judge them. */
import type { Kysely } from 'kysely';
import { calls } from './calls.ts';
import { metricQuestions } from './metric-questions.ts';
import { metricResults } from './metric-results.ts';
import { metrics } from './metrics.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Schema } from '../schema.ts';

export { callObject, databasePurgeJobKind } from './calls.ts';
export type * from './calls.ts';
export type * from './metric-questions.ts';
export type * from './metric-results.ts';
export type * from './metrics.ts';
export type * from './schema.ts';

/** One repository for each kind of row. */
export type CallRepositories = Readonly<ReturnType<typeof callRepositories>>;

export function callRepositories(db: Kysely<Schema>, now: () => Date, jobs: Jobs) {
  return {
    calls: calls(db, now, jobs),
    metrics: metrics(db, now),
    metricQuestions: metricQuestions(db),
    metricResults: metricResults(db, now),
  };
}
