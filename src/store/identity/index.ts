/** Organizations, their people, keys, sessions and invitations. */
import type { Kysely } from 'kysely';
import { apiKeys, type ApiKeys } from './api-keys.ts';
import { invites, type Invites } from './invites.ts';
import { organizations, type Organizations } from './organizations.ts';
import { passwords, type Passwords } from './passwords.ts';
import { sessions, type Sessions } from './sessions.ts';
import { users, type Users } from './users.ts';
import type { Schema } from '../schema.ts';

export type { Accept, Acceptance, Accounts, AccountsOptions, VerifiedAccount } from './accounts.ts';
export {
  isUsable,
  scopesOf,
  type ApiKeys,
  type KeyChanges,
  type ListedKey,
  type NewKey,
  type RotatedKey,
  type Rotation,
} from './api-keys.ts';
export type { Bootstrapped, BootstrapKeys, NewOrganization } from './bootstrap.ts';
export { inviteStates, stateOf, type Invites, type InviteState, type NewInvite } from './invites.ts';
export { generateKey, hashKey, isWellFormedKey } from './key-format.ts';
export type { ListedOrganization, Organizations } from './organizations.ts';
export { passwordLength } from './password-hash.ts';
export type { AccountPassword, Membership, PasswordReset, Passwords } from './passwords.ts';
export {
  grants,
  permissions,
  scopeOfGrant,
  scopes,
  type Grant,
  type KeyPrincipal,
  type Permission,
  type Principal,
  type Scope,
  type SessionPrincipal,
  type SessionRole,
  type TokenPrincipal,
} from './principal.ts';
export { localRevocations, type RevocationFeed, type RevocationListener } from './revocations.ts';
export type { Account, ApiKey, Invite, KeyKind, Organization, Session, SignIn, User, UserRole } from './schema.ts';
export type { HeldSession, NewSession, SessionOwner, Sessions } from './sessions.ts';
export type { NewUser, Users } from './users.ts';

export interface IdentityRepositories {
  readonly organizations: Organizations;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly apiKeys: ApiKeys;
  readonly invites: Invites;
  readonly sessions: Sessions;
}

/** @param onRevoked called with the id of a key, session or account that holds no longer; without one after a key was changed */
export function identityRepositories(
  db: Kysely<Schema>,
  now: () => Date,
  onRevoked: (id: string | undefined) => Promise<void>,
): IdentityRepositories {
  return {
    organizations: organizations(db, now),
    users: users(db, now, onRevoked),
    passwords: passwords(db, now, onRevoked),
    apiKeys: apiKeys(db, now, onRevoked),
    invites: invites(db, now),
    sessions: sessions(db, now, onRevoked),
  };
}
