/** An archive, into a database and an object store. */
import { Readable } from 'node:stream';
import type { Kysely, Transaction } from 'kysely';
import { organizations } from '../identity/organizations.ts';
import { secretSetting } from '../settings.ts';
import { namedBlobs } from '../files/blob-references.ts';
import { isBlobKey, type Blobs } from '../blobs/index.ts';
import { newestMigration } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import {
  batchSize,
  counts,
  format,
  keys,
  liftLimits,
  ProgressCounter,
  sum,
  tables,
  TransferError,
  type Head,
  type ArchiveLine,
  type Progress,
  type Row,
  type Table,
  type TransferOptions,
} from './archive.ts';

/** Tables with texts that only the secret of the server opens. */
const sealedTables = ['webhooks', 'agent_tools'] as const;

/** How {@link importStore} treats what is there. */
export interface ImportOptions {
  /** Deletes everything that the database holds first, in the same transaction. Without it the database must be empty. */
  readonly replace?: boolean | undefined;
}

/**
 * Reads what `exportStore` wrote: all of it or nothing. No server may run on the database meanwhile.
 * @param lines without their ends
 * @throws {TransferError} when the archive is none, is incomplete or from another version, or the database is not empty
 */
export async function importStore(
  options: TransferOptions,
  lines: AsyncIterable<string>,
  { replace = false }: ImportOptions = {},
): Promise<Progress> {
  const { db, adapter } = options.database;
  const reader = new ArchiveReader(lines);
  const done = new ProgressCounter(options);
  const written: string[] = [];
  let takeBack = (): Promise<void> => Promise.resolve();
  try {
    const head = await readHead(reader, options);
    if (!replace) await refuseRows(db);
    done.total = { rows: sum(Object.values(head.rows)), bytes: head.bytes };
    await importBlobs(reader, options.blobs, done, written);
    // Not the store's own transaction, which may run its work twice: lines can be read once.
    const importAll = async (transaction: Transaction<Schema>): Promise<void> => {
      await liftLimits(transaction, adapter);
      const { first } = organizations(transaction, () => new Date());
      const replaced = replace ? await first() : undefined;
      if (replace) await deleteAll(transaction);
      await importRows(reader, transaction, done);
      await readEnd(reader, done);
      const owner = await first();
      if (replaced === undefined || owner === undefined) return;
      await options.blobs.handOver(replaced.id, owner.id);
      takeBack = () => options.blobs.handOver(owner.id, replaced.id);
    };
    await adapter.withoutLimit(() => db.transaction().execute(importAll));
    return done;
  } catch (error) {
    await takeBack().catch(() => undefined);
    // Rows name them where the transaction has been committed all the same.
    const named = await namedBlobs(db, written);
    for (const key of written) if (!named.has(key)) await options.blobs.delete(key);
    throw error;
  } finally {
    await reader.close();
  }
}

async function readHead(reader: ArchiveReader, { secrets }: TransferOptions): Promise<Head> {
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

/** @param written gets the keys that had no object before */
async function importBlobs(
  reader: ArchiveReader,
  blobs: Blobs,
  done: ProgressCounter,
  written: string[],
): Promise<void> {
  for (let blob = await reader.take('blob'); blob !== undefined; blob = await reader.take('blob')) {
    if (!isBlobKey(blob.blob)) throw reader.wrong('not the key of an object');
    const data = dataOf(reader, blob.bytes, done);
    // An archive may come back to its own objects, which rows of the database that it was made of still name.
    const there = await blobs.stat(blob.blob);
    if (there === undefined) written.push(blob.blob);
    if (there?.size === blob.bytes) while ((await data.next()).done !== true);
    else await blobs.put(blob.blob, Readable.from(data, { objectMode: false }));
    done.blobs++;
  }
}

async function* dataOf(reader: ArchiveReader, bytes: number, done: ProgressCounter): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0;) {
    const line = await reader.take('data');
    if (line === undefined) throw reader.wrong('the object before has fewer bytes than it should');
    const piece = Buffer.from(line.data, 'base64');
    left -= piece.length;
    if (left < 0) throw reader.wrong('the object has more bytes than it should');
    done.bytes += piece.length;
    done.report();
    yield piece;
  }
}

async function deleteAll(transaction: Transaction<Schema>): Promise<void> {
  // Sessions are not in an archive, but refer to what is.
  for (const table of ['sessions', ...[...tables].reverse()] as const) await transaction.deleteFrom(table).execute();
  // What the old secret sealed is gone: the next start claims the database for its own.
  await transaction.deleteFrom('settings').where('id', '=', secretSetting).execute();
}

async function importRows(
  reader: ArchiveReader,
  transaction: Transaction<Schema>,
  done: ProgressCounter,
): Promise<void> {
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
    done.report();
  }
  await flush();
}

async function readEnd(reader: ArchiveReader, done: ProgressCounter): Promise<void> {
  const end = await reader.take('end');
  if (end?.end.rows !== done.rows || end.end.blobs !== done.blobs) throw reader.wrong('the archive is incomplete');
}

/** The lines of an archive one by one, with a look at the next. */
class ArchiveReader {
  readonly #lines: AsyncIterator<string, unknown>;
  #next: Promise<IteratorResult<string, unknown>> | undefined;
  /** Of the line that was read last, from 1. */
  number = 0;

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** The next line when it has this member; undefined, and nothing is read, when it has not. */
  async take<K extends string>(member: K): Promise<Extract<ArchiveLine, Readonly<Record<K, unknown>>> | undefined> {
    const { done, value } = await (this.#next ??= this.#lines.next());
    const line = done === true ? undefined : this.#parse(value);
    if (line === undefined || !(member in line)) return undefined;
    this.#next = undefined;
    this.number++;
    return line as Extract<ArchiveLine, Readonly<Record<K, unknown>>>;
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
