/**
 * The keys that this process has seen: for a short time they are taken without asking the database, and for a longer one while
 * it does not answer (docs/rules.md#offline-keys).
 */
import { ServiceError } from '../../errors/service-error.ts';
import type { ApiKey } from '../../store/index.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';

export interface KeyCacheOptions {
  /** How long a key is taken without asking the database. Default 5,000 ms. */
  readonly cacheMs?: number | undefined;
  /** How long after its last answer about a key that answer holds while the database does not answer. Default 600,000 ms. */
  readonly offlineMs?: number | undefined;
  /** How long a key that is known waits for the database. Default 250 ms. */
  readonly knownWaitMs?: number | undefined;
  /** How long one that is not known waits. Default 5,000 ms. */
  readonly unknownWaitMs?: number | undefined;
  /** Keys that are remembered; the one that was used least recently is forgotten first. Default 10,000. */
  readonly maxKeys?: number | undefined;
  /** Hears that the database no longer answers look-ups, and that it does again. */
  readonly onOffline?: ((isOffline: boolean) => void) | undefined;
  readonly now?: (() => Date) | undefined;
  /** Of the waits. */
  readonly clock?: Clock | undefined;
}

/** Asks the database for a key; undefined where there is none. */
export type AskForKey = () => Promise<ApiKey | undefined>;

interface Entry {
  readonly key: ApiKey;
  /** Names under which it is found. */
  readonly names: readonly string[];
  /** When the database gave it. */
  readonly at: number;
  /** A revocation may have been missed since: it is asked for at its next use, whatever its age. */
  isInvalid: boolean;
}

const defaults = {
  cacheMs: 5000,
  offlineMs: 600_000,
  knownWaitMs: 250,
  unknownWaitMs: 5000,
  maxKeys: 10_000,
} as const;

/** While the database does not answer, a request asks it again at most so often; the others do not wait for it. */
const retryMs = 1000;

/** A key is found by its hash and by its id. */
const namesOfKey = 2;

/** Under this name a key is found by its id. */
export function idName(keyId: string): string {
  return `id ${keyId}`;
}

/** Only keys that exist are kept, revoked ones too, so guesses cost no memory. */
export class KeyCache {
  readonly #options: KeyCacheOptions;
  readonly #limits: Required<{ [K in keyof typeof defaults]: number }>;
  readonly #now: () => number;
  readonly #clock: Clock;
  /** By name; the one that was used last comes last. */
  readonly #entries = new Map<string, Entry>();
  /** Look-ups under way, by name. */
  readonly #asked = new Map<string, Promise<ApiKey | undefined>>();
  /** Counts what was forgotten: an answer that was on its way meanwhile may be from before. */
  #generation = 0;
  #isOffline = false;
  #retryAt = -Infinity;

  constructor(options: KeyCacheOptions = {}) {
    this.#options = options;
    const given = Object.entries(options).filter(([name, value]) => name in defaults && value !== undefined);
    this.#limits = { ...defaults, ...(Object.fromEntries(given) as Partial<Record<keyof typeof defaults, number>>) };
    const { now = () => new Date(), clock = systemClock } = options;
    this.#now = () => now().getTime();
    this.#clock = clock;
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#entries.size / namesOfKey;
  }

  /** The key that may be taken without asking, as it was at its last look-up. */
  peek(name: string): ApiKey | undefined {
    const entry = this.#entries.get(name);
    const isFresh = entry?.isInvalid === false && this.#now() < entry.at + this.#limits.cacheMs;
    return isFresh ? entry.key : undefined;
  }

  /**
   * The key as the database has it, or had it.
   * @throws {ServiceError} `unavailable` when the database does not answer and the key is not known
   */
  async find(name: string, ask: AskForKey): Promise<ApiKey | undefined> {
    const cached = this.peek(name);
    if (cached !== undefined) {
      this.#use(name);
      return cached;
    }
    const known = this.#known(name);
    if (known !== undefined && this.#isOffline && this.#now() < this.#retryAt) return known.key;
    const { knownWaitMs, unknownWaitMs } = this.#limits;
    if (this.#isOffline) this.#retryAt = this.#now() + retryMs;
    try {
      return await this.#inTime(this.ask(name, ask), known === undefined ? unknownWaitMs : knownWaitMs);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#setOffline(true);
      // It may have been revoked, or asked for anew, meanwhile.
      const kept = known === undefined ? undefined : this.#known(name);
      if (kept === undefined) throw notChecked(error);
      return kept.key;
    }
  }

  /** Asks the database whatever is known; one look-up of a name at a time. Rejects as the database does. */
  ask(name: string, ask: AskForKey): Promise<ApiKey | undefined> {
    const running = this.#asked.get(name);
    if (running !== undefined) return running;
    const asked = this.#lookUp(name, ask).finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    // Whoever waited may have gone on with what was known.
    asked.catch(() => undefined);
    return asked;
  }

  /** The key was revoked: nothing that was known of it holds, also while the database is away. */
  revoke(keyId: string): void {
    this.#generation++;
    const entry = this.#entries.get(idName(keyId));
    if (entry !== undefined) this.#drop(entry);
  }

  /** Some revocation may have been missed: every key is asked for at its next use. */
  invalidate(): void {
    this.#generation++;
    for (const entry of this.#entries.values()) entry.isInvalid = true;
    this.#retryAt = -Infinity;
  }

  async #lookUp(name: string, ask: AskForKey): Promise<ApiKey | undefined> {
    for (;;) {
      const generation = this.#generation;
      const key = await ask();
      this.#setOffline(false);
      if (generation !== this.#generation) continue;
      if (key === undefined) this.#forget(name);
      else this.#keep(key);
      return key;
    }
  }

  #keep(key: ApiKey): void {
    const names = [key.hash, idName(key.id)];
    for (const name of names) this.#forget(name);
    const entry: Entry = { key, names, at: this.#now(), isInvalid: false };
    for (const name of names) this.#entries.set(name, entry);
    while (this.size > this.#limits.maxKeys) this.#drop(this.#entries.values().next().value!);
  }

  #known(name: string): Entry | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined || this.#now() < entry.at + this.#limits.offlineMs) return entry;
    this.#drop(entry);
    return undefined;
  }

  #use(name: string): void {
    const entry = this.#entries.get(name)!;
    for (const other of entry.names) {
      this.#entries.delete(other);
      this.#entries.set(other, entry);
    }
  }

  #forget(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#drop(entry);
  }

  #drop({ names }: Entry): void {
    for (const name of names) this.#entries.delete(name);
  }

  #setOffline(isOffline: boolean): void {
    if (isOffline) this.#retryAt = this.#now() + retryMs;
    if (isOffline === this.#isOffline) return;
    this.#isOffline = isOffline;
    this.#options.onOffline?.(isOffline);
  }

  /** The answer, or `unavailable` when it takes longer. */
  #inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new ServiceError('unavailable', `The database did not answer within ${ms} ms.`));
      const cancel = this.#clock.after(ms, late);
      answer.finally(cancel).then(resolve, reject);
    });
  }
}

/** Whether the database could not be asked, as opposed to a fault. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable';
}

function notChecked(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The credential cannot be checked now, since the database does not answer.', {
    retryAfterSeconds: 1,
    cause,
  });
}
