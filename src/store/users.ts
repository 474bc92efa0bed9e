import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { contains, folded } from './folded.ts';
import { selectPage, type PageOf, type PageRequest } from './page.ts';
import type { Schema, User, UserRole } from './schema.ts';

export interface NewUser {
  readonly organizationId: string;
  readonly role: UserRole;
  readonly name?: string | null;
  readonly email?: string | null;
}

export interface Users {
  /** Makes an account and its membership. */
  readonly create: (user: NewUser) => Promise<User>;
  /** Undefined also for a user of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<User | undefined>;
  /** Newest joiner first. */
  readonly list: (organizationId: string) => Promise<readonly User[]>;
  /** The same in pages. `q` looks in name and email. */
  readonly page: (organizationId: string, request: PageRequest & { readonly q?: string | undefined }) => Promise<PageOf<User>>;
  /** Ends the membership and leaves the account. False when the organization has no such user. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
}

export function users(db: Kysely<Schema>, now: () => Date): Users {
  const all = (organizationId: string) =>
    db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .where('members.organization_id', '=', organizationId)
      .select(['users.id', 'members.organization_id', 'users.email', 'users.name', 'members.role', 'users.image_url', 'members.created_at']);
  const order = { by: 'members.created_at', id: 'members.user_id' };

  return {
    async create({ organizationId, role, name = null, email = null }) {
      const account = { id: randomUUID(), email, name, image_url: null, created_at: now().toISOString() };
      const { id, created_at } = account;
      await db.insertInto('users').values(account).execute();
      await db.insertInto('members').values({ organization_id: organizationId, user_id: id, role, search: folded(name, email), created_at }).execute();
      return { ...account, organization_id: organizationId, role };
    },
    find: (organizationId, id) => all(organizationId).where('users.id', '=', id).executeTakeFirst(),
    list: (organizationId) => all(organizationId).orderBy('members.created_at', 'desc').orderBy('members.user_id', 'desc').execute(),
    page(organizationId, { q, ...request }) {
      const query = all(organizationId);
      return selectPage(q === undefined ? query : query.where(contains('members.search', q)), request, order);
    },
    async remove(organizationId, id) {
      const { numDeletedRows } = await db.deleteFrom('members').where('organization_id', '=', organizationId).where('user_id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
