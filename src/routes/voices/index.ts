/** Voices as callers see them: lists and single ones. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { errorResponses, pageFields, pageSchema, paginate, queryBoolean, queryList } from '../../http/index.ts';
import { has } from '../../versions/index.ts';
import type { VoiceFilter, VoiceLibrary } from '../../voices/library.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import { genders } from '../../voices/voice.ts';
import { oldestVoiceSchema, olderVoiceSchema, voiceSchema } from './schema.ts';
import { expansions, oldestVoice, wireVoice, type Expansion } from './wire.ts';

export interface VoiceRouteDependencies {
  readonly voices: VoiceLibrary;
}

const expandList = queryList(z.enum(expansions)).optional().describe('What to add to each voice; may be repeated.');
const expandFields = { expand: expandList, 'expand[]': expandList };

const languageTag = z
  .string()
  .refine((tag) => parseLanguageTag(tag) !== undefined, { error: 'Not a language or locale code of this service; GET /locales lists them' })
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

const expandQuery = z.object(expandFields);

/** The order matters: the first form that fits is sent, and older ones lack members that newer ones require. */
const anyVoiceSchema = z.union([voiceSchema, olderVoiceSchema, oldestVoiceSchema]);

const listSchema = z
  .union([pageSchema(z.union([voiceSchema, olderVoiceSchema])), z.array(oldestVoiceSchema)])
  .describe('A page of voices; in version 2024-06-10 an array of all.');

const expansionsOf = (query: z.output<typeof expandQuery>): ReadonlySet<Expansion> => new Set([...(query.expand ?? []), ...(query['expand[]'] ?? [])]);

const filterOf = (query: z.output<typeof listQuery>): VoiceFilter => {
  const tag = parseLanguageTag(query.language ?? '');
  return {
    includeArchived: query.include_archived,
    ...(query.q !== undefined && { text: query.q }),
    ...(query.is_owner !== undefined && { isOwner: query.is_owner }),
    ...(query.gender !== undefined && { gender: query.gender }),
    ...(tag !== undefined && { tag }),
  };
};

export const voiceRoutes = ({ voices }: VoiceRouteDependencies): FastifyPluginCallbackZod => (app, _options, done) => {
  app.get('/voices', {
    schema: {
      tags: ['Voices'],
      summary: 'List voices',
      description: 'The voices of your organization, newest first, then the built-in ones.',
      querystring: listQuery,
      response: { 200: listSchema, ...errorResponses(400, 401, 403, 500) },
    },
  }, async ({ query, caller, apiVersion }) => {
    const found = await voices.list(filterOf(query), caller.organizationId);
    if (!has(apiVersion, 'pagedVoices')) return found.map(oldestVoice);
    const { data, ...page } = paginate(found, query);
    const expand = expansionsOf(query);
    return { ...page, data: data.map((voice) => wireVoice(voice, apiVersion, caller.organizationId, expand)) };
  });

  app.get('/voices/:id', {
    schema: {
      tags: ['Voices'],
      summary: 'Get a voice',
      params: z.object({ id: z.string() }),
      querystring: expandQuery,
      response: { 200: anyVoiceSchema, ...errorResponses(400, 401, 403, 404, 500) },
    },
  }, async ({ params, query, caller, apiVersion }) => {
    const voice = await voices.get(params.id, caller.organizationId);
    if (voice === undefined) throw new ServiceError('voice_not_found', 'No voice has this id. GET /voices lists the voices you can use.');
    return has(apiVersion, 'pagedVoices') ? wireVoice(voice, apiVersion, caller.organizationId, expansionsOf(query)) : oldestVoice(voice);
  });

  done();
};
