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
import { openWebSocket, speechRoute, type OpenOptions, type OpenSocket } from './websocket.ts';

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
  readonly #socket: OpenSocket;
  readonly #carrier: ContextCarrier;
  /** That have text, by their ids. */
  readonly #contexts = new Map<string, ContextInput>();
  /** That are to be told what happens to the socket. */
  readonly #joined = new Set<ContextInput>();
  /** With more unread than they should; while there is one, the socket is not read. */
  readonly #full = new Set<ContextInput>();
  /** Why it is closed. */
  #loss: ConnectionError | undefined;
  readonly #listeners: ListenerSets = { message: new Set(), error: new Set(), close: new Set() };
  /** Resolves when the socket is closed, by whichever side. */
  readonly closed: Promise<SocketClose>;

  /** @internal */
  constructor(socket: OpenSocket, options: ContextCarrierOptions, readsOnDemand: boolean) {
    this.#socket = socket;
    this.#carrier = {
      options,
      send: (message) => this.#send(message),
      follow: (id, context) => void this.#contexts.set(id, context),
      forget: (id) => void this.#contexts.delete(id),
      join: (context) => {
        if (this.#loss === undefined) this.#joined.add(context);
        else context.lost(this.#loss);
      },
      leave: (context) => void this.#joined.delete(context),
      hold: readsOnDemand && socket.canPause ? (context, isFull) => this.#hold(context, isFull) : undefined,
      isHeld: () => this.#full.size > 0,
    };
    this.closed = new Promise((resolve) => {
      socket.listen({
        message: (data) => this.#receive(data),
        close: (code, reason) => {
          this.#close({ code, reason });
          resolve({ code, reason });
        },
      });
    });
  }

  /** Whether it takes messages. */
  get isOpen(): boolean {
    return this.#socket.isOpen;
  }

  /** Contexts that have text and have not ended. */
  get contexts(): number {
    return this.#contexts.size;
  }

  /** An utterance to be given its text by {@link SpeechContext.send}. A socket holds 50 at a time unless its server is set otherwise. */
  context(options: ContextOptions = {}, { signal }: { readonly signal?: AbortSignal | undefined } = {}): SpeechContext {
    return new SpeechContext(this.#carrier, options, signal);
  }

  /** @returns takes the listener off again */
  on<Type extends keyof SocketListeners>(type: Type, listener: SocketListeners[Type]): () => void {
    this.#listeners[type].add(listener);
    return () => void this.#listeners[type].delete(listener);
  }

  /** Contexts that have not ended are told that the connection is gone. */
  close(): void {
    // The answer to the goodbye is behind what was not read.
    if (this.#carrier.hold !== undefined) this.#socket.resume();
    this.#socket.close(1000);
  }

  /** A context must not let the server go on while another one is full. */
  #hold(context: ContextInput, isFull: boolean): void {
    const wasHeld = this.#carrier.isHeld();
    if (isFull) this.#full.add(context);
    else this.#full.delete(context);
    const isHeld = this.#carrier.isHeld();
    if (isHeld === wasHeld) return;
    for (const one of [...this.#joined]) one.held(isHeld);
    if (isHeld) this.#socket.pause();
    else this.#socket.resume();
  }

  #send(message: object): void {
    if (!this.isOpen) throw new ConnectionError('The WebSocket is closed.');
    const data = JSON.stringify(message);
    this.#emit('message', { direction: 'sent', data, time: performance.now() });
    this.#socket.send(data);
  }

  #receive(data: unknown): void {
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
    const why = reason === '' ? '' : `: ${reason}`;
    this.#loss = new ConnectionError(`The WebSocket was closed (${code})${why}`, { closeCode: code });
    for (const context of [...this.#joined]) context.lost(this.#loss);
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
