/**
 * How often one address may send a credential that is not good. What is good goes on from the same address: a limit must not let
 * one client behind a shared address lock the others out (docs/rules.md#failed-credentials).
 */
import { ServiceError } from '../errors/service-error.ts';
import type { RateLimiter } from '../limits/rate.ts';
import { hashKey, type Principal } from '../store/index.ts';
import type { Authenticator } from './authenticator.ts';

export interface FailedCredentialsOptions {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'known' | 'mustAsk'>;
  /** Counts failures by address. */
  readonly rate: RateLimiter;
  /** Milliseconds that never go back. */
  readonly now?: (() => number) | undefined;
}

/** Failures of one address: 100 at once, and one a second in the long run. */
export const failedCredentialRate = { burst: 100, perSecond: 1 } as const;

/** Look-ups at once for one address whose failures are over the limit; the others wait for their turn. */
const maxLookUps = 2;

/** So many may wait, which is as many as an address may have connections by default. */
const maxWaiting = 1000;

/** A credential that has failed is refused for so long without a look-up, where its address is over the limit. */
const failureMs = 5000;

/** So many failed credentials are remembered. */
const maxFailures = 10_000;

/** The credentials of addresses that were not good, and who has to wait for them. */
export class FailedCredentials {
  readonly #options: FailedCredentialsOptions;
  readonly #now: () => number;
  /** When the next failure of an address may come; the one that was set last comes last. */
  readonly #blockedUntil = new Map<string, number>();
  /** Until when a failure is remembered, by the hash of the credential; the oldest comes first. */
  readonly #failures = new Map<string, number>();
  readonly #lookUps = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor(options: FailedCredentialsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * @param address of the client, IPv6 by its first 64 bits
   * @returns undefined for a credential that is not good, while such are still answered
   * @throws {ServiceError} `rate_limited` for one that is not good when there were too many; `unavailable` as
   *   {@link Authenticator.authenticate}, which counts as nothing
   */
  async authenticate(address: string, credential: string): Promise<Principal | undefined> {
    const { authenticator, rate } = this.#options;
    // What nearly all requests come with, whatever their address has sent before.
    const principal = authenticator.known(credential) ?? (await this.#lookUp(address, credential));
    if (principal !== undefined) return principal;
    const seconds = await rate.take(address);
    if (seconds === 0) return undefined;
    // A good key that has expired is known to the authenticator, which refuses it without a look-up.
    if (authenticator.mustAsk(credential)) this.#rememberFailure(credential);
    this.#block(address, seconds);
    throw tooMany(seconds);
  }

  /**
   * Counts a credential of another kind that was not good.
   * @throws {ServiceError} `rate_limited` when there were too many
   */
  async countFailure(address: string): Promise<void> {
    const seconds = await this.#options.rate.take(address);
    if (seconds === 0) return;
    this.#block(address, seconds);
    throw tooMany(seconds);
  }

  /** Addresses that are kept because they have to wait, or had to a while ago. */
  get blocked(): number {
    return this.#blockedUntil.size;
  }

  /** Seconds until the next failure of the address may come; 0 while it is not over its limit. */
  retryAfter(address: string): number {
    const waitMs = (this.#blockedUntil.get(address) ?? -Infinity) - this.#now();
    return Math.max(0, Math.ceil(waitMs / 1000));
  }

  /**
   * For what costs more to look at than a key.
   * @throws {ServiceError} `rate_limited` while the address is over its limit
   */
  refuseBlocked(address: string): void {
    const seconds = this.retryAfter(address);
    if (seconds > 0) throw tooMany(seconds);
  }

  async #lookUp(address: string, credential: string): Promise<Principal | undefined> {
    const { authenticator } = this.#options;
    const waitMs = (this.#blockedUntil.get(address) ?? -Infinity) - this.#now();
    if (waitMs <= 0 || !authenticator.mustAsk(credential)) return authenticator.authenticate(credential);
    const seconds = Math.ceil(waitMs / 1000);
    if ((this.#failures.get(hashKey(credential)) ?? -Infinity) > this.#now()) throw tooMany(seconds);
    return this.#inTurn(address, seconds, () => authenticator.authenticate(credential));
  }

  async #inTurn<T>(address: string, seconds: number, run: () => Promise<T>): Promise<T> {
    const turns = this.#lookUps.get(address) ?? { running: 0, waiting: [] };
    this.#lookUps.set(address, turns);
    if (turns.running < maxLookUps) turns.running++;
    else if (turns.waiting.length >= maxWaiting) throw tooMany(seconds);
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = turns.waiting.shift();
      if (next !== undefined) next();
      else if (--turns.running === 0) this.#lookUps.delete(address);
    }
  }

  #block(address: string, seconds: number): void {
    this.#blockedUntil.delete(address);
    this.#blockedUntil.set(address, this.#now() + seconds * 1000);
    for (const [other, until] of this.#blockedUntil) {
      if (until > this.#now()) return;
      this.#blockedUntil.delete(other);
    }
  }

  #rememberFailure(credential: string): void {
    const hash = hashKey(credential);
    this.#failures.delete(hash);
    this.#failures.set(hash, this.#now() + failureMs);
    for (const [other, until] of this.#failures) {
      if (until > this.#now() && this.#failures.size <= maxFailures) return;
      this.#failures.delete(other);
    }
  }
}

function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', 'Too many credentials from this address were not good; check the key.', {
    retryAfterSeconds,
  });
}
