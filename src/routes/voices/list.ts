/** Reading voices: lists and single ones. */
import { z } from 'zod';
import { errorResponses, pageFields, pageOf, pageSchema, queryBoolean, type App } from '../../http/index.ts';
import { versionHas } from '../../versions/index.ts';
import type { VoiceFilter } from '../../voices/library.ts';
import { parseLanguageTag, unknownLanguage } from '../../voices/locales.ts';
import { voiceNotFound } from '../../voices/voice-service.ts';
import { genders } from '../../voices/voice.ts';
import type { VoiceRouteOptions } from './options.ts';
import { anyVoiceSchema, oldestVoiceSchema, olderVoiceSchema, voiceSchema } from './schema.ts';
import { expandFields, wireOptions } from './expand.ts';
import { listedVoice, oldestVoice, wireVoice } from './wire.ts';

const languageTag = z
  .string()
  .refine((tag) => parseLanguageTag(tag) !== undefined, {
    error: ({ input }) => unknownLanguage(String(input)),
  })
  .describe('A language (`en`) or a locale (`en-GB`); case does not matter, `_` works for `-`.');

const listQuery = z.object({
  ...pageFields(),
  ...expandFields,
  q: z.string().max(256).optional().describe('Part of the name, the description or the id.'),
  is_owner: queryBoolean().optional().describe('Only voices of your organization, or only others.'),
  gender: z.enum(genders).optional(),
  language: languageTag.optional(),
  include_archived: queryBoolean().default(false),
});

const listSchema = z
  .union([pageSchema(z.union([voiceSchema, olderVoiceSchema])), z.array(oldestVoiceSchema)])
  .describe('A page of voices; in version 2024-06-10 an array of all.');

function filterOf(query: z.output<typeof listQuery>): VoiceFilter {
  const tag = parseLanguageTag(query.language ?? '');
  return {
    includeArchived: query.include_archived,
    ...(query.q !== undefined && { text: query.q }),
    ...(query.is_owner !== undefined && { isOwner: query.is_owner }),
    ...(query.gender !== undefined && { gender: query.gender }),
    ...(tag !== undefined && { tag }),
  };
}

export function addReading(app: App, dependencies: VoiceRouteOptions): void {
  const { voices } = dependencies;

  app.get(
    '/voices',
    {
      schema: {
        tags: ['Voices'],
        summary: 'List voices',
        description: 'The voices of your organization and the public ones, newest first, then the built-in ones.',
        querystring: listQuery,
        response: { 200: listSchema, ...errorResponses(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { query, principal, apiVersion } = request;
      if (!versionHas(apiVersion, 'pagedVoices')) {
        return (await voices.list(filterOf(query), principal.organizationId)).map(oldestVoice);
      }
      const options = wireOptions(request, dependencies, query);
      return pageOf(await voices.page(filterOf(query), principal.organizationId, query), query, (voice) =>
        listedVoice(voice, options),
      );
    },
  );

  app.get(
    '/voices/:id',
    {
      schema: {
        tags: ['Voices'],
        summary: 'Get a voice',
        params: z.object({ id: z.string() }),
        querystring: z.object(expandFields),
        response: { 200: anyVoiceSchema, ...errorResponses(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const voice = await voices.get(request.params.id, request.principal.organizationId);
      if (voice === undefined) throw voiceNotFound();
      return wireVoice(voice, wireOptions(request, dependencies, request.query));
    },
  );
}
