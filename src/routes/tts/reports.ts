/** What is logged and counted of a connection beside its requests. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../errors/service-error.ts';
import type { ConnectionCredential } from './connection-registry.ts';
import type { ConnectionEndReason, ConnectionTransport } from '../../http/index.ts';
import type { Principal } from '../../store/index.ts';

/** How speech leaves the server; the `transport` of its metrics. */
export type SpeechTransport = Exclude<ConnectionTransport, 'http' | 'tls'>;

/** A fault of the server that the principal hears of as an event; the request id of the logger's lines is that of the event. */
export function logFault(
  log: Pick<FastifyBaseLogger, 'error'>,
  error: ServiceError,
  contextId: string | undefined,
): void {
  log.error(
    { err: error.cause ?? error, error_code: error.code, ...(contextId !== undefined && { context_id: contextId }) },
    'speech failed',
  );
}

/** For a connection that the server ends: logs the reason and counts it. */
export function endReporter(
  request: FastifyRequest,
  transport: SpeechTransport,
): (reason: ConnectionEndReason) => void {
  return (reason) => request.server.connectionEnds.ofRequest(request, transport, reason);
}

/** What ends the principal's connections when it is revoked. */
function idsOf(principal: Principal): readonly string[] {
  if (principal.kind !== 'session') return [principal.keyId];
  return [principal.sessionId, principal.keyId, ...(principal.userId === null ? [] : [principal.userId])];
}

/** What the request was let in with; undefined on routes that ask for nothing. */
export function credentialOf(request: FastifyRequest): ConnectionCredential | undefined {
  const { identifiedPrincipal: principal, authenticatedAt: checkedAt, server } = request;
  if (principal === null) return undefined;
  return { ids: idsOf(principal), checkedAt, isCurrent: () => server.authenticator.isCurrent(principal) };
}
