/** What the roles of a session may do, and which route needs what. */
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
const permissionOfScope: Readonly<Record<Scope, Permission>> = {
  tts: 'speech',
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

/** By the methods that only read, and by all others. */
interface Rule {
  readonly paths: RegExp;
  /** Any one of these opens it. */
  readonly read: readonly Permission[];
  readonly write: readonly Permission[];
}

function rule(paths: RegExp, read: readonly Permission[], write = read): Rule {
  return { paths, read, write };
}

/**
 * The first one that fits a route's pattern decides. A route that none fits is closed to sessions: `/access-token` makes tokens
 * that hold as long as the key that asked, and a session has none.
 */
const rules: readonly Rule[] = [
  rule(/^\/(tts|stt|infill|voice-changer|audio)\//, ['speech']),
  rule(/^\/stt$/, ['speech']),
  rule(/^\/v1\/(audio|models)(\/|$)/, ['speech']),
  // Whoever speaks or writes an agent chooses a voice.
  rule(/^\/(voices|accents|locales|pronunciation-dicts)(\/|$)/, ['speech', 'voices', 'agents'], ['voices']),
  rule(/^\/agents\/webhooks(\/|$)/, ['webhooks']),
  rule(/^\/(v1\/)?agents(\/|$)/, ['agents']),
  rule(/^\/(files|datasets|fine-tunes)(\/|$)/, ['files']),
  rule(/^\/usage(\/|$)/, ['usage']),
  rule(/^\/organizations\/requests$/, ['organization', 'server']),
  rule(/^\/(organizations|api-keys)(\/|$)/, ['organization']),
];

/**
 * Which permissions open a public route to a session; any one is enough.
 * @param url its pattern, `/voices/:id`
 * @returns undefined for a route that is closed to sessions
 */
export function permissionsFor(method: string, url: string): readonly Permission[] | undefined {
  const found = rules.find(({ paths }) => paths.test(url));
  return method === 'GET' || method === 'HEAD' ? found?.read : found?.write;
}

/**
 * The role of a session at this moment.
 * @returns undefined when what it began with no longer holds: its key was revoked or has expired, its account is no
 *   member or has another password
 */
export function roleOf(
  { how, key_kind, key_revoked_at, key_expires_at, role, password_at, password_changed_at }: HeldSession,
  now: Date,
): SessionRole | undefined {
  if (how === 'link') return 'admin';
  if (how === 'password') return password_at === password_changed_at ? (role ?? undefined) : undefined;
  const isUsable =
    key_kind !== null && key_revoked_at === null && (key_expires_at === null || key_expires_at > now.toISOString());
  if (!isUsable) return undefined;
  return key_kind === 'admin' ? 'organization' : 'member';
}
