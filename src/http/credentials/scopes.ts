/** Which scopes of an API key open which routes (docs/rules.md#key-scopes). */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { Scope } from '../../store/index.ts';

/** Any one of the scopes opens the route; `any`: every API key does; `none`: only a key that is not limited. */
export type RouteScopes = readonly Scope[] | 'any' | 'none';

/** A family of routes, by the methods that only read and by all others. */
interface Family {
  readonly paths: RegExp;
  readonly read: RouteScopes;
  readonly write: RouteScopes;
}

function family(paths: RegExp, read: RouteScopes, write = read): Family {
  return { paths, read, write };
}

/** The first that fits the pattern of a route decides. */
const families: readonly Family[] = [
  family(/^\/(stt|audio)(\/|$)/, ['stt']),
  family(/^\/v1\/audio\/transcriptions$/, ['stt']),
  family(/^\/(tts|infill|voice-changer|books)(\/|$)/, ['tts']),
  family(/^\/v1\/(audio|models)(\/|$)/, ['tts']),
  // It speaks, and costs what speech costs.
  family(/^\/voices\/:id\/(preview|similarity)$/, ['tts', 'voices']),
  // A client that speaks or writes an agent names a voice and its language.
  family(/^\/(voices|accents|locales|pronunciation-dicts)(\/|$)/, ['voices', 'tts', 'agents'], ['voices']),
  // Events tell of everything in the organization, whatever the webhook's own family.
  family(/^\/agents\/webhooks(\/|$)/, 'none'),
  family(/^\/(v1\/)?agents(\/|$)/, ['agents']),
  family(/^\/(files|datasets|fine-tunes)(\/|$)/, ['files']),
  // What a token opens depends on its grants, which the route holds to the scopes of the key.
  family(/^\/access-token$/, 'any'),
];

/**
 * The scopes that open a route to an API key.
 * @param url its pattern, `/voices/:id`
 * @returns undefined for a route of no family, which only a key that is not limited opens
 */
export function scopesFor(method: string, url: string): RouteScopes | undefined {
  const found = families.find(({ paths }) => paths.test(url.replace(/(.)\/$/, '$1')));
  return method === 'GET' || method === 'HEAD' ? found?.read : found?.write;
}

/** 403 for an API key whose scopes do not open the route. Must be called behind the check of credentials. */
export function addScopes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const principal = request.identifiedPrincipal;
    const given = principal?.kind === 'api' ? principal.scopes : undefined;
    done(given === undefined ? undefined : problem(given, scopesFor(request.method, request.routeOptions.url ?? '')));
  });
}

function problem(given: readonly Scope[], needed: RouteScopes = 'none'): ServiceError | undefined {
  if (needed === 'any') return undefined;
  if (needed === 'none') {
    return new ServiceError('forbidden', `This route needs an API key without scopes; this one has ${quoted(given)}.`);
  }
  if (needed.some((scope) => given.includes(scope))) return undefined;
  return new ServiceError(
    'forbidden',
    `The API key lacks the scope ${quoted(needed, ' or ')}; it has ${quoted(given)}.`,
  );
}

function quoted(names: readonly Scope[], between = ', '): string {
  return names.map((name) => `"${name}"`).join(between);
}
