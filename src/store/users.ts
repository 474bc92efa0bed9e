import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema, User, UserRole } from './schema.ts';

export interface NewUser {
  readonly organizationId: string;
  readonly role: UserRole;
  readonly name?: string | null;
  readonly email?: string | null;
}

export interface Users {
  readonly create: (user: NewUser) => Promise<User>;
  /** Undefined also for a user of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<User | undefined>;
  /** Newest joiner first. */
  readonly list: (organizationId: string) => Promise<readonly User[]>;
}

export function users(db: Kysely<Schema>, now: () => Date): Users {
  return {
    create: (user) =>
      db
        .insertInto('users')
        .values({
          id: randomUUID(),
          organization_id: user.organizationId,
          email: user.email ?? null,
          name: user.name ?? null,
          role: user.role,
          image_url: null,
          created_at: now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    find: (organizationId, id) =>
      db.selectFrom('users').selectAll().where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst(),
    list: (organizationId) =>
      db.selectFrom('users').selectAll().where('organization_id', '=', organizationId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
  };
}
