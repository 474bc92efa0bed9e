import { ServiceError } from '../errors/service-error.ts';

/** How long what was read last may stand in for a database that is away. */
export interface LastKnownOptions {
  /** How long after the database gave an answer it holds while the database does not answer. Default 600,000 ms. */
  readonly offlineMs?: number | undefined;
  /** How long an answer that is known waits for the database. Default 250 ms. */
  readonly knownWaitMs?: number | undefined;
  /** How long one that is not known waits. Default 5,000 ms. */
  readonly unknownWaitMs?: number | undefined;
  /** Answers that are kept; the one that was used least recently goes first. Default 10,000. */
  readonly maxEntries?: number | undefined;
  /** In ms. Default: the time of the process. */
  readonly now?: (() => number) | undefined;
}

type Limits = { readonly [K in keyof LastKnownOptions]-?: NonNullable<LastKnownOptions[K]> };

/** While the database does not answer, it is asked for what is known at most so often. */
const retryMs = 1000;

/**
 * What the database answered last, for the time in which it does not answer. As long as it does, it is asked each time, so
 * nothing that has changed is given as it was.
 */
export class LastKnown<T> {
  readonly #options: Limits;
  /** By name; the one that was used last comes last. */
  readonly #entries = new Map<string, { readonly value: T; readonly at: number }>();
  #retryAt = -Infinity;

  constructor({ offlineMs, knownWaitMs, unknownWaitMs, maxEntries, now }: LastKnownOptions = {}) {
    this.#options = {
      offlineMs: offlineMs ?? 600_000,
      knownWaitMs: knownWaitMs ?? 250,
      unknownWaitMs: unknownWaitMs ?? 5000,
      maxEntries: maxEntries ?? 10_000,
      now: now ?? (() => performance.now()),
    };
  }

  /** Answers that are kept. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * @param ask asks the database; undefined where there is nothing of the name
   * @throws {ServiceError} `unavailable` when the database does not answer and nothing is known; else what `ask` throws
   */
  async get(name: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const { knownWaitMs, unknownWaitMs, now } = this.#options;
    const known = this.#known(name);
    if (known !== undefined && now() < this.#retryAt) return known;
    try {
      const asked = ask().then((value) => this.#keep(name, value));
      return await inTime(asked, known === undefined ? unknownWaitMs : knownWaitMs);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
      if (known === undefined) throw error;
      this.#retryAt = now() + retryMs;
      return known;
    }
  }

  #known(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined || this.#options.now() - entry.at < this.#options.offlineMs) return entry?.value;
    this.#entries.delete(name);
    return undefined;
  }

  #keep(name: string, value: T | undefined): T | undefined {
    this.#retryAt = -Infinity;
    this.#entries.delete(name);
    if (value === undefined) return undefined;
    this.#entries.set(name, { value, at: this.#options.now() });
    if (this.#entries.size > this.#options.maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    return value;
  }
}

/** The answer, or `unavailable` when it takes longer; one that comes late has no effect here. */
function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(
        new ServiceError('unavailable', 'The database does not answer.', {
          cause: new Error(`no answer within ${ms} ms`),
          retryAfterSeconds: 1,
        }),
      );
    const timer = setTimeout(late, ms);
    void answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
