/** The voice changer: a recording in, the same words, times and melody in another voice out. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { encodedAudio, type EncodedPiece } from '../../audio/encoded-audio.ts';
import { contentType } from '../../audio/formats.ts';
import { changedRate } from '../../audio/voice-change/index.ts';
import type { SpeechScheduler } from '../../engines/scheduling/scheduler.ts';
import {
  acceptUploads,
  baseUrl,
  errorEvent,
  errorResponses,
  keptBytes,
  readUpload,
  responseStream,
  toServiceError,
  untilClientLeaves,
  uploadBody,
  type BodyPiece,
} from '../../http/index.ts';
import { changeableClip } from '../../speech/recordings/changeable-clip.ts';
import { TargetVoices } from '../../speech/recordings/target-voices.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import type { UsageCounter } from '../../usage/meter.ts';
import { notesOn } from '../../voices/clip-analysis.ts';
import { changeFields, type ChangeFields } from './schema.ts';

export interface VoiceChangerOptions {
  readonly scheduler: SpeechScheduler;
  /** The voice that is to be heard, and the format. @throws {ServiceError} */
  readonly readTarget: (fields: ChangeFields, request: FastifyRequest) => Promise<SpeechSettings>;
  /** Counts seconds. */
  readonly usage: UsageCounter;
  readonly limits: {
    /** Largest clip. */
    readonly maxClipBytes: number;
    /** Longest clip. */
    readonly maxClipSeconds: number;
  };
  readonly publicUrl?: string | undefined;
}

/** Tells what makes the result worse than it could be; left out where nothing does. */
const notesHeader = 'sonorant-clip-notes';
const statuses = [400, 401, 403, 404, 413, 415, 429, 500, 503] as const;
const about =
  'The words, their times and the melody of the clip stay; pitch and loudness become those of the voice, formants come half of the way to its own and the long-term spectrum four fifths. Nothing is spoken anew: accent, rate and breath stay those of the speaker, and so does noise. Background music, several speakers and whispering are not for it.';

/** `POST /voice-changer/bytes` and `POST /voice-changer/sse`. */
export function voiceChangerRoutes(options: VoiceChangerOptions): FastifyPluginCallbackZod {
  const targets = new TargetVoices(options.scheduler);
  const { maxClipBytes, maxClipSeconds } = options.limits;
  const common = {
    tags: ['Voice conversion'],
    consumes: ['multipart/form-data'],
    body: uploadBody(
      'clip',
      `The recording, at most ${maxClipBytes} bytes and ${maxClipSeconds} s: flac, mp3, mpeg, mpga, oga, ogg, wav or webm.`,
      changeFields,
    ),
  };
  const config = { concurrencyLimit: 'contexts', activity: 'voice_changer' } as const;
  return (app, _options, done) => {
    acceptUploads(app);
    app.post(
      '/voice-changer/bytes',
      {
        config,
        schema: {
          ...common,
          summary: 'Another voice for a clip',
          description: about,
          response: {
            200: contentOf('audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/pcm'),
            ...errorResponses(...statuses),
          },
        },
      },
      async (request, reply) => {
        const { audio, settings, onClose } = await begin(request, reply, options, targets);
        const body = responseStream(request, reply, audio, { transport: 'voice_changer', onClose });
        return reply.type(contentType(settings.format)).send(body);
      },
    );
    app.post(
      '/voice-changer/sse',
      {
        config,
        schema: {
          ...common,
          summary: 'Another voice for a clip, as events',
          description: `${about} Events \`chunk\` with audio in base64, then \`done\` or \`error\`.`,
          response: { 200: contentOf('text/event-stream'), ...errorResponses(...statuses) },
        },
      },
      async (request, reply) => {
        const { audio, settings, onClose } = await begin(request, reply, options, targets);
        const { sampleRate } = settings.format;
        void reply.header('cache-control', 'no-cache').header('x-accel-buffering', 'no');
        const body = responseStream(request, reply, eventsOf(audio, sampleRate), {
          transport: 'voice_changer',
          errorEvent: (error) => failed(error, request, options),
          onClose,
        });
        return reply.type('text/event-stream').send(body);
      },
    );
    done();
  };
}

function contentOf(...types: readonly string[]) {
  const content = Object.fromEntries(types.map((type) => [type, { schema: z.any() }]));
  return { description: 'The audio, streamed while it is made, as long as the clip.', content };
}

/** What answers a request once the clip is judged and its first audio is there. */
async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  options: VoiceChangerOptions,
  targets: TargetVoices,
) {
  const { limits, usage } = options;
  const { fields, kept: bytes } = await readUpload(request, {
    file: 'clip',
    maxBytes: limits.maxClipBytes,
    fields: changeFields,
    keep: (content) => keptBytes(content, limits.maxClipBytes),
    discard: () => Promise.resolve(),
  });
  const settings = await options.readTarget(fields, request);
  request.activityVoice = settings.voiceId;
  // A voice that is changed into for the first time speaks a sample, before the clip takes one of the few threads.
  const target = await targets.of(settings);
  const { clip, encoded, audio } = await untilClientLeaves(reply, async (signal) => {
    const opened = await changeableClip(bytes, { field: 'clip', maxSeconds: limits.maxClipSeconds, signal });
    const onLeave = (): void => void opened.close();
    signal.addEventListener('abort', onLeave, { once: true });
    const known = { inputRate: changedRate, samples: opened.samples };
    const encoded = encodedAudio(opened.changed(target), settings.format, known);
    try {
      return { clip: opened, encoded, audio: await begun(encoded) };
    } catch (error) {
      await opened.close();
      signal.throwIfAborted();
      throw error;
    }
  });
  const { measures } = clip;
  const notes = notesOn(measures);
  if (notes.length > 0) void reply.header(notesHeader, notes.join(', '));
  const { organizationId, keyId } = request.principal;
  const credits = Math.ceil(measures.seconds);
  const by = { organizationId, apiKeyId: keyId, capability: 'voice_changer', voiceId: settings.voiceId } as const;
  usage.add({ ...by, credits });
  usage.activity?.audio(by, measures.seconds);
  const onClose = (): void => {
    void clip.close();
    // Of a body that was never read, nothing else ends the encoder.
    encoded.return().catch(() => undefined);
  };
  return { audio, settings, onClose };
}

/** The same pieces, once the first one is there: what fails until then is an ordinary error. */
async function begun<T>(pieces: AsyncGenerator<T, void, void>): Promise<AsyncGenerator<T, void, void>> {
  const first = await pieces.next();
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* pieces;
    } finally {
      await pieces.return();
    }
  })();
}

async function* eventsOf(
  audio: AsyncIterable<EncodedPiece>,
  sampleRate: number,
): AsyncGenerator<BodyPiece, void, void> {
  let last = performance.now();
  for await (const { bytes, seconds } of audio) {
    const now = performance.now();
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    const timing = { sample_rate: sampleRate, step_time: Math.round((now - last) * 1000) / 1000 };
    yield { bytes: frame({ type: 'chunk', status_code: 206, done: false, data, ...timing }), seconds };
    last = now;
  }
  yield { bytes: frame({ type: 'done', status_code: 200, done: true }), seconds: 0 };
}

/** The last event of an answer that fails behind its first one. */
function failed(error: unknown, request: FastifyRequest, { publicUrl }: VoiceChangerOptions): string {
  const { status, code } = toServiceError(error);
  if (status >= 500) request.log.error({ err: error, error_code: code }, 'a clip could not be changed to its end');
  return frame({ ...errorEvent(error, { requestId: request.id, baseUrl: baseUrl(request, publicUrl) }) });
}

function frame(event: { readonly type: string; readonly [member: string]: unknown }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
