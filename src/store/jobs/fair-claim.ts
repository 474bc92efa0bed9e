/**
 * Claims jobs of a kind whose lanes share the room: none takes more than its part, however many of its jobs wait and
 * however long they take. What runs is counted in the database, so the limits hold over all servers.
 *
 * A job counts as young until it has run for `youngMs`. A lane that answers is done by then; one that does not holds the
 * scarce places of young jobs for so long only, and then one of the many places of old ones.
 */
import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Job } from './schema.ts';
import type { Schema } from '../schema.ts';

/** How much of a kind may run at once, over all servers. */
export interface Share {
  /** Jobs of one lane. A lane whose webhook fails has one. */
  readonly perLane: number;
  /** Jobs of one organization. */
  readonly perOrganization: number;
  /** Young jobs of one organization. */
  readonly youngPerOrganization: number;
  /** How long a job is young, in ms. */
  readonly youngMs: number;
}

/** As the claim of `jobs.ts`, with its share. */
export interface FairClaim {
  readonly kind: string;
  readonly limit: number;
  readonly owner: string;
  readonly until: Date;
  readonly share: Share;
}

/** A lane with a job that is due. */
interface Lane {
  readonly lane: string;
  readonly organization: string;
  readonly failing: number;
  readonly due: string;
}

interface Running {
  readonly lane: string;
  readonly organization: string;
  readonly jobs: number;
  readonly young: number;
  readonly expired: number;
}

/** Most lanes that one statement takes jobs of: SQLite joins at most 500 parts of a query. */
const lanesAtOnce = 400;

/** A server that was cut off while it claimed lets others claim after this. */
const longestClaimMs = 2000;

/** Takes what the share allows, the lanes with the least running first. */
export async function claimFairly(db: Kysely<Schema>, now: () => Date, claim: FairClaim): Promise<readonly Job[]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Claims of a kind take turns: two at once would both see the same room. SQLite has one writer at a time anyway.
  const transaction = isPostgres ? db.transaction().setIsolationLevel('read committed') : db.transaction();
  return transaction.execute(async (inside) => {
    if (isPostgres) {
      await sql`select set_config('idle_in_transaction_session_timeout', ${String(longestClaimMs)}, true),
        set_config('lock_timeout', ${String(longestClaimMs)}, true)`.execute(inside);
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sonorant claim ${claim.kind}`}, 0))`.execute(inside);
    }
    return take(inside, now().getTime(), claim);
  });
}

async function take(db: Kysely<Schema>, at: number, claim: FairClaim): Promise<readonly Job[]> {
  const time = new Date(at).toISOString();
  const running = await runningOf(db, at, claim);
  if (running.some(({ expired }) => expired > 0)) await freeExpired(db, time, claim.kind);
  const chosen = [...choose(await dueLanes(db, time, claim.kind), running, claim)];
  const jobs: Job[] = [];
  for (let from = 0; from < chosen.length; from += lanesAtOnce) {
    jobs.push(...(await takeOf(db, time, claim, chosen.slice(from, from + lanesAtOnce))));
  }
  return jobs;
}

async function runningOf(db: Kysely<Schema>, at: number, { kind, share }: FairClaim): Promise<readonly Running[]> {
  const time = new Date(at).toISOString();
  const young = new Date(at - share.youngMs).toISOString();
  const { rows } = await sql<Running>`
    select jobs.lane, coalesce(webhooks.organization_id, '') as organization,
      sum(case when lease_until > ${time} then 1 else 0 end) as jobs,
      sum(case when lease_until > ${time} and jobs.updated_at > ${young} then 1 else 0 end) as young,
      sum(case when lease_until > ${time} then 0 else 1 end) as expired
    from jobs left join webhooks on webhooks.id = jobs.lane
    where kind = ${kind} and status = 'running'
    group by jobs.lane, coalesce(webhooks.organization_id, '')`.execute(db);
  return rows;
}

/** Jobs whose lease has run out wait again, as those that another claim may take. */
async function freeExpired(db: Kysely<Schema>, time: string, kind: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ status: 'pending', lease_owner: null, lease_until: null })
    .where('kind', '=', kind)
    .where('status', '=', 'running')
    .where('lease_until', '<=', time)
    .execute();
}

/**
 * The lanes with due jobs that are not paused or at rest. The index is walked from lane to lane, so that it costs the
 * same however many jobs each has.
 */
async function dueLanes(db: Kysely<Schema>, time: string, kind: string): Promise<readonly Lane[]> {
  const pending = sql`kind = ${kind} and status = 'pending'`;
  const { rows } = await sql<Lane>`
    with recursive lanes (lane) as (
      select min(lane) from jobs where ${pending}
      union all
      select (select min(jobs.lane) from jobs where ${pending} and jobs.lane > lanes.lane)
      from lanes where lanes.lane is not null
    ), heads as (
      select lane, (select min(run_at) from jobs where ${pending} and jobs.lane = lanes.lane) as due
      from lanes where lane is not null
    )
    select heads.lane, heads.due, coalesce(webhooks.organization_id, '') as organization,
      case when webhooks.failing_since is null then 0 else 1 end as failing
    from heads left join webhooks on webhooks.id = heads.lane
    where heads.due <= ${time} and webhooks.paused_at is null
      and (webhooks.not_before is null or webhooks.not_before <= ${time})`.execute(db);
  return rows;
}

/** Of which lanes how many jobs are taken: place by place, each to the lane and organization that has the least. */
function choose(lanes: readonly Lane[], running: readonly Running[], { limit, share }: FairClaim): Map<string, number> {
  const ofLane = new Map(running.map(({ lane, jobs }) => [lane, jobs]));
  const ofOrganization = new Map<string, { jobs: number; young: number }>();
  for (const { organization, jobs, young } of running) {
    const before = ofOrganization.get(organization) ?? { jobs: 0, young: 0 };
    ofOrganization.set(organization, { jobs: before.jobs + jobs, young: before.young + young });
  }
  const open = lanes.map((lane) => {
    const organization = ofOrganization.get(lane.organization) ?? { jobs: 0, young: 0 };
    ofOrganization.set(lane.organization, organization);
    return { ...lane, jobs: ofLane.get(lane.lane) ?? 0, of: organization };
  });
  type Open = (typeof open)[number];
  const hasRoom = ({ jobs, of, failing }: Open): boolean =>
    jobs < (failing === 1 ? 1 : share.perLane) &&
    of.jobs < share.perOrganization &&
    of.young < share.youngPerOrganization;
  const isBefore = (one: Open, other: Open): boolean => {
    const order = one.of.young - other.of.young || one.jobs - other.jobs || one.failing - other.failing;
    return order < 0 || (order === 0 && one.due < other.due);
  };
  const chosen = new Map<string, number>();
  for (let place = 0; place < limit; place++) {
    let best: Open | undefined;
    for (const lane of open) if (hasRoom(lane) && (best === undefined || isBefore(lane, best))) best = lane;
    if (best === undefined) break;
    best.jobs++;
    best.of.jobs++;
    best.of.young++;
    chosen.set(best.lane, (chosen.get(best.lane) ?? 0) + 1);
  }
  return chosen;
}

async function takeOf(
  db: Kysely<Schema>,
  time: string,
  { kind, owner, until }: FairClaim,
  chosen: readonly (readonly [lane: string, jobs: number])[],
): Promise<readonly Job[]> {
  if (chosen.length === 0) return [];
  const parts = chosen.map(
    ([lane, jobs]): RawBuilder<unknown> => sql`select id from (select id from jobs where kind = ${kind}
      and status = 'pending' and lane = ${lane} and run_at <= ${time} order by run_at limit ${jobs}) as next`,
  );
  return (
    db
      .updateTable('jobs')
      .set((eb) => ({
        status: 'running',
        attempts: eb('attempts', '+', 1),
        lease_owner: owner,
        lease_until: until.toISOString(),
        updated_at: time,
      }))
      .where('id', 'in', sql<string>`(${sql.join(parts, sql` union all `)})`)
      // Again for the row itself: a server of a version that does not take turns may have taken it meanwhile.
      .where('status', '=', 'pending')
      .returningAll()
      .execute()
  );
}
