/**
 * Requests below `/console/api` come from the console's own pages only: a browser sends the cookie along with what other pages
 * cause, and a web server cannot tell from the cookie which page did. Defence by headers that pages cannot set:
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { consoleApiPath, isConsoleRequest } from './console-path.ts';
import { baseUrl } from '../requests/errors.ts';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Of `Sec-Fetch-Site`: what a page of this origin causes, and what a person does with the address itself. */
const allowedSites: readonly unknown[] = [undefined, 'same-origin', 'none'];

/** 403 for a request below `/console/api` that another page caused. Must come before what reads the cookie. */
export function requireSameOrigin(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isConsoleRequest(request)) {
      done(spellingProblem(request));
      return;
    }
    // What a session reads stays neither in the browser nor in a proxy, and is taken for nothing but what it is.
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    done(crossOriginProblem(request, publicUrl));
  });
}

/**
 * The router decodes `%61` and takes whole URLs, so it finds the console's own routes by other spellings of their address too.
 * Browsers send the cookie to none of these, and the checks of the console go by the plain one.
 */
function spellingProblem({ routeOptions: { url = '' } }: FastifyRequest): ServiceError | undefined {
  if (!url.startsWith(`${consoleApiPath}/`)) return undefined;
  return new ServiceError('not_found', `There is nothing at this spelling of the address, which is ${url}.`);
}

function crossOriginProblem(request: FastifyRequest, publicUrl: string | undefined): ServiceError | undefined {
  if (!allowedSites.includes(request.headers['sec-fetch-site'])) {
    return new ServiceError('forbidden', 'The request was caused by a page of another site.');
  }
  const { origin } = request.headers;
  // Browsers send it with all of these; a request without it is not from a page of the console.
  if (origin === undefined && !request.ws && safeMethods.includes(request.method)) return undefined;
  if (origin === undefined) {
    return new ServiceError('forbidden', 'The header "Origin" is missing: below /console/api it names the page.');
  }
  const own = ownOrigins(request, publicUrl);
  const given = originOf(origin);
  if (given !== undefined && own.includes(given)) return undefined;
  return new ServiceError(
    'forbidden',
    `The header "Origin" names another address than this one, which is ${own.join(' or ')}. Behind a proxy that serves the console at another address, set SONORANT_PUBLIC_URL or SONORANT_TRUSTED_PROXIES.`,
  );
}

/** The address as the client sees it, and the one the operator has set. */
function ownOrigins(request: FastifyRequest, publicUrl: string | undefined): readonly string[] {
  const origins = [baseUrl(request), publicUrl ?? ''].map(originOf).filter((origin) => origin !== undefined);
  return [...new Set(origins)];
}

/** Without the port that the scheme has anyway; undefined for what is no origin, such as "null". */
function originOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}

/** Whether the page that sent the request was loaded over TLS, also where a proxy ends it. */
export function isFromSecurePage({ headers: { origin }, protocol }: FastifyRequest): boolean {
  return origin === undefined ? protocol === 'https' : originOf(origin)?.startsWith('https:') === true;
}
