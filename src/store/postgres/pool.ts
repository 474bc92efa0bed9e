/** The connections to a PostgreSQL server, with a limit to every wait. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { RetryReason } from '../adapter.ts';
import { answerTimer, withinTime } from '../../timing/deadline.ts';
import { codeOf, conflictOf, endsConnection, mapError, NoAnswerError } from './failure.ts';
import { mayBeOutdated, PreparedStatements } from './prepared.ts';

export interface PoolLimits {
  /** How long to wait for a connection: for one that is free, and for a new one to be made. */
  readonly connectMs: number;
  /** A connection that has not answered a statement for so long is ended. */
  readonly answerMs: () => number;
  readonly onRetry: (reason: RetryReason) => void;
  /** Called once, when a pooler turns out not to know prepared statements. */
  readonly onUnprepared: () => void;
}

const begins = /^(?:begin|start transaction)\b/iu;
const ends = /^(?:commit|rollback)$/iu;
const reads = /^\s*select\b/iu;

/** Tries of a statement outside of a transaction. */
const maxTries = 5;

export class LimitedPool implements PostgresPool {
  readonly options = {};
  readonly prepared: PreparedStatements;
  readonly #pool: pg.Pool;
  readonly #limits: PoolLimits;
  readonly #clients = new WeakMap<pg.PoolClient, LimitedClient>();

  constructor(pool: pg.Pool, limits: PoolLimits) {
    this.#pool = pool;
    this.#limits = limits;
    this.prepared = new PreparedStatements(limits.onUnprepared);
  }

  async connect(): Promise<LimitedClient> {
    const client = await this.take();
    let limited = this.#clients.get(client);
    if (limited === undefined) {
      limited = new LimitedClient(client, this, this.#limits);
      this.#clients.set(client, limited);
    }
    return limited;
  }

  /**
   * The pool counts the wait for a free connection and the making of a new one apart; a request waits for their sum.
   * @throws {NoAnswerError} when there is none in time
   */
  async take(): Promise<pg.PoolClient> {
    const { connectMs } = this.#limits;
    const connecting = this.#pool.connect();
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

export class LimitedClient implements PostgresPoolClient {
  /** Undefined when it broke, until there is another one. */
  #client: pg.PoolClient | undefined;
  readonly #pool: LimitedPool;
  readonly #limits: PoolLimits;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, pool: LimitedPool, limits: PoolLimits) {
    this.#client = client;
    this.#pool = pool;
    this.#limits = limits;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new TypeError('cursors are not used');
    return this.#run<R>(sql, parameters);
  }

  /** A connection whose transaction could not be ended is not used again. */
  release(destroy = false): void {
    this.#client?.release(destroy || this.#isInTransaction);
  }

  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#isInTransaction || begins.test(sql)) {
      this.#isInTransaction = true;
      const result = await this.#once<R>({ text: sql }, parameters);
      this.#isInTransaction = !ends.test(sql);
      return result;
    }
    for (let tries = 1; ; tries++) {
      try {
        return await this.#prepared<R>(sql, parameters);
      } catch (error) {
        const reason = conflictOf(mapError(error));
        if (reason === undefined || tries === maxTries || !mends(reason, sql)) throw error;
        this.#limits.onRetry(reason);
        if (reason === 'connection') this.#giveBack();
        // Connections that were idle break with the first one; after a while the pool has found that out.
        await sleep(Math.random() * 4 * 2 ** tries);
      }
    }
  }

  /** Where the statement is one that connections keep; without its name when it fails with it. */
  async #prepared<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const { prepared } = this.#pool;
    const statement = prepared.of(sql);
    if (statement === undefined) return this.#once<R>({ text: sql }, parameters);
    try {
      return await this.#once<R>(statement, parameters);
    } catch (error) {
      if (!mayBeOutdated(error)) throw error;
      const result = await this.#once<R>({ text: sql }, parameters);
      prepared.invalidate(sql, statement, error);
      return result;
    }
  }

  async #once<R>(
    { text, name }: { readonly text: string; readonly name?: string },
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const client = (this.#client ??= await this.#pool.take());
    const limitMs = this.#limits.answerMs();
    let silent: NoAnswerError | undefined;
    const answered = answerTimer.after(limitMs, () => {
      silent = new NoAnswerError(`no answer from the database within ${limitMs} ms`);
      end(client);
    });
    try {
      const values = [...parameters];
      const result = await client.query(name === undefined ? { text, values } : { name, text, values });
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      if (endsConnection(codeOf(error))) end(client);
      throw silent ?? error;
    } finally {
      answered();
    }
  }

  /** Before another one is taken: where all of the pool broke at once, each would wait for the others to give theirs back. */
  #giveBack(): void {
    this.release(true);
    this.#client = undefined;
  }
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
