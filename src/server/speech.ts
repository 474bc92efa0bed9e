/** The part of the application that speaks: what resolves a request's voice and settings, and the routes that give audio. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AppOptions, ServerConfig } from './options.ts';
import { formOutputFormat, isLoopback, type ConnectionLimits } from '../http/index.ts';
import { storedDictionaries } from '../routes/tts/dictionaries.ts';
import {
  openAiRoutes,
  previewRoutes,
  similarityRoutes,
  ttsRoutes,
  type SpeechMetrics,
  type SpeechRouteOptions,
} from '../routes/tts/index.ts';
import { speechMeter } from '../routes/tts/observer.ts';
import { SpeechRequestReader } from '../routes/tts/speech-request.ts';
import type { ListedVoice } from '../routes/fine-tunes/index.ts';
import { infillRoutes } from '../routes/infill/index.ts';
import { voiceChangerRoutes } from '../routes/voice-changer/index.ts';
import { voiceRoutes } from '../routes/voices/index.ts';
import { olderVoiceSchema, voiceSchema } from '../routes/voices/schema.ts';
import { listedVoice } from '../routes/voices/wire.ts';
import { ClipLibrary } from '../voices/clip-library.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { defaultModel } from '../voices/models.ts';
import { offlineVoices } from '../voices/offline-voices.ts';
import { VoiceService } from '../voices/voice-service.ts';
import { emitEvent } from '../webhooks/envelope.ts';

export function speechRequestReader(
  { config, scheduler, store, blobs, logger }: Pick<AppOptions, 'config' | 'scheduler' | 'store' | 'blobs' | 'logger'>,
  voices: VoiceLibrary,
): SpeechRequestReader {
  const { offlineMs } = config;
  const dictionaries = storedDictionaries(store.pronunciationDicts, { offlineMs });
  const clips = new ClipLibrary({ blobs, maxSeconds: config.maxClipSeconds });
  return new SpeechRequestReader({
    voices: offlineVoices(voices, { offlineMs }),
    dictionaries,
    clips,
    source: scheduler,
    onClipProblem: (error) => logger?.warn({ err: error }, 'a cloned voice is spoken without its recording'),
  });
}

/** How routes of other families show a voice in a list: as the list of voices does, with nothing added. */
export const voiceInLists: ListedVoice = {
  schema: z.union([voiceSchema, olderVoiceSchema]),
  wire: (voice, to) => listedVoice(voice, { ...to, expand: new Set(), previewUrl: () => null, spokenBy: () => null }),
};

/** Voices and their cloning. */
export async function addVoiceRoutes(
  app: FastifyInstance,
  { config, store, blobs, scheduler: source }: AppOptions,
  voices: VoiceLibrary,
): Promise<void> {
  const clipLimits = { maxSeconds: config.maxClipSeconds };
  const service = new VoiceService({ store, blobs, emitEvent, library: voices, source, clipLimits });
  const limits = { maxClipBytes: config.maxClipBytes };
  await app.register(voiceRoutes({ voices, service, blobs, source, limits, publicUrl: config.publicUrl }));
}

/** Recordings in another voice. */
export async function addVoiceChanger(
  app: FastifyInstance,
  { config, scheduler, meter }: AppOptions,
  reader: SpeechRequestReader,
): Promise<void> {
  const { maxClipBytes, maxClipSeconds, publicUrl } = config;
  await app.register(
    voiceChangerRoutes({
      scheduler,
      readTarget: (fields, { principal: { organizationId }, apiVersion: version }) =>
        reader.read(
          {
            model_id: defaultModel,
            voice: { mode: 'id', id: fields['voice[id]'] },
            output_format: formOutputFormat(fields),
          },
          { organizationId, version },
        ),
      usage: meter,
      limits: { maxClipBytes, maxClipSeconds },
      publicUrl,
    }),
  );
}

/** Speech between recordings. */
export async function addInfill(
  app: FastifyInstance,
  { config, scheduler, meter }: AppOptions,
  reader: SpeechRequestReader,
): Promise<void> {
  const { maxClipBytes, maxClipSeconds } = config;
  await app.register(
    infillRoutes({
      scheduler,
      readSpeech: (fields, output_format, { principal: { organizationId }, apiVersion: version }) => {
        const { model_id, voice_id: id, language } = fields;
        const asked = { model_id, voice: { mode: 'id' as const, id }, language, output_format };
        return reader.read(asked, { organizationId, version });
      },
      meterOf: ({ principal }) => speechMeter(meter, principal),
      limits: { maxClipBytes, maxClipSeconds },
    }),
  );
}

/** Of every WebSocket. */
export function connectionLimits(config: ServerConfig): ConnectionLimits {
  return {
    highWaterMark: config.maxBufferedBytes,
    stallMs: config.stallMs,
    idleMs: config.socketIdleMs,
    ...(config.pingMs !== undefined && { pingMs: config.pingMs }),
    messageRate: config.messageRate,
    messageBurst: config.messageBurst,
    maxMessageBytes: config.maxMessageBytes,
  };
}

/** What the speech routes share with others. */
export interface SpeechRouteParts {
  readonly reader: SpeechRequestReader;
  readonly voices: VoiceLibrary;
  readonly metrics: SpeechMetrics;
}

/** Speech over HTTP and over WebSockets, the samples of voices, and the same in OpenAI's shape. */
export async function addSpeechRoutes(
  app: FastifyInstance,
  { config, store, blobs, scheduler, meter, readiness }: AppOptions,
  { reader, voices, metrics }: SpeechRouteParts,
): Promise<void> {
  const options: SpeechRouteOptions = {
    scheduler,
    reader,
    metrics,
    usage: meter,
    saving: { store, blobs, missing: async () => (await readiness.storage()).missing },
    publicUrl: config.publicUrl,
    limits: {
      maxCharacters: config.maxTranscriptCharacters,
      maxContextsPerSocket: config.maxContextsPerSocket,
      maxSpeakers: config.maxSpeakers,
      ...connectionLimits(config),
      contextExpiryMs: config.contextExpiryMs,
    },
  };
  await app.register(ttsRoutes(options));
  await app.register(previewRoutes(options));
  await app.register(similarityRoutes({ ...options, voices }));
  const publicVoices = config.publicVoices ?? isLoopback(config.host);
  await app.register(openAiRoutes({ ...options, voices, source: scheduler, publicVoices }));
}
