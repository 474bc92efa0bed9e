/**
 * Work that outlives the process: a row until it is done. `jobs/` takes and runs it.
 *
 * Each claim of a job has a name of its own, `lease_owner`, and holds the job until the lease runs out; the runner
 * renews it. A later statement about the job applies only while the row still has that name, so a runner that was taken
 * for dead cannot end a job that another one has claimed since. Servers that share a database must agree on the time
 * within a few seconds.
 */
import { sql, type Kysely } from 'kysely';
import { claimFairly, type Share } from './fair-claim.ts';
import { newId } from '../ids.ts';
import type { Job, JobStatus } from './schema.ts';
import type { Schema } from '../schema.ts';

/** Kind of the job that sends one delivery of a webhook. */
export const deliveryJobKind = 'webhook.deliver';

export interface NewJob {
  /** Selects the handler that runs it. */
  readonly kind: string;
  /** Plain data; keep it to ids, the rest stands in rows. */
  readonly payload: unknown;
  /** What it uses that may be slow, such as the id of a webhook; see {@link Share}. */
  readonly lane?: string | undefined;
  /** Not before this moment; now when absent. */
  readonly runAt?: Date | undefined;
}

export interface Claim {
  readonly kind: string;
  /** Most jobs to take. */
  readonly limit: number;
  /** The name they are held under, a new one for each claim. */
  readonly owner: string;
  readonly until: Date;
  /** How the lanes of the kind share the room; without it jobs are taken in their order. */
  readonly share?: Share | undefined;
}

/** A claimed job: its id and the name of the claim. */
export type HeldJob = Pick<Job, 'id' | 'lease_owner'>;

/** Claims jobs and records their outcome. */
export interface Leases {
  /** Those of the kinds that have a job to take now: one that is due, or one whose lease has run out. */
  readonly dueKinds: (kinds: readonly string[]) => Promise<readonly string[]>;
  /** Takes jobs that can be taken now, oldest first. No two claims get the same job, from however many processes. */
  readonly claim: (claim: Claim) => Promise<readonly Job[]>;
  /** Renews leases. Returns the ids of the jobs that are still held; the others have been claimed anew. */
  readonly renew: (jobs: readonly HeldJob[], until: Date) => Promise<readonly string[]>;
  /** The job is done. False when it is no longer held; so for the next three. */
  readonly complete: (job: HeldJob) => Promise<boolean>;
  /** The job has failed for good. */
  readonly fail: (job: HeldJob, error: string) => Promise<boolean>;
  /** The job runs again at a moment. Without an error it counts as not tried yet, and waits since the first time. */
  readonly reschedule: (job: HeldJob, at: Date, error?: string) => Promise<boolean>;
  /** Gives the job back as if it had not been taken. */
  readonly release: (job: HeldJob) => Promise<boolean>;
  /** Names under which jobs are held now. */
  readonly owners: () => Promise<readonly string[]>;
  /** Lets everything be taken that is held under this name. */
  readonly releaseAll: (owner: string) => Promise<void>;
}

/** The queue of jobs: written by any process, taken under leases. */
export interface Jobs extends Leases {
  readonly enqueue: (job: NewJob) => Promise<string>;
  /** Makes the one job of this kind that runs again and again, unless it is there. Its id is its kind. */
  readonly ensure: (job: NewJob) => Promise<void>;
  /** Lets jobs of a lane that wait for their time run now: all, or the one with this payload. */
  readonly hasten: (jobs: {
    readonly kind: string;
    readonly lane: string;
    readonly payload?: unknown;
  }) => Promise<void>;
  readonly find: (id: string) => Promise<Job | undefined>;
  readonly counts: () => Promise<Readonly<Record<JobStatus, number>>>;
  /** Deletes jobs that ended before this moment. Returns how many. */
  readonly deleteEnded: (status: 'done' | 'failed', before: Date) => Promise<number>;
}

/** Jobs that one statement deletes: the embedded database does nothing else meanwhile, and no statement may take seconds. */
const deletedAtOnce = 1000;

/** @param onEnqueued called after a job has been written */
export function jobs(db: Kysely<Schema>, now: () => Date, onEnqueued: () => void = () => undefined): Jobs {
  const row = (id: string, { kind, payload, lane = '', runAt }: NewJob) => {
    const created = now().toISOString();
    return {
      id,
      kind,
      payload: JSON.stringify(payload),
      lane,
      status: 'pending',
      attempts: 0,
      run_at: runAt?.toISOString() ?? created,
      lease_owner: null,
      lease_until: null,
      error: null,
      waits_since: null,
      created_at: created,
      updated_at: created,
    } as const;
  };

  return {
    ...leases(db, now),
    async enqueue(job) {
      const id = newId('job');
      await db.insertInto('jobs').values(row(id, job)).execute();
      onEnqueued();
      return id;
    },
    async ensure(job) {
      await db
        .insertInto('jobs')
        .values(row(job.kind, job))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    async hasten({ kind, lane, payload }) {
      const waiting = db
        .updateTable('jobs')
        .set({ run_at: now().toISOString() })
        .where('kind', '=', kind)
        .where('status', '=', 'pending')
        .where('lane', '=', lane);
      await (payload === undefined ? waiting : waiting.where('payload', '=', JSON.stringify(payload))).execute();
      onEnqueued();
    },
    find: (id) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),
    async counts() {
      const rows = await db
        .selectFrom('jobs')
        .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute();
      const of = (status: JobStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
      return { pending: of('pending'), running: of('running'), done: of('done'), failed: of('failed') };
    },
    async deleteEnded(status, before) {
      const ended = db
        .selectFrom('jobs')
        .select('id')
        .where('status', '=', status)
        .where('updated_at', '<', before.toISOString())
        .limit(deletedAtOnce);
      for (let deleted = 0; ;) {
        const { numDeletedRows } = await db.deleteFrom('jobs').where('id', 'in', ended).executeTakeFirst();
        deleted += Number(numDeletedRows);
        if (numDeletedRows < deletedAtOnce) return deleted;
      }
    },
  };
}

function leases(db: Kysely<Schema>, now: () => Date): Leases {
  const time = (): string => now().toISOString();
  /** Two indexed parts in place of one condition, which would look at every due job. */
  const due = (kind: string) =>
    db.selectFrom('jobs').where('kind', '=', kind).where('status', '=', 'pending').where('run_at', '<=', time());
  const expired = (kind: string) =>
    db.selectFrom('jobs').where('kind', '=', kind).where('status', '=', 'running').where('lease_until', '<=', time());
  const given = (status: JobStatus) =>
    db
      .updateTable('jobs')
      .set({ status, lease_owner: null, lease_until: null, updated_at: time() })
      .where('status', '=', 'running');
  const end = async ({ id, lease_owner: owner }: HeldJob, ended: ReturnType<typeof given>): Promise<boolean> => {
    const { numUpdatedRows } = await ended.where('id', '=', id).where('lease_owner', '=', owner).executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  return {
    async dueKinds(kinds) {
      if (kinds.length === 0) return [];
      const parts = kinds.map(
        (kind) =>
          sql`select ${kind} as kind where exists ${due(kind).select('id')} or exists ${expired(kind).select('id')}`,
      );
      const { rows } = await sql<{ readonly kind: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
      return rows.map(({ kind }) => kind);
    },
    async claim({ share, ...claim }) {
      if (share !== undefined) return claimFairly(db, now, { ...claim, share });
      const { kind, limit, owner, until } = claim;
      const waiting = due(kind).select(['id', 'run_at']).orderBy('run_at').limit(limit);
      const lost = expired(kind).select(['id', 'run_at']).orderBy('run_at').limit(limit);
      const chosen = sql<string>`(select id from (
        select * from ${waiting} as waiting union all select * from ${lost} as lost
      ) as takeable order by run_at limit ${limit})`;
      return (
        db
          .updateTable('jobs')
          .set((eb) => ({
            status: 'running',
            attempts: eb('attempts', '+', 1),
            lease_owner: owner,
            lease_until: until.toISOString(),
            updated_at: time(),
          }))
          .where('id', 'in', chosen)
          // Again for the row itself: where two claims chose the same one at once, PostgreSQL lets the second wait and then checks only this.
          .where((eb) =>
            eb.or([
              eb('status', '=', 'pending'),
              eb.and([eb('status', '=', 'running'), eb('lease_until', '<=', time())]),
            ]),
          )
          .returningAll()
          .execute()
      );
    },
    async renew(held, until) {
      if (held.length === 0) return [];
      const rows = await db
        .updateTable('jobs')
        .set({ lease_until: until.toISOString() })
        .where('status', '=', 'running')
        .where(
          'id',
          'in',
          held.map(({ id }) => id),
        )
        .where(
          'lease_owner',
          'in',
          held.map(({ lease_owner: owner }) => owner),
        )
        .returning(['id', 'lease_owner'])
        .execute();
      return rows
        .filter((row) => held.some(({ id, lease_owner: owner }) => id === row.id && owner === row.lease_owner))
        .map(({ id }) => id);
    },
    complete: (job) => end(job, given('done').set({ error: null })),
    fail: (job, error) => end(job, given('failed').set({ error })),
    reschedule: (job, at, error) =>
      end(
        job,
        given('pending').set((eb) => ({
          run_at: at.toISOString(),
          error: error ?? null,
          ...(error === undefined && { attempts: 0, waits_since: eb.fn.coalesce('waits_since', eb.val(time())) }),
        })),
      ),
    release: (job) =>
      end(
        job,
        given('pending').set((eb) => ({ attempts: eb('attempts', '-', 1) })),
      ),
    async owners() {
      const rows = await db
        .selectFrom('jobs')
        .select('lease_owner')
        .distinct()
        .where('status', '=', 'running')
        .where('lease_owner', 'is not', null)
        .execute();
      return rows.map(({ lease_owner: owner }) => owner!);
    },
    async releaseAll(owner) {
      await given('pending').where('lease_owner', '=', owner).execute();
    },
  };
}
