/** Looking at one part of the server without ever waiting for it for long. */
import { withinTime } from '../timing/deadline.ts';

export interface CheckOptions {
  /** Resolves when the part works; rejects when it does not. It may also hang; the signal is raised behind the deadline. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** A look that takes longer counts as failed, in ms. */
  readonly deadlineMs: number;
  /** Within this time a result holds without another look, in ms; that the part does not work, for a second at most. */
  readonly everyMs: number;
  /** Looks that may hang at once before no new one is begun. Default 1. */
  readonly maxRunning?: number | undefined;
  /** Called when the part has failed after it worked, with the cause, and when it works again. */
  readonly onChange?: ((problem: CheckProblem | undefined) => void) | undefined;
  /** In ms. Default: the time of the process. */
  readonly now?: (() => number) | undefined;
}

/** Why a part does not work. */
export interface CheckProblem {
  /** It gave no answer within the deadline. */
  readonly isLate: boolean;
  /** What it gave; undefined where it gave nothing. */
  readonly cause: unknown;
}

/** A part that did not work is looked at again after so long: it may be back. In ms. */
const retryMs = 1000;

/** One look at a time is shared by all who ask meanwhile; what it found holds for a while. */
export class Check {
  readonly #options: CheckOptions;
  readonly #now: () => number;
  #running = 0;
  #current: Promise<CheckProblem | undefined> | undefined;
  #problem: CheckProblem | undefined;
  #lookedAt = -Infinity;
  #workedAt: number;

  /** The part has just worked: it was opened. */
  constructor(options: CheckOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#workedAt = this.#now();
  }

  /** How long ago it was last seen to work, in ms. */
  get workedAgo(): number {
    return this.#now() - this.#workedAt;
  }

  /** Why the part does not work, no later than the deadline; undefined when it does. Never rejects. */
  look(): Promise<CheckProblem | undefined> {
    if (this.#current !== undefined) return this.#current;
    const { everyMs, maxRunning = 1 } = this.#options;
    const holdsMs = this.#problem === undefined ? everyMs : Math.min(everyMs, retryMs);
    const isFresh = this.#now() - this.#lookedAt < holdsMs;
    // As long as looks hang, what the last one found still holds.
    if (isFresh || this.#running >= maxRunning) return Promise.resolve(this.#problem);
    this.#current = this.#look().finally(() => (this.#current = undefined));
    return this.#current;
  }

  async #look(): Promise<CheckProblem | undefined> {
    const { work, deadlineMs } = this.#options;
    const end = new AbortController();
    this.#running++;
    const done = Promise.resolve()
      .then(() => work(end.signal))
      .then(
        () => undefined,
        (cause: unknown) => ({ isLate: false, cause }),
      )
      .finally(() => this.#running--);
    const problem = await withinTime<CheckProblem | undefined, CheckProblem>(done, deadlineMs, () => {
      end.abort(new Error(`no answer within ${deadlineMs} ms`));
      return { isLate: true, cause: undefined };
    });
    this.#keep(problem);
    // One that hung has ended: the next caller looks anew, since what it waited for may be back.
    if (problem?.isLate === true) void done.then(() => (this.#lookedAt = -Infinity));
    return problem;
  }

  #keep(problem: CheckProblem | undefined): void {
    const isChange = (problem === undefined) !== (this.#problem === undefined);
    this.#problem = problem;
    this.#lookedAt = this.#now();
    if (problem === undefined) this.#workedAt = this.#lookedAt;
    if (isChange) this.#options.onChange?.(problem);
  }
}
