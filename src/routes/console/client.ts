import type { FastifyRequest } from 'fastify';
import { addressGroup, isLocalRequest, sessionTokenOf } from '../../http/index.ts';
import type { Client } from '../../identity/sign-ins.ts';

/** The browser that sent the request. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.clientAddress,
    addressGroup: addressGroup(request.clientAddress),
    userAgent: request.headers['user-agent'] ?? '',
    isLocal: isLocalRequest(request),
    sessionToken: sessionTokenOf(request),
  };
}
