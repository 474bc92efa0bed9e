/**
 * Brings the entries of the request log into the database, off the way of the requests: they wait in memory, a bounded number of
 * them, and are written in batches (docs/rules.md#request-log). Nothing waits for it and nothing it does fails a request.
 */
import { ServiceError } from '../../errors/service-error.ts';
import { withinTime } from '../../timing/deadline.ts';
import { requestLogBatch, type RequestLog, type RequestLogRow } from '../../store/index.ts';

/** Why entries are lost: too many came for the database, the database refused them, or the server stopped before it took them. */
export type RequestLoss = 'overflow' | 'refused' | 'stopped';

export interface RequestRecorderOptions {
  readonly log: Pick<RequestLog, 'add' | 'trim'>;
  /** Newest entries that an organization keeps. Default 10,000. */
  readonly keep?: number;
  /** Entries that may wait for the database. Default 10,000. */
  readonly maxWaiting?: number;
  /** Time between two writes. Default 1,000 ms. */
  readonly flushMs?: number;
  /** How long {@link RequestRecorder.close} waits for the database. Default 2,000 ms. */
  readonly closeMs?: number;
  /** Called for entries that are lost, at once. */
  readonly onLost?: (count: number, why: RequestLoss) => void;
  /** Called with each failure, once until a write succeeds. */
  readonly onProblem?: (problem: string, error: unknown) => void;
}

const defaults = {
  keep: 10_000,
  maxWaiting: 10_000,
  flushMs: 1000,
  closeMs: 2000,
  onLost: () => undefined,
  onProblem: () => undefined,
} as const satisfies Omit<Required<RequestRecorderOptions>, 'log'>;

/** Of what it keeps, the share an organization may have more before it is trimmed, and at least so many entries. */
const slack = 0.1;
const minSlack = 100;

/** The request log of one process on its way into the database. */
export class RequestRecorder {
  readonly #options: Required<RequestRecorderOptions>;
  /** By organization, the oldest entry first. */
  readonly #waiting = new Map<string, RequestLogRow[]>();
  /** Those that a statement is writing included. */
  #count = 0;
  #isClosed = false;
  /** Entries written since the organization was trimmed. */
  readonly #written = new Map<string, number>();
  #flushes = 0;
  #lastFlush: Promise<void> = Promise.resolve();
  #isTroubled = false;
  readonly #timer: NodeJS.Timeout;

  constructor(given: RequestRecorderOptions) {
    this.#options = { ...defaults, ...given };
    this.#timer = setInterval(() => {
      // One that waits for a database that hangs will write everything.
      if (this.#flushes === 0) void this.flush();
    }, this.#options.flushMs).unref();
  }

  /** Entries that are in memory only. */
  get waiting(): number {
    return this.#count;
  }

  /** Takes an entry. Where too many wait, the oldest of the organization that has the most are lost for it. */
  add(entry: RequestLogRow): void {
    if (this.#isClosed) return this.#options.onLost(1, 'stopped');
    const queue = this.#waiting.get(entry.organization_id);
    if (queue === undefined) this.#waiting.set(entry.organization_id, [entry]);
    else queue.push(entry);
    this.#count++;
    if (this.#count > this.#options.maxWaiting) this.#makeRoom();
  }

  /** Writes what waits. What the database does not take waits on; never rejects. */
  flush(): Promise<void> {
    this.#flushes++;
    this.#lastFlush = this.#lastFlush.then(() => this.#write()).finally(() => this.#flushes--);
    return this.#lastFlush;
  }

  /** Writes what waits, as far as the database takes it in time; the rest is lost. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await withinTime(this.flush(), this.#options.closeMs, () => undefined);
    this.#isClosed = true;
    if (this.#count > 0) this.#options.onLost(this.#count, 'stopped');
  }

  #makeRoom(): void {
    let longest: RequestLogRow[] = [];
    for (const queue of this.#waiting.values()) if (queue.length > longest.length) longest = queue;
    // Some at a time, so that a flood costs no search for each entry.
    const lost = longest.splice(0, Math.ceil(this.#options.maxWaiting * slack)).length;
    this.#count -= lost;
    this.#options.onLost(lost, 'overflow');
  }

  async #write(): Promise<void> {
    // What comes meanwhile waits for the next time: a flood must not keep this from returning.
    for (let left = this.#count; left > 0 && !this.#isClosed;) {
      const batch = this.#take(Math.min(left, requestLogBatch));
      // Entries that were lost to newer ones meanwhile are missing here.
      if (batch.length === 0) break;
      left -= batch.length;
      if (!(await this.#store(batch))) break;
    }
    await this.#trim();
  }

  /** @returns false when nothing can be written now */
  async #store(batch: readonly RequestLogRow[]): Promise<boolean> {
    try {
      await this.#options.log.add(batch);
      this.#isTroubled = false;
      for (const { organization_id: id } of batch) this.#written.set(id, (this.#written.get(id) ?? 0) + 1);
      this.#count -= batch.length;
      return true;
    } catch (error) {
      this.#report('entries of the request log could not be written', error);
      const isPassing = error instanceof ServiceError && error.code === 'unavailable';
      if (isPassing) this.#putBack(batch);
      else if (!this.#isClosed) {
        // The same batch would be refused each time.
        this.#count -= batch.length;
        this.#options.onLost(batch.length, 'refused');
      }
      return !isPassing;
    }
  }

  /** From each organization in turn, so that none waits behind the flood of another. */
  #take(most: number): RequestLogRow[] {
    const batch: RequestLogRow[] = [];
    for (const [organization, queue] of this.#waiting) {
      batch.push(...queue.splice(0, Math.max(1, Math.floor((most - batch.length) / this.#waiting.size))));
      // It goes behind the others, whose turn it is first; this loop comes back to it.
      this.#waiting.delete(organization);
      if (queue.length > 0) this.#waiting.set(organization, queue);
      if (batch.length >= most) break;
    }
    return batch;
  }

  /** In front of what came later. */
  #putBack(batch: readonly RequestLogRow[]): void {
    for (const [organization, entries] of Map.groupBy(batch, (entry) => entry.organization_id)) {
      this.#waiting.set(organization, [...entries, ...(this.#waiting.get(organization) ?? [])]);
    }
  }

  /** An organization has no more than it may keep, some slack aside, also while it floods. */
  async #trim(): Promise<void> {
    const { log, keep } = this.#options;
    for (const [organization, written] of this.#written) {
      if (written < Math.max(minSlack, keep * slack)) continue;
      try {
        await log.trim(organization, keep);
        this.#written.delete(organization);
      } catch (error) {
        this.#report('the request log could not be trimmed', error);
        return;
      }
    }
  }

  #report(problem: string, error: unknown): void {
    if (!this.#isTroubled) this.#options.onProblem(problem, error);
    this.#isTroubled = true;
  }
}
