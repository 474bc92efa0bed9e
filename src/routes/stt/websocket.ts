/** `GET /stt/websocket` and `/stt/turns/websocket`: text of speech while it is spoken. */
import { z } from 'zod';
import {
  audioFrameBytes,
  baseUrl,
  errorEvent,
  errorResponses,
  serveSocket,
  type App,
  type ConnectionLimits,
  type SocketControl,
  type SocketOptions,
  type SocketProtocol,
  type SocketSend,
  type UpgradedRequest,
} from '../../http/index.ts';
import { ManualRecognition, type ManualEvent } from './manual-recognition.ts';
import { logFallback, type SttRouteOptions } from './options.ts';
import type { SocketHearingOptions } from './socket-hearing.ts';
import { manualSocketQuery, turnSocketQuery, type socketQuery } from './schema.ts';
import { thresholdProblem, thresholdsOf, TurnRecognition, type TurnEvent } from './turn-recognition.ts';
import { turnOptions, TurnOptionsError } from '../../turns/options.ts';

type Query = z.output<typeof socketQuery>;
type ManualQuery = z.output<typeof manualSocketQuery>;
type TurnQuery = z.output<typeof turnSocketQuery>;

/** A socket that hears takes longer frames than one of texts. */
function limitsOf({ socketLimits, idleMs = 180_000 }: SttRouteOptions): ConnectionLimits {
  const { maxMessageBytes = audioFrameBytes } = socketLimits;
  return { ...socketLimits, idleMs, maxMessageBytes: Math.max(audioFrameBytes, maxMessageBytes) };
}

/** What is asked of every request for a socket that hears. */
function configOf({ pool }: SttRouteOptions) {
  return {
    auth: 'stt',
    concurrencyLimit: 'recognitions',
    activity: 'stt',
    requireAvailable: () => pool.require(),
  } as const;
}

const response = {
  101: z.null().describe('The connection is a WebSocket from here on.'),
  ...errorResponses(400, 401, 403, 426, 429, 503),
};

/** The client says when it is done. */
export function addManualSocket(app: App, options: SttRouteOptions): void {
  const { pool } = options;
  const route: SocketOptions = {
    transport: 'stt',
    limits: limitsOf(options),
    open: (send, control, request) => openRecognition(request, options, send, control),
  };
  app.get(
    '/stt/websocket',
    {
      websocket: true,
      config: configOf(options),
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
        response,
      },
    },
    (socket, request) => serveSocket(socket, request, route),
  );
}

/** The server finds out when a turn ends. */
export function addTurnSocket(app: App, options: SttRouteOptions): void {
  const { pool } = options;
  const route: SocketOptions = {
    transport: 'stt',
    limits: limitsOf(options),
    open: (send, control, request) => openTurns(request, options, send, control),
  };
  app.get(
    '/stt/turns/websocket',
    {
      websocket: true,
      config: configOf(options),
      preHandler: (request, _reply, done) => {
        chosen(request.query, pool);
        turnsOf(request.query, options);
        done();
      },
      schema: {
        tags: ['Speech recognition'],
        summary: 'Transcribe speech in turns',
        description:
          'Binary frames are samples; text frames are JSON: `{"type":"config","turn":{…}}` with thresholds, and `{"type":"close"}`, which ends what was begun and closes the socket. Events are `connected`, `turn.start`, `turn.update`, `turn.eager_end`, `turn.resume`, `turn.end` and `error`; all but the first, `turn.start` and `turn.resume` carry the `transcript` of the turn.',
        querystring: turnSocketQuery,
        response,
      },
    },
    (socket, request) => serveSocket(socket, request, route),
  );
}

/** @throws {ServiceError} for thresholds that do not go together */
function turnsOf(query: TurnQuery, { patience, pool }: SttRouteOptions) {
  try {
    return turnOptions({
      ...patience,
      ...thresholdsOf({
        start_threshold: query.turn_start_threshold,
        eager_end_threshold: query.turn_eager_end_threshold,
        end_threshold: query.turn_end_threshold,
        end_timeout_ms: query.turn_end_timeout_ms,
      }),
      language: chosen(query, pool).language ?? 'en',
    });
  } catch (error) {
    throw error instanceof TurnOptionsError ? thresholdProblem(error) : error;
  }
}

/** `ink-whisper` and recognizers by name find the language out where they can. */
function chosen({ model, language }: Query, pool: SttRouteOptions['pool']): ReturnType<typeof pool.choose> {
  const isFound = model !== undefined && model !== 'ink-2';
  return pool.choose({ model, language: language ?? (isFound ? undefined : 'en') });
}

function openRecognition(
  request: UpgradedRequest,
  options: SttRouteOptions,
  send: SocketSend,
  control: SocketControl,
): SocketProtocol {
  const { min_volume: minVolume = 0, max_silence_duration_secs: silence } = request.query as ManualQuery;
  const { hearing, ...common } = commonOptions(request, options, control);
  const pieces = {
    ...(silence !== undefined && { pauseMs: 1000 * silence }),
    ...(minVolume > 0 && { activity: { quietest: 20 * Math.log10(minVolume) } }),
  };
  const write = writer(request, options, send);
  return new ManualRecognition({ ...common, hearing: { ...hearing, pieces }, send: write });
}

function openTurns(
  request: UpgradedRequest,
  options: SttRouteOptions,
  send: SocketSend,
  control: SocketControl,
): SocketProtocol {
  const turns = turnsOf(request.query as TurnQuery, options);
  return new TurnRecognition({
    ...commonOptions(request, options, control),
    turns,
    send: writer(request, options, send),
  });
}

function commonOptions(
  request: UpgradedRequest,
  { pool, usage, metrics }: SttRouteOptions,
  control: SocketControl,
): Omit<SocketHearingOptions, 'onError'> {
  const query = request.query as Query;
  const { encoding, sample_rate: sampleRate, keyterm: phrases } = query;
  const { recognizers, language } = chosen(query, pool);
  const { organizationId, keyId: apiKeyId } = request.principal;
  const [{ id: modelId }] = recognizers as [(typeof recognizers)[number]];
  return {
    encoding,
    sampleRate,
    hearing: { recognizers, language, phrases, onFallback: logFallback(request.log, metrics) },
    control,
    onSeconds(credits) {
      metrics.seconds.inc({ transport: 'websocket', recognizer: modelId }, credits);
      usage.add({ organizationId, apiKeyId, capability: 'stt', modelId, credits });
    },
  };
}

/** Puts events onto the wire, and faults of the server into the log. */
function writer(
  request: UpgradedRequest,
  { publicUrl }: SttRouteOptions,
  send: SocketSend,
): (event: ManualEvent | TurnEvent) => void {
  const to = { requestId: request.id, baseUrl: baseUrl(request, publicUrl) };
  return (event) => {
    if (event.type === 'error' && event.error.status >= 500) {
      request.log.error({ err: event.error.cause ?? event.error, error_code: event.error.code }, 'hearing failed');
    }
    send(JSON.stringify(wireEvent(event, to)));
  };
}

function wireEvent(
  event: ManualEvent | TurnEvent,
  to: { readonly requestId: string; readonly baseUrl: string },
): object {
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
    case 'error':
      return errorEvent(event.error, { ...to, done: event.error.status >= 500 });
    default:
      return { type: event.type, request_id, ...('transcript' in event && { transcript: event.transcript }) };
  }
}
