import { ServiceError } from '../errors/service-error.ts';
import { systemClock, type Clock } from '../timing/clock.ts';
import { withinTime } from '../timing/deadline.ts';

/** How long what was read last stands for the database. */
export interface LastKnownOptions<T = unknown> {
  /** How long an answer is given without asking the database. Default 0 ms: it is asked each time. */
  readonly freshMs?: number | undefined;
  /** How long after the database gave an answer it holds while the database does not answer. Default 600,000 ms. */
  readonly offlineMs?: number | undefined;
  /** How long an answer that is known waits for the database. Default 250 ms. */
  readonly knownWaitMs?: number | undefined;
  /** How long one that is not known waits. Default 5,000 ms. */
  readonly unknownWaitMs?: number | undefined;
  /** Answers that are kept; the one that was used least recently goes first. Default 10,000. */
  readonly maxEntries?: number | undefined;
  /** The names of an answer. Default: the one that it was asked for by. */
  readonly namesOf?: ((value: T) => readonly string[]) | undefined;
  /** Called when the database no longer answers, and when it does again. */
  readonly onOffline?: ((isOffline: boolean) => void) | undefined;
  /** In ms. Default: that of the clock. */
  readonly now?: (() => number) | undefined;
  /** Of the waits. */
  readonly clock?: Clock | undefined;
}

/** Asks the database; undefined where there is nothing of the name. */
type Ask<T> = () => Promise<T | undefined>;

interface Entry<T> {
  readonly value: T;
  readonly names: readonly string[];
  /** When the database gave it. */
  readonly at: number;
  /** A change may have been missed since: it is asked for at its next use, whatever its age. */
  isStale: boolean;
}

/** While the database does not answer, it is asked for what is known at most so often; other calls do not wait for it. */
const retryMs = 1000;

/**
 * What the database answered last: for a short time instead of asking it, and for a longer one while it does not answer. Without
 * `freshMs` nothing that has changed is given as it was as long as the database answers. Only what exists is kept, so guesses cost
 * no memory.
 */
export class LastKnown<T> {
  readonly #options: LastKnownOptions<T>;
  readonly #freshMs: number;
  readonly #clock: Clock;
  readonly #now: () => number;
  /** By each of its names; the one that was used last comes last. */
  readonly #entries = new Map<string, Entry<T>>();
  #size = 0;
  /** Look-ups under way, by name. */
  readonly #asked = new Map<string, Promise<T | undefined>>();
  /** Counts what was forgotten: an answer that was on its way meanwhile may be from before. */
  #generation = 0;
  #isOffline = false;
  #retryAt = -Infinity;

  constructor(options: LastKnownOptions<T> = {}) {
    const { freshMs = 0, clock = systemClock, now = () => clock.now() } = options;
    this.#options = options;
    this.#freshMs = freshMs;
    this.#clock = clock;
    this.#now = now;
  }

  /** Answers that are kept. */
  get size(): number {
    return this.#size;
  }

  /** What {@link get} would give without asking. */
  peek(name: string): T | undefined {
    const entry = this.#entries.get(name);
    return entry?.isStale === false && this.#now() < entry.at + this.#freshMs ? entry.value : undefined;
  }

  /** The same for a use of it: it is kept longer than what is used less. */
  use(name: string): T | undefined {
    const fresh = this.peek(name);
    if (fresh !== undefined) this.#use(this.#entries.get(name)!);
    return fresh;
  }

  /**
   * What the database has, or had.
   * @throws {ServiceError} `unavailable` when the database does not answer and nothing is known; else what `ask` throws
   */
  async get(name: string, ask: Ask<T>): Promise<T | undefined> {
    const fresh = this.use(name);
    if (fresh !== undefined) return fresh;
    const known = this.#known(name);
    if (known !== undefined && this.#isOffline && this.#now() < this.#retryAt) return known.value;
    const { knownWaitMs = 250, unknownWaitMs = 5000 } = this.#options;
    if (this.#isOffline) this.#retryAt = this.#now() + retryMs;
    try {
      return await this.#inTime(this.ask(name, ask), known === undefined ? unknownWaitMs : knownWaitMs);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#setOffline(true);
      // It may have been forgotten, or asked for anew, meanwhile.
      const kept = known === undefined ? undefined : this.#known(name);
      if (kept === undefined) throw error;
      return kept.value;
    }
  }

  /** Asks the database whatever is known; where an answer stays fresh, one look-up of a name at a time. Rejects as `ask` does. */
  ask(name: string, ask: Ask<T>): Promise<T | undefined> {
    const running = this.#asked.get(name);
    if (running !== undefined) return running;
    const asked = this.#lookUp(name, ask).finally(() => this.#asked.delete(name));
    // A call that comes later asks by itself: what it must see may have changed since this look-up began.
    if (this.#freshMs > 0) this.#asked.set(name, asked);
    // The calls that waited may have gone on with what was known.
    asked.catch(() => undefined);
    return asked;
  }

  /** Nothing that was known under the name holds, also while the database is away. */
  forget(name: string): void {
    this.#generation++;
    this.#drop(name);
  }

  /** Some change may have been missed: everything is asked for at its next use. */
  invalidate(): void {
    this.#generation++;
    for (const entry of this.#entries.values()) entry.isStale = true;
    this.#retryAt = -Infinity;
  }

  async #lookUp(name: string, ask: Ask<T>): Promise<T | undefined> {
    for (;;) {
      const generation = this.#generation;
      const value = await ask();
      this.#setOffline(false);
      if (generation !== this.#generation) continue;
      if (value === undefined) this.#drop(name);
      else this.#keep(this.#options.namesOf?.(value) ?? [name], value);
      return value;
    }
  }

  #keep(names: readonly string[], value: T): void {
    for (const name of names) this.#drop(name);
    const entry: Entry<T> = { value, names, at: this.#now(), isStale: false };
    for (const name of names) this.#entries.set(name, entry);
    this.#size++;
    if (this.#size > (this.#options.maxEntries ?? 10_000)) this.#drop(this.#entries.keys().next().value!);
  }

  #known(name: string): Entry<T> | undefined {
    const entry = this.#entries.get(name);
    const { offlineMs = 600_000 } = this.#options;
    if (entry === undefined || this.#now() < entry.at + offlineMs) return entry;
    this.#drop(name);
    return undefined;
  }

  #use(entry: Entry<T>): void {
    for (const name of entry.names) {
      this.#entries.delete(name);
      this.#entries.set(name, entry);
    }
  }

  /** With all its names. */
  #drop(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    for (const other of entry.names) this.#entries.delete(other);
    this.#size--;
  }

  #setOffline(isOffline: boolean): void {
    if (isOffline) this.#retryAt = this.#now() + retryMs;
    if (isOffline === this.#isOffline) return;
    this.#isOffline = isOffline;
    this.#options.onOffline?.(isOffline);
  }

  /** The answer, or `unavailable` when it takes longer. */
  #inTime(answer: Promise<T | undefined>, ms: number): Promise<T | undefined> {
    const late = (): never => {
      const cause = new Error(`no answer within ${ms} ms`);
      throw new ServiceError('unavailable', 'The database does not answer.', { cause, retryAfterSeconds: 1 });
    };
    return withinTime(answer, ms, late, this.#clock);
  }
}

/** Whether the database could not be asked, as opposed to a fault. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable';
}
