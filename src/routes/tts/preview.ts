import { z } from 'zod';
import { errorResponses, newestVersion, type App } from '../../http/index.ts';
import { SpeechContext } from '../../speech/context.ts';
import { sampleText } from '../../voices/sample-text.ts';
import type { Language } from '../../voices/languages.ts';
import { defaultModel } from '../../voices/models.ts';
import { EventStream } from './event-stream.ts';
import type { SpeechRouteOptions } from './options.ts';
import { endReporter, logFault } from './reports.ts';

const output = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;

/**
 * How a voice sounds: spoken anew each time, which takes less than reading a file would, and never the clip itself, which may
 * say anything and belongs to its owner. Players send no version, so none is asked for.
 */
export function addPreview(app: App, { scheduler, reader, limits, connections }: SpeechRouteOptions): void {
  app.get(
    '/voices/:id/preview',
    {
      config: { defaultVersion: newestVersion, concurrencyLimit: 'contexts' },
      schema: {
        tags: ['Voices'],
        summary: 'Hear a voice',
        description: "A few seconds in the voice's language: what `preview_file_url` points to.",
        params: z.object({ id: z.string() }),
        response: {
          200: { description: 'The spoken sample.', content: { 'audio/wav': { schema: z.any() } } },
          ...errorResponses(400, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const asker = { organizationId: request.principal.organizationId, version: request.apiVersion };
      const settings = await reader.read(
        { model_id: defaultModel, voice: request.params.id, output_format: output },
        asker,
      );
      const audio = new EventStream({
        open: (onEvent) =>
          // The service's own sample (docs/rules.md#preview-metering).
          new SpeechContext({ scheduler, settings, generationConfig: {}, onEvent, meter: 'exempt' }),
        encode: (event) => (event.type === 'chunk' ? event.data : undefined),
        errorsAreEvents: false,
        response: reply.raw,
        limits,
        onFault: (error) => logFault(request.log, error, undefined),
        onServerEnd: endReporter(request, 'preview'),
        onClose: () => connections.delete(audio),
      });
      connections.add(audio);
      audio.speak(sampleText(settings.language as Language));
      await audio.started;
      return reply.type('audio/wav').header('cache-control', 'private, max-age=3600').send(audio);
    },
  );
}
