/**
 * Calls and their turns. While a call lasts its row is held under a lease, which the process that carries it renews; what that
 * process writes applies only while the row still has its name, so a process that was taken for dead changes nothing any more.
 */
import { sql, type Kysely } from 'kysely';
import { enqueueBlobDeletion } from '../files/blob-deletions.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import type { CallRow, CallTurnRow } from './schema.ts';

/** Kind of the job that takes removed rows out of free pages and the write-ahead log; it has no payload. */
export const databasePurgeJobKind = 'database.purge';

/** A call that begins; it is started when its row is written. */
export interface NewCallRow extends Pick<
  CallRow,
  | 'agent_id'
  | 'agent_version_id'
  | 'agent_name'
  | 'api_key_id'
  | 'channel'
  | 'dynamic_variables'
  | 'parameters'
  | 'headers'
  | 'sample_rate'
  | 'recorded'
> {
  readonly owner: string;
  readonly until: Date;
}

/** A call and the process that carries it. */
export interface HeldCall {
  readonly id: string;
  readonly owner: string;
  /** Only where the lease still runs out at this moment: it was not renewed since it was read. */
  readonly until?: string | undefined;
}

export interface CallEnd extends Pick<CallRow, 'end_reason' | 'error_message' | 'seconds'> {
  readonly status: 'completed' | 'failed';
  readonly ended_at: string;
  readonly recording?: StoredRecording | undefined;
}

/** An object that is there already. */
export interface StoredRecording {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** A turn that is yet to be written. */
export type NewCallTurn = Omit<CallTurnRow, 'call_id' | 'organization_id'>;

/** Which calls a list has. */
export interface CallFilter {
  readonly agentId: string;
  /** Bounds of the start, ISO 8601 in UTC, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Calls that ended on one UTC day. */
export interface DailyCalls {
  readonly day: string;
  readonly calls: number;
  readonly seconds: number;
}

export interface Calls {
  readonly create: (organizationId: string, call: NewCallRow) => Promise<CallRow>;
  readonly find: (organizationId: string, id: string) => Promise<CallRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest & CallFilter) => Promise<PageOf<CallRow>>;
  /** Those of these calls, each in its order. */
  readonly turns: (organizationId: string, callIds: readonly string[]) => Promise<readonly CallTurnRow[]>;
  /** Days without calls are left out. */
  readonly daily: (
    organizationId: string,
    days: { readonly from: string; readonly to: string },
  ) => Promise<readonly DailyCalls[]>;
  /** Asks the process that carries it to end it. False when it is not under way. */
  readonly requestCancel: (organizationId: string, id: string) => Promise<boolean>;
  /**
   * Removes recording, turns, variables, messages, results of metrics and the deliveries that told of it; the row stays. Call it in a transaction.
   * Undefined when the organization has no such call that has ended.
   */
  readonly redact: (organizationId: string, id: string) => Promise<CallRow | undefined>;
  /** Gives an ended call the recording that its process could not give it. False where it has one, or may have none. */
  readonly attachRecording: (organizationId: string, id: string, recording: StoredRecording) => Promise<boolean>;
  /** Gives an ended call its summary, once. Undefined where it was analysed before, or has no contents any more. */
  readonly analysed: (organizationId: string, id: string, summary: string | null) => Promise<CallRow | undefined>;

  /** Renews leases. Returns the ids of the calls that are still held. */
  readonly renew: (owner: string, ids: readonly string[], until: Date) => Promise<readonly string[]>;
  /** Those that are to be ended. */
  readonly cancelled: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Adds it unless its number is there. Undefined when the call is no longer held. Call it in a transaction. */
  readonly addTurn: (
    held: HeldCall,
    turn: NewCallTurn,
  ) => Promise<{ readonly call: CallRow; readonly added: CallTurnRow | undefined } | undefined>;
  /** Undefined when the call is no longer held. */
  readonly end: (held: HeldCall, end: CallEnd) => Promise<CallRow | undefined>;
  /** Calls under way whose lease has run out, or that are held under one of these names. */
  readonly lost: (deadOwners: readonly string[], limit: number) => Promise<readonly CallRow[]>;
  /** Names under which calls are held now. */
  readonly owners: () => Promise<readonly string[]>;
  /** Calls that ended before this moment and have their contents. */
  readonly endedBefore: (before: Date, limit: number) => Promise<readonly CallRow[]>;
}

/** What deliveries about a call have as their object, which keeps their order. */
export function callObject(id: string): string {
  return `call:${id}`;
}

export function calls(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Calls {
  return { ...reading(db), ...changing(db, now, jobs), ...carrying(db), ...sweeping(db, now) };
}

type Reading = Pick<Calls, 'find' | 'page' | 'turns' | 'daily'>;

function reading(db: Kysely<Schema>): Reading {
  const all = (organizationId: string) =>
    db.selectFrom('calls').selectAll().where('organization_id', '=', organizationId);

  return {
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page(organizationId, { agentId, from, to, ...request }) {
      let query = all(organizationId).where('agent_id', '=', agentId);
      if (from !== undefined) query = query.where('started_at', '>=', from);
      if (to !== undefined) query = query.where('started_at', '<=', to);
      return selectPage(query, request);
    },
    turns: async (organizationId, callIds) =>
      callIds.length === 0
        ? []
        : db
            .selectFrom('call_turns')
            .selectAll()
            .where('organization_id', '=', organizationId)
            .where('call_id', 'in', callIds)
            .orderBy('call_id')
            .orderBy('number')
            .execute(),
    daily(organizationId, { from, to }) {
      const day = sql<string>`substr(ended_at, 1, 10)`;
      return db
        .selectFrom('calls')
        .select((eb) => [
          day.as('day'),
          eb.fn.countAll<number>().as('calls'),
          eb.fn.coalesce(eb.fn.sum<number>('seconds'), eb.val(0)).as('seconds'),
        ])
        .where('organization_id', '=', organizationId)
        .where('ended_at', '>=', from)
        .where('ended_at', '<', to)
        .groupBy(day)
        .orderBy(day)
        .execute();
    },
  };
}

function changing(
  db: Kysely<Schema>,
  now: () => Date,
  jobs: Jobs,
): Pick<Calls, 'create' | 'requestCancel' | 'redact' | 'attachRecording' | 'analysed'> {
  const change = (organizationId: string, id: string) =>
    db.updateTable('calls').where('organization_id', '=', organizationId).where('id', '=', id);
  const ended = ['completed', 'failed'] as const;

  return {
    create(organizationId, { owner, until, ...call }) {
      const time = now().toISOString();
      return db
        .insertInto('calls')
        .values({
          ...call,
          id: newId('ac'),
          organization_id: organizationId,
          status: 'started',
          started_at: time,
          ended_at: null,
          seconds: null,
          end_reason: null,
          error_message: null,
          summary: null,
          recording: null,
          recording_bytes: null,
          lease_owner: owner,
          lease_until: until.toISOString(),
          cancel_requested_at: null,
          redacted_at: null,
          analysed_at: null,
          created_at: time,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    async requestCancel(organizationId, id) {
      const { numUpdatedRows } = await change(organizationId, id)
        .where('status', 'in', ['created', 'started'])
        .set({ cancel_requested_at: now().toISOString() })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async redact(organizationId, id) {
      // The change takes the row, so that a recording that comes late is seen here or refused there.
      const held = await change(organizationId, id)
        .where('status', 'in', ended)
        .set((eb) => ({ redacted_at: eb.fn.coalesce('redacted_at', eb.val(now().toISOString())) }))
        .returningAll()
        .executeTakeFirst();
      if (held === undefined) return undefined;
      await enqueueBlobDeletion(db, jobs, held.recording === null ? [] : [held.recording]);
      await db.deleteFrom('call_turns').where('call_id', '=', id).execute();
      await db.deleteFrom('metric_results').where('call_id', '=', id).execute();
      await db
        .deleteFrom('webhook_deliveries')
        .where('organization_id', '=', organizationId)
        .where('object', '=', callObject(id))
        .execute();
      await jobs.enqueue({ kind: databasePurgeJobKind, payload: null });
      return change(organizationId, id)
        .set({
          recording: null,
          recording_bytes: null,
          error_message: null,
          dynamic_variables: null,
          parameters: null,
          headers: null,
          summary: null,
        })
        .returningAll()
        .executeTakeFirst();
    },
    async attachRecording(organizationId, id, { key, size }) {
      const { numUpdatedRows } = await change(organizationId, id)
        .where('status', 'in', ended)
        .where('recorded', '=', 1)
        .where('recording', 'is', null)
        .where('redacted_at', 'is', null)
        .set({ recording: key, recording_bytes: size })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    analysed: (organizationId, id, summary) =>
      change(organizationId, id)
        .where('status', 'in', ended)
        .where('analysed_at', 'is', null)
        .where('redacted_at', 'is', null)
        .set({ summary, analysed_at: now().toISOString() })
        .returningAll()
        .executeTakeFirst(),
  };
}

function carrying(db: Kysely<Schema>): Pick<Calls, 'renew' | 'cancelled' | 'addTurn' | 'end'> {
  const changeHeld = ({ id, owner, until }: HeldCall) => {
    const held = db.updateTable('calls').where('id', '=', id).where('lease_owner', '=', owner);
    return until === undefined ? held : held.where('lease_until', '=', until);
  };

  return {
    async renew(owner, ids, until) {
      if (ids.length === 0) return [];
      const rows = await db
        .updateTable('calls')
        .set({ lease_until: until.toISOString() })
        .where('lease_owner', '=', owner)
        .where('id', 'in', ids)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    async cancelled(ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('calls')
        .select('id')
        .where('id', 'in', ids)
        .where('cancel_requested_at', 'is not', null)
        .execute();
      return rows.map(({ id }) => id);
    },
    async addTurn(held, turn) {
      // Takes the row, so that no end comes between the check and the turn.
      const call = await changeHeld(held)
        .set((eb) => ({ lease_owner: eb.ref('lease_owner') }))
        .returningAll()
        .executeTakeFirst();
      if (call === undefined) return undefined;
      const added = await db
        .insertInto('call_turns')
        .values({ ...turn, call_id: call.id, organization_id: call.organization_id })
        .onConflict((conflict) => conflict.columns(['call_id', 'number']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return { call, added };
    },
    end: (held, { recording, ...end }) =>
      changeHeld(held)
        .set({
          ...end,
          recording: recording?.key ?? null,
          recording_bytes: recording?.size ?? null,
          lease_owner: null,
          lease_until: null,
        })
        .returningAll()
        .executeTakeFirst(),
  };
}

function sweeping(db: Kysely<Schema>, now: () => Date): Pick<Calls, 'lost' | 'owners' | 'endedBefore'> {
  const led = () => db.selectFrom('calls').where('lease_until', 'is not', null);

  return {
    lost: (deadOwners, limit) =>
      led()
        .selectAll()
        .where((eb) =>
          eb.or([
            eb('lease_until', '<=', now().toISOString()),
            ...(deadOwners.length === 0 ? [] : [eb('lease_owner', 'in', deadOwners)]),
          ]),
        )
        .orderBy('lease_until')
        .limit(limit)
        .execute(),
    async owners() {
      const rows = await led().select('lease_owner').distinct().execute();
      return rows.map(({ lease_owner: owner }) => owner!);
    },
    endedBefore: (before, limit) =>
      db
        .selectFrom('calls')
        .selectAll()
        .where('redacted_at', 'is', null)
        .where('ended_at', '<', before.toISOString())
        .orderBy('ended_at')
        .limit(limit)
        .execute(),
  };
}
