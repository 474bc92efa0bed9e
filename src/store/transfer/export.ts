/** Everything that a store holds, as an archive: the way to another database, and a backup. */
import { sql, type Kysely } from 'kysely';
import { blobColumns } from '../files/blob-references.ts';
import type { Blobs } from '../blobs/index.ts';
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

/** Bytes of an object on one line; a multiple of 3, so that base64 needs no padding. */
const pieceBytes = 196_608;

/**
 * Writes everything as it was at one moment, while servers may go on.
 * @param write takes one line without its end; resolves when there is room for more
 * @throws {TransferError} when an object is missing that a row names
 */
export async function exportStore(options: TransferOptions, write: (line: string) => Promise<void>): Promise<Progress> {
  const {
    database: { db, adapter },
    blobs,
    secrets,
  } = options;
  const done = new ProgressCounter(options);
  const put = (line: ArchiveLine): Promise<void> => write(JSON.stringify(line));
  const exportRows = async (connection: Kysely<Schema>): Promise<void> => {
    await sql.raw(adapter.beginSnapshot).execute(connection);
    try {
      await liftLimits(connection, adapter);
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
  };
  await adapter.withoutLimit(() => db.connection().execute(exportRows));
  await put({ end: { rows: done.rows, blobs: done.blobs } });
  return done;
}

/** Every object that a row names, with its size. */
async function objectsOf(db: Kysely<Schema>, blobs: Blobs): Promise<Map<string, number>> {
  // The moment of the rows is that of the first read. Objects are written before their rows, so those listed later are all there.
  await sql`select id from settings limit 1`.execute(db);
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
  done: ProgressCounter,
  put: (line: ArchiveLine) => Promise<void>,
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

async function putData(piece: Buffer, done: ProgressCounter, put: (line: ArchiveLine) => Promise<void>): Promise<void> {
  await put({ data: piece.toString('base64') });
  done.bytes += piece.length;
  done.report();
}

async function exportTable(
  db: Kysely<Schema>,
  table: Table,
  done: ProgressCounter,
  put: (line: ArchiveLine) => Promise<void>,
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
      done.report();
    }
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}
