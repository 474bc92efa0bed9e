import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorResponses, type App } from '../../http/index.ts';
import type { Requester } from '../../voices/stored-voice.ts';
import type { VoiceEdit } from '../../voices/voice-service.ts';
import { genders } from '../../voices/voice.ts';
import type { VoiceRouteOptions } from './options.ts';
import { accessField, descriptionField, nameField, taglineField } from '../../voices/fields.ts';
import { anyVoiceSchema } from './schema.ts';
import { wireOptions } from './expand.ts';
import { wireVoice } from './wire.ts';

const tags = ['Voices'];
const params = z.object({ id: z.string() });

const changeBody = z.object({
  name: nameField.optional(),
  tagline: taglineField.optional(),
  description: descriptionField.optional(),
  gender: z.enum(genders).nullable().optional().describe('Null where it is not known.'),
  accent: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .describe("Id of an accent of the voice's language, which becomes its own one; null clears it."),
  access: accessField.optional(),
});

const accentsBody = z.object({
  accents: z
    .array(z.string().max(64))
    .min(1)
    .max(9)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'Each accent may be named once' })
    .describe('Ids of localizable accents.'),
});

/** Only what was given: a member that is absent stays as it is. */
function editOf(body: z.output<typeof changeBody>): VoiceEdit {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

function requesterOf({ principal, id }: Pick<FastifyRequest, 'principal' | 'id'>): Requester {
  return { organizationId: principal.organizationId, requestId: id };
}

export function addChanging(app: App, dependencies: VoiceRouteOptions): void {
  const { service } = dependencies;

  app.patch(
    '/voices/:id',
    {
      schema: {
        tags,
        summary: 'Change a voice',
        description: 'Of your own voices; what is left out stays.',
        params,
        body: changeBody,
        response: { 200: anyVoiceSchema, ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const voice = await service.edit(requesterOf(request), request.params.id, editOf(request.body));
      return wireVoice(voice, wireOptions(request, dependencies));
    },
  );

  app.delete(
    '/voices/:id',
    {
      schema: {
        tags,
        summary: 'Delete a voice',
        description: 'One of your own, with its clip.',
        params,
        response: { 204: z.null().describe('It is deleted.'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      await service.remove(requesterOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.patch(
    '/voices/:id/accents',
    {
      schema: {
        tags,
        summary: 'Add accents to a voice',
        description:
          'Of a voice of yours that was cloned from a clip and has an accent of its own. It has at most ten in all; those it has already stay.',
        params,
        body: accentsBody,
        response: { 200: anyVoiceSchema, ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const voice = await service.addAccents(requesterOf(request), request.params.id, request.body.accents);
      return wireVoice(voice, wireOptions(request, dependencies));
    },
  );

  app.delete(
    '/voices/:id/accents/:accent_id',
    {
      schema: {
        tags,
        summary: 'Remove an accent from a voice',
        description: 'Its own accent stays: that is 400.',
        params: params.extend({ accent_id: z.string() }),
        response: { 200: anyVoiceSchema, ...errorResponses(400, 404) },
      },
    },
    async (request) => {
      const voice = await service.removeAccent(requesterOf(request), request.params.id, request.params.accent_id);
      return wireVoice(voice, wireOptions(request, dependencies));
    },
  );
}
