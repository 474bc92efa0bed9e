import type { FastifyBaseLogger } from 'fastify';
import type { ServiceError } from '../../errors/service-error.ts';

/** A fault of the server that the caller hears of as an event; the request id of the logger's lines is that of the event. */
export function logFault(log: FastifyBaseLogger, error: ServiceError, contextId: string | undefined): void {
  log.error(
    { err: error.cause ?? error, error_code: error.code, ...(contextId !== undefined && { context_id: contextId }) },
    'speech failed',
  );
}
