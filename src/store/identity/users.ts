import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { folded } from '../folded-text.ts';
import { contains } from '../search-text.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Account, User, UserRole } from './schema.ts';
import type { Schema } from '../schema.ts';

export interface NewUser {
  readonly organizationId: string;
  readonly role: UserRole;
  readonly name?: string | null;
  readonly email?: string | null;
}

export interface Users {
  /** Makes an account and its membership. An email is kept in lower case. */
  readonly create: (user: NewUser) => Promise<User>;
  /**
   * Makes a membership of the account with this email, and the account where there is none; a known account keeps its name.
   * Undefined when it is a member already. Several statements: call it inside a transaction.
   */
  readonly join: (user: NewUser & { readonly email: string }) => Promise<User | undefined>;
  /** Those of the emails, in lower case, that belong to members. */
  readonly memberEmails: (organizationId: string, emails: readonly string[]) => Promise<readonly string[]>;
  /** Undefined also for a user of another organization. */
  readonly find: (organizationId: string, id: string) => Promise<User | undefined>;
  /** Newest joiner first. */
  readonly list: (organizationId: string) => Promise<readonly User[]>;
  /** The same in pages. `q` looks in name and email. */
  readonly page: (
    organizationId: string,
    request: PageRequest & { readonly q?: string | undefined },
  ) => Promise<PageOf<User>>;
  /**
   * Gives a member another role. Several statements: call it inside a transaction.
   * @returns undefined when the organization has no such user; `last_admin` when it would have no admin any more
   */
  readonly setRole: (organizationId: string, id: string, role: UserRole) => Promise<User | 'last_admin' | undefined>;
  /**
   * Gives the first admin who has none an email, and a name, as the one that the first start makes. Undefined when every admin has one.
   * Several statements: call it inside a transaction, after a look that no account has the email.
   */
  readonly nameAdmin: (
    organizationId: string,
    given: { readonly name: string; readonly email: string },
  ) => Promise<User | undefined>;
  /** Ends the membership and leaves the account. False when the organization has no such user. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
}

/** @param onChanged called with the id of an account after its membership has ended or its role changed, and awaited */
export function users(
  db: Kysely<Schema>,
  now: () => Date,
  onChanged: (userId: string) => Promise<void> = () => Promise.resolve(),
): Users {
  const all = (organizationId: string) =>
    db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .where('members.organization_id', '=', organizationId)
      .select([
        'users.id',
        'members.organization_id',
        'users.email',
        'users.name',
        'members.role',
        'users.image_url',
        'members.created_at',
      ]);
  const order = { by: 'members.created_at', id: 'members.user_id' };
  const makeAccount = (name: string | null, email: string | null) =>
    db
      .insertInto('users')
      .values({
        id: randomUUID(),
        email: email?.toLowerCase() ?? null,
        name,
        image_url: null,
        created_at: now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  const addMember = async (
    { id, email, name, image_url }: Account,
    organizationId: string,
    role: UserRole,
  ): Promise<User> => {
    const created_at = now().toISOString();
    await db
      .insertInto('members')
      .values({ organization_id: organizationId, user_id: id, role, search: folded(name, email), created_at })
      .execute();
    return { id, organization_id: organizationId, email, name, role, image_url, created_at };
  };

  return {
    async create({ organizationId, role, name = null, email = null }) {
      const account = await makeAccount(name, email);
      return addMember(account, organizationId, role);
    },
    async join({ organizationId, role, name = null, email }) {
      const known = await db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email.toLowerCase())
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst();
      if (known === undefined) return addMember(await makeAccount(name, email), organizationId, role);
      const isMember = await all(organizationId).where('users.id', '=', known.id).executeTakeFirst();
      return isMember === undefined ? addMember(known, organizationId, role) : undefined;
    },
    async memberEmails(organizationId, emails) {
      const members = await all(organizationId).where('users.email', 'in', emails).execute();
      return members.map(({ email }) => email!);
    },
    find: (organizationId, id) => all(organizationId).where('users.id', '=', id).executeTakeFirst(),
    list: (organizationId) =>
      all(organizationId).orderBy('members.created_at', 'desc').orderBy('members.user_id', 'desc').execute(),
    page(organizationId, { q, ...request }) {
      const query = all(organizationId);
      return selectPage(q === undefined ? query : query.where(contains('members.search', q)), request, order);
    },
    async setRole(organizationId, id, role) {
      const user = await all(organizationId).where('users.id', '=', id).executeTakeFirst();
      if (user === undefined || user.role === role) return user;
      if (user.role === 'admin') {
        const admins = await all(organizationId).where('members.role', '=', 'admin').limit(2).execute();
        if (admins.length < 2) return 'last_admin';
      }
      await db
        .updateTable('members')
        .set({ role })
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', id)
        .execute();
      await onChanged(id);
      return { ...user, role };
    },
    async nameAdmin(organizationId, given) {
      const user = await all(organizationId)
        .where('members.role', '=', 'admin')
        .where('users.email', 'is', null)
        .orderBy('members.created_at')
        .limit(1)
        .executeTakeFirst();
      if (user === undefined) return undefined;
      const { id } = user;
      const named = { name: given.name, email: given.email.toLowerCase() };
      await db.updateTable('users').set(named).where('id', '=', id).execute();
      const search = folded(named.name, named.email);
      await db.updateTable('members').set({ search }).where('user_id', '=', id).execute();
      return { ...user, ...named };
    },
    async remove(organizationId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('members')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await onChanged(id);
      return numDeletedRows > 0n;
    },
  };
}
