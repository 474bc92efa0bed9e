import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../../store/index.ts';
import type { ApiVersion } from '../requests/versions.ts';

/**
 * What is kept of a request that has become a WebSocket. The request itself holds its headers, its response and objects of the
 * framework, several KiB in all, which a socket would keep for hours.
 */
export class UpgradedRequest {
  readonly id: string;
  readonly method: string;
  readonly host: string;
  readonly protocol: FastifyRequest['protocol'];
  readonly query: unknown;
  readonly clientAddress: string;
  readonly apiVersion: ApiVersion;
  readonly identifiedPrincipal: Principal | null;
  readonly server: FastifyInstance;
  readonly #route: FastifyRequest['routeOptions']['config'];
  #log: FastifyBaseLogger | undefined;

  constructor(request: FastifyRequest) {
    this.id = request.id;
    this.method = request.method;
    this.host = request.host;
    this.protocol = request.protocol;
    this.query = request.query;
    this.clientAddress = request.clientAddress;
    this.apiVersion = request.apiVersion;
    this.identifiedPrincipal = request.identifiedPrincipal;
    this.server = request.server;
    this.#route = request.routeOptions.config;
  }

  get routeOptions(): Pick<FastifyRequest['routeOptions'], 'url' | 'config'> {
    return { url: this.#route.url, config: this.#route };
  }

  /** Its lines carry the id of the request. */
  get log(): FastifyBaseLogger {
    return (this.#log ??= this.server.log.child({ request_id: this.id }));
  }

  /** As {@link FastifyRequest.principal}. */
  get principal(): Principal {
    return this.identifiedPrincipal!;
  }
}

const upgraded = new WeakMap<FastifyRequest, UpgradedRequest>();

/** What is kept of the request: the same object at each call. */
export function upgradedRequest(request: FastifyRequest): UpgradedRequest {
  let kept = upgraded.get(request);
  if (kept === undefined) upgraded.set(request, (kept = new UpgradedRequest(request)));
  return kept;
}
