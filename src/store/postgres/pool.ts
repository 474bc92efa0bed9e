/** The connections to a PostgreSQL server, with a limit to every wait. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { RetryReason } from '../adapter.ts';
import { answerTimer, withinTime } from '../../timing/deadline.ts';
import { refuseNul } from '../connection.ts';
import { codeOf, conflictOf, endsConnection, mapError, NoAnswerError } from './failure.ts';
import { PreparedStatements } from './prepared.ts';
import { SharedReads, type ConnectionHolder } from './shared-reads.ts';

export interface PoolLimits {
  /** How long to wait for a connection: for one that is free, and for a new one to be made. */
  readonly connectMs: number;
  /** A connection that has not answered a statement for so long is ended. */
  readonly answerMs: () => number;
  readonly onRetry: (reason: RetryReason) => void;
}

const begins = /^(?:begin|start transaction)\b/iu;
const ends = /^(?:commit|rollback)$/iu;
const reads = /^\s*select\b/iu;
/** What the server says of a statement that changes rows. */
const changes = /^(?:INSERT|UPDATE|DELETE|MERGE)$/u;

/** Tries of a statement outside of a transaction. */
const maxTries = 5;

export class LimitedPool {
  readonly limits: PoolLimits;
  readonly prepared = new PreparedStatements();
  readonly reads: SharedReads;
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, limits: PoolLimits) {
    this.#pool = pool;
    this.limits = limits;
    this.reads = new SharedReads(
      () => this.take(),
      () => pool.waitingCount > 0,
    );
  }

  /**
   * The pool counts the wait for a free connection and the making of a new one apart; a request waits for their sum.
   * @throws {NoAnswerError} when there is none in time
   */
  async take(): Promise<pg.PoolClient> {
    const { connectMs } = this.limits;
    const isFree = this.#pool.idleCount > this.#pool.waitingCount;
    const connecting = this.#pool.connect();
    if (isFree) return connecting;
    try {
      return await withinTime(connecting, connectMs, () => {
        throw new NoAnswerError(`no connection to the database within ${connectMs} ms`);
      });
    } catch (error) {
      if (error instanceof NoAnswerError) {
        connecting.then(
          (client) => client.release(),
          () => undefined,
        );
      }
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

interface PostgresStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Under which the connection keeps it prepared. */
  readonly name?: string | undefined;
}

/** What a caller of the driver holds: a connection of its own, from its first statement that is no read that may share one. */
export class PostgresConnection implements DatabaseConnection, ConnectionHolder {
  readonly #pool: LimitedPool;
  /** Undefined when it broke, until there is another one. */
  #client: pg.PoolClient | undefined;
  #isInTransaction = false;

  constructor(pool: LimitedPool) {
    this.#pool = pool;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    refuseNul(parameters);
    try {
      return queryResult<R>(await this.#run({ sql, parameters }));
    } catch (error) {
      throw mapError(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async client(): Promise<pg.PoolClient> {
    return (this.#client ??= await this.#pool.take());
  }

  /** Before another one is taken: where all of the pool broke at once, each would wait for the others to give theirs back. */
  replace(): void {
    this.#client?.release(true);
    this.#client = undefined;
  }

  /** A connection whose transaction could not be ended is not used again. */
  release(): void {
    this.#client?.release(this.#isInTransaction);
  }

  async #run(statement: PostgresStatement): Promise<pg.QueryResult> {
    const { sql } = statement;
    if (this.#isInTransaction || begins.test(sql)) {
      const client = await this.client();
      this.#isInTransaction = true;
      const result = await ask(client, statement, this.#pool.limits);
      this.#isInTransaction = !ends.test(sql);
      return result;
    }
    const { prepared, reads: shared } = this.#pool;
    // A connection of its own may have been told something that holds for this statement too.
    if (this.#client !== undefined || !prepared.has(sql) || !reads.test(sql)) return this.#runOn(this, statement);
    const share = shared.join();
    try {
      return await this.#runOn(share, statement);
    } finally {
      share.leave();
    }
  }

  /** Outside of transactions. */
  async #runOn(holder: ConnectionHolder, statement: PostgresStatement): Promise<pg.QueryResult> {
    const { prepared, limits } = this.#pool;
    let client: pg.PoolClient | undefined = await holder.client();
    for (let tries = 1; ; tries++) {
      const name = prepared.nameOf(statement.sql);
      try {
        client ??= await holder.client();
        return await ask(client, { ...statement, name }, limits);
      } catch (error) {
        if (name !== undefined && tries < maxTries && prepared.isOutdated(name, error)) continue;
        const reason = conflictOf(mapError(error));
        if (reason === undefined || tries === maxTries || !mends(reason, statement.sql)) throw error;
        limits.onRetry(reason);
        if (reason === 'connection') {
          holder.replace();
          client = undefined;
        }
        // Connections that were idle break with the first one; after a while the pool has found that out.
        await sleep(Math.random() * 4 * 2 ** tries);
      }
    }
  }
}

async function ask(
  client: pg.PoolClient,
  { sql: text, parameters, name }: PostgresStatement,
  { answerMs }: PoolLimits,
): Promise<pg.QueryResult> {
  const limitMs = answerMs();
  let silent: NoAnswerError | undefined;
  const answered = answerTimer.after(limitMs, () => {
    silent = new NoAnswerError(`no answer from the database within ${limitMs} ms`);
    end(client);
  });
  try {
    return await client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
  } catch (error) {
    if (endsConnection(codeOf(error))) end(client);
    throw silent ?? error;
  } finally {
    answered();
  }
}

function queryResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  // Kysely looks there whether a transaction that failed was committed.
  if (ends.test(command)) return { rows: [{ command }] as R[] };
  return { rows: rows as R[], ...(changes.test(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/** Without asking the server, which may say nothing. The pool puts a new connection in its place. */
function end(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.destroy();
}

/**
 * Whether a statement outside of a transaction can be run again: what only reads does no harm, and a deadlock has undone all of it. A
 * key that one statement violates it violates again.
 */
function mends(reason: RetryReason, sql: string): boolean {
  return reason === 'connection' ? reads.test(sql) : reason === 'serialization' || reason === 'deadlock';
}
