/**
 * Passwords as they are stored (docs/rules.md#password): scrypt (RFC 7914) with its parameters and salt beside the hash, in the PHC
 * string format
 * (https://github.com/P-H-C/phc-string-format): `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, base64 without padding.
 */
import { randomBytes, scrypt, timingSafeEqual, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { invalidField, ServiceError } from '../../errors/service-error.ts';

/** Shortest and longest password, in characters (code points) after normalization. */
export const passwordLength = { min: 10, max: 256 } as const;

export interface PasswordHasherOptions {
  /** Hashes computed at the same time; each takes 32 MiB and one thread of the process's pool. Default 2. */
  readonly passwordHashes?: number | undefined;
  /** Hashes that may wait for their turn; one more is refused with `unavailable`. Default 32. */
  readonly passwordHashesWaiting?: number | undefined;
  /** What a hash costs. Default `ln=15,r=8,p=3`. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** Parameters of scrypt (RFC 7914, section 2). */
export interface PasswordCost {
  /** Binary logarithm of the cost N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** What the outcome of {@link PasswordHasher.verify} says. */
export interface Verification {
  readonly isCorrect: boolean;
  /** The hash was made with other parameters than those of today; make a new one while the password is known. */
  readonly isOutdated: boolean;
}

/** Makes and checks hashes of passwords, off the main thread and a bounded number at a time. */
export interface PasswordHasher {
  /**
   * @param field where the password stands in the request, for the message
   * @throws {ServiceError} `invalid_request` for a password that is too short or too long, `unavailable` when too many wait
   */
  readonly hash: (password: string, field?: string) => Promise<string>;
  /**
   * Takes as long without a hash as with one, so that its time does not tell which accounts have a password.
   * @throws {ServiceError} `unavailable` when too many wait
   */
  readonly verify: (password: string, hash: string | undefined) => Promise<Verification>;
}

/** One of the sets that OWASP names as equal: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const defaultCost: PasswordCost = { ln: 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/** The form in which the same characters have the same bytes, however the keyboard made them (NIST SP 800-63B, section 5.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/** @throws {ServiceError} `invalid_request` */
function checked(password: string, field: string): string {
  const text = normalized(password);
  const { length } = Array.from(text);
  const { min, max } = passwordLength;
  if (length < min) throw invalidField(field, `Too short: a password has at least ${min} characters`);
  if (length > max) throw invalidField(field, `Too long: a password has at most ${max} characters`);
  return text;
}

export function passwordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const { passwordHashes: parallel = 2, passwordHashesWaiting: maxWaiting = 32, passwordCost = defaultCost } = options;
  /** A hash of no password: what a password is compared with where an account has none. */
  const unmatched = encode(passwordCost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= parallel) {
      if (waiting.length >= maxWaiting) {
        throw new ServiceError('unavailable', 'Too many passwords are being checked. Try again.', {
          retryAfterSeconds: 1,
        });
      }
      // A hash that ends hands its place on, so nothing that comes meanwhile takes it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    async hash(password, field = 'password') {
      const text = checked(password, field);
      const salt = randomBytes(saltBytes);
      return encode(passwordCost, salt, await inTurn(() => compute(text, salt, hashBytes, passwordCost)));
    },
    async verify(password, hash) {
      const { cost, salt, value } = decode(hash ?? unmatched);
      // A password that is longer than any that was set need not be read to its end.
      const isPossible = password.length <= passwordLength.max * 4;
      const text = isPossible ? normalized(password) : '';
      const computed = await inTurn(() => compute(text, salt, value.length, cost));
      const isCorrect = timingSafeEqual(computed, value) && isPossible && hash !== undefined;
      const isOutdated = cost.ln !== passwordCost.ln || cost.r !== passwordCost.r || cost.p !== passwordCost.p;
      return { isCorrect, isOutdated };
    },
  };
}

function compute(text: string, salt: Buffer, bytes: number, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  // Exactly what the function needs (RFC 7914, section 2) and a little for its buffers; the default is too small.
  return derive(text, salt, bytes, { N, r, p, maxmem: 128 * r * (N + p + 2) });
}

function encode({ ln, r, p }: PasswordCost, salt: Buffer, value: Buffer): string {
  const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(value)}`;
}

/** @throws {Error} when the text is no such hash: what stands in the database was not written by {@link encode} */
function decode(text: string): { readonly cost: PasswordCost; readonly salt: Buffer; readonly value: Buffer } {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (found === null) throw new Error('a stored password is not in a form that this version reads');
  const [ln, r, p] = found.slice(1, 4).map(Number) as [number, number, number];
  const [salt, value] = found.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  return { cost: { ln, r, p }, salt, value };
}
