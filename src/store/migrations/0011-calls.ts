/** What remains of conversations: a row for each call, and one for each of its turns. Agents may be deleted before their calls. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, ownedTable, typeOf } from './table.ts';

export const calls: Migration = {
  async up(db: Kysely<unknown>) {
    await ownedTable(
      db,
      'calls',
      [
        ['agent_id', 'text'],
        ['agent_version_id', 'text'],
        ['agent_name', 'text'],
        ['api_key_id', 'text', 'null'],
        ['channel', 'text'],
        ['status', 'text'],
        ['started_at', 'text', 'null'],
        ['ended_at', 'text', 'null'],
        ['seconds', 'real', 'null'],
        ['end_reason', 'text', 'null'],
        ['error_message', 'text', 'null'],
        ['dynamic_variables', 'text', 'null'],
        ['parameters', 'text', 'null'],
        ['headers', 'text', 'null'],
        ['summary', 'text', 'null'],
        ['sample_rate', 'integer'],
        ['recorded', 'integer'],
        ['recording', 'text', 'null'],
        ['recording_bytes', 'integer', 'null'],
        ['lease_owner', 'text', 'null'],
        ['lease_until', 'text', 'null'],
        ['cancel_requested_at', 'text', 'null'],
        ['redacted_at', 'text', 'null'],
      ],
      (calls) =>
        calls
          .addCheckConstraint('calls_channel', sql`channel in ('websocket', 'phone')`)
          .addCheckConstraint('calls_status', sql`status in ('created', 'started', 'completed', 'failed')`),
    );
    await addColumns(db, db.schema.createTable('call_turns'), [
      ['organization_id', 'text'],
      ['number', 'integer'],
      ['role', 'text'],
      ['text', 'text'],
      ['start_time', 'real'],
      ['end_time', 'real'],
      ['interrupted', 'integer'],
      ['tool_calls', 'text', 'null'],
      ['figures', 'text', 'null'],
    ])
      .addColumn('call_id', typeOf(db, 'text'), (column) => column.notNull().references('calls.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('call_turns_key', ['call_id', 'number'])
      .addCheckConstraint('call_turns_role', sql`role in ('user', 'assistant', 'system')`)
      .execute();
    await db.schema
      .createIndex('calls_agent')
      .on('calls')
      .columns(['organization_id', 'agent_id', 'created_at', 'id'])
      .execute();
    await db.schema.createIndex('calls_ended').on('calls').columns(['organization_id', 'ended_at']).execute();
    await db.schema.createIndex('calls_recording').on('calls').column('recording').execute();
    await sql`create index calls_leases on calls (lease_until) where lease_until is not null`.execute(db);
    await sql`create index calls_contents on calls (ended_at) where redacted_at is null`.execute(db);
    await db.schema
      .createIndex('webhook_deliveries_object')
      .on('webhook_deliveries')
      .columns(['organization_id', 'object'])
      .execute();
  },
};
