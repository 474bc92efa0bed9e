/** The two ways to listen: in turns, and to all that is said. */
import { errorOfEvent, type SonorantError } from './errors.ts';
import { Listening, type ListenCarrier, type ListenOptions, type WireMessage } from './listening.ts';
import type { Word } from './speech.ts';

/** When a turn starts and ends: estimates that the speaker goes on, 0 to 1. */
export interface TurnThresholds {
  /** 0.5–0.9, default 0.8. */
  readonly startThreshold?: number | undefined;
  /** 0.3–0.8, default 0.4. */
  readonly eagerEndThreshold?: number | undefined;
  /** 0.05–0.5, default 0.2; lower is more patient. */
  readonly endThreshold?: number | undefined;
  /** Longest patience, 640–11,200 ms. Default 5600. */
  readonly endTimeoutMs?: number | undefined;
}

/** What the server did not understand; the connection goes on. What ends it is thrown. */
export interface ListenErrorEvent {
  readonly type: 'error';
  readonly error: SonorantError;
}

/**
 * In order: `connected`; then for each turn `turn.start`, updates, `turn.eager_end` (it may have ended: an answer can be prepared) with
 * `turn.resume` (it goes on) before anything but `turn.end`.
 */
export type TurnEvent =
  | { readonly type: 'connected'; readonly requestId: string }
  | { readonly type: 'turn.start' | 'turn.resume' }
  /** The text of the turn so far; an update begins with the one before, the end is final. */
  | { readonly type: 'turn.update' | 'turn.eager_end' | 'turn.end'; readonly transcript: string }
  | ListenErrorEvent;

/** A piece of what was said. Final texts joined as they are give the whole: later ones begin with their space. */
export interface TranscriptEvent {
  readonly type: 'transcript';
  readonly text: string;
  /** One that is not is what came since the last final one, and is replaced by the next. */
  readonly isFinal: boolean;
  /** Of final ones, where it is known: ISO 639-1. */
  readonly language: string | undefined;
  /** Seconds of audio that were heard so far. */
  readonly duration: number;
  /** Of final ones, where the recognizer knows the times; in seconds from the first sample. */
  readonly words: readonly Word[] | undefined;
}

export type TranscriptionEvent = TranscriptEvent | { readonly type: 'flush_done' } | ListenErrorEvent;

function errorEvent(message: WireMessage): ListenErrorEvent {
  return { type: 'error', error: errorOfEvent(message) };
}

function turnEvent(message: WireMessage): TurnEvent | undefined {
  const { type, request_id: requestId = '', transcript = '' } = message;
  switch (type) {
    case 'error':
      return errorEvent(message);
    case 'connected':
      return { type, requestId };
    case 'turn.start':
    case 'turn.resume':
      return { type };
    case 'turn.update':
    case 'turn.eager_end':
    case 'turn.end':
      return { type, transcript };
    default:
      return undefined;
  }
}

/** Speech in turns: what {@link Sonorant.listen} gives. */
export class Turns extends Listening<TurnEvent> {
  /** @internal */
  constructor(options: ListenOptions, thresholds: TurnThresholds | undefined, carrier: ListenCarrier) {
    const protocol = { path: '/stt/turns/websocket', close: '{"type":"close"}', read: turnEvent };
    super(protocol, options, carrier);
    if (thresholds !== undefined) this.configure(thresholds);
  }

  /** Changes when turns end from here on. The server answers thresholds that do not go together with an event `error`. */
  configure(thresholds: TurnThresholds): void {
    const { startThreshold, eagerEndThreshold, endThreshold, endTimeoutMs } = thresholds;
    const turn = {
      start_threshold: startThreshold,
      eager_end_threshold: eagerEndThreshold,
      end_threshold: endThreshold,
      end_timeout_ms: endTimeoutMs,
    };
    this.post(JSON.stringify({ type: 'config', turn }));
  }
}

function transcriptionEvent(message: WireMessage): TranscriptionEvent | undefined {
  const { type, text = '', is_final: isFinal = false, language, duration = 0, words } = message;
  if (type === 'error') return errorEvent(message);
  if (type === 'flush_done') return { type };
  return type === 'transcript' ? { type, text, isFinal, language, duration, words } : undefined;
}

/** Speech without turns: what {@link Sonorant.transcribeStream} gives. */
export class LiveTranscription extends Listening<TranscriptionEvent> {
  /** @internal */
  constructor(options: ListenOptions, carrier: ListenCarrier) {
    super({ path: '/stt/websocket', close: 'close', read: transcriptionEvent }, options, carrier);
  }

  /** Makes final what was said so far; an event `flush_done` answers. */
  finalize(): void {
    this.post('finalize');
  }
}
