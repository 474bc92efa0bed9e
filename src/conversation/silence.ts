/** What happens when nothing is said: the agent asks, the call ends; and when it has lasted too long. */
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';

export interface SilenceOptions {
  readonly clock: Clock;
  /** Silence after which {@link onCheckIn} is called, once in each; undefined: never. In ms, like all times. */
  readonly checkInMs: number | undefined;
  readonly endMs: number;
  /** From the start on, whatever is said. */
  readonly maxMs: number;
  /** A short silence, in which something that waits can be said. */
  readonly quietMs: number;
  readonly onCheckIn: () => void;
  readonly onQuiet: () => void;
  readonly onEnd: (reason: 'inactivity' | 'max_duration') => void;
}

/** That the agent asks whether the caller is there is no end of the silence. */
interface Sound {
  readonly isCheckIn?: boolean;
}

export class Silence {
  readonly #options: SilenceOptions;
  readonly #timers = new Map<'check' | 'end' | 'max' | 'quiet', () => void>();
  #since = 0;
  #hasAsked = false;
  #isQuiet = true;
  #isStopped = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  start(): void {
    const { maxMs, onEnd } = this.#options;
    this.#after('max', maxMs, () => onEnd('max_duration'));
    this.quiet();
  }

  /** One of both speaks, or is about to. */
  sound({ isCheckIn = false }: Sound = {}): void {
    this.#isQuiet = false;
    for (const name of ['check', 'end', 'quiet'] as const) this.#timers.get(name)?.();
    if (!isCheckIn) this.#hasAsked = false;
  }

  /** Neither does any more. */
  quiet({ isCheckIn = false }: Sound = {}): void {
    const { clock, checkInMs, endMs, onCheckIn, onEnd } = this.#options;
    this.sound({ isCheckIn: true });
    this.#isQuiet = true;
    if (!isCheckIn) this.#since = clock.now();
    this.#after('end', this.#since + endMs - clock.now(), () => onEnd('inactivity'));
    this.awaitQuiet();
    if (checkInMs === undefined || this.#hasAsked) return;
    this.#after('check', this.#since + checkInMs - clock.now(), () => {
      this.#hasAsked = true;
      onCheckIn();
    });
  }

  /** Something waits to be said: {@link SilenceOptions.onQuiet} is called again when it has been quiet for a while. */
  awaitQuiet(): void {
    if (this.#isQuiet) this.#after('quiet', this.#options.quietMs, () => this.#options.onQuiet());
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#timers.values()) stop();
  }

  #after(name: 'check' | 'end' | 'max' | 'quiet', ms: number, callback: () => void): void {
    this.#timers.get(name)?.();
    if (this.#isStopped) return;
    this.#timers.set(name, arrivalTimer(this.#options.clock).after(Math.max(0, ms), callback));
  }
}
