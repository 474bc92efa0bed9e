/** Resolves credentials to principals: keys through the store, tokens through a verifier. Independent of HTTP. */
import {
  hashKey,
  isUsable,
  scopeOfGrant,
  scopes,
  scopesOf,
  type ApiKey,
  type ApiKeys,
  type KeyPrincipal,
  type Principal,
  type Scope,
  type TokenPrincipal,
} from '../../store/index.ts';
import type { Sessions } from './sessions.ts';
import { idName, isUnavailable, KeyCache, type KeyCacheOptions } from './key-cache.ts';

/** Checks an access token's signature and claims, not its expiry; undefined when this server did not sign it. */
export type TokenVerifier = (token: string) => Promise<TokenPrincipal | undefined>;

export interface AuthenticatorOptions extends KeyCacheOptions {
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

/** Resolves credentials through the store, with a cache of the keys that exist. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { apiKeys, verifyToken, now = () => new Date() } = options;
  const cache = new KeyCache(options);

  /** A token holds no longer than the key that made it, and opens no more. */
  async function held(token: TokenPrincipal): Promise<TokenPrincipal | undefined> {
    const { organizationId, keyId, expiresAt } = token;
    if (expiresAt <= now()) return undefined;
    const key = await cache.find(idName(keyId), () => apiKeys.find(organizationId, keyId));
    if (key?.organization_id !== organizationId || !isUsable(key, now())) return undefined;
    return { ...token, grants: token.grants.filter((grant) => opens(key, scopeOfGrant[grant])) };
  }

  return {
    async authenticate(credential) {
      if (verifyToken !== undefined && looksLikeToken(credential)) {
        const token = await verifyToken(credential);
        if (token !== undefined) return await held(token);
      }
      // The same path for every key, well formed or not: its hash is looked up in an index.
      const hash = hashKey(credential);
      const key = await cache.find(hash, () => apiKeys.findByHash(hash));
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
      else cache.revoke(keyId);
    },
  };
}

function opens(key: ApiKey, scope: Scope): boolean {
  return scopesOf(key)?.includes(scope) !== false;
}

/** Whether the key opens all that it did when the principal was made of it. */
function stillOpens(key: ApiKey, principal: KeyPrincipal | TokenPrincipal): boolean {
  if (principal.kind === 'admin') return true;
  const had = principal.kind === 'token' ? principal.grants.map((grant) => scopeOfGrant[grant]) : principal.scopes;
  return (had ?? scopes).every((scope) => opens(key, scope));
}

function principalOf(key: ApiKey): Principal {
  const limits = scopesOf(key);
  return {
    kind: key.kind,
    organizationId: key.organization_id,
    keyId: key.id,
    ...(limits !== undefined && { scopes: limits }),
    ...(key.expires_at !== null && { expiresAt: new Date(key.expires_at) }),
  };
}
