import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Organization } from './schema.ts';
import type { Schema } from '../schema.ts';

/** An organization with how many of its keys work. */
export interface ListedOrganization extends Organization {
  readonly api_keys: number;
  readonly admin_keys: number;
}

export interface Organizations {
  /** Its time is later than that of every other one, whatever the clock says: the first one stays the first. */
  readonly create: (name: string) => Promise<Organization>;
  readonly find: (id: string) => Promise<Organization | undefined>;
  /** The oldest one, made at the first start; undefined before it. */
  readonly first: () => Promise<Organization | undefined>;
  /** All of them, the oldest first. */
  readonly list: () => Promise<readonly ListedOrganization[]>;
}

export function organizations(db: Kysely<Schema>, now: () => Date): Organizations {
  const all = () => db.selectFrom('organizations').selectAll();
  return {
    async create(name) {
      const newest = await all().orderBy('created_at', 'desc').limit(1).executeTakeFirst();
      const time = Math.max(now().getTime(), newest === undefined ? 0 : Date.parse(newest.created_at) + 1);
      return db
        .insertInto('organizations')
        .values({ id: randomUUID(), name, created_at: new Date(time).toISOString() })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    find: (id) => all().where('id', '=', id).executeTakeFirst(),
    first: () => all().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst(),
    list() {
      const time = now().toISOString();
      const count = (kind: 'api' | 'admin') => sql<number>`count(case when k.kind = ${kind} then 1 end)`;
      return db
        .selectFrom('organizations as o')
        .leftJoin('api_keys as k', (join) =>
          join
            .onRef('k.organization_id', '=', 'o.id')
            .on('k.revoked_at', 'is', null)
            .on((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', time)])),
        )
        .select(['o.id', 'o.name', 'o.created_at', count('api').as('api_keys'), count('admin').as('admin_keys')])
        .groupBy(['o.id', 'o.name', 'o.created_at'])
        .orderBy('o.created_at')
        .orderBy('o.id')
        .execute();
    },
  };
}
