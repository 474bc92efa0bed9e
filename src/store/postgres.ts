import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseAdapter } from './adapter.ts';

const uniqueViolation = '23505';
const int8 = 20;

/**
 * @param url            `postgres://user:password@host:port/database`
 * @param maxConnections connections of this process. Default 10.
 */
export function postgresAdapter(url: string, maxConnections = 10): DatabaseAdapter {
  const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown)) };
  const pool = new pg.Pool({ connectionString: url, max: maxConnections, connectionTimeoutMillis: 10_000, types });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    name: 'postgres',
    dialect: new PostgresDialect({ pool }),
    isUniqueViolation: (error) => error instanceof pg.DatabaseError && error.code === uniqueViolation,
  };
}
