/** Limits on what an organization has running at the same time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { InFlightLimiter, Lease } from '../../limits/in-flight.ts';
import type { Principal } from '../../store/index.ts';

/**
 * What is counted while it runs, by organization. Each has a limiter, which the server makes of a setting, and the gauge
 * `sonorant_<kind>` in `/metrics`.
 */
export const limitKinds = {
  calls: { noun: 'calls', help: 'Calls that this process carries.' },
  /** An HTTP synthesis request is one. */
  contexts: { noun: 'contexts', help: 'Contexts in flight in this process.' },
  recognitions: { noun: 'recognitions', help: 'Sockets and files that are heard in this process.' },
  sockets: { noun: 'open WebSockets', help: 'Open WebSockets of this process.' },
} as const satisfies Record<string, { readonly noun: string; readonly help: string }>;

/** A name of {@link limitKinds}. */
export type LimitKind = keyof typeof limitKinds;

/** What may be spoken with a key. */
export interface Budgets {
  /** @throws {ServiceError} `quota_exceeded` */
  readonly check: (principal: Principal) => Promise<void>;
}

/** The limiter of each kind. */
export type Limits = Readonly<Record<LimitKind, InFlightLimiter>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A lease the request holds until its response has ended or its socket has closed. */
    concurrencyLimit?: LimitKind;
    /** It speaks: a key that has used up its budget gets 402. */
    spendsBudget?: boolean;
    /** Throws where the server has nothing that could do what the route does, whatever the limits. */
    requireAvailable?: () => void;
  }
  interface FastifyInstance {
    readonly budgets: Budgets;
    readonly limits: Limits;
  }
}

/**
 * @returns the lease of one more
 * @throws {ServiceError} `concurrency_limited` when the organization has as many as it may
 */
export async function acquireLease(limits: Limits, kind: LimitKind, organizationId: string): Promise<Lease> {
  const limiter = limits[kind];
  const lease = await limiter.acquire(organizationId);
  if (lease !== undefined) return lease;
  throw new ServiceError(
    'concurrency_limited',
    `The organization already has ${limiter.limit} ${limitKinds[kind].noun}, which is its limit.`,
  );
}

/** Requests of routes that speak get 402 where their key has used up its budget. */
export function addBudgets(app: FastifyInstance, budgets: Budgets): void {
  app.decorate('budgets', budgets);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.spendsBudget !== true) done();
    else budgets.check(request.principal).then(() => done(), done);
  });
}

/** Requests of routes with a `concurrencyLimit` hold a lease of it while they run, or get 429; they are not queued. */
export function addLimits(app: FastifyInstance, limits: Limits): void {
  app.decorate('limits', limits);
  app.addHook('onRequest', (request, reply, done) => {
    const { concurrencyLimit: kind, requireAvailable } = request.routeOptions.config;
    requireAvailable?.();
    if (kind === undefined) done();
    else holdLease(limits, kind, request, reply).then(() => done(), done);
  });
}

async function holdLease(limits: Limits, kind: LimitKind, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const lease = await acquireLease(limits, kind, request.principal.organizationId);
  const { socket } = reply.raw;
  // The connection may have closed while its credential was looked up; `close` is not emitted again then.
  if (socket === null || socket.destroyed) lease.release();
  // It comes once: the wrapper of `once` would only take memory.
  else (request.ws ? socket : reply.raw).on('close', lease.release);
}
