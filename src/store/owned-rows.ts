/** What all tables have in common whose rows belong to an organization. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Tables whose rows are removed by their id. */
type OwnedTable = 'agent_tools' | 'agents' | 'fine_tunes' | 'metrics' | 'pronunciation_dicts' | 'webhooks';

/** @returns false when the organization has no row with this id */
export async function removeOwned(
  db: Kysely<Schema>,
  table: OwnedTable,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
