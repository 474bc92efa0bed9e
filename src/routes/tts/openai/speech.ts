/** `POST /v1/audio/speech`: `/tts/bytes` and `/tts/sse` as OpenAI's clients know them (docs/rules.md#openai-speech). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { contentType } from '../../../audio/formats.ts';
import { invalidField } from '../../../errors/service-error.ts';
import { newestVersion, openAiErrorBody, openAiErrorResponses, type App } from '../../../http/index.ts';
import { nearestSpeed } from '../../../speech/request.ts';
import type { SpeechSettings } from '../../../speech/settings.ts';
import type { EventEncoder } from '../event-stream.ts';
import { finishOf } from '../known-length.ts';
import { speechMeter } from '../observer.ts';
import { audioOf, startSpeech } from '../speech-response.ts';
import { defaultVoiceId, modelOf, openAiModels, voiceAliases } from './aliases.ts';
import { outputFormatOf } from './formats.ts';
import type { OpenAiRouteOptions } from './options.ts';
import { speechBodySchema, type SpeechBody } from './schema.ts';

const anything = { schema: z.any() };

export function addSpeech(app: App, options: OpenAiRouteOptions): void {
  app.post(
    '/v1/audio/speech',
    {
      config: { auth: 'tts', concurrencyLimit: 'contexts', activity: 'tts', spendsBudget: true },
      schema: {
        tags: ['OpenAI'],
        summary: 'Speech as OpenAI’s clients ask for it',
        body: speechBodySchema(options.limits.maxCharacters),
        response: {
          200: {
            description: 'The audio, streamed while it is made, or events with it in base64.',
            content: {
              'audio/mpeg': anything,
              'audio/ogg': anything,
              'audio/flac': anything,
              'audio/wav': anything,
              'audio/pcm': anything,
              'text/event-stream': anything,
            },
          },
          ...openAiErrorResponses(400, 401, 402, 403, 404, 413, 415, 429, 500, 503),
        },
      },
    },
    (request, reply) => speak(request, reply, request.body, options),
  );
}

async function speak(
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechBody,
  options: OpenAiRouteOptions,
): Promise<FastifyReply> {
  if (body.input.trim() === '') throw invalidField('input', 'nothing but white space; give some text to speak');
  const settings = await settingsOf(request, body, options);
  const generationConfig = { speed: nearestSpeed(body.speed ?? 1, settings), volume: 1 };
  const isSse = body.stream_format === 'sse';
  const audio = await startSpeech(request, reply, options, {
    settings,
    generationConfig,
    meter: speechMeter(options.usage, request.principal),
    transport: isSse ? 'sse' : 'bytes',
    pieces: [{ transcript: body.input, continue: false, flush: false }],
    encode: isSse ? asEvents : audioOf,
    finish: isSse ? undefined : finishOf(body.input, settings),
  });
  if (!isSse) return reply.type(contentType(settings.format)).send(audio);
  void reply.header('cache-control', 'no-cache').header('x-accel-buffering', 'no');
  return reply.type('text/event-stream').send(audio);
}

function settingsOf(
  { principal }: FastifyRequest,
  { model, voice, response_format: format }: SpeechBody,
  { reader, voices, source }: OpenAiRouteOptions,
): Promise<SpeechSettings> {
  const wire = {
    model_id: modelOf(model ?? openAiModels[0], source.engines),
    voice: voice ?? defaultVoiceId(voices.catalogue),
    output_format: outputFormatOf(format ?? 'mp3'),
  };
  return reader.read(wire, {
    organizationId: principal.organizationId,
    version: newestVersion,
    voiceAliases: voiceAliases(voices.catalogue),
  });
}

/** Without names: `type` tells them apart. */
const asEvents: EventEncoder = (event) => {
  switch (event.type) {
    case 'chunk': {
      const audio = Buffer.from(event.data.buffer, event.data.byteOffset, event.data.byteLength).toString('base64');
      return `data: {"type":"speech.audio.delta","audio":"${audio}"}\n\n`;
    }
    case 'done': {
      const { characters = 0 } = event.report ?? {};
      return frame({
        type: 'speech.audio.done',
        usage: { input_tokens: characters, output_tokens: 0, total_tokens: characters },
      });
    }
    case 'error':
      return frame({ type: 'error', ...openAiErrorBody(event.error) });
    default:
      return undefined;
  }
};

function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
