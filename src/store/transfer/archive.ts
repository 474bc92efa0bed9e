/**
 * The archive of a store, lines of JSON: a head, then the objects that rows name, then the rows, then a last line that marks it as
 * complete.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseAdapter } from '../adapter.ts';
import type { Blobs } from '../blobs/index.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { Secrets } from '../secrets.ts';

/** The database, objects and secret that an archive is read from or written into. */
export interface TransferOptions {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  /** Called for every row and for every piece of an object. */
  readonly onProgress?: ((done: Progress) => void) | undefined;
}

/** How far an export or import has come. */
export interface Progress {
  readonly rows: number;
  readonly blobs: number;
  /** Of objects. */
  readonly bytes: number;
  /** Of all of it; undefined until it is known. */
  readonly total: { readonly rows: number; readonly bytes: number } | undefined;
}

/** An archive that cannot be read, or a database that cannot take it. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

/** Settings are an installation's own: the one that takes an archive keeps its own. Sessions end with the installation. */
export type Table = Exclude<keyof Schema, 'settings' | 'sessions'>;

/** Every table with the columns of its key, those that others refer to first. */
export const keys = {
  organizations: ['id'],
  users: ['id'],
  members: ['organization_id', 'user_id'],
  passwords: ['user_id'],
  password_resets: ['user_id'],
  api_keys: ['id'],
  invites: ['id'],
  voices: ['id'],
  files: ['id'],
  datasets: ['id'],
  dataset_files: ['id'],
  fine_tunes: ['id'],
  pronunciation_dicts: ['id'],
  agents: ['id'],
  agent_versions: ['id'],
  agent_tools: ['id'],
  calls: ['id'],
  call_turns: ['call_id', 'number'],
  metrics: ['id'],
  agent_metrics: ['agent_id', 'metric_id'],
  metric_results: ['id'],
  metric_questions: ['organization_id', 'day'],
  takes: ['id'],
  take_shares: ['id'],
  books: ['id'],
  book_chapters: ['book_id', 'number'],
  book_parts: ['book_id', 'chapter', 'number'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  jobs: ['id'],
  usage: ['organization_id', 'day', 'capability', 'model_id', 'voice_id', 'api_key_id'],
  usage_activity: ['organization_id', 'unit', 'period', 'capability', 'voice_id', 'api_key_id'],
  usage_first_audio: ['organization_id', 'unit', 'period', 'capability', 'voice_id', 'api_key_id', 'bucket'],
  usage_journals: ['id'],
  idempotency_keys: ['organization_id', 'key'],
  request_log: ['id'],
} as const satisfies Record<Table, readonly string[]>;

/** Every table, those that others refer to first. */
export const tables = Object.keys(keys) as Table[];

/** Of the lines; the columns of rows are those of the head's `schema`. */
export const format = 1;

/** The first line. */
export interface Head {
  readonly sonorant: 'archive';
  readonly format: number;
  /** State of the schema. */
  readonly schema: string;
  readonly exported_at: string;
  /** Tells whether two servers have the same secret, and nothing about it. */
  readonly secret: string;
  readonly rows: Readonly<Record<Table, number>>;
  readonly blobs: number;
  readonly bytes: number;
}

/** A row as its table has it. */
export type Row = Readonly<Record<string, string | number | null>>;
/** One line of an archive. */
export type ArchiveLine =
  | Head
  | { readonly blob: string; readonly bytes: number }
  | { readonly data: string }
  | { readonly table: Table; readonly row: Row }
  | { readonly end: { readonly rows: number; readonly blobs: number } };

/** Rows that are read or written at once. */
export const batchSize = 200;

/** What was done so far, of an export or an import. */
export class ProgressCounter implements Progress {
  readonly #options: TransferOptions;
  rows = 0;
  blobs = 0;
  bytes = 0;
  total: Progress['total'];

  constructor(options: TransferOptions) {
    this.#options = options;
  }

  report(): void {
    const { rows, blobs, bytes, total } = this;
    this.#options.onProgress?.({ rows, blobs, bytes, total });
  }
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** Takes the limits of time from a transaction that has begun: it lasts as long as there are rows and objects. */
export async function liftLimits(transaction: Kysely<Schema>, { transferSettings }: DatabaseAdapter): Promise<void> {
  for (const [name, value] of Object.entries(transferSettings)) {
    await sql.raw(`set local ${name} = '${value}'`).execute(transaction);
  }
}

/** Rows of each table. */
export async function counts(db: Kysely<Schema>): Promise<Record<Table, number>> {
  const found: [Table, number][] = [];
  for (const table of tables) {
    const { rows } = await sql<{ readonly count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    found.push([table, rows[0]!.count]);
  }
  return Object.fromEntries(found) as Record<Table, number>;
}
