/**
 * How often a password may be guessed (docs/rules.md#failed-sign-ins). Unlike a key a password can be guessed, so one that is over
 * the limit is refused without being looked at, also where it is right; who has signed in from an address before has a count of
 * their own there, so that no other address can lock them out
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
import { ServiceError } from '../errors/service-error.ts';
import { memoryLimiters, type Limiters } from '../limits/limiters.ts';
import type { RateLimiter } from '../limits/rate.ts';
import { hashKey, type Store } from '../store/index.ts';
import type { FailedCredentials } from './failed-credentials.ts';

export interface FailedSignInsOptions {
  readonly sessions: Pick<Store['sessions'], 'knowsAddress'>;
  /** Counts failures by address, together with keys that are not good. */
  readonly addresses: Pick<FailedCredentials, 'countFailure' | 'retryAfter'>;
  /** Where failures are counted by account. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** Wrong passwords of an account, at once and in the long run. Default 10 and 1 a minute. */
  readonly limit?: { readonly burst: number; readonly perMinute: number } | undefined;
}

/** Where an attempt comes from. */
export interface SignInSource {
  /** Of the client. */
  readonly address: string;
  /** The same as limits count it: IPv6 by its first 64 bits. */
  readonly addressGroup: string;
}

/** Attempts of one account that may wait for each other; they are looked at one at a time, so that each sees the failures before it. */
const maxWaiting = 10;

/** The wrong passwords of accounts, and who has to wait for them. */
export class FailedSignIns {
  readonly #options: FailedSignInsOptions;
  readonly #rate: RateLimiter;
  /** Time in which an account that has failed too often may be looked at once. */
  readonly #tokenMs: number;
  /** When the next attempt may come, by account, in ms of `performance.now()`; the one that was set last comes last. */
  readonly #blockedUntil = new Map<string, number>();
  readonly #turns = new Map<string, { waiting: number; last: Promise<unknown> }>();

  constructor(options: FailedSignInsOptions) {
    const { limiters = memoryLimiters(), limit: { burst, perMinute } = { burst: 10, perMinute: 1 } } = options;
    this.#options = options;
    this.#tokenMs = 60_000 / perMinute;
    this.#rate = limiters.bucket('failed-sign-ins', { burst, perSecond: perMinute / 60 });
  }

  /**
   * Looks at a password.
   * @param verify gives undefined for a wrong one, which counts; what it throws does not
   * @returns undefined for a wrong one, while such are still answered
   * @throws {ServiceError} `rate_limited` when there were too many
   */
  async attempt<T>(
    { address, addressGroup }: SignInSource,
    email: string,
    verify: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const account = hashKey(email.toLowerCase());
    const isKnown = await this.#options.sessions.knowsAddress(email, address);
    const name = isKnown ? `${account} ${addressGroup}` : account;
    return this.#inTurn(name, async () => {
      const waitMs = (this.#blockedUntil.get(name) ?? -Infinity) - performance.now();
      const seconds = Math.max(Math.ceil(waitMs / 1000), this.#options.addresses.retryAfter(addressGroup));
      if (seconds > 0) throw tooMany(seconds);
      const verified = await verify();
      if (verified === undefined) await this.#fail(name, addressGroup);
      return verified;
    });
  }

  async #fail(name: string, addressGroup: string): Promise<void> {
    const seconds = await this.#rate.take(name);
    // A block ends with one attempt, which this one was, if there has been no time for another.
    const nextMs = (this.#blockedUntil.get(name) ?? -Infinity) + this.#tokenMs - performance.now();
    if (seconds > 0 || nextMs > 0) this.#block(name, Math.max(seconds * 1000, nextMs));
    await this.#options.addresses.countFailure(addressGroup);
    if (seconds > 0) throw tooMany(seconds);
  }

  #block(name: string, ms: number): void {
    const now = performance.now();
    this.#blockedUntil.delete(name);
    this.#blockedUntil.set(name, now + ms);
    for (const [other, until] of this.#blockedUntil) {
      if (until > now - this.#tokenMs) break;
      this.#blockedUntil.delete(other);
    }
  }

  async #inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(name) ?? { waiting: 0, last: Promise.resolve() };
    if (turns.waiting >= maxWaiting) throw tooMany(1);
    this.#turns.set(name, turns);
    turns.waiting++;
    const turn = turns.last.then(run);
    turns.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      if (--turns.waiting === 0) this.#turns.delete(name);
    }
  }
}

function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError('rate_limited', 'Too many failed sign-ins; try again later.', { retryAfterSeconds });
}
