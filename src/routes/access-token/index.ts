/** Short-lived tokens for clients that must not hold a key. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { baseUrl, errorResponses } from '../../http/index.ts';
import type { AccessTokens } from '../../identity/access-tokens.ts';
import { grants, scopeOfGrant, type Grant, type Principal } from '../../store/index.ts';

export interface AccessTokenRouteOptions {
  readonly tokens: Pick<AccessTokens, 'mint'>;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

/** Of the life of a token. */
const defaultSeconds = 60;
const maxSeconds = 3600;
const opensNothing =
  'No grant was asked for: this token opens nothing. Ask for what it is to open, as in {"grants": {"tts": true}}.';

function grant(opens: string) {
  return z.boolean().nullish().describe(opens);
}

const grantsSchema = z.object({
  tts: grant('Opens speech synthesis: `/tts/bytes`, `/tts/sse`, `/tts/websocket`.'),
  stt: grant('Opens speech recognition.'),
  agent: grant('Opens the WebSockets of agents.'),
});

const bodySchema = z
  .object({
    grants: grantsSchema.nullish().describe('What the token opens; without any it opens nothing.'),
    expires_in: z
      .int()
      .min(1)
      .max(maxSeconds)
      .nullish()
      .describe(`Seconds from now on that it is valid. Default ${defaultSeconds}.`),
  })
  .nullish();

/** @throws {ServiceError} `forbidden` for a grant that the scopes of the key do not open */
function refuseBeyondScopes(principal: Principal, granted: readonly Grant[]): void {
  const given = principal.kind === 'api' ? principal.scopes : undefined;
  if (given === undefined) return;
  for (const grant of granted) {
    const scope = scopeOfGrant[grant];
    if (given.includes(scope)) continue;
    throw new ServiceError('forbidden', `The API key lacks the scope "${scope}", which the grant "${grant}" needs.`);
  }
}

/** `POST /access-token`. Needs an API key: a token cannot make another one. */
export function accessTokenRoutes({ tokens, publicUrl }: AccessTokenRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.post(
      '/access-token',
      {
        schema: {
          tags: ['Access tokens'],
          summary: 'Make an access token',
          description:
            'A token for clients such as browsers and phones, which must not hold a key. It opens what it grants and nothing else, until it expires or the key that made it ends; a key with scopes grants no more than they open. It is sent as `Authorization: Bearer`, on a WebSocket also as the query parameter `access_token`.',
          body: bodySchema,
          response: {
            200: z
              .object({
                token: z.string().describe('A JSON Web Token.'),
                notes: z.array(z.string()).optional().describe('What is likely not meant so. Absent: nothing.'),
              })
              .meta({ id: 'AccessToken' }),
            ...errorResponses(400, 401, 403, 500),
          },
        },
      },
      async (request) => {
        const { grants: wanted, expires_in: seconds } = request.body ?? {};
        const { organizationId, keyId } = request.principal;
        const granted = grants.filter((name) => wanted?.[name] === true);
        refuseBeyondScopes(request.principal, granted);
        return {
          token: await tokens.mint({
            organizationId,
            keyId,
            grants: granted,
            seconds: seconds ?? defaultSeconds,
            issuer: baseUrl(request, publicUrl),
          }),
          ...(granted.length === 0 && { notes: [opensNothing] }),
        };
      },
    );
    done();
  };
}
