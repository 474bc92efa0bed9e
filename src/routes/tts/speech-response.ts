/** One text spoken into the response of an HTTP request, whatever the route. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SpeechContext } from '../../speech/context.ts';
import type { SpeechContextOptions, Push } from '../../speech/context-options.ts';
import { credentialOf } from '../../http/index.ts';
import { EventStream, type EventEncoder, type EventStreamOptions } from './event-stream.ts';
import { logFault, speechObserver, type SpeechTransport } from './observer.ts';
import type { SpeechRouteOptions } from './options.ts';

/** What is spoken, and how it goes out. */
export interface SpeechResponse
  extends
    Pick<SpeechContextOptions, 'settings' | 'cast' | 'generationConfig' | 'meter'>,
    Pick<EventStreamOptions, 'encode' | 'finish'> {
  readonly transport: Exclude<SpeechTransport, 'websocket'>;
  /** The whole text; the last of them ends it. */
  readonly pieces: readonly Push[];
  /** The client's name for the context, for the log. */
  readonly contextId?: string | undefined;
}

/** The bytes of an event where the body is the audio itself. */
export const audioOf: EventEncoder = (event) => (event.type === 'chunk' ? event.data : undefined);

/**
 * Resolves with the stream to answer with when the first audio is there, or all of it where the body is held, so that what fails until then is an ordinary error.
 * The stream is among the connections that a stopping server drains until its response has ended.
 * @throws {ServiceError} of the context; `unavailable` when the client has left, which no answer tells any more
 */
export async function startSpeech(
  request: FastifyRequest,
  reply: FastifyReply,
  { scheduler, limits, metrics }: Pick<SpeechRouteOptions, 'scheduler' | 'limits' | 'metrics'>,
  { transport, pieces, contextId, encode, finish, ...speech }: SpeechResponse,
): Promise<EventStream> {
  const { connections, connectionEnds } = request.server;
  request.activityVoice = speech.settings.voiceId;
  const audio = new EventStream({
    open: (onEvent) =>
      new SpeechContext({
        ...speech,
        scheduler,
        onEvent,
        observer: speechObserver(metrics, transport, request.log),
        maxCharacters: limits.maxCharacters,
      }),
    encode,
    finish,
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
    audio.speak(pieces);
  }
  await audio.started;
  if (audio.length !== undefined) void reply.header('content-length', audio.length);
  return audio;
}
