/** One text spoken into the response of an HTTP request, whatever the route. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SpeechContext } from '../../speech/context.ts';
import type { ContextOptions } from '../../speech/context-options.ts';
import { credentialOf } from '../../http/index.ts';
import { EventStream, type EventEncoder, type EventStreamOptions } from './event-stream.ts';
import { logFault, speechObserver, type SpeechTransport } from './observer.ts';
import type { SpeechRouteOptions } from './options.ts';

export interface SpeechResponseOptions extends Pick<ContextOptions, 'settings' | 'generationConfig' | 'meter'> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: Pick<SpeechRouteOptions, 'scheduler' | 'limits' | 'metrics'>;
  readonly transport: Exclude<SpeechTransport, 'websocket'>;
  readonly transcript: string;
  readonly encode: EventEncoder;
  /** Where the body is to be held until its end, as {@link EventStreamOptions.finish}. */
  readonly finish?: EventStreamOptions['finish'];
  /** The client's name for the context, for the log. */
  readonly contextId?: string | undefined;
}

/**
 * Resolves with the stream to answer with when the first audio is there, or all of it where the body is held, so that what fails until then is an ordinary error.
 * The stream is among the connections that a stopping server drains until its response has ended.
 * @throws {ServiceError} of the context; `unavailable` when the client has left, which no answer tells any more
 */
export async function startSpeech(options: SpeechResponseOptions): Promise<EventStream> {
  const { request, reply, deps, settings, generationConfig, meter, transport, contextId } = options;
  const { scheduler, limits, metrics } = deps;
  const { connections, connectionEnds } = request.server;
  const audio = new EventStream({
    open: (onEvent) =>
      new SpeechContext({
        scheduler,
        settings,
        generationConfig,
        onEvent,
        meter,
        observer: speechObserver(metrics, transport, request.log),
        maxCharacters: limits.maxCharacters,
      }),
    encode: options.encode,
    finish: options.finish,
    errorsAreEvents: transport === 'sse',
    response: reply.raw,
    limits,
    onFault: (error) => {
      request.errorCode = error.code;
      logFault(request.log, error, contextId);
    },
    onServerEnd: (reason) => connectionEnds.ofRequest(request, transport, reason),
    onClose: (stream) => connections.delete(stream),
  });
  // The client may have left while its voice was looked up: then the stream has closed already.
  if (!audio.destroyed) {
    connections.add(audio, credentialOf(request));
    audio.speak(options.transcript);
  }
  await audio.started;
  if (audio.length !== undefined) void reply.header('content-length', audio.length);
  return audio;
}
