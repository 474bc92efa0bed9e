/** Waits that end before what they wait for does: when a time is over, or when a signal aborts. The work itself goes on. */
import { systemClock, type Clock } from './clock.ts';

/**
 * What the work gives, or once `ms` are over what `late` gives or throws. What is there by then counts, however late the timer runs
 * ({@link arrivalTimer}). The timer ends with the wait, and work that fails later is no unhandled rejection.
 * @param ms    from now, 0 to {@link maxTimerMs}
 * @param late  called at most once, when the time is over before the work
 * @param clock default: the system's
 */
export async function withinTime<T, L>(
  work: PromiseLike<T>,
  ms: number,
  late: () => L,
  clock: Clock = systemClock,
): Promise<T | L> {
  const over = Promise.withResolvers<L>();
  const cancel = arrivalTimer(clock).after(ms, () => {
    try {
      over.resolve(late());
    } catch (error) {
      over.reject(error);
    }
  });
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    cancel();
  }
}

/**
 * What two works give, of which the second one begins when the first one has ended or has taken `ms`. Where the first one fails before, the
 * second one is not begun.
 * @param ms    0 to {@link maxTimerMs}
 * @param clock default: the system's
 */
export async function withHeadStart<A, B>(
  first: () => Promise<A>,
  ms: number,
  second: () => Promise<B>,
  clock: Clock = systemClock,
): Promise<[A, B]> {
  const begun = first();
  await withinTime(begun, ms, () => undefined, clock);
  return Promise.all([begun, second()]);
}

/**
 * What the work gives, unless the signal aborts before.
 * @throws the reason of the signal
 */
export async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * For the wait for an answer or a message of a peer, a thread or a child process. When this process itself was busy or stopped for so long, what has
 * arrived meanwhile is read first, as far as two turns of the event loop read it: timers run before that.
 */
export const answerTimer: Pick<Clock, 'after'> = {
  after(ms, callback) {
    let isOver = false;
    const giveUp = (): void => {
      if (!isOver) callback();
    };
    const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), ms);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  },
};

/**
 * The timers of a clock for what ends where nothing came: {@link answerTimer} for the system's, and those of the clock itself where a test drives
 * it by hand.
 */
export function arrivalTimer(clock: Clock): Pick<Clock, 'after'> {
  return clock === systemClock ? answerTimer : clock;
}
