/** One WebSocket with many contexts. */
import {
  SpeechContext,
  type ContextCarrier,
  type ContextCarrierOptions,
  type ContextInput,
  type ContextOptions,
} from './context.ts';
import { completeFormat } from './audio.ts';
import { readMessage } from './decoder.ts';
import { ConnectionError, errorOfEvent, type SonorantError } from './errors.ts';
import type { Http } from './http.ts';
import { withRetries } from './http-speech.ts';
import type { EventSource, SpeechRequest } from './speech.ts';
import {
  openState,
  openWebSocket,
  speechRoute,
  type OpenOptions,
  type SocketEvent,
  type WebSocketLike,
} from './websocket.ts';

/** A message as it is on the wire. */
export interface RawMessage {
  readonly direction: 'sent' | 'received';
  /** JSON. */
  readonly data: string;
  /** On the clock of `performance.now()`. */
  readonly time: number;
}

/** How a socket ended. */
export interface SocketClose {
  /** 1000 as asked for, 1006 when it was lost. */
  readonly code: number;
  readonly reason: string;
}

export interface SocketListeners {
  message: (message: RawMessage) => void;
  /** An error that belongs to no open context. */
  error: (error: SonorantError) => void;
  close: (close: SocketClose) => void;
}

type ListenerSets = { readonly [Type in keyof SocketListeners]: Set<SocketListeners[Type]> };

export class SpeechSocket {
  readonly #socket: WebSocketLike;
  readonly #options: ContextCarrierOptions;
  readonly #contexts = new Map<string, ContextInput>();
  readonly #listeners: ListenerSets = { message: new Set(), error: new Set(), close: new Set() };
  /** Resolves when the socket is closed, by whichever side. */
  readonly closed: Promise<SocketClose>;

  /** @internal */
  constructor(socket: WebSocketLike, options: ContextCarrierOptions, readsOnDemand: boolean) {
    this.#socket = socket;
    const canPause = typeof socket.pause === 'function' && typeof socket.resume === 'function';
    const hold = (isFull: boolean): void => (isFull ? socket.pause?.() : socket.resume?.());
    this.#options = { ...options, hold: readsOnDemand && canPause ? hold : undefined };
    socket.addEventListener('message', (event) => this.#receive(event));
    this.closed = new Promise((resolve) => {
      socket.addEventListener('close', ({ code = 1006, reason = '' }) => {
        this.#close({ code, reason });
        resolve({ code, reason });
      });
    });
  }

  /** Whether it takes messages. */
  get isOpen(): boolean {
    return this.#socket.readyState === openState;
  }

  /** Contexts that have text and have not ended. */
  get contexts(): number {
    return this.#contexts.size;
  }

  /** An utterance to be given its text by {@link SpeechContext.send}. A socket holds 50 at a time unless its server is set otherwise. */
  context(options: ContextOptions = {}, { signal }: { readonly signal?: AbortSignal | undefined } = {}): SpeechContext {
    const carrier: ContextCarrier = {
      options: this.#options,
      send: (message) => this.#send(message),
      follow: (id, context) => void this.#contexts.set(id, context),
      forget: (id) => void this.#contexts.delete(id),
    };
    return new SpeechContext(carrier, options, signal);
  }

  /** @returns takes the listener off again */
  on<Type extends keyof SocketListeners>(type: Type, listener: SocketListeners[Type]): () => void {
    this.#listeners[type].add(listener);
    return () => void this.#listeners[type].delete(listener);
  }

  /** Contexts that have not ended are told that the connection is gone. */
  close(): void {
    this.#options.hold?.(false);
    this.#socket.close(1000);
  }

  #send(message: object): void {
    if (!this.isOpen) throw new ConnectionError('The WebSocket is closed.');
    const data = JSON.stringify(message);
    this.#emit('message', { direction: 'sent', data, time: performance.now() });
    this.#socket.send(data);
  }

  #receive({ data }: SocketEvent): void {
    if (typeof data !== 'string') return;
    this.#emit('message', { direction: 'received', data, time: performance.now() });
    const message = readMessage(data);
    if (message === undefined) return;
    const { context_id: id } = message;
    const context = id === undefined ? undefined : this.#contexts.get(id);
    if (context !== undefined && !(message.type === 'error' && !message.done)) return context.receive(message);
    if (message.type === 'error') this.#emit('error', errorOfEvent(message));
  }

  #close({ code, reason }: SocketClose): void {
    const contexts = [...this.#contexts.values()];
    this.#contexts.clear();
    const why = reason === '' ? '' : `: ${reason}`;
    for (const context of contexts) {
      context.lost(new ConnectionError(`The WebSocket was closed (${code})${why}`, { closeCode: code }));
    }
    this.#emit('close', { code, reason });
  }

  #emit<Type extends keyof SocketListeners>(type: Type, value: Parameters<SocketListeners[Type]>[0]): void {
    for (const listener of [...this.#listeners[type]] as ((value: Parameters<SocketListeners[Type]>[0]) => void)[]) {
      listener(value);
    }
  }
}

/** One utterance on a WebSocket of its own. */
export function websocketSource(
  http: Http,
  request: SpeechRequest,
  open: Omit<OpenOptions, 'signal'>,
  options: ContextCarrierOptions,
): EventSource {
  const { text, ...speech } = request;
  const format = completeFormat(request.format);
  return withRetries(async function* attempt(signal) {
    const socket = await openWebSocket(http, speechRoute, { ...open, signal });
    const connection = new SpeechSocket(socket, { ...options, retries: 0 }, true);
    try {
      const context = connection.context({ ...speech, format }, { signal });
      context.end(text);
      yield* context;
    } finally {
      connection.close();
    }
  }, options.retries);
}
