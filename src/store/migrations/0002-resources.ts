/**
 * The objects of an organization: voices, files, datasets, fine-tunes, dictionaries, agents, webhooks; and the jobs for
 * them.
 */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, ownedTable, table, typeOf } from './table.ts';

export const resources: Migration = {
  async up(db: Kysely<unknown>) {
    await voicesAndFiles(db);
    await trainingAndDictionaries(db);
    await agents(db);
    await webhooksAndJobs(db);
    await addColumns(db, db.schema.createTable('idempotency_keys'), [
      ['organization_id', 'text'],
      ['key', 'text'],
      ['request', 'text'],
      ['status', 'integer', 'null'],
      ['headers', 'text', 'null'],
      ['body', 'text', 'null'],
      ['created_at', 'text'],
      ['expires_at', 'text'],
    ])
      .addPrimaryKeyConstraint('idempotency_keys_key', ['organization_id', 'key'])
      .execute();
    await db.schema.createIndex('idempotency_keys_expiry').on('idempotency_keys').column('expires_at').execute();
  },
};

async function voicesAndFiles(db: Kysely<unknown>): Promise<void> {
  await ownedTable(
    db,
    'voices',
    [
      ['name', 'text'],
      ['tagline', 'text'],
      ['description', 'text'],
      ['gender', 'text', 'null'],
      ['language', 'text'],
      ['accents', 'text'],
      ['access', 'text'],
      ['status', 'text'],
      ['speaker', 'text'],
      ['base_voice_id', 'text', 'null'],
      ['clip', 'text', 'null'],
      ['fine_tune_id', 'text', 'null'],
      ['search', 'text'],
      ['updated_at', 'text'],
    ],
    (voices) =>
      voices
        .addCheckConstraint('voices_access', sql`access in ('private', 'public')`)
        .addCheckConstraint('voices_status', sql`status in ('active', 'archived')`),
  );
  await db.schema.createIndex('voices_access').on('voices').columns(['access', 'created_at', 'id']).execute();
  await db.schema.createIndex('voices_fine_tune').on('voices').column('fine_tune_id').execute();
  await ownedTable(db, 'files', [
    ['filename', 'text'],
    ['purpose', 'text'],
    ['size', 'integer'],
    ['blob', 'text'],
    ['search', 'text'],
  ]);
  await db.schema.createIndex('voices_clip').on('voices').column('clip').execute();
  await db.schema.createIndex('files_blob').on('files').column('blob').execute();
}

async function trainingAndDictionaries(db: Kysely<unknown>): Promise<void> {
  await ownedTable(db, 'datasets', [
    ['name', 'text'],
    ['description', 'text'],
  ]);
  await ownedTable(
    db,
    'dataset_files',
    [
      ['filename', 'text'],
      ['size', 'integer'],
      ['blob', 'text'],
    ],
    (files) =>
      files.addColumn('dataset_id', typeOf(db, 'text'), (column) =>
        column.notNull().references('datasets.id').onDelete('cascade'),
      ),
  );
  await db.schema
    .createIndex('dataset_files_dataset')
    .on('dataset_files')
    .columns(['dataset_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('dataset_files_blob').on('dataset_files').column('blob').execute();
  await ownedTable(
    db,
    'fine_tunes',
    [
      ['name', 'text'],
      ['description', 'text'],
      ['language', 'text'],
      ['accent', 'text', 'null'],
      ['model_id', 'text'],
      ['dataset_id', 'text'],
      ['status', 'text'],
      ['progress', 'real'],
      ['user_errors', 'text'],
      ['updated_at', 'text'],
    ],
    (tunes) =>
      tunes.addCheckConstraint('fine_tunes_status', sql`status in ('created', 'training', 'completed', 'failed')`),
  );
  await ownedTable(
    db,
    'pronunciation_dicts',
    [
      ['name', 'text'],
      ['description', 'text'],
      ['items', 'text'],
      ['access', 'text'],
      ['pinned', 'integer'],
      ['updated_at', 'text'],
    ],
    (dicts) => dicts.addCheckConstraint('pronunciation_dicts_access', sql`access in ('private', 'public')`),
  );
}

async function agents(db: Kysely<unknown>): Promise<void> {
  await ownedTable(db, 'agents', [
    ['name', 'text'],
    ['description', 'text', 'null'],
    ['webhook_id', 'text', 'null'],
    ['version_id', 'text'],
    ['search', 'text'],
    ['updated_at', 'text'],
  ]);
  await ownedTable(
    db,
    'agent_versions',
    [
      ['number', 'integer'],
      ['description', 'text', 'null'],
      ['config', 'text'],
      ['created_by', 'text', 'null'],
    ],
    (versions) =>
      versions
        .addColumn('agent_id', typeOf(db, 'text'), (column) =>
          column.notNull().references('agents.id').onDelete('cascade'),
        )
        .addUniqueConstraint('agent_versions_number', ['agent_id', 'number']),
  );
  await ownedTable(
    db,
    'agent_tools',
    [
      ['type', 'text'],
      ['name', 'text'],
      ['definition', 'text'],
      ['updated_at', 'text'],
    ],
    (tools) => tools.addCheckConstraint('agent_tools_type', sql`type in ('webhook', 'client')`),
  );
}

async function webhooksAndJobs(db: Kysely<unknown>): Promise<void> {
  await ownedTable(db, 'webhooks', [
    ['url', 'text'],
    ['secret', 'text'],
    ['display_name', 'text', 'null'],
    ['clear_secret', 'integer'],
    ['disabled_at', 'text', 'null'],
    ['updated_at', 'text'],
  ]);
  await ownedTable(
    db,
    'webhook_deliveries',
    [
      ['type', 'text'],
      ['body', 'text'],
      ['status', 'text'],
      ['attempts', 'integer'],
      ['response_status', 'integer', 'null'],
      ['error', 'text', 'null'],
      ['last_attempt_at', 'text', 'null'],
      ['next_attempt_at', 'text', 'null'],
    ],
    (deliveries) =>
      deliveries
        .addColumn('webhook_id', typeOf(db, 'text'), (column) =>
          column.notNull().references('webhooks.id').onDelete('cascade'),
        )
        .addCheckConstraint('webhook_deliveries_status', sql`status in ('pending', 'delivered', 'failed')`),
  );
  await db.schema
    .createIndex('webhook_deliveries_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute();

  await table(db, 'jobs', [
    ['kind', 'text'],
    ['payload', 'text'],
    ['status', 'text'],
    ['attempts', 'integer'],
    ['run_at', 'text'],
    ['lease_owner', 'text', 'null'],
    ['lease_until', 'text', 'null'],
    ['error', 'text', 'null'],
    ['created_at', 'text'],
    ['updated_at', 'text'],
  ])
    .addCheckConstraint('jobs_status', sql`status in ('pending', 'running', 'done', 'failed')`)
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'status', 'run_at']).execute();
}
