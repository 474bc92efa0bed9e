/** Resolves credentials to principals: keys through the store, tokens through a verifier. Independent of HTTP. */
import { hashKey, isUsable, type ApiKey, type ApiKeys, type Principal, type TokenPrincipal } from '../store/index.ts';

/** Checks an access token's signature and claims, not its expiry; undefined when this server did not sign it. */
export type TokenVerifier = (token: string) => Promise<TokenPrincipal | undefined>;

export interface AuthenticatorOptions {
  readonly apiKeys: Pick<ApiKeys, 'find' | 'findByHash'>;
  /** Without it no access token is accepted. */
  readonly verifyToken?: TokenVerifier | undefined;
  /** How long a key is cached, and so how long a revoked key may still work. Default 5,000 ms. */
  readonly cacheMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
}

export interface Authenticator {
  /** Undefined when the credential is unknown, expired or revoked; the three are not told apart on purpose. */
  readonly authenticate: (credential: string) => Promise<Principal | undefined>;
  /** Asks the store whether the principal's credential still holds: for sockets, which outlive their handshake. */
  readonly isCurrent: (principal: Principal) => Promise<boolean>;
}

function looksLikeToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

/** Resolves credentials through the store, with a cache of the keys that exist. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { apiKeys, verifyToken, cacheMs = 5000, now = () => new Date() } = options;
  // By hash and by id. Only keys that exist are kept, so guesses cost no memory.
  const cache = new Map<string, { readonly key: ApiKey; readonly until: number }>();

  async function remember(name: string, find: () => Promise<ApiKey | undefined>): Promise<ApiKey | undefined> {
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > now().getTime()) return cached.key;
    cache.delete(name);
    const key = await find();
    if (key === undefined) return undefined;
    cache.set(name, { key, until: now().getTime() + cacheMs });
    return key;
  }

  /** A token holds no longer than the key that made it. */
  async function isGood({ organizationId, keyId, expiresAt }: TokenPrincipal): Promise<boolean> {
    if (expiresAt <= now()) return false;
    const key = await remember(`id ${keyId}`, () => apiKeys.find(organizationId, keyId));
    return key?.organization_id === organizationId && isUsable(key, now());
  }

  return {
    async authenticate(credential) {
      if (verifyToken !== undefined && looksLikeToken(credential)) {
        const token = await verifyToken(credential);
        if (token !== undefined) return (await isGood(token)) ? token : undefined;
      }
      // The same path for every key, well formed or not: its hash is looked up in an index.
      const hash = hashKey(credential);
      const key = await remember(hash, () => apiKeys.findByHash(hash));
      if (key === undefined || !isUsable(key, now())) return undefined;
      return {
        kind: key.kind,
        organizationId: key.organization_id,
        keyId: key.id,
        ...(key.expires_at !== null && { expiresAt: new Date(key.expires_at) }),
      };
    },
    async isCurrent(principal) {
      if (principal.kind === 'token' && principal.expiresAt <= now()) return false;
      const key = await apiKeys.find(principal.organizationId, principal.keyId);
      return key !== undefined && isUsable(key, now());
    },
  };
}
