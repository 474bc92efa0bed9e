/**
 * The tables as Kysely types. The schema is neutral between SQL dialects: text, integer and real only, ids are UUID text,
 * times are ISO 8601 text in UTC with milliseconds (so text order is time order), objects are JSON text.
 */
import type { Selectable } from 'kysely';

export interface OrganizationTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export type UserRole = 'admin' | 'member';

export interface UserTable {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: UserRole;
  readonly image_url: string | null;
  readonly created_at: string;
}

/** API keys open everything but the organization; admin keys open the organization only. The two never overlap. */
export type KeyKind = 'api' | 'admin';

export interface ApiKeyTable {
  readonly id: string;
  readonly organization_id: string;
  readonly kind: KeyKind;
  readonly description: string;
  /** SHA-256 of the key in hex. The key itself is nowhere. */
  readonly hash: string;
  /** `setting` for a key an operator gave in the environment, which the next given one replaces. */
  origin: 'created' | 'setting';
  readonly created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface Schema {
  readonly organizations: OrganizationTable;
  readonly users: UserTable;
  readonly api_keys: ApiKeyTable;
}

export type Organization = Selectable<OrganizationTable>;
export type User = Selectable<UserTable>;
export type ApiKey = Selectable<ApiKeyTable>;
