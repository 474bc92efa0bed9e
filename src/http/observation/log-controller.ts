/** What the log says of requests. */
import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { pathOf } from '../requests/routing.ts';

/** One line when a request has ended; its `request_id` is that of the response. */
export class RequestLogController extends LogController {
  readonly #lines: FastifyBaseLogger | undefined;

  /** @param logger the one that the requests log with; without one there are no lines */
  constructor(logger?: FastifyBaseLogger) {
    super({ requestIdLogLabel: 'request_id' });
    // The redaction looks into each member of a line, which took nine tenths of the time of this one; it has no member to redact.
    this.#lines = logger?.child({}, { redact: [] });
  }

  override incomingRequest(): void {
    // The one line at the end has everything.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!error && !isLogged(request)) return;
    const { identifiedPrincipal: principal, errorCode } = request;
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      address: request.clientAddress,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(errorCode === null ? {} : { error_code: errorCode }),
      ...(principal === null ? {} : { organization_id: principal.organizationId, key_id: principal.keyId }),
    };
    if (error) request.log.warn({ ...line, err: error }, 'request broke off');
    else this.#lines?.info({ request_id: request.id, ...line }, 'request');
  }

  /** An answer that is a stream broke off behind its first bytes. A client that left has a line of its own. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return;
    request.log.warn({ err: error }, 'the answer failed behind its first bytes');
    request.server.connectionEnds.ofRequest(request, 'http', 'answer_failed');
  }
}

/** A route may have a level of its own. */
function isLogged({ log }: FastifyRequest): boolean {
  return log.level === 'info' || log.level === 'debug' || log.level === 'trace';
}
