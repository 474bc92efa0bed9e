/** Locks of single rows, for transactions that are not serializable. */
import { PostgresAdapter, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Tables whose rows transactions lock. */
export type LockedTable = 'agents' | 'agent_tools' | 'books' | 'files' | 'pronunciation_dicts' | 'webhooks';

export interface RowLocks {
  /**
   * Waits until no other transaction holds the row, and holds it to the end of this one. What is read after it includes what the
   * others wrote. `update` is for who changes or removes it, `share` for who writes something that relies on its being there. No
   * error when there is no such row. A database whose transactions run one after the other has nothing to lock.
   */
  readonly lock: (table: LockedTable, organizationId: string, id: string, mode: 'update' | 'share') => Promise<void>;
}

/** Whether the database has such locks. */
export function locksRows(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export function rowLocks(db: Kysely<Schema>): RowLocks {
  return {
    async lock(table, organizationId, id, mode) {
      if (!locksRows(db)) return;
      const row = db.selectFrom(table).select('id').where('organization_id', '=', organizationId).where('id', '=', id);
      await (mode === 'update' ? row.forUpdate() : row.forKeyShare()).execute();
    },
  };
}
