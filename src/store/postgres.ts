import pg from 'pg';
import type { DatabaseAdapter, RetryReason } from './adapter.ts';
import { Dialect } from './postgres/driver.ts';
import { codeOf, conflictOf, mapError, violatedKey } from './postgres/failure.ts';
import { Pinger } from './postgres/ping.ts';
import { LimitedPool } from './postgres/pool.ts';

/** A limit of the server that is 0 is left as the server has it; so a pooler that refuses such parameters can be used. */
export interface PostgresOptions {
  /** Connections of this process, beside the one that asks whether the server is there. Default 10. */
  readonly maxConnections?: number | undefined;
  /** How long to wait for a connection, a new one or one that is free again. Default 4,000 ms. */
  readonly connectTimeoutMs?: number | undefined;
  /** The server ends a statement that takes longer; a server that does not even do that is left half a second later. Default 5,000 ms. */
  readonly statementMs?: number | undefined;
  /** How long a statement waits for locks. Default 5,000 ms. */
  readonly lockMs?: number | undefined;
  /** The server ends a transaction in which nothing is asked for so long, with its locks. Default 15,000 ms. */
  readonly idleTransactionMs?: number | undefined;
  /** Called for each retry of a statement outside of a transaction. */
  readonly onRetry?: ((reason: RetryReason) => void) | undefined;
  /** Called once, when a pooler turns out not to know prepared statements: from then on each statement is parsed anew. */
  readonly onUnprepared?: (() => void) | undefined;
}

/** How long the server may take to say that it is there: `/readyz` answers within two seconds. */
const pingMs = 1500;

/** A migration may rewrite every row, and so may an import. */
const longestMs = 3_600_000;

/** For work that takes as long as there is data. */
const unlimited = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' };

/** How long a statement may take where the server has the limit. */
const silenceMs = 60_000;

/** How much later than the server ends a statement its connection is given up. */
const graceMs = 500;

type TypeId = typeof pg.types.builtins.INT8;

/** Types the driver would give as text: 64-bit integers, and the sums of them. Everything stored is below 2^53. */
const numbers: readonly TypeId[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

const types = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    numbers.includes(oid) ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/**
 * @param url `postgres://user:password@host:port/database`
 * @throws {Error} when the address cannot be read; it is never repeated
 */
export function postgresAdapter(
  url: string,
  {
    maxConnections = 10,
    connectTimeoutMs = 4000,
    statementMs = 5000,
    lockMs = 5000,
    idleTransactionMs = 15_000,
    onRetry = () => undefined,
    onUnprepared = () => undefined,
  }: PostgresOptions = {},
): DatabaseAdapter {
  const { host, port, database = '' } = new pg.Client({ connectionString: url });
  const client: pg.ClientConfig = {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    application_name: 'sonorant',
  };
  const pool = new pg.Pool({
    ...client,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    ...(lockMs > 0 && { lock_timeout: lockMs }),
    ...(idleTransactionMs > 0 && { idle_in_transaction_session_timeout: idleTransactionMs }),
    types,
  });
  // A connection that breaks fails the queries on it and is replaced; without listeners it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (connected) => void connected.on('error', () => undefined));
  let isUnlimited = false;
  const answerMs = () => (isUnlimited ? longestMs : statementMs === 0 ? silenceMs : statementMs + graceMs);
  const pinger = new Pinger(client, pingMs);
  return {
    name: 'postgres',
    dialect: new Dialect({
      pool: new LimitedPool(pool, { connectMs: connectTimeoutMs, answerMs, onRetry, onUnprepared }),
    }),
    place: `${database} at ${host.startsWith('/') ? host : `${host}:${port}`}`,
    isUniqueViolation: isA('23505'),
    isReferenceViolation: isA('23503'),
    conflictOf,
    violatedKey,
    levels: { serializable: 'serializable', locked: 'read committed' },
    beginSnapshot: 'begin isolation level repeatable read read only',
    selectSchema: 'select current_schema() as name',
    transferSettings: unlimited,
    // A migration that waits for a table makes all who come after it wait, too; its statements may take their time.
    emptyLog: undefined,
    migrationSettings: { lock_timeout: '1s', ...unlimited },
    isLockTimeout: (error) => /^(?:55P03|40P01)$/u.test(codeOf((error as { readonly cause?: unknown }).cause ?? error)),
    ping: () =>
      pinger.ping().catch((error: unknown) => {
        throw mapError(error);
      }),
    close: () => pinger.close(),
    async withoutLimit(work) {
      isUnlimited = true;
      try {
        return await work();
      } finally {
        isUnlimited = false;
      }
    },
  };
}

function isA(code: string) {
  return (error: unknown) => error instanceof pg.DatabaseError && codeOf(error) === code;
}
