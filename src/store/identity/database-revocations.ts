import { sql, type Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { polledRevocations, type RevocationFeed } from './revocations.ts';
import type { Schema } from '../schema.ts';

export interface DatabaseRevocationOptions {
  readonly databaseUrl?: string | undefined;
  readonly onProcesses?: ((count: number) => void) | undefined;
  readonly onPublishFailed?: ((error: unknown) => void) | undefined;
}

/** How revocations reach the other processes on a database; nothing where no other process can be on it. */
export async function databaseRevocations(
  { db, adapter }: Database,
  { databaseUrl, onProcesses, onPublishFailed }: DatabaseRevocationOptions,
): Promise<readonly RevocationFeed[]> {
  if (adapter.name === 'sqlite') {
    return adapter.place === ':memory:' ? [] : [polledRevocations(() => revocationState(db))];
  }
  const { postgresRevocations } = await import('./postgres-revocations.ts');
  const notify = async (channel: string, payload: string): Promise<void> => {
    await sql`select pg_notify(${channel}, ${payload})`.execute(db);
  };
  return [postgresRevocations({ url: databaseUrl!, notify, onProcesses, onProblem: onPublishFailed })];
}

/** A text that every revocation changes, every change of a key, and every key that works again. */
async function revocationState(db: Kysely<Schema>): Promise<string> {
  const keys = await db
    .selectFrom('api_keys')
    .select(({ fn }) => [
      fn.count<number>('revoked_at').as('count'),
      fn.max('revoked_at').as('revoked'),
      fn.max('changed_at').as('changed'),
    ])
    .executeTakeFirstOrThrow();
  const ended = await db
    .selectFrom('sessions')
    .where('ended_at', 'is not', null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('ended_at').as('last')])
    .executeTakeFirstOrThrow();
  const changed = await db
    .selectFrom('passwords')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('changed_at').as('last')])
    .executeTakeFirstOrThrow();
  const members = await db
    .selectFrom('members')
    .select(({ fn }) => [fn.countAll<number>().as('count')])
    .groupBy('role')
    .orderBy('role')
    .execute();
  return [keys, ended, changed, ...members]
    .map(({ count, ...rest }) => [count, ...Object.values(rest)].join(' '))
    .join(' ');
}
