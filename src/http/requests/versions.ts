import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { apiVersions, newestVersion, type ApiVersion } from '../../versions/index.ts';
import { isConsoleRequest } from '../credentials/console-path.ts';
import { isOpenAiShaped } from './openai-shape.ts';

export { apiVersions, newestVersion, type ApiVersion } from '../../versions/index.ts';

/** The header names in order of preference; HTTP header names know no case. */
export const versionHeaders = ['service-version', 'cartesia-version'] as const;
const versionParameters = ['cartesia_version', 'service_version'] as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs neither a version nor a credential. */
    public?: boolean;
    /** What a missing version header means on this route; without it a missing header is an error. */
    defaultVersion?: ApiVersion;
  }
  interface FastifyRequest {
    /**
     * The version of the request; the newest where none was given or it is not known (public routes, errors), and on routes in
     * OpenAI's shape, which have none.
     */
    readonly apiVersion: ApiVersion;
  }
}

/** The caller's version text: on a WebSocket the query wins over the headers. Undefined when absent or blank. */
function givenVersion(request: FastifyRequest): string | undefined {
  if (request.ws) {
    const query = request.query as Readonly<Record<string, unknown>>;
    for (const name of versionParameters) {
      const text = textOf(query[name]);
      if (text !== '') return text;
    }
  }
  for (const name of versionHeaders) {
    const text = textOf(request.headers[name]);
    if (text !== '') return text;
  }
  return undefined;
}

/** What was given more than once, which Node joins in a header, is one text; different ones, joined, are no version. */
function textOf(given: unknown): string {
  // Nearly all are given once.
  if (typeof given === 'string' && !given.includes(',')) return given.trim();
  const texts = [given].flat().filter((one) => typeof one === 'string');
  return [
    ...new Set(
      texts
        .join(',')
        .split(',')
        .map((text) => text.trim()),
    ),
  ].join(', ');
}

function isKnown(text: string | undefined): text is ApiVersion {
  return apiVersions.some((version) => version === text);
}

/** Decorates `request.apiVersion`. */
export function decorateVersion(app: FastifyInstance): void {
  app.decorateRequest('apiVersion', {
    getter(this: FastifyRequest) {
      if (isOpenAiShaped(this)) return newestVersion;
      const given = givenVersion(this) ?? versionWithout(this);
      return isKnown(given) ? given : newestVersion;
    },
  });
}

/** Refuses requests without a version (400 `missing_version`) or with an unknown one (400 `unknown_version`). */
export function requireVersion(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    const hasNone = config.public === true || isOpenAiShaped(request);
    done(hasNone ? undefined : versionProblem(givenVersion(request) ?? versionWithout(request)));
  });
}

/** What a request means that names no version; below `/console/api` the newest, since the console is as new as its server. */
function versionWithout(request: FastifyRequest): ApiVersion | undefined {
  return request.routeOptions.config.defaultVersion ?? (isConsoleRequest(request) ? newestVersion : undefined);
}

const known = `known versions: ${apiVersions.join(', ')}`;

function versionProblem(given: string | undefined): ServiceError | undefined {
  if (given === undefined) {
    return new ServiceError(
      'missing_version',
      `The header "Service-Version" (or "Cartesia-Version") is missing; ${known}.`,
    );
  }
  return isKnown(given)
    ? undefined
    : new ServiceError('unknown_version', `The version is not one this server speaks; ${known}.`);
}
