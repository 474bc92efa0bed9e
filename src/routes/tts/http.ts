/** `POST /tts/bytes` and `POST /tts/sse`: one transcript in, one stream of audio out. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { contentType } from '../../audio/formats.ts';
import { asServiceError, invalidField, ServiceError } from '../../errors/service-error.ts';
import { baseUrl, errorResponses, type App } from '../../http/index.ts';
import { bytesBodySchema, sseBodySchema, type SpeechBody } from './schema.ts';
import type { SpeechRouteOptions } from './options.ts';
import type { EventEncoder } from './event-stream.ts';
import { finishOf } from './known-length.ts';
import { logFault, speechMeter } from './observer.ts';
import { unusedMembers } from './output-format.ts';
import { SavedSpeech } from './saving.ts';
import { readSpokenText, type SpokenText } from './spoken-text.ts';
import { audioOf, startSpeech } from './speech-response.ts';
import { wireEvent } from './wire.ts';
import type { Principal } from '../../store/index.ts';

const refusals = errorResponses(400, 401, 402, 403, 404, 413, 415, 429, 500, 501, 503);
/** Bodies that are no JSON. */
function ofTypes(...types: readonly string[]): Readonly<Record<string, { readonly schema: z.ZodType }>> {
  return Object.fromEntries(types.map((type) => [type, { schema: z.any() }]));
}

const config = { auth: 'tts', concurrencyLimit: 'contexts', activity: 'tts', spendsBudget: true } as const;

export function addHttpSpeech(app: App, options: SpeechRouteOptions): void {
  const { maxCharacters } = options.limits;
  const bytes = {
    summary: 'Speech as one streamed body',
    tags: ['Speech'],
    body: bytesBodySchema(maxCharacters),
    response: {
      200: {
        description:
          'The audio, streamed while it is made: one container for the whole body. A text of at most 100 characters that an embedded engine speaks comes in one piece that carries its length (WAV, FLAC, MP3).',
        content: ofTypes('audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/pcm'),
      },
      ...refusals,
    },
  };
  app.post('/tts/bytes', { config, schema: bytes }, (request, reply) =>
    speakBytes(request, reply, request.body, options),
  );

  const sse = {
    summary: 'Speech as server-sent events',
    tags: ['Speech'],
    body: sseBodySchema(maxCharacters),
    response: {
      200: {
        description:
          'Events `chunk`, `timestamps`, `phoneme_timestamps`, then `done` or `error`, as /docs/websocket shows them; audio is base64.',
        content: ofTypes('text/event-stream'),
      },
      ...refusals,
    },
  };
  app.post('/tts/sse', { config, schema: sse }, (request, reply) => speakEvents(request, reply, request.body, options));
}

/** Whether the audio may be kept as a file. */
function mayKeep(principal: Principal): boolean {
  if (principal.kind === 'session') return principal.permissions.includes('files');
  return principal.kind === 'api' && principal.origins === undefined;
}

async function speakBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechBody,
  options: SpeechRouteOptions,
): Promise<FastifyReply> {
  if (body.save === true && !mayKeep(request.principal)) {
    throw new ServiceError(
      'forbidden',
      'save: keeping the audio as a file needs an API key; access tokens and keys of web pages only speak.',
    );
  }
  const spoken = await resolve(request, body, options);
  const { settings } = spoken;
  if (body.save === true) await requireSaving(options);
  const [finish] = finishesOf(body, spoken);
  const audio = await startSpeech(request, reply, options, {
    ...spoken,
    ...tracked(request, body, options),
    transport: 'bytes',
    encode: audioOf,
    finish,
  });
  void reply.type(contentType(settings.format));
  if (body.save !== true) return reply.send(audio);
  const saved = new SavedSpeech(options.saving, {
    organizationId: request.principal.organizationId,
    requestId: request.id,
    format: settings.format,
    isFinished: finish !== undefined,
    seconds: () => audio.seconds,
    onFault: (error) => logFault(request.log, asServiceError(error), undefined),
  });
  return reply.header('cartesia-file-id', saved.fileId).send(audio.through(saved));
}

/** Speech that is to be kept is refused before it begins: later, only a broken answer could tell that it is not. */
async function requireSaving({ saving }: SpeechRouteOptions): Promise<void> {
  const missing = (await saving.missing?.()) ?? [];
  if (missing.length === 0) return;
  throw new ServiceError('unavailable', `save: the audio cannot be kept now: ${missing.join(', ')}.`, {
    retryAfterSeconds: 5,
  });
}

async function speakEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechBody,
  options: SpeechRouteOptions,
): Promise<FastifyReply> {
  const spoken = await resolve(request, body, options);
  const wire = {
    contextId: body.context_id ?? undefined,
    requestId: request.id,
    baseUrl: baseUrl(request, options.publicUrl),
    withFlushId: false,
  };
  const encode: EventEncoder = (event) => `event: ${event.type}\ndata: ${wireEvent(event, wire)}\n\n`;
  void reply.header('cache-control', 'no-cache').header('x-accel-buffering', 'no');
  const audio = await startSpeech(request, reply, options, {
    ...spoken,
    ...tracked(request, body, options),
    transport: 'sse',
    encode,
  });
  return reply.type('text/event-stream').send(audio);
}

function resolve(request: FastifyRequest, body: SpeechBody, options: SpeechRouteOptions): Promise<SpokenText> {
  if (body.transcript.trim() === '') {
    throw invalidField('transcript', 'nothing but white space; give some text to speak');
  }
  request.ignoredFields = [...(request.ignoredFields ?? []), ...unusedMembers(body.output_format)];
  const caller = { organizationId: request.principal.organizationId, version: request.apiVersion };
  return readSpokenText(body, options.reader, caller, options.limits.maxSpeakers);
}

/** How the answer is finished, where it is held until its end; nothing where the engine of one speaker takes its time. */
function finishesOf({ transcript }: SpeechBody, { settings, cast = [settings] }: SpokenText) {
  const finishes = cast.map((each) => finishOf(transcript, each));
  return finishes.includes(undefined) ? [] : finishes;
}

/** Who pays, and the client's name for the context. */
function tracked(request: FastifyRequest, body: SpeechBody, { usage }: SpeechRouteOptions) {
  return { meter: speechMeter(usage, request.principal), contextId: body.context_id ?? undefined };
}
