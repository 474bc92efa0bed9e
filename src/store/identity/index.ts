/** Organizations, their people, keys, sessions and invitations. */
import type { Kysely } from 'kysely';
import { apiKeys } from './api-keys.ts';
import { invites } from './invites.ts';
import { organizations } from './organizations.ts';
import { passwords } from './passwords.ts';
import { sessions } from './sessions.ts';
import { users } from './users.ts';
import type { Schema } from '../schema.ts';

export type * from './accounts.ts';
export * from './api-keys.ts';
export { budgetOf } from './key-budgets.ts';
export type * from './bootstrap.ts';
export * from './invites.ts';
export * from './key-format.ts';
export type * from './organizations.ts';
export { passwordLength } from './password-hash.ts';
export type * from './passwords.ts';
export * from './principal.ts';
export * from './revocations.ts';
export type * from './schema.ts';
export type * from './sessions.ts';
export type * from './users.ts';

/** One repository for each kind of row. */
export type IdentityRepositories = Readonly<ReturnType<typeof identityRepositories>>;

/** @param onRevoked called with the id of a key, session or account that holds no longer; without one after a key was changed */
export function identityRepositories(
  db: Kysely<Schema>,
  now: () => Date,
  onRevoked: (id: string | undefined) => Promise<void>,
) {
  return {
    organizations: organizations(db, now),
    users: users(db, now, onRevoked),
    passwords: passwords(db, now, onRevoked),
    apiKeys: apiKeys(db, now, onRevoked),
    invites: invites(db, now),
    sessions: sessions(db, now, onRevoked),
  };
}
