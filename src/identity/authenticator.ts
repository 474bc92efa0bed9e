/** Resolves credentials to principals: keys through the store, tokens through a verifier. Independent of HTTP. */
import {
  budgetOf,
  hashKey,
  isUsable,
  originsOf,
  scopeOfGrant,
  scopes,
  scopesOf,
  type ApiKey,
  type ApiKeys,
  type KeyPrincipal,
  type Principal,
  type Scope,
  type TokenPrincipal,
} from '../store/index.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isUnavailable, LastKnown, type LastKnownOptions } from '../store/last-known.ts';
import type { Sessions } from './sessions.ts';

/** Checks an access token's signature and claims, not its expiry; undefined when this server did not sign it. */
export type TokenVerifier = (token: string) => Promise<TokenPrincipal | undefined>;

/** Where credentials are looked up, and how long keys are remembered. */
export interface AuthenticatorOptions extends Pick<LastKnownOptions, 'offlineMs' | 'onOffline' | 'clock'> {
  /** How long a key is taken without asking the database. Default 5,000 ms. */
  readonly cacheMs?: number | undefined;
  /** Keys that are remembered; the one that was used least recently is forgotten first. Default 10,000. */
  readonly maxKeys?: number | undefined;
  readonly now?: (() => Date) | undefined;
  readonly apiKeys: Pick<ApiKeys, 'find' | 'findByHash'>;
  /** Without it no access token is accepted. */
  readonly verifyToken?: TokenVerifier | undefined;
  /** Of the console. */
  readonly sessions?: Pick<Sessions, 'isCurrent'> | undefined;
}

/** Resolves credentials, and knows when they end. */
export interface Authenticator {
  /**
   * Undefined when the credential is unknown, expired or revoked; the three are not told apart on purpose.
   * @throws {ServiceError} `unavailable` when the database does not answer and the key is not known
   */
  readonly authenticate: (credential: string) => Promise<Principal | undefined>;
  /** Whom the key is for, as far as that is known without asking the database; undefined for any other credential. */
  readonly known: (credential: string) => Principal | undefined;
  /** Whether {@link authenticate} would ask the database. */
  readonly mustAsk: (credential: string) => boolean;
  /**
   * Asks the store whether the principal's credential still holds, with all that it opened: for sockets, which outlive their
   * handshake. True while the database does not answer, as long as the credential has not expired.
   */
  readonly isCurrent: (principal: Principal) => Promise<boolean>;
  /** The key was revoked, or, where it is undefined, some may have been: nothing is taken without asking the store. */
  readonly revoke: (keyId: string | undefined) => void;
}

function looksLikeToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

/** A key is remembered under its hash, and under this for its tokens and sockets. */
function idName(keyId: string): string {
  return `id ${keyId}`;
}

/**
 * Resolves credentials through the store. For a short time the keys that exist, revoked ones too, are taken without asking the
 * database, and for a longer one while it does not answer (docs/rules.md#offline-keys).
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const {
    apiKeys,
    verifyToken,
    now = () => new Date(),
    cacheMs = 5000,
    maxKeys,
    offlineMs,
    onOffline,
    clock,
  } = options;
  const cache = new LastKnown<ApiKey>({
    freshMs: cacheMs,
    offlineMs,
    maxEntries: maxKeys,
    namesOf: ({ id, hash }) => [hash, idName(id)],
    onOffline,
    now: () => now().getTime(),
    clock,
  });

  async function find(name: string, ask: () => Promise<ApiKey | undefined>): Promise<ApiKey | undefined> {
    try {
      return await cache.get(name, ask);
    } catch (error) {
      throw isUnavailable(error) ? notChecked(error) : error;
    }
  }

  /** A token holds no longer than the key that made it, and opens no more. */
  async function held(token: TokenPrincipal): Promise<TokenPrincipal | undefined> {
    const { organizationId, keyId, expiresAt } = token;
    if (expiresAt <= now()) return undefined;
    const key = await find(idName(keyId), () => apiKeys.find(organizationId, keyId));
    if (key?.organization_id !== organizationId || !isUsable(key, now())) return undefined;
    const grants = token.grants.filter((grant) => opens(key, scopeOfGrant[grant]));
    return { ...token, ...withBudget(key), grants };
  }

  return {
    async authenticate(credential) {
      if (verifyToken !== undefined && looksLikeToken(credential)) {
        const token = await verifyToken(credential);
        if (token !== undefined) return await held(token);
      }
      // The same path for every key, well formed or not: its hash is looked up in an index.
      const hash = hashKey(credential);
      const key = await find(hash, () => apiKeys.findByHash(hash));
      return key === undefined || !isUsable(key, now()) ? undefined : principalOf(key);
    },
    known(credential) {
      const key = looksLikeToken(credential) ? undefined : cache.use(hashKey(credential));
      return key === undefined || !isUsable(key, now()) ? undefined : principalOf(key);
    },
    mustAsk: (credential) => cache.peek(hashKey(credential)) === undefined,
    async isCurrent(principal) {
      const { organizationId, keyId, expiresAt } = principal;
      if (expiresAt !== undefined && expiresAt <= now()) return false;
      try {
        if (principal.kind === 'session') return (await options.sessions?.isCurrent(principal)) ?? false;
        const key = await cache.ask(idName(keyId), () => apiKeys.find(organizationId, keyId));
        if (key?.organization_id !== organizationId || !isUsable(key, now())) return false;
        return stillOpens(key, principal);
      } catch (error) {
        if (isUnavailable(error)) return true;
        throw error;
      }
    },
    revoke(keyId) {
      if (keyId === undefined) cache.invalidate();
      else cache.forget(idName(keyId));
    },
  };
}

function notChecked(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The credential cannot be checked now, since the database does not answer.', {
    retryAfterSeconds: 1,
    cause,
  });
}

function opens(key: ApiKey, scope: Scope): boolean {
  return scopesOf(key)?.includes(scope) !== false;
}

/** Whether the key opens all that it did when the principal was made of it. */
function stillOpens(key: ApiKey, principal: KeyPrincipal | TokenPrincipal): boolean {
  if (principal.kind === 'admin') return true;
  if (principal.kind === 'api' && !isForSamePages(key, principal)) return false;
  const had = principal.kind === 'token' ? principal.grants.map((grant) => scopeOfGrant[grant]) : principal.scopes;
  return (had ?? scopes).every((scope) => opens(key, scope));
}

/** Whether the pages that the principal was for are still among those of the key. */
function isForSamePages(key: ApiKey, { origins: had }: KeyPrincipal): boolean {
  const origins = originsOf(key);
  return origins === undefined || (had?.every((origin) => origins.includes(origin)) ?? false);
}

function principalOf(key: ApiKey): Principal {
  const limits = scopesOf(key);
  const origins = originsOf(key);
  return {
    kind: key.kind,
    organizationId: key.organization_id,
    keyId: key.id,
    ...(limits !== undefined && { scopes: limits }),
    ...(origins !== undefined && { origins }),
    ...(key.expires_at !== null && { expiresAt: new Date(key.expires_at) }),
    ...withBudget(key),
  };
}

function withBudget(key: ApiKey): Pick<KeyPrincipal, 'budget'> {
  const budget = budgetOf(key);
  return budget === undefined ? {} : { budget };
}
