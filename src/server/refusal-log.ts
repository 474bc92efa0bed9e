/** Says in the log that speech was refused, without a line for each refusal. */
import type { Logger } from 'pino';
import type { SchedulerObserver } from '../engines/scheduling/scheduler.ts';

const everyMs = 60_000;

/**
 * The first refusal is logged at once, those of each minute after it in one line.
 * @param after calls back once after so many ms. Default: by a timer that does not keep the process alive
 */
export function refusalLog(
  logger: Pick<Logger, 'warn'>,
  after: (ms: number, callback: () => void) => void = (ms, callback) => void setTimeout(callback, ms).unref(),
): SchedulerObserver['refused'] {
  const counts = new Map<string, number>();
  let isWaiting = false;
  const write = (): void => {
    isWaiting = counts.size > 0;
    if (!isWaiting) return;
    logger.warn({ refused: Object.fromEntries(counts) }, 'contexts refused, since the engines are busy');
    counts.clear();
    after(everyMs, write);
  };
  return (engine, reason) => {
    const cause = `${engine} ${reason}`;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
    if (!isWaiting) write();
  };
}
