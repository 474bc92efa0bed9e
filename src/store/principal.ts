/** Who a request acts for: an organization, by one of its keys or by a token that one of them made. */

/** Families of routes that an access token can be granted. */
export const grants = ['tts', 'stt', 'agent'] as const;
/** One of {@link grants}. */
export type Grant = (typeof grants)[number];

/** An API key or an admin key. */
export interface KeyPrincipal {
  readonly kind: 'api' | 'admin';
  readonly organizationId: string;
  readonly keyId: string;
  /** From this moment on the key is refused; absent where there is none. */
  readonly expiresAt?: Date;
}

/** An access token, which holds no longer than the key that made it. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly organizationId: string;
  /** The API key that made the token. */
  readonly keyId: string;
  readonly tokenId: string;
  readonly grants: readonly Grant[];
  /** From this moment on the token is refused. */
  readonly expiresAt: Date;
}

/** What a credential stands for: an API key, an admin key or an access token. */
export type Principal = KeyPrincipal | TokenPrincipal;
