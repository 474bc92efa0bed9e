/** The tables of organizations, their people, keys, sessions and invitations; what holds for all of them stands in `../schema.ts`. */
import type { Generated, Selectable } from 'kysely';

/** An organization is a tenant: every other row belongs to exactly one. */
export interface OrganizationTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** An account of a person. Its role is in {@link MemberTable}, so that an account outlives its memberships. */
export interface UserTable {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly image_url: string | null;
  readonly created_at: string;
}

/** The password of an account; an account without a row has none. */
export interface PasswordTable {
  readonly user_id: string;
  /** With its parameters and salt: see `password-hash.ts`. */
  hash: string;
  /** When the password was set. */
  changed_at: string;
}

/** A link that sets a new password, at most one for each account. It ends with its use. */
export interface PasswordResetTable {
  readonly user_id: string;
  /** Whose admin made it; null for the operator of the server. */
  readonly organization_id: string | null;
  /** SHA-256 of the token in its address, in hex. */
  readonly token_hash: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** An admin opens everything of the organization in the console, a member all but its people, keys and webhooks. */
export type UserRole = 'admin' | 'member';

export interface MemberTable {
  readonly organization_id: string;
  readonly user_id: string;
  role: UserRole;
  /** Folded name and email. */
  readonly search: string;
  /** 0 where the member wants no history; null or 1 where takes are kept. */
  keeps_takes: Generated<number | null>;
  /** When the user joined. */
  readonly created_at: string;
}

/** `refuse` refuses speech; `alert` only reports. */
export type BudgetAction = 'refuse' | 'alert';

/** API keys open everything but the organization; admin keys open the organization only. The two never overlap. */
export type KeyKind = 'api' | 'admin';

export interface ApiKeyTable {
  readonly id: string;
  readonly organization_id: string;
  readonly kind: KeyKind;
  readonly description: string;
  /** SHA-256 of the key in hex. The key itself is not stored. */
  readonly hash: string;
  /** `setting` for a key an operator gave in the environment, which the next given one replaces. */
  origin: 'created' | 'setting';
  /** Account that created it; null where it is not known. */
  readonly created_by: string | null;
  search: string;
  readonly created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Null for a key of an earlier version, which had a description only. */
  name: Generated<string | null>;
  /** JSON of the families of routes that it opens; null for all of them. */
  scopes: Generated<string | null>;
  /** When its name, scopes or end were changed; null where they never were. */
  changed_at: Generated<string | null>;
  /** Code points that may be spoken with it in a UTC month; null for no budget. */
  budget_characters: Generated<number | null>;
  /** What happens when they are used up; null without a budget. */
  budget_action: Generated<BudgetAction | null>;
  /** The last share of the budget that was reported: `YYYY-MM 080` or `YYYY-MM 100`; null where none was. */
  budget_alerted: Generated<string | null>;
  /** JSON of the origins of the web pages that it is for; null for a key that is not for pages. */
  origins: Generated<string | null>;
}

export type InviteStatus = 'pending' | 'accepted' | 'revoked';

/** An invitation. One that is pending past `expires_at` counts as expired; its status is not updated. */
export interface InviteTable {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly role: UserRole;
  status: InviteStatus;
  /** SHA-256 of the token in the address that accepts it, in hex. */
  readonly token_hash: string;
  readonly created_at: string;
  readonly expires_at: string;
  accepted_at: string | null;
  user_id: string | null;
}

/** How a session of the console began: with an API key or admin key, a member's password, or the link that the start printed. */
export type SignIn = 'key' | 'password' | 'link';

/** A session of the console. It holds while `ended_at` is null, `expires_at` is ahead and what it began with still holds. */
export interface SessionTable {
  readonly id: string;
  readonly organization_id: string;
  /** SHA-256 of the text in the cookie, in hex. */
  readonly hash: string;
  readonly how: SignIn;
  /** The account that signed in with its password. */
  readonly user_id: string | null;
  /** The key that signed in. */
  readonly key_id: string | null;
  /** When the password that signed in was set; the session is over once the account has another one. */
  readonly password_at: string | null;
  /** Of the client, at the sign-in. */
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: string;
  /** To within a minute. */
  last_used_at: string;
  /** The end whatever happens; one that is not used ends earlier. */
  readonly expires_at: string;
  ended_at: string | null;
}

export interface IdentitySchema {
  readonly organizations: OrganizationTable;
  readonly users: UserTable;
  readonly members: MemberTable;
  readonly passwords: PasswordTable;
  readonly password_resets: PasswordResetTable;
  readonly api_keys: ApiKeyTable;
  readonly invites: InviteTable;
  readonly sessions: SessionTable;
}

export type Organization = Selectable<OrganizationTable>;
export type Account = Selectable<UserTable>;
/** A password as stored. */
export type Password = Selectable<PasswordTable>;
/** A key as stored: its hash, never the key itself. */
export type ApiKey = Selectable<ApiKeyTable>;
/** An invitation as stored. */
export type Invite = Selectable<InviteTable>;
/** A session as stored: the hash of its cookie, never the text. */
export type Session = Selectable<SessionTable>;

/** A user of an organization: the account and the membership in one. `created_at` is when it joined. */
export interface User {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: UserRole;
  readonly image_url: string | null;
  readonly created_at: string;
}
