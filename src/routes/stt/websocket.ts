/** `GET /stt/websocket`: text of speech while it is spoken; the client says when it is done. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import {
  baseUrl,
  errorEvent,
  errorResponses,
  serveSocket,
  type App,
  type SocketControl,
  type SocketProtocol,
  type SocketSend,
} from '../../http/index.ts';
import { ManualRecognition, type ManualEvent } from './manual-recognition.ts';
import { logFallback, type SttRouteOptions } from './options.ts';
import { manualSocketQuery } from './schema.ts';

/** Without a message for so long a socket that hears is closed. */
const idleMs = 180_000;

type Query = z.output<typeof manualSocketQuery>;

export function addManualSocket(app: App, options: SttRouteOptions): void {
  const { pool, socketLimits } = options;
  app.get(
    '/stt/websocket',
    {
      websocket: true,
      config: { auth: 'stt', concurrencyLimit: 'recognitions', requireAvailable: () => pool.require() },
      // Before the upgrade, so that what is wrong is an answer.
      preHandler: (request, _reply, done) => {
        chosen(request.query, pool);
        done();
      },
      schema: {
        tags: ['Speech recognition'],
        summary: 'Transcribe speech while it is spoken',
        description:
          'Binary frames are samples. The text frame `finalize` makes all that was said final and is answered by `flush_done`; `close` (or `done`) does that, is answered by `done`, and the socket closes. Events are `transcript` with `is_final`, and `error`.',
        querystring: manualSocketQuery,
        response: {
          101: z.null().describe('The connection is a WebSocket from here on.'),
          ...errorResponses(400, 401, 403, 426, 429, 503),
        },
      },
    },
    (socket, request) =>
      serveSocket(socket, request, {
        transport: 'stt',
        limits: { ...socketLimits, idleMs },
        open: (send, control) => openRecognition(request, options, send, control),
      }),
  );
}

/** `ink-whisper` and recognizers by name find the language out where they can. */
function chosen({ model, language }: Query, pool: SttRouteOptions['pool']): ReturnType<typeof pool.choose> {
  const isFound = model !== undefined && model !== 'ink-2';
  return pool.choose({ model, language: language ?? (isFound ? undefined : 'en') });
}

function openRecognition(
  request: FastifyRequest,
  { pool, usage, metrics, publicUrl }: SttRouteOptions,
  send: SocketSend,
  control: SocketControl,
): SocketProtocol {
  const query = request.query as Query;
  const { encoding, sample_rate: sampleRate, keyterm: phrases } = query;
  const { min_volume: minVolume = 0, max_silence_duration_secs: silence } = query;
  const { recognizers, language } = chosen(query, pool);
  const { organizationId, keyId: apiKeyId } = request.principal;
  const [{ id: modelId }] = recognizers as [(typeof recognizers)[number]];
  const to = { requestId: request.id, baseUrl: baseUrl(request, publicUrl) };
  return new ManualRecognition({
    encoding,
    sampleRate,
    hearing: {
      recognizers,
      language,
      phrases,
      onFallback: logFallback(request.log, metrics),
      pieces: {
        ...(silence !== undefined && { pauseMs: 1000 * silence }),
        ...(minVolume > 0 && { activity: { quietest: 20 * Math.log10(minVolume) } }),
      },
    },
    send(event) {
      if (event.type === 'error' && event.error.status >= 500) {
        request.log.error({ err: event.error.cause ?? event.error, error_code: event.error.code }, 'hearing failed');
      }
      send(JSON.stringify(wireEvent(event, to)));
    },
    control,
    onSeconds(credits) {
      metrics.seconds.inc({ transport: 'websocket', recognizer: modelId }, credits);
      usage.add({ organizationId, apiKeyId, capability: 'stt', modelId, credits });
    },
  });
}

function wireEvent(event: ManualEvent, to: { readonly requestId: string; readonly baseUrl: string }): object {
  const { requestId: request_id } = to;
  switch (event.type) {
    case 'transcript': {
      const { isFinal: is_final, text, duration, language, words } = event;
      return {
        type: 'transcript',
        request_id,
        is_final,
        text,
        duration,
        ...(language !== undefined && { language }),
        ...(words !== undefined && { words }),
      };
    }
    case 'error': {
      const isLast = event.error instanceof ServiceError && event.error.status >= 500;
      return errorEvent(event.error, { ...to, done: isLast });
    }
    default:
      return { type: event.type, request_id };
  }
}
