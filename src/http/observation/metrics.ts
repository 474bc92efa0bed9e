import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { limitKinds, type LimitKind, type Limits } from '../requests/limits.ts';

/**
 * What `/metrics` shows of HTTP, and the registry that other families add their own to. Times are in seconds. Labels have few
 * values: no ids, no addresses as sent.
 */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Counter<'method' | 'route' | 'status'>;
  readonly requestDuration: Histogram<'method' | 'route'>;
  /** Requests whose client left before their answer had ended. */
  readonly clientsLeft: Counter<'phase'>;
  /** Connections that the server ended; those that ran to their end or were left by their client are not in it. */
  readonly connectionsEnded: Counter<'transport' | 'reason'>;
  /** Entries of the request log that did not reach the database. */
  readonly lostRequestLogEntries: Counter<'reason'>;
}

export interface MetricsOptions {
  /** Adds a gauge of each: what is in flight. */
  readonly limits?: Limits | undefined;
  /** Adds memory, event loop and garbage collection of the process. Default false. */
  readonly process?: boolean | undefined;
}

/** Makes the metrics of one server in a registry of their own. */
export function createMetrics({ limits, process: ofProcess = false }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  for (const kind of Object.keys(limits ?? {}) as LimitKind[]) {
    readGauge(registry, `sonorant_${kind}`, limitKinds[kind].help, () => limits![kind].inFlight());
  }
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: 'sonorant_requests_total',
      help: 'Finished requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'sonorant_request_duration_seconds',
      help: 'Time from the request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
      registers,
    }),
    clientsLeft: new Counter({
      name: 'sonorant_clients_left_total',
      help: 'Requests whose client left, before_answer or within the answer.',
      labelNames: ['phase'],
      registers,
    }),
    connectionsEnded: new Counter({
      name: 'sonorant_connections_ended_total',
      help: 'Connections that the server ended, by what they carried and its reason.',
      labelNames: ['transport', 'reason'],
      registers,
    }),
    lostRequestLogEntries: new Counter({
      name: 'sonorant_request_log_lost_total',
      help: 'Entries of the request log that were lost: more came than the database took (overflow), the database refused them, or the server stopped.',
      labelNames: ['reason'],
      registers,
    }),
  };
}

/** Adds a gauge whose value is read at each scrape. */
export function readGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      gauge.set(await read());
    },
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly metrics: Metrics;
  }
}

/** Counts requests; with `route`, `GET /metrics`, and no other spelling of that address, shows everything without a credential. */
export function addMetrics(app: FastifyInstance, metrics: Metrics, route: boolean): void {
  app.decorate('metrics', metrics);
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none') };
    metrics.requests.inc({ ...labels, status: reply.statusCode });
    metrics.requestDuration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  if (!route) return;
  app.get(
    '/metrics',
    { config: { public: true }, logLevel: 'warn', schema: { hide: true } },
    async (request, reply) => {
      // Proxies keep this one address from the world: no other way of writing it may lead here.
      if (request.originalUrl.split('?')[0] !== '/metrics') {
        reply.callNotFound();
        return reply;
      }
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  );
}
