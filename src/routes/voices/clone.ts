import { z } from 'zod';
import { errorResponses, newestVersion, readUpload, uploadBody, type App } from '../../http/index.ts';
import { newBlobKey } from '../../store/blobs/index.ts';
import { languages } from '../../voices/languages.ts';
import type { VoiceRouteOptions } from './options.ts';
import { access, accessDescription, descriptionField, nameField, taglineField } from './fields.ts';
import { madeVoiceSchema } from './schema.ts';
import { madeVoice } from './wire.ts';

/** Forms know only text: an empty one and the word `null` stand for nothing. */
function nullableText(max: number) {
  return z
    .string()
    .max(max)
    .optional()
    .transform((text) => (text === undefined || text === '' || text === 'null' ? null : text));
}

/** The form's fields but for the clip. Clients of older versions send more, which is ignored. */
export const cloneFields = z.object({
  name: nameField,
  language: z.enum(languages).describe('Language of the voice.'),
  tagline: taglineField.default(''),
  description: nullableText(descriptionField.maxLength!),
  accent: nullableText(64).describe(
    'Id of an accent of the language, which the voice then has as its own; needed for adding others. GET /accents lists them.',
  ),
  transcript: nullableText(2000).describe(
    'What is said in the clip, word for word. Some models that clone by the clip itself need it; the others and the embedded engines do not.',
  ),
  base_voice_id: nullableText(256).describe('The voice the clone derives from: it lends what the clip does not tell.'),
  access: access.optional().describe(`${accessDescription} Default private.`),
  'access[type]': access.optional().describe('The same under its old name; `access` wins.').meta({ deprecated: true }),
});

export function addCloning(app: App, { service, blobs, limits }: VoiceRouteOptions): void {
  const { maxClipBytes } = limits;

  app.post(
    '/voices/clone',
    {
      config: { defaultVersion: newestVersion, idempotent: true },
      schema: {
        tags: ['Voices'],
        summary: 'Clone a voice from a clip',
        description:
          'The clip is recognised by its content. It needs at least a second of speech; the message of an error says what was measured in it. The voice can be spoken at once.',
        consumes: ['multipart/form-data'],
        body: uploadBody(
          'clip',
          `The recording, at most ${maxClipBytes} bytes: flac, mp3, mpeg, mpga, oga, ogg, wav or webm.`,
          cloneFields,
        ),
        response: { 200: madeVoiceSchema, ...errorResponses(400, 404, 413, 415, 501, 503) },
      },
    },
    async (request) => {
      const { fields, kept: clip } = await readUpload(request, {
        file: 'clip',
        maxBytes: maxClipBytes,
        fields: cloneFields,
        keep: async (content) => {
          const key = newBlobKey('clips');
          await blobs.put(key, content);
          return key;
        },
        discard: (key) => blobs.delete(key),
      });
      const { name, language, tagline, description, accent, base_voice_id: baseVoiceId } = fields;
      const requester = { organizationId: request.principal.organizationId, requestId: request.id };
      const voice = await service.clone(requester, {
        name,
        language,
        tagline,
        accent,
        baseVoiceId,
        clip,
        clipTranscript: fields.transcript,
        description: description ?? '',
        access: fields.access ?? fields['access[type]'] ?? 'private',
      });
      return madeVoice(voice, request.apiVersion);
    },
  );
}
