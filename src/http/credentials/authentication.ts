import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import { addressGroup } from '../requests/client-address.ts';
import type { FailedCredentials } from '../../identity/failed-credentials.ts';
import { HttpError } from '../requests/http-error.ts';
import { isConsoleRequest } from './console-path.ts';
import { isAllowedOrigin, type AllowedOrigins } from '../requests/requests.ts';
import { addSessionAuthentication, requirePermission } from './session-authentication.ts';
import type { Sessions } from '../../identity/sessions.ts';
import type { Grant, KeyPrincipal, Principal } from '../../store/index.ts';

/**
 * The credential that a route asks for: an API key; an admin key; an API key or a token with the grant; or none. The
 * kinds are disjoint: a valid credential of another kind is 403.
 */
export type RouteAuth = 'api' | 'admin' | Grant | 'none';

type CheckedAuth = Exclude<RouteAuth, 'none'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default `api`. A `public` route asks for nothing. */
    auth?: RouteAuth;
    /** A request without a credential is let in too, and has no principal; one that is sent has to be good. */
    anonymous?: boolean;
  }
  interface FastifyRequest {
    /** Who the request acts for. Throws on a route that asks for no credential, where reading it is a mistake. */
    readonly principal: Principal;
    /** The same, null where there is none (public routes, before authentication). */
    identifiedPrincipal: Principal | null;
    /** When its credential began to be checked, on the clock of `performance.now()`; 0 before. */
    authenticatedAt: number;
  }
  interface FastifyInstance {
    readonly authenticator: Authenticator;
    readonly failedCredentials: FailedCredentials;
  }
}

interface Credential {
  readonly text: string;
  /** It was sent in the address, where any web page could have put it. */
  readonly inQuery: boolean;
}

/** In the order of precedence; the query only on WebSockets, since browsers cannot set headers there. */
function findCredential(request: FastifyRequest): Credential | undefined {
  const { authorization = '', 'x-api-key': apiKey } = request.headers;
  const query = request.ws ? (request.query as Readonly<Record<string, unknown>>) : {};
  const candidates = [
    { text: /^Bearer +(.*)$/i.exec(authorization)?.[1], inQuery: false },
    { text: apiKey, inQuery: false },
    { text: query.access_token, inQuery: true },
    { text: query.api_key, inQuery: true },
  ];
  for (const { text, inQuery } of candidates) {
    if (typeof text === 'string' && text.trim() !== '') return { text: text.trim(), inQuery };
  }
  return undefined;
}

export interface AuthenticationOptions {
  readonly authenticator: Authenticator;
  /** Limits those that are not good; a missing one is none. */
  readonly failedCredentials: Pick<FailedCredentials, 'authenticate' | 'countFailure'>;
  /** Of the console; without it there is none. */
  readonly sessions?: Pick<Sessions, 'authenticate'> | undefined;
  /** Pages that may open a WebSocket with a credential in its address. */
  readonly allowedOrigins: AllowedOrigins;
}

/** 401 without a valid credential, 429 after too many, 403 for one of the wrong kind; else `request.principal` is set. */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, failedCredentials, allowedOrigins, sessions }: AuthenticationOptions,
): void {
  app.decorate('authenticator', authenticator);
  app.decorateRequest('identifiedPrincipal', null);
  app.decorateRequest('authenticatedAt', 0);
  app.decorateRequest('principal', {
    getter(this: FastifyRequest) {
      if (this.identifiedPrincipal === null) {
        throw new Error(`${this.routeOptions.url ?? 'this route'} asks for no credential, so it has no principal`);
      }
      return this.identifiedPrincipal;
    },
  });
  addSessionAuthentication(app, { sessions, failedCredentials });
  const admit = (request: FastifyRequest, auth: CheckedAuth, { inQuery }: Credential, principal: Principal): void => {
    // Also for a request that is refused below: its organization is known, and its owner looks for it.
    request.identifiedPrincipal = principal;
    if (!isAdmitted(principal, auth)) throw new ServiceError('forbidden', refusal(principal, auth));
    const { origin } = request.headers;
    if (principal.kind === 'api') requirePage(principal, request);
    if (inQuery && origin !== undefined && !isAllowedOrigin(origin, allowedOrigins)) {
      throw new ServiceError('forbidden', 'Pages of this origin may not open a WebSocket here.');
    }
  };
  const lookUp = async (request: FastifyRequest, auth: CheckedAuth, credential: Credential): Promise<void> => {
    const principal = await failedCredentials.authenticate(addressGroup(request.clientAddress), credential.text);
    if (principal === undefined) {
      throw unauthorized('The credential is not known, has expired or was revoked.', 'invalid_token');
    }
    admit(request, auth, credential, principal);
  };
  const useSession = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.authenticatedAt = performance.now();
    const { principal } = await app.requireSession(request, reply);
    request.identifiedPrincipal = principal;
    requirePermission(request, principal);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { public: isPublic = false, auth = 'api', anonymous } = request.routeOptions.config;
    if (isPublic || auth === 'none') return done();
    if (isConsoleRequest(request)) return void useSession(request, reply).then(() => done(), done);
    const credential = findCredential(request);
    if (credential === undefined) {
      return done(anonymous === true ? undefined : unauthorized(missingCredential(request)));
    }
    request.authenticatedAt = performance.now();
    // What nearly all requests come with: they wait for nothing.
    const principal = authenticator.known(credential.text);
    if (principal === undefined) return void lookUp(request, auth, credential).then(() => done(), done);
    admit(request, auth, credential, principal);
    done();
  });
}

/** A key without its scheme is the most frequent slip. The header is not repeated: it may hold a key. */
function missingCredential({ headers: { authorization = '' } }: FastifyRequest): string {
  const scheme = /^[A-Za-z]+(?= )/.exec(authorization.trim())?.[0];
  if (/^(bearer( .*)?)?$/i.test(authorization.trim())) {
    return 'No credential was sent: use the header "Authorization: Bearer <key>" or "X-API-Key".';
  }
  return scheme === undefined
    ? 'The header "Authorization" lacks the word "Bearer" before the key: "Authorization: Bearer <key>". The header "X-API-Key" takes a key alone.'
    : 'The header "Authorization" has another scheme than Bearer: use "Authorization: Bearer <key>" or "X-API-Key".';
}

function unauthorized(message: string, error?: string): ServiceError {
  const challenge = 'Bearer realm="sonorant"' + (error === undefined ? '' : `, error="${error}"`);
  return new HttpError('unauthorized', message, { 'www-authenticate': challenge });
}

/** What a key that stands in web pages opens: speech, and nothing that could be read or changed. */
const pageRoutes = /^\/tts\/(bytes|sse)$/;

/** @throws {ServiceError} `forbidden` for a key of web pages on another route, from another page or from none */
function requirePage(
  { origins }: KeyPrincipal,
  { headers: { origin }, routeOptions: { url = '' } }: FastifyRequest,
): void {
  if (origins === undefined) return;
  if (!pageRoutes.test(url)) {
    throw new ServiceError('forbidden', 'This key is for web pages: it opens /tts/bytes and /tts/sse only.');
  }
  if (origin !== undefined && origins.includes(origin)) return;
  const given =
    origin === undefined ? 'the request has no Origin' : `this one is ${JSON.stringify(origin.slice(0, 200))}`;
  throw new ServiceError('forbidden', `The key is for the pages of other origins; ${given}.`);
}

function isAdmitted(principal: Principal, auth: CheckedAuth): boolean {
  if (auth === 'admin') return principal.kind === 'admin';
  return principal.kind === 'api' || (principal.kind === 'token' && principal.grants.some((grant) => grant === auth));
}

function refusal(principal: Principal, auth: RouteAuth): string {
  if (auth === 'admin') return 'This route needs an admin key.';
  if (principal.kind === 'admin') {
    return 'This route needs an API key; an admin key opens the organization routes only.';
  }
  return auth === 'api'
    ? 'This route needs an API key; access tokens do not open it.'
    : `The access token lacks the grant "${auth}".`;
}
