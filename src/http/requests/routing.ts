/** 404 and 405 before anything else is looked at, and the answer to `OPTIONS`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { HttpError } from './http-error.ts';

interface KnownRoute {
  readonly url: string;
  readonly pattern: RegExp;
  /** Whether it is one address: it has no parameter. */
  readonly isFixed: boolean;
  readonly methods: readonly string[];
}

/** Must be called before any route is added. */
export function addRouting(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  const fixedPaths = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if (isFixed(url)) fixedPaths.add(withoutSlash(url));
    routes.push({ url, pattern: routePattern(url), isFixed: isFixed(url), methods: [method].flat() });
  });
  const allowed = (request: FastifyRequest): readonly string[] => {
    const path = pathOf(request);
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    const fixed = matching.filter(({ isFixed }) => isFixed);
    const methods = (fixed.length > 0 ? fixed : matching).flatMap((route) => route.methods);
    return [...new Set(methods.length > 0 ? [...methods, 'OPTIONS'] : [])].sort();
  };

  /** Routes one step below the path that take the method: what is asked for may be there. */
  const below = (request: FastifyRequest): readonly string[] => {
    const deeper = `${withoutSlash(pathOf(request))}/x`;
    const found = routes.filter(({ url, pattern, methods }) => {
      const parent = url.slice(0, url.lastIndexOf('/'));
      return (
        isFixed(url.slice(parent.length)) &&
        pattern.test(deeper.replace(/x$/, url.slice(parent.length + 1))) &&
        methods.includes(request.method)
      );
    });
    return found.map(({ url }) => `${request.method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
  };

  const isTakenForAnId = (request: FastifyRequest): boolean =>
    request.routeOptions.url?.includes(':') === true && fixedPaths.has(withoutSlash(pathOf(request)));

  /** `DELETE /voices/` is the deletion of a voice without an id, not a method that the list does not have. */
  const lacksId = ({ is404, method, raw }: FastifyRequest): boolean => {
    const path = pathOf({ raw });
    return (
      is404 &&
      path.endsWith('/') &&
      routes.some(({ pattern, methods }) => methods.includes(method) && pattern.test(`${path}x`))
    );
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (lacksId(request)) throw notFound(request);
    // `DELETE /v1/agents/tools` is not the deletion of an agent with the id "tools".
    if (request.is404 || isTakenForAnId(request)) return refuse(request, reply, allowed(request), below(request));
    if (Object.values(request.params as Readonly<Record<string, string>>).includes('')) throw notFound(request);
    done();
  });
  // For handlers that call `reply.callNotFound()`; every other 404 was answered by the hook above.
  app.setNotFoundHandler((request) => {
    throw notFound(request);
  });
}

/** Whether a route's url has no parameter. */
function isFixed(url: string): boolean {
  return !/[:*]/.test(url);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** @throws {ServiceError} but for `OPTIONS`, which is answered */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
  below: readonly string[],
): void {
  if (allowed.length === 0) throw notFound(request);
  const allow = allowed.join(', ');
  if (request.method === 'OPTIONS') return void reply.code(204).header('allow', allow).send();
  const hint = below.length === 0 ? '' : ` There is ${below.join(', ')}.`;
  throw new HttpError('method_not_allowed', `${request.method} is not allowed here; allowed: ${allow}.${hint}`, {
    allow,
  });
}

function notFound(request: FastifyRequest) {
  return new ServiceError('not_found', `There is no ${request.method} ${pathOf(request)}.`);
}

/** The path as it was sent, without the query, which may hold a credential. */
export function pathOf(request: Pick<FastifyRequest, 'raw'>): string {
  const url = request.raw.url ?? '/';
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** A route's url as a pattern for sent paths: `:name` is one segment, `*` the rest, a slash at the end may be there or not. */
function routePattern(url: string): RegExp {
  const escaped = url.replace(/\/$/, '').replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/:[A-Za-z0-9_]+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
