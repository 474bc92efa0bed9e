/** The secret of a webhook as it is stored: sealed, with the one before it while receivers change over. */
import type { Secrets } from '../store/index.ts';

export interface WebhookSecret {
  readonly current: string;
  readonly previous?: { readonly secret: string; readonly until: string } | undefined;
}

/** How long deliveries are signed with the old secret too. */
const changeOverMs = 24 * 3_600_000;

export function sealSecret(secrets: Secrets, secret: WebhookSecret): string {
  return secrets.seal(JSON.stringify(secret));
}

/** @throws {Error} when it was sealed with another key */
export function openSecret(secrets: Secrets, sealed: string): WebhookSecret {
  return JSON.parse(secrets.open(sealed)) as WebhookSecret;
}

/** The same secret set again, as by a request that is repeated, leaves the day of the one before as it is. */
export function replaceSecret(known: WebhookSecret, secret: string, now: Date): WebhookSecret {
  const { current } = known;
  if (secret === current) return known;
  return {
    current: secret,
    previous: { secret: current, until: new Date(now.getTime() + changeOverMs).toISOString() },
  };
}

/** Those that sign at this moment, the current one first. */
export function signingSecrets({ current, previous }: WebhookSecret, at: Date): readonly string[] {
  return previous !== undefined && at.toISOString() < previous.until ? [current, previous.secret] : [current];
}
