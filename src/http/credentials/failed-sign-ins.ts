/**
 * How often a password may be guessed (docs/rules.md#failed-sign-ins). Unlike a key a password can be guessed, so one that is over
 * the limit is refused without being looked at, also where it is right; who has signed in from an address before has a count of
 * their own there, so that no other address can lock them out
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
import { ServiceError } from '../../errors/service-error.ts';
import type { RateLimiter } from '../../limits/rate.ts';
import { hashKey } from '../../store/index.ts';
import type { FailedCredentials } from './failed-credentials.ts';

export interface FailedSignInsOptions {
  /** Counts failures by account. */
  readonly rate: RateLimiter;
  /** Counts them by address, together with keys that are not good. */
  readonly addresses: Pick<FailedCredentials, 'countFailure' | 'retryAfter'>;
  /** Whether the account with this email has signed in from this address before. */
  readonly knowsAddress: (email: string, address: string) => Promise<boolean>;
  /** Milliseconds that never go back. */
  readonly now?: (() => number) | undefined;
}

export interface SignInAttempt {
  readonly email: string;
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
  readonly #now: () => number;
  /** When the next attempt may come, by account; the one that was set last comes last. */
  readonly #blockedUntil = new Map<string, number>();
  readonly #turns = new Map<string, { waiting: number; last: Promise<unknown> }>();

  constructor(options: FailedSignInsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Looks at a password.
   * @param verify gives undefined for a wrong one, which counts; what it throws does not
   * @returns undefined for a wrong one, while such are still answered
   * @throws {ServiceError} `rate_limited` when there were too many
   */
  async attempt<T>(
    { email, address, addressGroup }: SignInAttempt,
    verify: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const account = hashKey(email.toLowerCase());
    const isKnown = await this.#options.knowsAddress(email, address);
    const name = isKnown ? `${account} ${addressGroup}` : account;
    return this.#inTurn(name, async () => {
      const waitMs = (this.#blockedUntil.get(name) ?? -Infinity) - this.#now();
      const seconds = Math.max(Math.ceil(waitMs / 1000), this.#options.addresses.retryAfter(addressGroup));
      if (seconds > 0) throw tooMany(seconds);
      const verified = await verify();
      if (verified === undefined) await this.#fail(name, addressGroup);
      return verified;
    });
  }

  async #fail(name: string, addressGroup: string): Promise<void> {
    const seconds = await this.#options.rate.take(name);
    await this.#options.addresses.countFailure(addressGroup);
    if (seconds === 0) return;
    this.#blockedUntil.delete(name);
    this.#blockedUntil.set(name, this.#now() + seconds * 1000);
    for (const [other, until] of this.#blockedUntil) {
      if (until > this.#now()) break;
      this.#blockedUntil.delete(other);
    }
    throw tooMany(seconds);
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
