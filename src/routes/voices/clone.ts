/** `POST /voices/clone`: a voice from a clip. */
import { errorResponses, newestVersion, readUpload, uploadBody, type App } from '../../http/index.ts';
import { newBlobKey } from '../../store/blobs/index.ts';
import type { VoiceRouteOptions } from './options.ts';
import { cloneFields } from '../../voices/fields.ts';
import { madeVoiceSchema } from './schema.ts';
import { madeVoice } from './wire.ts';

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
