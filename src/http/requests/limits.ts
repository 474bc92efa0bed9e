/** Limits on what an organization has running at the same time. */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { InFlightLimiter, Lease } from '../../limits/in-flight.ts';

/** What is counted while it runs, by organization. */
export interface Limits {
  /** Parallel contexts of an organization; an HTTP synthesis request is one. */
  readonly contexts: InFlightLimiter;
  /** Open WebSockets of an organization. */
  readonly sockets: InFlightLimiter;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A place the request holds until its response has ended or its socket has closed. */
    concurrencyLimit?: keyof Limits;
  }
  interface FastifyInstance {
    readonly limits: Limits;
  }
}

/**
 * @returns the lease of a context
 * @throws {ServiceError} `concurrency_limited` when the organization has no place left
 */
export async function acquireLease(limits: Limits, kind: keyof Limits, organizationId: string): Promise<Lease> {
  const limiter = limits[kind];
  const lease = await limiter.acquire(organizationId);
  if (lease !== undefined) return lease;
  const what = { contexts: 'contexts', sockets: 'open WebSockets' }[kind];
  throw new ServiceError(
    'concurrency_limited',
    `The organization already has ${limiter.limit} ${what}, which is its limit.`,
  );
}

/** Requests of routes with a `concurrencyLimit` hold a place of it while they run, or get 429; they are not queued. */
export function addLimits(app: FastifyInstance, limits: Limits): void {
  app.decorate('limits', limits);
  app.addHook('onRequest', async (request, reply) => {
    const { concurrencyLimit: holds } = request.routeOptions.config;
    if (holds === undefined) return;
    const lease = await acquireLease(limits, holds, request.principal.organizationId);
    const { socket } = reply.raw;
    // The connection may have closed while its credential was looked up; `close` is not emitted again then.
    if (socket === null || socket.destroyed) lease.release();
    else (request.ws ? socket : reply.raw).once('close', lease.release);
  });
}
