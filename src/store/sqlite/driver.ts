/** Kysely's driver for a SQLite database whose connections are elsewhere. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import { databaseUnavailable, guard } from '../connection.ts';
import { DatabaseSilentError, errorOf, isLocked } from './failure.ts';
import type { Outcome, SqliteConnectionHost, StatementResult } from './protocol.ts';
import { SharedExclusiveLock } from './lock.ts';

export interface SqliteConnections {
  /** Transactions, and every statement that may write. */
  readonly writer: SqliteConnectionHost;
  /** Statements outside of transactions that only read; undefined where the database has one connection. */
  readonly reader: SqliteConnectionHost | undefined;
  /** How long to wait for a lock that another process holds. */
  readonly lockMs: number;
  /** How long to wait for the transactions of this process that came before. */
  readonly queueMs: number;
  /** Called for each time that a lock was not free. */
  readonly onLocked: () => void;
}

/**
 * SQLite rolls back schema changes too; Kysely is to know, so that a migration runs as a whole, once, under the write
 * lock.
 */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver decides who goes next. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A dialect whose connections Kysely does not open itself. */
export class SqliteHostDialect extends SqliteDialect {
  readonly #connections: SqliteConnections;

  constructor(connections: SqliteConnections) {
    super({ database: () => Promise.reject(new Error('the connections are opened by their hosts')) });
    this.#connections = connections;
  }

  override createDriver(): Driver {
    return new SqliteHostDriver(this.#connections);
  }

  override createAdapter(): Adapter {
    return new Adapter();
  }
}

class SqliteHostDriver implements Driver {
  readonly #connections: SqliteConnections;
  readonly #lock = new SharedExclusiveLock();

  constructor(connections: SqliteConnections) {
    this.#connections = connections;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(guard(new SqliteConnection(this.#connections, this.#lock), mapError));
  }

  /**
   * Transactions take the write lock when they begin. With SQLite's deferred begin, a transaction that reads and then
   * writes fails at once when another process wrote in between; with the lock it waits.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return connection instanceof SqliteConnection ? connection.release() : Promise.resolve();
  }

  async destroy(): Promise<void> {
    // The last one to close moves the write-ahead log into the file, which only the writer may do.
    await this.#connections.reader?.close();
    await this.#connections.writer.close();
  }
}

function mapError(error: unknown): unknown {
  return error instanceof DatabaseSilentError ? databaseUnavailable(error) : error;
}

const begins = /^begin\b/iu;
const ends = /^(?:commit|rollback)$/iu;
const reads = /^\s*select\b/iu;

/** What a caller of the driver holds: a place in the queue, not a connection of its own. */
class SqliteConnection implements DatabaseConnection {
  readonly #connections: SqliteConnections;
  readonly #lock: SharedExclusiveLock;
  #isInTransaction = false;
  /** What begins the transaction: it goes with the first statement, by one message to the thread in place of two. */
  #begin: string | undefined;

  constructor(connections: SqliteConnections, lock: SharedExclusiveLock) {
    this.#connections = connections;
    this.#lock = lock;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    const { reader, writer } = this.#connections;
    if (this.#isInTransaction) {
      const run = () => writer.run({ sql, parameters, isInTransaction: true });
      if (!ends.test(sql)) return queryResult<R>(await this.#runInside(run));
      // Of a transaction without a statement the database knows nothing.
      const result = this.#begin === undefined ? queryResult<R>(await this.#whenUnlocked(run)) : { rows: [] };
      this.#leaveTransaction();
      return result;
    }
    const host = reader !== undefined && isRead(query) ? reader : writer;
    const run = () => host.run({ sql, parameters, isInTransaction: false });
    if (host === reader) return queryResult<R>(await this.#whenUnlocked(run));
    const isBegin = begins.test(sql);
    await this.#acquire(isBegin);
    if (isBegin) {
      this.#isInTransaction = true;
      this.#begin = sql;
      return { rows: [] };
    }
    try {
      return queryResult<R>(await this.#whenUnlocked(run));
    } finally {
      this.#lock.release();
    }
  }

  /** Kysely sends the statements of a transaction one after the other. */
  #runInside(run: () => Promise<Outcome>): Promise<Outcome> {
    const begin = this.#begin;
    if (begin === undefined) return run();
    this.#begin = undefined;
    return this.#whenUnlocked(async () => {
      const begun = this.#connections.writer.run({ sql: begin, parameters: [], isInTransaction: false });
      // Where the lock was not free there is no transaction, in which the statement then fails.
      const [beginning, outcome] = await Promise.all([begun, run()]);
      return 'failure' in beginning ? beginning : outcome;
    });
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** Ends the transaction that a failed beginning or a failed end has left. */
  async release(): Promise<void> {
    if (!this.#isInTransaction) return;
    try {
      if (this.#begin !== undefined) return;
      await this.#connections.writer.run({ sql: 'rollback', parameters: [], isInTransaction: true });
    } catch {
      // A thread that does not answer is replaced, and its transaction ended with it.
    } finally {
      this.#leaveTransaction();
    }
  }

  #leaveTransaction(): void {
    this.#isInTransaction = false;
    this.#lock.release();
  }

  async #acquire(isExclusive: boolean): Promise<void> {
    if (this.#lock.tryAcquire(isExclusive)) return;
    if (await this.#lock.acquire(isExclusive, this.#connections.queueMs)) return;
    throw databaseUnavailable(
      new Error(`no turn on the embedded database within ${this.#connections.queueMs} ms`),
      'The database is busy with other requests. Try again.',
    );
  }

  /** Waits for the lock of another process without holding up any thread, at random moments so that two do not keep meeting. */
  async #whenUnlocked(run: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    for (let tries = 1; ; tries++) {
      const outcome = await run();
      if (!('failure' in outcome) || !isLocked(outcome.failure)) return outcome;
      const left = this.#connections.lockMs - (performance.now() - startedAt);
      if (left <= 0) return outcome;
      this.#connections.onLocked();
      await sleep(Math.min(left, (0.5 + Math.random() / 2) * Math.min(50, 2 ** tries)));
    }
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (query.kind === 'RawNode' && reads.test(sql));
}

function queryResult<R>(outcome: Outcome): QueryResult<R> {
  if ('failure' in outcome) throw errorOf(outcome.failure);
  const { rows, changes, lastInsertRowid }: StatementResult = outcome.result;
  return {
    rows: rows as R[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
    ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
  };
}
