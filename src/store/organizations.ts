import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Organization, Schema } from './schema.ts';

export interface Organizations {
  readonly create: (name: string) => Promise<Organization>;
  readonly find: (id: string) => Promise<Organization | undefined>;
  /** The oldest one, made at the first start; undefined before it. */
  readonly first: () => Promise<Organization | undefined>;
}

export function organizations(db: Kysely<Schema>, now: () => Date): Organizations {
  return {
    create: (name) =>
      db
        .insertInto('organizations')
        .values({ id: randomUUID(), name, created_at: now().toISOString() })
        .returningAll()
        .executeTakeFirstOrThrow(),
    find: (id) => db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst(),
    first: () =>
      db.selectFrom('organizations').selectAll().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst(),
  };
}
