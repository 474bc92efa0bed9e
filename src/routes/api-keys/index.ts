/** The organization's API keys. The keys themselves are not stored; the command line creates and revokes them. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { clampedPageFields, errorResponses, pageOf, pageSchema } from '../../http/index.ts';
import type { Store } from '../../store/index.ts';

export interface ApiKeyRouteOptions {
  readonly store: Pick<Store, 'apiKeys'>;
}

const keySchema = z
  .object({
    id: z.uuid(),
    description: z.string(),
    created_at: z.iso.datetime(),
    creator_email: z.string().nullable(),
    creator_still_in_org: z
      .boolean()
      .nullable()
      .describe('Null where the creator is not known, as for keys of the command line.'),
    creator_image_url: z.string().nullable(),
  })
  .meta({ id: 'ApiKey', description: 'An API key that works, without the key itself.' });

const config = { auth: 'admin' } as const;
const tags = ['Organization'];
const query = z.object({
  ...clampedPageFields(),
  q: z.string().max(256).optional().describe('Part of the description or of the creator’s name or email.'),
});

/** `/api-keys`, read only. Needs an admin key. */
export function apiKeyRoutes({ store: { apiKeys } }: ApiKeyRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    app.get(
      '/api-keys',
      {
        config,
        schema: {
          tags,
          summary: 'List API keys',
          description: 'Those that work, the newest first; admin keys are not among them.',
          querystring: query,
          response: { 200: pageSchema(keySchema), ...errorResponses(400, 401, 403, 500) },
        },
      },
      async (request) =>
        pageOf(await apiKeys.page(request.principal.organizationId, request.query), request.query, (key) => key),
    );

    app.get(
      '/api-keys/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Get an API key',
          params: z.object({ id: z.string() }),
          response: { 200: keySchema, ...errorResponses(401, 403, 404, 500) },
        },
      },
      async ({ params, principal }) => {
        const key = await apiKeys.findListed(principal.organizationId, params.id);
        if (key === undefined) throw new ServiceError('api_key_not_found', 'No API key that works has this id.');
        return key;
      },
    );
    done();
  };
}
