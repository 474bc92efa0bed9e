/** Books: their routes, and the job that speaks them. */
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from './options.ts';
import { bookJob } from '../books/book-job.ts';
import { BookService, type BookServiceOptions } from '../books/book-service.ts';
import { workFolder } from '../books/work-folder.ts';
import { newestVersion } from '../http/requests/versions.ts';
import type { JobKinds } from '../jobs/runner.ts';
import { bookRoutes } from '../routes/books/index.ts';
import { speechMeter } from '../routes/tts/observer.ts';
import type { SpeechRequestReader } from '../routes/tts/speech-request.ts';
import { requireProsody } from '../speech/request.ts';
import { bookJobKind } from '../store/index.ts';
import { howToAllow } from '../webhooks/address.ts';

/** Only the settings of the voice count: the format is that of the book. */
const anyFormat = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;

/** Of a server: how books read what they are asked to be spoken with. */
export function readSpeech(reader: SpeechRequestReader): BookServiceOptions['readSpeech'] {
  return async ({ voice, modelId, language, speed }, organizationId, engine) => {
    const settings = await reader.read(
      {
        ...{ model_id: modelId, voice: { mode: 'id', id: voice }, language, output_format: anyFormat },
        add_timestamps: true,
      },
      { organizationId, version: newestVersion },
      engine,
    );
    requireProsody(settings, { speed });
    // Subtitles are empty for a voice whose words have no times; its audio is as good.
    return { ...settings, wordTimestamps: settings.capabilities.marks !== 'none' };
  };
}

export async function addBookRoutes(
  app: FastifyInstance,
  options: AppOptions,
  reader: SpeechRequestReader,
): Promise<void> {
  const { config, store, blobs } = options;
  const { bookMaxBytes: maxBytes, bookMaxPages: maxPages } = config;
  const folder = workFolder(config.dataDir);
  const service = new BookService({
    store,
    blobs,
    readSpeech: readSpeech(reader),
    limits: { maxBytes, maxPages },
    folder,
    fetching: { allowPrivate: config.allowPrivateWebhooks, howToAllow },
  });
  await app.register(bookRoutes({ service, store, blobs, maxBytes, folder }));
}

/** The job of books. */
export function bookJobs(
  { config, store, blobs, scheduler, meter }: Pick<AppOptions, 'config' | 'store' | 'blobs' | 'scheduler' | 'meter'>,
  reader: SpeechRequestReader,
): JobKinds {
  const meterOf = (account: { readonly organizationId: string; readonly keyId: string }) =>
    speechMeter(meter, account, false);
  const folder = workFolder(config.dataDir);
  return { [bookJobKind]: bookJob({ store, blobs, scheduler, readSpeech: readSpeech(reader), meterOf, folder }) };
}
