/** Calls and their turns. */
import type { Kysely } from 'kysely';
import { calls } from './calls.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Schema } from '../schema.ts';

export { callObject, databasePurgeJobKind } from './calls.ts';
export type * from './calls.ts';
export type * from './schema.ts';

/** One repository for each kind of row. */
export type CallRepositories = Readonly<ReturnType<typeof callRepositories>>;

export function callRepositories(db: Kysely<Schema>, now: () => Date, jobs: Jobs) {
  return { calls: calls(db, now, jobs) };
}
