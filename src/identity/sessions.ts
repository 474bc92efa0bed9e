/** Sessions of the console: from the text in a cookie to who a request acts for, and until when. */
import { hashKey, type HeldSession, type NewSession, type SessionPrincipal, type Store } from '../store/index.ts';
import { ServiceError } from '../errors/service-error.ts';
import { Operator } from './operator.ts';
import { permissionsOfSession, roleOf } from './session-permissions.ts';

export interface SessionsOptions {
  readonly store: Pick<Store, 'sessions' | 'organizations'>;
  /** A session that is not used for so long ends. Default 12 hours. */
  readonly idleSeconds?: number | undefined;
  /** A session ends so long after its sign-in. Default 30 days. */
  readonly maxSeconds?: number | undefined;
  readonly now?: (() => Date) | undefined;
}

/** A session with who it acts for. */
export interface ActiveSession {
  readonly session: HeldSession;
  readonly principal: SessionPrincipal;
}

/** A session that has just begun. */
export interface StartedSession extends ActiveSession {
  /** The text for the cookie, which exists nowhere else. */
  readonly token: string;
}

/** Longest time between two notes of when a session was used last. */
const touchMs = 60_000;

/**
 * Asks the database at each request and remembers nothing: a console sends few requests, and what a session may do changes at once. While
 * the database is away they get 503, unlike keys that speak.
 */
export class Sessions {
  readonly #store: SessionsOptions['store'];
  readonly #idleMs: number;
  readonly #maxMs: number;
  readonly #now: () => Date;
  readonly #operator: Operator;

  constructor({ store, idleSeconds = 43_200, maxSeconds = 2_592_000, now = () => new Date() }: SessionsOptions) {
    this.#store = store;
    this.#operator = new Operator(store);
    this.#idleMs = idleSeconds * 1000;
    this.#maxMs = maxSeconds * 1000;
    this.#now = now;
  }

  /**
   * Begins a session.
   * @param until no later than this, where another session is continued. Default: the longest time
   * @throws {ServiceError} `unauthorized` where what it begins with does not hold any more
   */
  async start(session: Omit<NewSession, 'expiresAt'>, until?: Date): Promise<StartedSession> {
    const expiresAt = until ?? new Date(this.#now().getTime() + this.#maxMs);
    const { session: made, token } = await this.#store.sessions.create({ ...session, expiresAt });
    const active = await this.#hold(await this.#store.sessions.find(made.organization_id, made.id));
    // Its key was revoked, or its password changed, since it was checked.
    if (active === undefined) throw new ServiceError('unauthorized', 'The credential does not hold any more.');
    return { ...active, token };
  }

  /** @returns undefined where no session has this text, and where it has ended; the two are not told apart on purpose */
  async authenticate(token: string): Promise<ActiveSession | undefined> {
    const active = await this.#hold(await this.#findByToken(token));
    if (active === undefined) return undefined;
    const { id, last_used_at } = active.session;
    const age = this.#now().getTime() - Date.parse(last_used_at);
    if (age >= Math.min(touchMs, this.#idleMs / 10)) await this.#store.sessions.touch(id);
    return active;
  }

  /** Ends the session with this text, if there is one that holds. */
  async signOut(token: string | undefined): Promise<void> {
    const active = token === undefined ? undefined : await this.#hold(await this.#findByToken(token));
    if (active !== undefined) await this.#store.sessions.end(active.session.organization_id, active.session.id);
  }

  /** What a session may see and end: all of the organization where it may manage that, else those that began with the same. */
  list({ session, principal }: ActiveSession): Promise<readonly HeldSession[]> {
    const owner = seesAll(principal) ? undefined : session;
    const usedSince = new Date(this.#now().getTime() - this.#idleMs);
    return this.#store.sessions.list(principal.organizationId, { usedSince, owner });
  }

  /**
   * Ends one of those that {@link list} gives.
   * @throws {ServiceError} `not_found`
   */
  async end({ session: own, principal }: ActiveSession, id: string): Promise<void> {
    const session = await this.#store.sessions.find(principal.organizationId, id);
    const isOwn = session?.how === own.how && session.user_id === own.user_id && session.key_id === own.key_id;
    const mayEnd = session !== undefined && (isOwn || seesAll(principal));
    if (!mayEnd || !(await this.#store.sessions.end(principal.organizationId, id))) {
      throw new ServiceError('not_found', 'No session that could be ended has this id.');
    }
  }

  /** Whether the session still holds as it was taken: with another role, or less that it may do, it is another one for what is open. */
  async isCurrent({ organizationId, sessionId, role, permissions }: SessionPrincipal): Promise<boolean> {
    const active = await this.#hold(await this.#store.sessions.find(organizationId, sessionId));
    if (active?.principal.role !== role) return false;
    return permissions.every((name) => active.principal.permissions.includes(name));
  }

  /** When the session ends if it is not used any more. */
  endOf({ last_used_at, expires_at }: Pick<HeldSession, 'last_used_at' | 'expires_at'>): string {
    const idleEnd = new Date(Date.parse(last_used_at) + this.#idleMs).toISOString();
    return idleEnd < expires_at ? idleEnd : expires_at;
  }

  #findByToken(token: string): Promise<HeldSession | undefined> {
    return this.#store.sessions.findByHash(hashKey(token));
  }

  async #hold(session: HeldSession | undefined): Promise<ActiveSession | undefined> {
    const now = this.#now();
    if (session?.ended_at !== null || this.endOf(session) <= now.toISOString()) return undefined;
    const role = roleOf(session, now);
    if (role === undefined) return undefined;
    const isOperator = await this.#operator.is(session.organization_id);
    return {
      session,
      principal: {
        kind: 'session',
        organizationId: session.organization_id,
        sessionId: session.id,
        role,
        permissions: permissionsOfSession(session, role).filter((name) => name !== 'server' || isOperator),
        userId: session.user_id,
        keyId: session.key_id ?? session.user_id ?? session.id,
        // Of a key that ends before, so that the socket ends at that moment too.
        expiresAt: new Date(earliest(session.expires_at, session.key_expires_at)),
      },
    };
  }
}

function seesAll({ permissions }: SessionPrincipal): boolean {
  return permissions.includes('organization');
}

/** Of moments as the database has them, which sort as text; null is never. */
function earliest(moment: string, other: string | null): string {
  return other !== null && other < moment ? other : moment;
}
