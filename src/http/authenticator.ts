/** Resolves credentials to callers: keys through the store, tokens through a verifier. Independent of HTTP. */
import { hashKey, isUsable, type ApiKey, type ApiKeys } from '../store/index.ts';

/** Families of routes that an access token can be granted. */
export const grants = ['tts', 'stt', 'agent'] as const;
export type Grant = (typeof grants)[number];

export interface KeyCaller {
  readonly kind: 'api' | 'admin';
  readonly organizationId: string;
  readonly keyId: string;
  /** From this moment on the key is refused; absent where there is none. */
  readonly expiresAt?: Date;
}

export interface TokenCaller {
  readonly kind: 'token';
  readonly organizationId: string;
  /** The API key that made the token. */
  readonly keyId: string;
  readonly tokenId: string;
  readonly grants: readonly Grant[];
  /** From this moment on the token is refused. */
  readonly expiresAt: Date;
}

/** The authenticated caller of a request: an API key, an admin key or an access token. */
export type Caller = KeyCaller | TokenCaller;

/**
 * Checks an access token's signature and claims; undefined when this server did not sign it. Expiry is checked by the
 * caller.
 */
export type TokenVerifier = (token: string) => Promise<TokenCaller | undefined>;

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
  readonly authenticate: (credential: string) => Promise<Caller | undefined>;
  /** Asks the store whether the caller's credential still holds: for sockets, which outlive their handshake. */
  readonly isCurrent: (caller: Caller) => Promise<boolean>;
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
  async function isGood({ organizationId, keyId, expiresAt }: TokenCaller): Promise<boolean> {
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
    async isCurrent(caller) {
      if (caller.kind === 'token' && caller.expiresAt <= now()) return false;
      const key = await apiKeys.find(caller.organizationId, caller.keyId);
      return key !== undefined && isUsable(key, now());
    },
  };
}
