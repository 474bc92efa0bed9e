/** Who a request acts for: an organization, by one of its keys, by a token that one of them made, or by a session of the console. */

/** Families of routes that an access token can be granted. */
export const grants = ['tts', 'stt', 'agent'] as const;
/** One of {@link grants}. */
export type Grant = (typeof grants)[number];

/** Families of routes that an API key can be limited to. */
export const scopes = ['tts', 'stt', 'voices', 'agents', 'files'] as const;
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** The scope that a key needs to make tokens with the grant, and for as long as they are to hold. */
export const scopeOfGrant: Readonly<Record<Grant, Scope>> = { tts: 'tts', stt: 'stt', agent: 'agents' };

/** What may be spoken with a key, and with the tokens it made, in a UTC month. */
export interface KeyBudget {
  /** Code points of transcripts. */
  readonly characters: number;
  /** Whether speech is refused when they are used up, or that is reported only. */
  readonly action: 'refuse' | 'alert';
}

/** An API key or an admin key. */
export interface KeyPrincipal {
  readonly kind: 'api' | 'admin';
  readonly organizationId: string;
  readonly keyId: string;
  /** What an API key is limited to; absent where it opens everything of its kind. */
  readonly scopes?: readonly Scope[];
  /** From this moment on the key is refused; absent where there is none. */
  readonly expiresAt?: Date;
  /** Absent where it has none. */
  readonly budget?: KeyBudget | undefined;
  /** Origins of the web pages that it is for; absent where it is for none in particular. */
  readonly origins?: readonly string[] | undefined;
}

/** An access token, which holds no longer than the key that made it. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly organizationId: string;
  /** The API key that made the token. */
  readonly keyId: string;
  readonly tokenId: string;
  /** Those that the scopes of its key still allow. */
  readonly grants: readonly Grant[];
  /** From this moment on the token is refused. */
  readonly expiresAt: Date;
  /** Of its key. */
  readonly budget?: KeyBudget | undefined;
  /** It opens one conversation with one agent and nothing else. */
  readonly session?: TokenSession | undefined;
}

/** The conversation that a token is for. */
export interface TokenSession {
  readonly agentId: string;
  /** What it was made with, sealed. */
  readonly sealed: string;
}

/** What a session of the console may do; each opens a family of routes. */
export const permissions = [
  'speech',
  'recognition',
  'voices',
  'agents',
  'files',
  'usage',
  'organization',
  'webhooks',
  'server',
] as const;
/** One of {@link permissions}. */
export type Permission = (typeof permissions)[number];

/** `admin` and `member` of a person or an API key; `organization` of an admin key. */
export type SessionRole = 'admin' | 'member' | 'organization';

/** A session of the console, which holds no longer than what it began with. */
export interface SessionPrincipal {
  readonly kind: 'session';
  readonly organizationId: string;
  readonly sessionId: string;
  readonly role: SessionRole;
  readonly permissions: readonly Permission[];
  /** The account, where a password began it. */
  readonly userId: string | null;
  /** What its requests and its usage are counted under: the key that began it, else the account, else the session. */
  readonly keyId: string;
  /** From this moment on the session is refused. */
  readonly expiresAt: Date;
}

/** What a credential stands for: an API key, an admin key, an access token or a session. */
export type Principal = KeyPrincipal | TokenPrincipal | SessionPrincipal;
