/**
 * The link that a start prints to its terminal, which opens the console signed in. A reader of it has the whole server, so it is
 * good once, for ten minutes, in this process, and from this machine only (docs/rules.md#sign-in-link).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The sign-in links of this process. A new one takes the place of the one before. */
export class SignInLinks {
  readonly #lifeMs: number;
  readonly #now: () => number;
  #open: { readonly hash: Buffer; readonly until: number } | undefined;

  /**
   * @param lifeMs how long a link is good. Default ten minutes
   * @param now milliseconds that never go back
   */
  constructor(lifeMs = 600_000, now: () => number = () => performance.now()) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  /** The token of a new link, 256 random bits. */
  create(): string {
    const token = randomBytes(32).toString('base64url');
    this.#open = { hash: digest(token), until: this.#now() + this.#lifeMs };
    return token;
  }

  /** Whether it is the token of the link, which is good no more after this. */
  redeem(token: string): boolean {
    const open = this.#open;
    if (open === undefined || open.until <= this.#now() || !timingSafeEqual(open.hash, digest(token))) return false;
    this.#open = undefined;
    return true;
  }
}
