/**
 * Everything a store holds as lines of JSON, rows and objects, and back: the way from one database to another, and a backup.
 * An archive has a head, then the objects that rows name, then the rows, then a last line that marks it as complete.
 */
import { Readable } from 'node:stream';
import { sql, type Kysely, type Transaction } from 'kysely';
import { blobColumns, namedBlobs } from './blob-references.ts';
import { isBlobKey, type Blobs } from './blobs/index.ts';
import type { Database } from './database.ts';
import { newestMigration } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import type { Secrets } from './secrets.ts';

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

/** Settings are an installation's own: the one that takes an archive keeps its own. */
type Table = Exclude<keyof Schema, 'settings'>;

/** Every table with the columns of its key, those that others refer to first. */
const keys = {
  organizations: ['id'],
  users: ['id'],
  members: ['organization_id', 'user_id'],
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
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  jobs: ['id'],
  usage: ['organization_id', 'day', 'capability', 'model_id', 'voice_id', 'api_key_id'],
  usage_journals: ['id'],
  idempotency_keys: ['organization_id', 'key'],
} as const satisfies Record<Table, readonly string[]>;

/** Every table, those that others refer to first. */
export const tables = Object.keys(keys) as Table[];

/** Tables with texts that only the secret of the server opens. */
const sealedTables = ['webhooks', 'agent_tools'] as const;

const format = 1;

interface Head {
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

type Row = Readonly<Record<string, string | number | null>>;
type Line =
  | Head
  | { readonly blob: string; readonly bytes: number }
  | { readonly data: string }
  | { readonly table: Table; readonly row: Row }
  | { readonly end: { readonly rows: number; readonly blobs: number } };

/** Rows that are read or written at once. */
const batchSize = 200;
/** Bytes of an object on one line; a multiple of 3, so that base64 needs no padding. */
const pieceBytes = 196_608;

class Counter {
  readonly #parts: TransferOptions;
  rows = 0;
  blobs = 0;
  bytes = 0;
  total: Progress['total'];

  constructor(parts: TransferOptions) {
    this.#parts = parts;
  }

  tell(): void {
    const { rows, blobs, bytes, total } = this;
    this.#parts.onProgress?.({ rows, blobs, bytes, total });
  }
}

/**
 * Writes everything as it was at one moment, while servers may go on.
 * @param write takes one line without its end; resolves when there is room for more
 * @throws {TransferError} when an object is missing that a row names
 */
export async function exportStore(parts: TransferOptions, write: (line: string) => Promise<void>): Promise<Progress> {
  const {
    database: { db, adapter },
    blobs,
    secrets,
  } = parts;
  const done = new Counter(parts);
  const put = (line: Line): Promise<void> => write(JSON.stringify(line));
  await db.connection().execute(async (connection) => {
    await sql.raw(adapter.beginSnapshot).execute(connection);
    try {
      const objects = await objectsOf(connection, blobs);
      const head: Head = {
        sonorant: 'archive',
        format,
        schema: newestMigration,
        exported_at: new Date().toISOString(),
        secret: secrets.fingerprint,
        rows: await counts(connection),
        blobs: objects.size,
        bytes: sum(objects.values()),
      };
      done.total = { rows: sum(Object.values(head.rows)), bytes: head.bytes };
      await put(head);
      for (const [key, bytes] of objects) await exportBlob(blobs, key, bytes, done, put);
      for (const table of tables) await exportTable(connection, table, done, put);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
  await put({ end: { rows: done.rows, blobs: done.blobs } });
  return done;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

async function counts(db: Kysely<Schema>): Promise<Record<Table, number>> {
  const found: [Table, number][] = [];
  for (const table of tables) {
    const { rows } = await sql<{ readonly count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    found.push([table, rows[0]!.count]);
  }
  return Object.fromEntries(found) as Record<Table, number>;
}

/** Every object that a row names, with its size. */
async function objectsOf(db: Kysely<Schema>, blobs: Blobs): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of blobs.list()) sizes.set(key, size);
  const objects = new Map<string, number>();
  for (const { table, column } of blobColumns) {
    const { rows } = await sql<{
      readonly key: string;
    }>`select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db);
    for (const { key } of rows) objects.set(key, sizes.get(key) ?? missing(key));
  }
  return objects;
}

function missing(key: string): never {
  throw new TransferError(
    `the object ${key}, which a row of the database names, is not there: a server deleted it meanwhile (then try again), or it is lost`,
  );
}

async function exportBlob(
  blobs: Blobs,
  blob: string,
  bytes: number,
  done: Counter,
  put: (line: Line) => Promise<void>,
): Promise<void> {
  await put({ blob, bytes });
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of (await blobs.get(blob)) ?? missing(blob)) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (; rest.length >= pieceBytes; rest = rest.subarray(pieceBytes)) {
      await putData(rest.subarray(0, pieceBytes), done, put);
    }
  }
  if (rest.length > 0) await putData(rest, done, put);
  done.blobs++;
}

async function putData(piece: Buffer, done: Counter, put: (line: Line) => Promise<void>): Promise<void> {
  await put({ data: piece.toString('base64') });
  done.bytes += piece.length;
  done.tell();
}

async function exportTable(
  db: Kysely<Schema>,
  table: Table,
  done: Counter,
  put: (line: Line) => Promise<void>,
): Promise<void> {
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  let last: Row | undefined;
  for (;;) {
    const after =
      last === undefined ? sql`` : sql`where (${key}) > (${sql.join(keys[table].map((column) => last?.[column]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${key} limit ${batchSize}`.execute(db);
    for (const row of rows) {
      await put({ table, row });
      done.rows++;
      done.tell();
    }
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

export interface ImportOptions {
  /** Deletes everything that the database holds first, in the same transaction. Without it the database must be empty. */
  readonly replace?: boolean | undefined;
}

/**
 * Reads what {@link exportStore} wrote: all of it or nothing. No server may run on the database meanwhile.
 * @param lines without their ends
 * @throws {TransferError} when the archive is none, is incomplete or from another version, or the database is not empty
 */
export async function importStore(
  parts: TransferOptions,
  lines: AsyncIterable<string>,
  { replace = false }: ImportOptions = {},
): Promise<Progress> {
  const reader = new Reader(lines);
  const done = new Counter(parts);
  const written: string[] = [];
  try {
    const head = await readHead(reader, parts);
    if (!replace) await refuseRows(parts.database.db);
    done.total = { rows: sum(Object.values(head.rows)), bytes: head.bytes };
    await importBlobs(reader, parts.blobs, done, written);
    // Not the store's own transaction, which may run its work twice: lines can be read once.
    await parts.database.db.transaction().execute(async (transaction) => {
      if (replace) for (const table of [...tables].reverse()) await transaction.deleteFrom(table).execute();
      await importRows(reader, transaction, done);
      await readEnd(reader, done);
    });
    return done;
  } catch (error) {
    // Those that were there before, and are named by rows that stay, stay too.
    const named = await namedBlobs(parts.database.db, written);
    for (const key of written) if (!named.has(key)) await parts.blobs.delete(key);
    throw error;
  } finally {
    await reader.close();
  }
}

/** The lines of an archive one by one, with a look at the next. */
class Reader {
  readonly #lines: AsyncIterator<string, unknown>;
  #next: Promise<IteratorResult<string, unknown>> | undefined;
  /** Of the line that was read last, from 1. */
  number = 0;

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** The next line when it has this member; undefined, and nothing is read, when it has not. */
  async take<K extends string>(member: K): Promise<Extract<Line, Readonly<Record<K, unknown>>> | undefined> {
    const { done, value } = await (this.#next ??= this.#lines.next());
    const line = done === true ? undefined : this.#parse(value);
    if (line === undefined || !(member in line)) return undefined;
    this.#next = undefined;
    this.number++;
    return line as Extract<Line, Readonly<Record<K, unknown>>>;
  }

  wrong(problem: string): TransferError {
    return new TransferError(`line ${this.number + 1} of the archive: ${problem}`);
  }

  async close(): Promise<void> {
    await this.#lines.return?.();
  }

  #parse(text: string): object {
    try {
      const line: unknown = JSON.parse(text);
      if (typeof line === 'object' && line !== null) return line;
    } catch {
      // Reported below, like a line that is JSON but no object.
    }
    throw this.wrong('not a line of an archive');
  }
}

async function readHead(reader: Reader, { secrets }: TransferOptions): Promise<Head> {
  const head = await reader.take('sonorant');
  if (head?.sonorant !== 'archive') throw new TransferError('this is no archive that "sonorant db export" wrote');
  if (head.format !== format || head.schema !== newestMigration) {
    throw new TransferError(
      `the archive comes from another version (${head.schema}) than this one (${newestMigration}): import it with the version that wrote it, then upgrade`,
    );
  }
  const sealed = sealedTables.some((table) => head.rows[table] > 0);
  if (sealed && head.secret !== secrets.fingerprint) {
    throw new TransferError(
      'the archive holds sealed secrets of a server with another secret key: give the same SONORANT_SECRET_KEY, or copy its file secret.key into the data folder',
    );
  }
  return head;
}

async function refuseRows(db: Kysely<Schema>): Promise<void> {
  const filled = Object.entries(await counts(db))
    .filter(([, count]) => count > 0)
    .map(([table]) => table);
  if (filled.length > 0) {
    throw new TransferError(`the database is not empty (${filled.join(', ')}): nothing was changed`);
  }
}

async function importBlobs(reader: Reader, blobs: Blobs, done: Counter, written: string[]): Promise<void> {
  for (let blob = await reader.take('blob'); blob !== undefined; blob = await reader.take('blob')) {
    if (!isBlobKey(blob.blob)) throw reader.wrong('not the key of an object');
    written.push(blob.blob);
    const bytes = await blobs.put(blob.blob, Readable.from(dataOf(reader, blob.bytes, done), { objectMode: false }));
    if (bytes !== blob.bytes) throw reader.wrong(`the object ${blob.blob} has ${bytes} bytes, not ${blob.bytes}`);
    done.blobs++;
  }
}

async function* dataOf(reader: Reader, bytes: number, done: Counter): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0;) {
    const line = await reader.take('data');
    if (line === undefined) throw reader.wrong('the object before has fewer bytes than it should');
    const piece = Buffer.from(line.data, 'base64');
    left -= piece.length;
    done.bytes += piece.length;
    done.tell();
    yield piece;
  }
}

async function importRows(reader: Reader, transaction: Transaction<Schema>, done: Counter): Promise<void> {
  let batch: { readonly table: Table; readonly rows: Row[] } | undefined;
  const flush = async (): Promise<void> => {
    if (batch !== undefined) await transaction.insertInto(batch.table).values(batch.rows).execute();
    batch = undefined;
  };
  for (let line = await reader.take('row'); line !== undefined; line = await reader.take('row')) {
    const { table, row } = line;
    if (!Object.hasOwn(keys, table)) throw reader.wrong('a table that this version does not know');
    if (batch?.table !== table || batch.rows.length === batchSize) await flush();
    batch ??= { table, rows: [] };
    batch.rows.push(row);
    done.rows++;
    done.tell();
  }
  await flush();
}

async function readEnd(reader: Reader, done: Counter): Promise<void> {
  const end = await reader.take('end');
  if (end?.end.rows !== done.rows || end.end.blobs !== done.blobs) throw reader.wrong('the archive is incomplete');
}
