/** Tokens for one conversation with one agent, for clients such as browsers, which must not hold a key. */
import { ServiceError } from '../../errors/service-error.ts';
import type { AccessTokens } from '../../identity/access-tokens.ts';
import type { RateLimiter } from '../../limits/rate.ts';
import type { Principal, Secrets } from '../../store/index.ts';
import type { SessionSettings } from './schema.ts';

/** Makes tokens. */
export type SessionTokens = Pick<AccessTokens, 'mint'>;

/** How long a token opens its conversation. */
export const sessionSeconds = 300;

/**
 * The sealed form of what a session was made with: the client that carries it cannot read it, since variables may be secret.
 */
export function sealSession(secrets: Pick<Secrets, 'seal'>, session: SessionSettings): string {
  return secrets.seal(JSON.stringify(session));
}

/**
 * What the token of a request was made with; nothing for any other credential.
 * @throws {ServiceError} `forbidden` for a token that is for another agent
 */
export function sessionOf(principal: Principal, agentId: string, secrets: Pick<Secrets, 'open'>): SessionSettings {
  if (principal.kind !== 'token' || principal.session === undefined) return {};
  const { agentId: own, sealed } = principal.session;
  if (own !== agentId) throw new ServiceError('forbidden', 'The token is for a conversation with another agent.');
  return JSON.parse(secrets.open(sealed)) as SessionSettings;
}

/**
 * The token opens its conversation now.
 * @throws {ServiceError} `forbidden` for one that has done so
 */
export async function useSession(principal: Principal, uses: RateLimiter): Promise<void> {
  if (principal.kind !== 'token' || principal.session === undefined) return;
  if ((await uses.take(principal.tokenId)) === 0) return;
  throw new ServiceError('forbidden', 'The token has opened its conversation; each token opens one.');
}
