/** Ends work that is of no use any more when its client has left. */
import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';

/**
 * Does work whose signal comes when the client leaves before the work has ended. Its reason is no fault of the server, and no answer
 * tells it.
 */
export async function untilClientLeaves<T>(
  { raw }: Pick<FastifyReply, 'raw'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const onClose = (): void => left.abort(new ServiceError('invalid_request', 'The client has left.'));
  raw.once('close', onClose);
  // It is not emitted again for a client that has left already.
  if (raw.destroyed) onClose();
  try {
    return await work(left.signal);
  } finally {
    raw.off('close', onClose);
  }
}
