/** One utterance on a shared WebSocket: text goes in piece by piece while audio comes out. */
import { completeFormat, type AudioFormat, type CompleteFormat, type Container } from './audio.ts';
import { Decoder, type ServerMessage } from './decoder.ts';
import { ConnectionError, errorOfEvent, SonorantError } from './errors.ts';
import { EventQueue } from './event-queue.ts';
import { randomId } from './http.ts';
import { Speech, wireRequest, type SpeechEvent, type SpeechOptions } from './speech.ts';
import { afterMs, onAbort, pauseBefore } from './waiting.ts';

/** Text of one message, in UTF-16 units; the server takes messages of 64 KiB. */
const pieceLength = 8000;

/** What a context needs of its socket. */
export interface ContextCarrier {
  /** Throws when the socket is not open. */
  readonly send: (message: object) => void;
  /** Takes the messages that the server sends under this id. */
  readonly follow: (id: string, context: ContextInput) => void;
  readonly forget: (id: string) => void;
  /** From here on the context is told what happens to the socket; at once, where it is closed. */
  readonly join: (context: ContextInput) => void;
  readonly leave: (context: ContextInput) => void;
  /** Takes whether more waits for the reader of the context than should; only where the socket is read on demand. */
  readonly hold: ((context: ContextInput, isFull: boolean) => void) | undefined;
  /** Whether the socket is not read now, since a context of it is full. */
  readonly isHeld: () => boolean;
  readonly options: ContextCarrierOptions;
}

export interface ContextCarrierOptions {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly maxUnreadBytes: number;
  readonly maxPauseMs: number;
}

/** What the socket tells a context. */
export interface ContextInput {
  readonly receive: (message: ServerMessage) => void;
  readonly lost: (reason: ConnectionError) => void;
  /** The socket is not read from now on, or is again. */
  readonly held: (isHeld: boolean) => void;
}

type Piece = Readonly<Record<string, unknown>>;

type Timer = 'retry' | 'silence' | 'alive';

/** The server waits for a second. */
const aliveMs = 400;

/** Above it the reader of a socket that is read on demand holds the server back. */
const holdBytes = 1 << 20;

/** An id that is in use, and what was sent under it until the first answer: what was refused by then can be sent again. */
class Utterance implements ContextInput {
  readonly queue = new EventQueue<SpeechEvent>();
  readonly #carrier: ContextCarrier;
  readonly #decoder: Decoder;
  /** What ends them. */
  readonly #timers = new Map<Timer, () => void>();
  #id = '';
  /** Undefined once the server has answered. */
  #sent: Piece[] | undefined = [];
  #isComplete = false;
  #attempt = 1;
  #textAt = 0;
  /** Why the connection is gone. */
  #loss: ConnectionError | undefined;

  constructor(carrier: ContextCarrier, format: CompleteFormat) {
    this.#carrier = carrier;
    this.#decoder = new Decoder(format);
  }

  get id(): string {
    return this.#id;
  }

  get hasBegun(): boolean {
    return this.#id !== '';
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * @throws {TypeError} when the utterance has ended otherwise than by the caller
   * @throws {ConnectionError} when the connection is gone
   */
  send(piece: Piece): void {
    if (!this.queue.isClosed) this.#carrier.join(this);
    if (this.queue.isClosed) {
      throw this.#loss ?? new TypeError('The context is over and takes no more text; open another one.');
    }
    if (!this.hasBegun) this.#begin();
    this.#sent?.push(piece);
    this.#textAt = performance.now();
    // While an attempt waits for its time, everything does: the server has forgotten the id.
    if (this.#timers.has('retry')) return;
    try {
      this.#carrier.send({ context_id: this.#id, ...piece });
    } catch (error) {
      if (error instanceof ConnectionError) this.lost(error);
      throw error;
    }
    if (this.#isComplete) this.#watch();
    else this.#keepAlive();
  }

  /** @param piece the last one; undefined where nothing was said at all */
  complete(piece: Piece | undefined): void {
    this.#isComplete = true;
    this.#cancelTimer('alive');
    if (piece !== undefined) return this.send(piece);
    this.queue.push({ type: 'done' });
    this.#leave();
    this.queue.close();
  }

  cancel(): void {
    if (this.hasBegun && !this.queue.isClosed && !this.#timers.has('retry')) this.#tryToSend({ cancel: true });
    this.#leave();
    this.queue.discard();
    this.#carrier.hold?.(this, false);
  }

  receive(message: ServerMessage): void {
    if (message.type === 'error' && message.done) return this.#failed(errorOfEvent(message, this.#decoder.heard));
    this.#sent = undefined;
    if (this.#isComplete) this.#watch();
    const event = this.#decoder.event(message);
    if (event === undefined) return;
    this.queue.push(event, event.type === 'audio' ? event.bytes.length : 0);
    if (event.type !== 'done') return this.#measure();
    this.#leave();
    this.queue.close();
  }

  lost(reason: ConnectionError): void {
    const { message, closeCode, cause } = reason;
    this.#loss = new ConnectionError(message, { closeCode, heard: this.#decoder.heard, cause });
    this.#leave();
    this.queue.fail(this.#loss);
  }

  held(isHeld: boolean): void {
    if (isHeld) this.#cancelTimer('silence');
    else if (this.#isComplete && !this.#timers.has('retry')) this.#watch();
  }

  async next(): Promise<IteratorResult<SpeechEvent, undefined>> {
    if (!this.queue.isClosed) this.#carrier.join(this);
    const result = await this.queue.next();
    if (this.queue.size <= holdBytes / 2) this.#carrier.hold?.(this, false);
    return result;
  }

  #begin(): void {
    this.#id = randomId();
    this.#carrier.follow(this.#id, this);
  }

  #failed(error: SonorantError): void {
    const { retries } = this.#carrier.options;
    const pause = this.#sent === undefined ? undefined : pauseBefore(this.#attempt, retries, error);
    this.#end();
    if (pause === undefined) {
      this.#leave();
      return this.queue.fail(error);
    }
    this.#attempt++;
    this.#after('retry', pause, () => this.#sendAgain());
  }

  /** Under a new id: what the server may still send under the old one is not mixed with it. */
  #sendAgain(): void {
    this.#timers.delete('retry');
    this.#begin();
    try {
      for (const piece of this.#sent ?? []) this.#carrier.send({ context_id: this.#id, ...piece });
    } catch (error) {
      // The socket was closed while the attempt waited, when it did not know of the context.
      return this.lost(error instanceof ConnectionError ? error : new ConnectionError(String(error)));
    }
    if (this.#isComplete) this.#watch();
    else this.#keepAlive();
  }

  /** A socket that is closed tells so itself, by {@link lost}. */
  #tryToSend(piece: Piece): void {
    try {
      this.#carrier.send({ context_id: this.#id, ...piece });
    } catch {
      // See above.
    }
  }

  /**
   * The server ends a context a second after all of it was played, which a language model that thinks is not to meet: an empty
   * piece tells it that more will come.
   */
  #keepAlive(): void {
    this.#after('alive', aliveMs, () => {
      if (performance.now() - this.#textAt > this.#carrier.options.maxPauseMs) return;
      this.#tryToSend({ transcript: '', continue: true });
      this.#keepAlive();
    });
  }

  /** After its end, an utterance waits for the server alone, where that can be heard. */
  #watch(): void {
    const { timeoutMs } = this.#carrier.options;
    if (this.#carrier.isHeld()) return;
    this.#after('silence', timeoutMs, () => {
      this.#tryToSend({ cancel: true });
      this.lost(new ConnectionError(`The server has sent nothing for ${timeoutMs} ms.`));
    });
  }

  #measure(): void {
    const { hold, options } = this.#carrier;
    const { maxUnreadBytes } = options;
    if (hold !== undefined) {
      if (this.queue.size > holdBytes) hold(this, true);
      return;
    }
    if (this.queue.size <= maxUnreadBytes) return;
    // A WebSocket of a browser cannot hold its server back, and what was sent is not to be dropped in silence.
    this.#tryToSend({ cancel: true });
    this.lost(
      new ConnectionError(
        `More than ${maxUnreadBytes} bytes of audio wait to be read: read faster, or speak over bytes or SSE, which wait for their reader.`,
      ),
    );
  }

  #after(timer: Timer, ms: number, callback: () => void): void {
    this.#cancelTimer(timer);
    this.#timers.set(timer, afterMs(ms, callback));
  }

  #cancelTimer(timer: Timer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  /** Nothing of it is on its way any more. */
  #leave(): void {
    this.#end();
    this.#carrier.leave(this);
  }

  #end(): void {
    for (const timer of [...this.#timers.keys()]) this.#cancelTimer(timer);
    if (this.hasBegun) this.#carrier.forget(this.#id);
  }
}

/** How a context speaks. */
export interface ContextOptions extends SpeechOptions {
  /** How long the server may wait for the rest of a sentence, 0–5000 ms. Default 3000. */
  readonly maxBufferDelayMs?: number | undefined;
}

/**
 * An utterance whose text is given while it is spoken. It is read like any other {@link Speech}, and ends when {@link end} was
 * called and all of it was spoken.
 */
export class SpeechContext extends Speech {
  readonly #utterance: Utterance;
  readonly #request: Piece;
  readonly #release: () => void;

  /** @internal */
  constructor(carrier: ContextCarrier, options: ContextOptions, signal: AbortSignal | undefined) {
    const format = rawFormat(options.format);
    const utterance = new Utterance(carrier, format);
    const release = onAbort(signal, () => utterance.cancel());
    super(format, () => eventsOf(utterance, release), signal);
    const { maxBufferDelayMs: delay } = options;
    this.#request = { ...wireRequest(options, format), ...(delay !== undefined && { max_buffer_delay_ms: delay }) };
    this.#utterance = utterance;
    this.#release = release;
  }

  /** It takes no more text: it was spoken to its end, has failed or was cancelled. What has come may still be read. */
  get isOver(): boolean {
    return this.#utterance.queue.isClosed;
  }

  /** The id of the context on the wire; empty before its first text. It changes when an attempt is repeated. */
  get id(): string {
    return this.#utterance.id;
  }

  /**
   * The next piece of the text. Pieces are joined as they are: a space between two words is part of one of them.
   * @throws {TypeError} after {@link end}, or when the context is over
   * @throws {ConnectionError} when the connection is gone
   */
  send(text: string): void {
    const utterance = this.#utterance;
    if (utterance.isComplete) throw new TypeError('The context has its whole text: end() was called.');
    for (const piece of piecesOf(text)) utterance.send(this.#first({ transcript: piece, continue: true }));
  }

  /** Speaks what was sent now, instead of waiting for the rest of the sentence. */
  flush(): void {
    const utterance = this.#utterance;
    if (utterance.hasBegun && !utterance.isComplete && !utterance.queue.isClosed) {
      utterance.send({ transcript: '', continue: true, flush: true });
    }
  }

  /** No text follows. @param text a last piece @throws {ConnectionError} when the connection is gone */
  end(text = ''): void {
    const utterance = this.#utterance;
    if (utterance.isComplete || utterance.queue.isClosed) return;
    const pieces = piecesOf(text);
    const last = pieces.pop() ?? '';
    for (const piece of pieces) utterance.send(this.#first({ transcript: piece, continue: true }));
    const isSilent = last === '' && !utterance.hasBegun;
    utterance.complete(isSilent ? undefined : this.#first({ transcript: last, continue: false }));
  }

  /** Stops it on the server, and ends the loop that reads without an error. */
  override cancel(): void {
    this.#release();
    this.#utterance.cancel();
    super.cancel();
  }

  /** The first piece says how to speak; the others follow it. */
  #first(piece: Piece): Piece {
    return this.#utterance.hasBegun ? piece : { ...this.#request, ...piece };
  }
}

/** @param release called when the utterance is read to its end or left */
async function* eventsOf(utterance: Utterance, release: () => void): AsyncGenerator<SpeechEvent, void, undefined> {
  try {
    for (;;) {
      const result = await utterance.next();
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    release();
    utterance.cancel();
  }
}

function rawFormat(format: AudioFormat | Container | undefined): CompleteFormat {
  const complete = completeFormat(format);
  if (complete.container === 'raw') return complete;
  throw new TypeError(`A WebSocket carries raw audio only; for ${complete.container} use the transport bytes or sse.`);
}

/** Pieces of a length that a message takes; a character is not cut in two. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + pieceLength;
    const last = text.charCodeAt(end - 1);
    const next = end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}
