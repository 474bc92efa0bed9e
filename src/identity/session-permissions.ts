/** What the roles of a session may do (docs/rules.md#session-permissions). */
import {
  permissions,
  scopesOf,
  type HeldSession,
  type Permission,
  type Scope,
  type SessionRole,
} from '../store/index.ts';

/** Of each role. A member keeps away from what an administrator answers for. */
const permissionsOf: Readonly<Record<SessionRole, readonly Permission[]>> = {
  admin: permissions,
  member: permissions.filter((name) => !['organization', 'webhooks', 'server'].includes(name)),
  organization: ['usage', 'organization'],
};

/** Of a key that is limited to the scope (docs/rules.md#key-scopes). */
export const permissionOfScope: Readonly<Record<Scope, Permission>> = {
  tts: 'speech',
  stt: 'recognition',
  voices: 'voices',
  agents: 'agents',
  files: 'files',
};

/** What the session may do at this moment: what its role may, and no more than the scopes of the key that began it. */
export function permissionsOfSession(
  { key_scopes: scopes }: Pick<HeldSession, 'key_scopes'>,
  role: SessionRole,
): readonly Permission[] {
  const limits = scopesOf({ scopes })?.map((scope) => permissionOfScope[scope]);
  return limits === undefined ? permissionsOf[role] : permissionsOf[role].filter((name) => limits.includes(name));
}

/**
 * The role of a session at this moment.
 * @returns undefined when what it began with does not hold: its key was revoked, has expired or is for web pages, its account
 *   is no member or has another password
 */
export function roleOf(
  { how, key_kind, key_origins, key_revoked_at, key_expires_at, role, password_at, password_changed_at }: HeldSession,
  now: Date,
): SessionRole | undefined {
  if (how === 'link') return 'admin';
  if (how === 'password') return password_at === password_changed_at ? (role ?? undefined) : undefined;
  const isUsable =
    key_kind !== null && key_revoked_at === null && (key_expires_at === null || key_expires_at > now.toISOString());
  if (!isUsable || key_origins !== null) return undefined;
  return key_kind === 'admin' ? 'organization' : 'member';
}
