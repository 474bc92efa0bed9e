/** Closing of what the process has open (database, engine threads, journals), when it stops or fails to start. */
import type { Logger } from 'pino';
import { withinTime } from '../timing/deadline.ts';

export interface Closable {
  readonly close: () => Promise<void>;
}

/** An unreachable database must not keep a process alive that was told to stop. */
const defaultCloseMs = 4000;

/**
 * Has the stack close the resource, in the reverse order of the calls. A resource that fails to close is logged and does
 * not reject the disposal.
 * @returns the same resource
 */
export function closeLater<T extends Closable>(
  stack: AsyncDisposableStack,
  resource: T,
  logger: Pick<Logger, 'error'>,
): T {
  stack.defer(async () => {
    try {
      await resource.close();
    } catch (error) {
      logger.error({ err: error }, 'something could not be closed');
    }
  });
  return resource;
}

/**
 * Disposes the stack, at most once. Resolves when the time is over as well, which is logged.
 * @param closeMs how long closing everything may take. Default 4000
 */
export async function disposeInTime(
  stack: AsyncDisposableStack,
  logger: Pick<Logger, 'error'>,
  closeMs: number = defaultCloseMs,
): Promise<void> {
  await withinTime(stack.disposeAsync(), closeMs, () => logger.error('not everything could be closed in time'));
}
