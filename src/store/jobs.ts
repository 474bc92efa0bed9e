/** Work that outlives the process: a row until it is done. `jobs/` takes and runs it. */
import type { Kysely } from 'kysely';
import { newId } from './ids.ts';
import type { Job, Schema } from './schema.ts';

export interface NewJob {
  /** Names who runs it. */
  readonly kind: string;
  /** Plain data; keep it to ids, the rest stands in rows. */
  readonly payload: unknown;
  /** Not before this moment; now when absent. */
  readonly runAt?: Date | undefined;
}

export interface Jobs {
  readonly enqueue: (job: NewJob) => Promise<string>;
  readonly find: (id: string) => Promise<Job | undefined>;
}

export function jobs(db: Kysely<Schema>, now: () => Date): Jobs {
  return {
    async enqueue({ kind, payload, runAt }) {
      const time = now().toISOString();
      const id = newId('job');
      await db
        .insertInto('jobs')
        .values({
          id, kind, payload: JSON.stringify(payload), status: 'pending', attempts: 0, run_at: runAt?.toISOString() ?? time,
          lease_owner: null, lease_until: null, error: null, created_at: time, updated_at: time,
        })
        .execute();
      return id;
    },
    find: (id) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}
