import type { Socket } from 'node:net';
import { PostgresDialect, PostgresDriver, type DatabaseConnection, type PostgresDialectConfig } from 'kysely';
import pg from 'pg';
import type { DatabaseAdapter } from './adapter.ts';
import { databaseUnavailable, guard } from './connection.ts';

export interface PostgresOptions {
  /** Connections of this process. Default 10. */
  readonly maxConnections?: number | undefined;
  /** How long to wait for a connection, a new one or one that is free again. Default 10,000 ms. */
  readonly connectTimeoutMs?: number | undefined;
  /** A connection without data for this long is ended: the server is gone, or a statement hangs. Default 60,000 ms. */
  readonly silenceMs?: number | undefined;
}

/** PostgreSQL error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const codes = {
  unique: ['23505'],
  reference: ['23503'],
  /**
   * A serialization failure, a deadlock; and a unique or foreign key, which a transaction also violates when another one has
   * committed since its snapshot a row that it could not see:
   * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
   */
  conflict: ['40001', '40P01', '23505', '23503'],
  /** The server shuts down, crashed, starts; it has no connection left. */
  unreachable: ['57P01', '57P02', '57P03', '53300'],
};

const systemCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
];

/** Messages that the driver gives without a code when a connection broke or could not be made. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|no answer from the database)/u;

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function isA(known: readonly string[]) {
  return (error: unknown) => error instanceof pg.DatabaseError && known.includes(codeOf(error));
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return codes.unreachable.includes(codeOf(error)) || codeOf(error).startsWith('08');
  }
  return error instanceof Error && (systemCodes.includes(codeOf(error)) || brokenConnection.test(error.message));
}

function mapError(error: unknown): unknown {
  return isUnreachable(error) ? databaseUnavailable(error) : error;
}

class Driver extends PostgresDriver {
  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    try {
      return guard(await super.acquireConnection(...options), mapError);
    } catch (error) {
      throw mapError(error);
    }
  }
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new Driver(this.#config);
  }
}

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
  { maxConnections = 10, connectTimeoutMs = 10_000, silenceMs = 60_000 }: PostgresOptions = {},
): DatabaseAdapter {
  const { host, port, database = '' } = new pg.Client({ connectionString: url });
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types,
    application_name: 'sonorant',
  });
  // A connection that breaks fails the queries on it and is replaced; without listeners it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client, silenceMs);
  });
  return {
    name: 'postgres',
    dialect: new Dialect({ pool }),
    place: `${database} at ${host.startsWith('/') ? host : `${host}:${port}`}`,
    isUniqueViolation: isA(codes.unique),
    isReferenceViolation: isA(codes.reference),
    isConflict: isA(codes.conflict),
    isolation: 'serializable',
    beginSnapshot: 'begin isolation level repeatable read read only',
    selectSchema: 'select current_schema() as name',
    whileMigrating: (migrate) => migrate(),
  };
}

/** The driver's own timeout of a query leaves the connection waiting in the pool; this one ends it. */
function endWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.setTimeout(silenceMs, () => stream.destroy(new Error('no answer from the database')));
}
