import { z } from 'zod';
import { errorResponses, type App } from '../../http/index.ts';
import type { VoiceRouteOptions } from './options.ts';
import { accessField, descriptionField, nameField, taglineField } from '../../voices/fields.ts';
import { madeVoiceSchema } from './schema.ts';
import { madeVoice } from './wire.ts';

const blendBody = z.object({
  voice_id: z.string().min(1).max(256).describe('The first voice, whose language and accent the new one has.'),
  other_voice_id: z.string().min(1).max(256).describe('Another voice of the same model.'),
  weight: z
    .number()
    .min(0.01)
    .max(0.99)
    .describe('Share of the other voice: 0.25 is three parts of the first and one of the other. In hundredths.'),
  name: nameField,
  description: descriptionField.nullish().describe('What it is made of, where it is left out.'),
  tagline: taglineField.default(''),
  access: accessField.optional(),
});

/** Our addition: the interface has no route for it in versions that are still in use. */
export function addBlending(app: App, { service }: VoiceRouteOptions): void {
  app.post(
    '/voices/blend',
    {
      config: { idempotent: true },
      schema: {
        tags: ['Voices'],
        summary: 'Blend two voices',
        description:
          'Makes a new voice that lies between two voices of one installed Kokoro model, and is spoken by that model. Our addition. `GET /voices/{id}/preview?with=…&weight=…` lets it be heard before.',
        body: blendBody,
        response: { 200: madeVoiceSchema, ...errorResponses(400, 404, 501) },
      },
    },
    async ({ body, principal, apiVersion, id: requestId }) => {
      const { voice_id: voiceId, other_voice_id: otherVoiceId, access = 'private', description, ...rest } = body;
      const request = { ...rest, voiceId, otherVoiceId, access, description: description ?? undefined };
      return madeVoice(
        await service.blend({ organizationId: principal.organizationId, requestId }, request),
        apiVersion,
      );
    },
  );
}
