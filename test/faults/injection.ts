/**
 * Loaded before a server (`--import`): makes one call of its database driver or of its object store fail, as a message says. The
 * calls are those at the border of this program: a statement to a connection of SQLite or PostgreSQL, a call to the operating
 * system for a file of the object store. So everything that the server's own code does with a failure is tested.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { ConnectionThread } from '../../src/store/sqlite/connection-thread.ts';
import { DatabaseSilentError } from '../../src/store/sqlite/failure.ts';
import type { Statement } from '../../src/store/sqlite/protocol.ts';

export type DriverName = 'sqlite' | 'postgres' | 'folder';

/** What can happen to a call of each driver. */
export const faultKinds = {
  /** `slow`: the thread is busy for longer than a statement may take; `lost-…`: it dies before or after the statement. */
  sqlite: ['busy', 'full', 'ioerr', 'lost-before', 'lost-after', 'slow'],
  /** `slow`: the server ends the statement since it took too long; `lost-…`: the connection breaks before or after it. */
  postgres: ['serialization', 'full', 'lost-before', 'lost-after', 'slow'],
  /** `half`: a write takes half of its bytes, and the next one nothing; `slow`: it takes a second. */
  folder: ['full', 'io', 'half', 'slow'],
} as const satisfies Readonly<Record<DriverName, readonly string[]>>;

export interface Fault {
  readonly driver: DriverName;
  /** The call that fails, from 1 on, counted from the message on. */
  readonly nth: number;
  readonly kind: string;
}

/** Calls since the last message, by driver, and the one that failed. */
export interface Counted {
  readonly calls: Readonly<Record<DriverName, number>>;
  readonly hit: string | undefined;
}

let fault: Fault | undefined;
let calls: Record<DriverName, number> = { sqlite: 0, postgres: 0, folder: 0 };
let hit: string | undefined;

/** The kind of failure that this call has to have; undefined for most. */
function struck(driver: DriverName, what: string): string | undefined {
  calls[driver]++;
  if (fault?.driver !== driver || calls[driver] !== fault.nth) return undefined;
  hit = what;
  return fault.kind;
}

/** Keeps a thread busy for some seconds. */
const heavy = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 15000000) select max(i) from n';

const failures: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  busy: { code: 'SQLITE_BUSY', message: 'database is locked' },
  full: { code: 'SQLITE_FULL', message: 'database or disk is full' },
  ioerr: { code: 'SQLITE_IOERR_WRITE', message: 'disk I/O error' },
};

function breakSqlite(): void {
  const { prototype } = ConnectionThread;
  const run = Reflect.get(prototype, 'run');
  const undo = async (thread: ConnectionThread, statement: Omit<Statement, 'id'>): Promise<void> => {
    // The transaction ends with the connection, or by the error.
    if (statement.isInTransaction) await run.call(thread, { sql: 'rollback', parameters: [], isInTransaction: true });
  };
  prototype.run = async function broken(this: ConnectionThread, statement) {
    const kind = struck('sqlite', statement.sql);
    if (kind === undefined) return run.call(this, statement);
    if (kind === 'slow') {
      void run.call(this, { ...statement, sql: heavy, parameters: [] }).catch(() => undefined);
      return run.call(this, statement);
    }
    if (kind === 'lost-after') await run.call(this, statement);
    if (kind !== 'busy' && kind !== 'full') await undo(this, statement);
    const failure = failures[kind];
    if (failure === undefined) throw new DatabaseSilentError('its thread ended with code 1');
    return { id: 0, failure };
  };
}

function breakPostgres(): void {
  const { prototype } = pg.Client;
  const query = Reflect.get(prototype, 'query') as (this: pg.Client, ...given: unknown[]) => Promise<unknown>;
  const broken = async function broken(this: pg.Client, ...given: unknown[]): Promise<unknown> {
    const kind = struck('postgres', String(given[0]));
    if (kind === undefined) return query.apply(this, given);
    if (kind === 'serialization' || kind === 'full') {
      const [code, text] =
        kind === 'full' ? ['53100', 'could not extend file'] : ['40001', 'could not serialize access'];
      // The server itself refuses, and its transaction is as after any failed statement.
      return query.call(this, `do $$ begin raise exception '${text}' using errcode = '${code}'; end $$`);
    }
    if (kind === 'slow') return query.call(this, 'select pg_sleep(30)');
    if (kind === 'lost-after') await query.apply(this, given);
    (this as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
    throw new Error('Connection terminated unexpectedly');
  };
  const isStatement = (given: unknown[]): boolean =>
    typeof given[0] === 'string' && !given.some((part) => typeof part === 'function') && !/^\s*listen/iu.test(given[0]);
  Object.assign(prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      return isStatement(given) ? broken.apply(this, given) : query.apply(this, given);
    },
  });
}

function refusal(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: a fault that was asked for, ${syscall}`), { code, syscall, errno: -28 });
}

type Call = (...given: readonly unknown[]) => Promise<unknown>;

/** A call to the operating system that fails when it is its turn. */
function breakable(name: string, call: Call, path: string): Call {
  return async (...given) => {
    const kind = struck('folder', `${name} ${path.slice(path.lastIndexOf(`${sep}blobs${sep}`))}`);
    if (kind === 'slow') await sleep(1000);
    if (kind === 'full') throw refusal('ENOSPC', name);
    if (kind === 'io' || (kind === 'half' && name !== 'write')) throw refusal('EIO', name);
    if (kind === 'half') {
      const [bytes, at = 0] = given as [Uint8Array, number?];
      await call(bytes, at, Math.ceil((bytes.byteLength - at) / 2));
      throw refusal('ENOSPC', name);
    }
    return call(...given);
  };
}

function breakFolder(): void {
  const files = fs.promises as unknown as Record<string, Call>;
  for (const name of ['access', 'link', 'mkdir', 'open', 'opendir', 'readFile', 'rename', 'rm', 'stat', 'writeFile']) {
    const call = files[name]!.bind(fs.promises);
    files[name] = async (...given) => {
      const path = String(given[0]);
      if (!path.includes(`${sep}blobs`)) return call(...given);
      const result = await breakable(name, call, path)(...given);
      if (name === 'open') breakHandle(result as Record<string, Call>, path);
      return result;
    };
  }
  syncBuiltinESMExports();
}

function breakHandle(handle: Record<string, Call>, path: string): void {
  for (const name of ['read', 'write', 'sync']) handle[name] = breakable(name, handle[name]!.bind(handle), path);
}

if (isMainThread && process.send !== undefined) {
  breakSqlite();
  breakPostgres();
  breakFolder();
  process.on('message', (message: { readonly fault?: Fault; readonly isQuestion?: boolean }) => {
    const counted: Counted = { calls, hit };
    if (message.isQuestion === true) {
      process.send!(counted);
      return;
    }
    ({ fault } = message);
    calls = { sqlite: 0, postgres: 0, folder: 0 };
    hit = undefined;
    process.send!(counted);
  });
  // The server ends when it was told to, whether messages can still come or not.
  process.channel?.unref();
}
