import { z } from 'zod';
import { errorResponses, newestVersion, type App } from '../../http/index.ts';
import { sampleText } from '../../voices/sample-text.ts';
import type { Language } from '../../voices/languages.ts';
import { defaultModel } from '../../voices/models.ts';
import { finishOf } from './known-length.ts';
import type { SpeechRouteOptions } from './options.ts';
import { audioOf, startSpeech } from './speech-response.ts';

const output = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;

/**
 * How a voice sounds: spoken anew each time, which takes less than reading a file would, and never the clip itself, which may
 * say anything and belongs to its owner. Players send no version, so none is asked for.
 */
export function addPreview(app: App, options: SpeechRouteOptions): void {
  app.get(
    '/voices/:id/preview',
    {
      config: { defaultVersion: newestVersion, concurrencyLimit: 'contexts' },
      schema: {
        tags: ['Voices'],
        summary: 'Hear a voice',
        description: "A few seconds in the voice's language: what `preview_file_url` points to.",
        params: z.object({ id: z.string() }),
        querystring: z.object({
          with: z
            .string()
            .min(1)
            .max(256)
            .optional()
            .describe('Id of another voice of the same model: what is heard lies between the two.'),
          weight: z.coerce.number().min(0).max(1).default(0.5).describe('Share of that voice.'),
        }),
        response: {
          200: { description: 'The spoken sample.', content: { 'audio/wav': { schema: z.any() } } },
          ...errorResponses(400, 404, 429, 501, 503),
        },
      },
    },
    async (request, reply) => {
      const caller = { organizationId: request.principal.organizationId, version: request.apiVersion };
      const { with: other, weight } = request.query;
      const settings = await options.reader.read(
        {
          model_id: defaultModel,
          voice: request.params.id,
          output_format: output,
          ...(other !== undefined && { blend: { voice: other, weight } }),
        },
        caller,
      );
      const transcript = sampleText(settings.language as Language);
      const audio = await startSpeech(request, reply, options, {
        settings,
        generationConfig: {},
        // The service's own sample (docs/rules.md#preview-metering).
        meter: 'exempt',
        transport: 'preview',
        pieces: [{ transcript, continue: false, flush: false }],
        encode: audioOf,
        finish: finishOf(transcript, settings),
      });
      return reply.type('audio/wav').header('cache-control', 'private, max-age=3600').send(audio);
    },
  );
}
