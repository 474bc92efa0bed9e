/** Speech to text while it is spoken: raw audio goes in, what is heard comes out. */
import type { paths } from './api.ts';
import { readMessage } from './decoder.ts';
import { ConnectionError, errorOfEvent, type SonorantError } from './errors.ts';
import { EventQueue } from './event-queue.ts';
import type { Word } from './speech.ts';
import type { AttemptOptions } from './options.ts';
import { afterMs, onAbort } from './waiting.ts';
import { fallenSilent, roomIn, type OpenSocket, type SocketRoute } from './websocket.ts';

/** Raw audio: samples without a header, mono, little-endian. */
export interface RawAudio {
  /** Default `pcm_s16le`. */
  readonly encoding?: paths['/stt/turns/websocket']['get']['parameters']['query']['encoding'] | undefined;
  /** Hz. Default 16,000. */
  readonly sampleRate?: number | undefined;
}

/** Audio as it comes, in pieces of any length: a stream of Node, or the microphone of a browser. */
export interface AudioSource extends AsyncIterable<Uint8Array> {
  /** Called before the first piece is asked for; what it gives is what the pieces are. */
  open?(): Promise<RawAudio>;
}

export interface ListenOptions extends RawAudio, AttemptOptions {
  /** What is heard. Without it, {@link Listening.send} gives the audio. */
  readonly audio?: AudioSource | undefined;
  /** ISO 639-1 code of what is spoken. Default `en`; with a model, found out where that can. */
  readonly language?: string | undefined;
  /** A recognizer of the server. Default: the best one of the language. */
  readonly model?: string | undefined;
  /** What is likely to be said, such as a name; for recognizers that prefer phrases. */
  readonly keyterms?: readonly string[] | undefined;
}

/** What the server sends on either socket. */
export interface WireMessage {
  readonly type: string;
  /** Of errors: whether it can hear no more. */
  readonly done?: boolean;
  readonly request_id?: string;
  readonly transcript?: string;
  readonly text?: string;
  readonly is_final?: boolean;
  readonly language?: string;
  readonly duration?: number;
  readonly words?: readonly Word[];
}

/** How one of the two sockets speaks. */
export interface ListenProtocol<Event> {
  readonly path: string;
  /** Says that no audio follows. */
  readonly close: string;
  /** @returns undefined for what is not told */
  readonly read: (message: WireMessage) => Event | undefined;
}

/** What a listening needs of its client. */
export interface ListenCarrier {
  readonly open: (route: SocketRoute, signal: AbortSignal) => Promise<OpenSocket>;
  readonly timeoutMs: number;
}

/** Of one message; the server takes 64 KiB. */
const frameBytes = 32 << 10;

/**
 * Audio that is heard as it is given; read by one `for await`. It ends when the audio has ended, or {@link finish} was called, and all
 * of it was heard; leaving the loop earlier ends the work on the server.
 */
export class Listening<Event> implements AsyncIterable<Event> {
  readonly #protocol: ListenProtocol<Event>;
  readonly #carrier: ListenCarrier;
  readonly #options: ListenOptions;
  readonly #queue = new EventQueue<Event>();
  readonly #ended = new AbortController();
  readonly #release: () => void = () => undefined;
  readonly #opened: Promise<OpenSocket | undefined>;
  /** What is sent is sent in order, behind the opening. */
  #sending: Promise<void>;
  #isFinished = false;
  #isRead = false;
  /** The server's last complaint: it may be why it closes. */
  #complaint: SonorantError | undefined;
  /** What the audio has failed with; thrown when what came before was heard. */
  #failure: { readonly error: unknown } | undefined;
  #endSilence: (() => void) | undefined;

  /** @internal */
  constructor(protocol: ListenProtocol<Event>, options: ListenOptions, carrier: ListenCarrier) {
    this.#protocol = protocol;
    this.#options = options;
    this.#carrier = carrier;
    const { signal, audio } = options;
    this.#release = onAbort(signal, (error) => this.#end({ error }));
    this.#opened = this.isOver
      ? Promise.resolve(undefined)
      : this.#open().catch((error: unknown) => this.#end({ error }));
    this.#sending = this.#opened.then(() => undefined);
    if (audio !== undefined) void this.#hear(audio);
  }

  /** Nothing more is heard: it has come to its end, has failed or was cancelled. */
  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /** It may change while something is awaited. */
  #takesAudio(): boolean {
    return !this.#isFinished && !this.isOver;
  }

  /**
   * Audio, behind what was given before; a sample may be cut in two.
   * @param audio not to be changed before the promise resolves
   * @returns resolves when the connection has room for more. It never rejects: what ends the connection is what the reader gets
   * @throws {TypeError} after {@link finish}
   */
  send(audio: Uint8Array): Promise<void> {
    if (this.#isFinished) throw new TypeError('No audio follows: finish() was called, or the audio has ended.');
    for (let at = 0; at < audio.length; at += frameBytes) this.#post(audio.slice(at, at + frameBytes));
    return this.#sending;
  }

  /** No audio follows: what came is heard to its end, then the loop that reads ends. */
  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#post(this.#protocol.close);
    void this.#sending.then(() => this.#watch());
  }

  /** Ends the work on the server, and the loop that reads, without an error. */
  cancel(): void {
    this.#end({});
  }

  /**
   * @throws {SonorantError} the server has refused, or cannot hear
   * @throws {ConnectionError} it was not reached, or the connection is lost; `closeCode` says how. Nothing is opened again by itself
   * @throws what the audio throws, when what had come before was heard
   */
  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    if (this.#isRead) throw new TypeError('What is heard is read once.');
    this.#isRead = true;
    return {
      next: () => this.#queue.next(),
      return: () => {
        this.cancel();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  /** A text message; audio before it is heard before. */
  protected post(message: string): void {
    if (!this.#isFinished) this.#post(message);
  }

  async #open(): Promise<OpenSocket | undefined> {
    const { audio, language, model, keyterms, ...given } = this.#options;
    const { encoding = 'pcm_s16le', sampleRate = 16_000 } = (await audio?.open?.()) ?? given;
    const query = { model, language, keyterm: keyterms, encoding, sample_rate: sampleRate };
    // Without a file nothing is heard, and it is refused for what the socket would be.
    const probe = { path: '/stt', form: { model, language, file: new Blob([]) } };
    const reasons = ['unsupported_language', 'recognizer_not_found'];
    const route: SocketRoute = { path: this.#protocol.path, query, probe, reasons };
    const socket = await this.#carrier.open(route, this.#ended.signal);
    if (this.isOver) {
      socket.close(1000);
      return undefined;
    }
    socket.listen({
      message: (data) => this.#receive(data),
      close: (code, reason) => this.#closed(code, reason),
    });
    this.#ended.signal.addEventListener('abort', () => socket.close(1000));
    return socket;
  }

  async #hear(audio: AudioSource): Promise<void> {
    const iterator = audio[Symbol.asyncIterator]();
    const leave = (): void => void iterator.return?.().catch(() => undefined);
    // Also while the audio or the connection is still being opened.
    const release = onAbort(this.#ended.signal, leave);
    try {
      await this.#opened;
      while (this.#takesAudio()) {
        const next = await iterator.next();
        if (next.done === true) return;
        if (this.#takesAudio()) await this.send(next.value);
      }
      if (!this.isOver) leave();
    } catch (error) {
      this.#failure = { error };
    } finally {
      release();
      this.finish();
    }
  }

  #post(data: string | Uint8Array<ArrayBuffer>): void {
    this.#sending = this.#sending.then(async () => {
      const socket = await this.#opened;
      if (socket === undefined || this.isOver || !socket.isOpen) return;
      socket.send(data);
      await roomIn(socket, {
        timeoutMs: this.#carrier.timeoutMs,
        isOver: () => this.isOver,
        onStalled: (error) => this.#end({ error }),
      });
    });
  }

  #receive(data: unknown): void {
    const message: WireMessage | undefined = typeof data === 'string' ? readMessage(data) : undefined;
    if (message === undefined) return;
    if (this.#endSilence !== undefined) this.#watch();
    if (message.type === 'error') {
      this.#complaint = errorOfEvent(message);
      if (message.done) return this.#end({ error: this.#complaint }, false);
    }
    const event = this.#protocol.read(message);
    if (event !== undefined) this.#queue.push(event);
  }

  #closed(code: number, reason: string): void {
    if (this.#isFinished && code === 1000) return this.#end(this.#failure ?? {}, false);
    const why = reason === '' ? '' : `: ${reason}`;
    const message = `The WebSocket was closed (${code})${why}`;
    this.#end({ error: new ConnectionError(message, { closeCode: code, cause: this.#complaint }) }, false);
  }

  /** After its end, the audio waits for the server alone. */
  #watch(): void {
    const { timeoutMs } = this.#carrier;
    this.#endSilence?.();
    if (this.isOver) return;
    this.#endSilence = afterMs(timeoutMs, () => this.#end({ error: fallenSilent(timeoutMs) }));
  }

  /** @param drops whether what came and was not read yet is of no use */
  #end(end: { readonly error?: unknown }, drops = true): undefined {
    if (drops) this.#queue.discard(end);
    else if ('error' in end) this.#queue.fail(end.error);
    else this.#queue.close();
    this.#endSilence?.();
    this.#release();
    this.#ended.abort();
  }
}
