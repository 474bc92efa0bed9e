/**
 * What fair and ordered deliveries need: the lane of a job, the state of an endpoint, the object and place of an event.
 * Servers of the version before go on beside it: every column has a default, and the database itself numbers what they write.
 */
import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typeOf } from './table.ts';

export const webhookLines: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const [text, integer] = [typeOf(db, 'text'), typeOf(db, 'integer')];
    const webhooks = db.schema.alterTable('webhooks');
    await webhooks.addColumn('events', text).execute();
    await webhooks.addColumn('failures', integer, (column) => column.notNull().defaultTo(0)).execute();
    await webhooks.addColumn('failing_since', text).execute();
    await webhooks.addColumn('not_before', text).execute();
    await webhooks.addColumn('paused_at', text).execute();

    const deliveries = db.schema.alterTable('webhook_deliveries');
    await deliveries.addColumn('object', text).execute();
    await deliveries.addColumn('held', integer, (column) => column.notNull().defaultTo(0)).execute();
    await (isPostgres ? positionsOnPostgres(db) : positionsOnSqlite(db));
    await sql`create index webhook_deliveries_line on webhook_deliveries (webhook_id, object, position)
      where status = 'pending'`.execute(db);
    await sql`create index webhook_deliveries_held on webhook_deliveries (webhook_id, object, position)
      where held = 1`.execute(db);

    await db.schema
      .alterTable('jobs')
      .addColumn('lane', text, (column) => column.notNull().defaultTo(''))
      .execute();
    const deliveryOf = isPostgres ? sql`payload::json ->> 'delivery_id'` : sql`json_extract(payload, '$.delivery_id')`;
    await sql`update jobs
      set lane = coalesce((select webhook_id from webhook_deliveries where webhook_deliveries.id = ${deliveryOf}), '')
      where kind = 'webhook.deliver' and status in ('pending', 'running')`.execute(db);
    await db.schema.createIndex('jobs_lanes').on('jobs').columns(['kind', 'status', 'lane', 'run_at']).execute();
  },
};

/** Microseconds of the database's clock, which all servers share; a sequence would begin anew where an archive is imported. */
async function positionsOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries add column position bigint not null
    default (extract(epoch from clock_timestamp()) * 1000000)::bigint`.execute(db);
}

/** SQLite adds columns with constant defaults only. */
async function positionsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries add column position integer not null default 0`.execute(db);
  await sql`update webhook_deliveries set position = rowid`.execute(db);
  await sql`create index webhook_deliveries_position on webhook_deliveries (position)`.execute(db);
  await sql`create trigger webhook_deliveries_place after insert on webhook_deliveries when new.position = 0
    begin
      update webhook_deliveries set position = (select max(position) + 1 from webhook_deliveries) where id = new.id;
    end`.execute(db);
}
