/** One WebSocket: keeps the wire rules (credit, idle time, pings, message rate) around a {@link SpeechSocket}. */
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import type { SpeechEvent } from '../../speech/events.ts';
import type { SpeechSocket } from '../../speech/socket.ts';
import { logFault } from './log-fault.ts';
import { MessageRate } from './message-rate.ts';
import { wireEvent, type WireOptions } from './wire.ts';

export interface ConnectionLimits {
  /** Bytes waiting for a client: above half of it nothing new begins, above it its engine work stops. Default 1 MiB. */
  readonly creditBytes: number;
  /** A client that reads nothing for so long is cut off. Default 30,000 ms. */
  readonly stallMs: number;
  /** Without a message either way for so long the socket is closed with 1000. Default 300,000 ms; pongs do not count. */
  readonly idleMs: number;
  /** Interval of the server's pings; two that stay unanswered cut the socket off. Default 20,000 ms. */
  readonly pingMs: number;
  /** Messages per second. Default 2,000. */
  readonly messageRate: number;
  /** Messages at once after a pause. Default 10,000. */
  readonly messageBurst: number;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  readonly limits: ConnectionLimits;
  readonly log: FastifyBaseLogger;
  readonly wire: Omit<WireOptions, 'contextId' | 'withFlushId'>;
  /** Makes the multiplexer that speaks through this connection. */
  readonly open: (send: (event: SpeechEvent, contextId: string | undefined) => void) => SpeechSocket;
  /** Whether the credential still holds; asked with every ping, since a socket outlives its handshake. */
  readonly isCurrent: () => Promise<boolean>;
  /** When the credential ends by itself, where that is known. */
  readonly expiresAt?: Date | undefined;
  readonly onClose: () => void;
}

/** Times the credit: beyond it the client is cut off. */
const floodFactor = 4;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #speech: SpeechSocket;
  readonly #rate: MessageRate;
  readonly #pinging: NodeJS.Timeout;
  readonly #idle: NodeJS.Timeout;
  readonly #expiry: NodeJS.Timeout | undefined;
  #stall: NodeJS.Timeout | undefined;
  #waitingBytes = 0;
  #unansweredPings = 0;
  #onQuiet: (() => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket, limits } = options;
    this.#rate = new MessageRate(limits.messageRate, limits.messageBurst);
    this.#speech = options.open((event, contextId) => this.#send(event, contextId));
    this.#idle = setTimeout(() => this.#closeIdle(), limits.idleMs);
    this.#pinging = setInterval(() => this.#ping(), limits.pingMs);
    this.#expiry = options.expiresAt && callAt(options.expiresAt, () => this.#endCredential());
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', () => (this.#unansweredPings = 0));
    socket.on('close', () => this.#closed());
    // ws reports protocol breaches here and closes with the code RFC 6455 demands.
    socket.on('error', () => undefined);
  }

  /** Ends the socket for a reason that is not the client's message: 1001 going away, 1008 credential expired. */
  close(code: number, reason: string): void {
    this.#options.socket.close(code, reason);
  }

  /** Takes no new contexts; resolves when those that are there have ended. */
  async quiet(): Promise<void> {
    this.#speech.drain();
    if (this.#speech.contexts === 0) return;
    await new Promise<void>((resolve) => (this.#onQuiet = resolve));
  }

  failAll(error: ServiceError): void {
    this.#speech.failAll(error);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // A peer that was told to go may still talk.
    if (this.#options.socket.readyState !== this.#options.socket.OPEN) return;
    this.#idle.refresh();
    if (!this.#rate.take()) {
      return this.#refuse(
        new ServiceError(
          'rate_limited',
          `More than ${this.#options.limits.messageRate} messages per second; this message was not read.`,
          { headers: { 'retry-after': '1' } },
        ),
        data,
      );
    }
    if (isBinary) {
      return this.#refuse(
        new ServiceError('invalid_request', 'Messages are JSON in text frames; this was a binary frame.'),
      );
    }
    this.#speech.receive(data.toString('utf8'));
  }

  /** The context id is read with care for the message's size: the flood is to be answered cheaply, but to the right context. */
  #refuse(error: ServiceError, data?: Buffer): void {
    const contextId =
      data === undefined ? undefined : /"context_id"\s*:\s*"([^"\\]{1,256})"/.exec(data.toString('utf8'))?.[1];
    this.#speech.refuse(error, contextId);
  }

  #send(event: SpeechEvent, contextId: string | undefined): void {
    const { socket, wire } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    if (event.type === 'error' && event.error.status >= 500) logFault(this.#options.log, event.error, contextId);
    const text = wireEvent(event, { ...wire, contextId, withFlushId: true });
    this.#waitingBytes += text.length;
    socket.send(text, () => this.#sent(text.length));
    this.#idle.refresh();
    this.#checkCredit();
    if (this.#speech.contexts === 0) this.#onQuiet?.();
  }

  #sent(bytes: number): void {
    this.#waitingBytes -= bytes;
    this.#stall?.refresh();
    if (this.#stall === undefined || this.#waitingBytes > this.#options.limits.creditBytes / 4) return;
    clearTimeout(this.#stall);
    this.#stall = undefined;
    this.#speech.resume();
  }

  #checkCredit(): void {
    const { socket, limits } = this.#options;
    if (this.#waitingBytes <= limits.creditBytes / 2) return;
    this.#stall ??= setTimeout(() => socket.terminate(), limits.stallMs);
    if (this.#waitingBytes <= limits.creditBytes) return this.#speech.pause();
    this.#speech.suspend();
    // Only answers to a flood of bad messages can bring it here, since nothing is spoken any more.
    if (this.#waitingBytes > floodFactor * limits.creditBytes) socket.terminate();
  }

  #ping(): void {
    const { socket } = this.#options;
    if (this.#unansweredPings >= 2) return socket.terminate();
    this.#unansweredPings++;
    socket.ping();
    void this.#checkCredential();
  }

  /** A database that does not answer is no reason to cut anybody off; the next ping asks again. */
  async #checkCredential(): Promise<void> {
    if (!(await this.#options.isCurrent().catch(() => true))) this.#endCredential();
  }

  /** 1008, a breach of policy, is the nearest code that RFC 6455 has; each context says why first. */
  #endCredential(): void {
    this.failAll(new ServiceError('unauthorized', 'The credential of this socket has expired or was revoked.'));
    this.close(1008, 'credential expired or revoked');
  }

  #closeIdle(): void {
    if (this.#speech.isActive) return void this.#idle.refresh();
    this.close(1000, 'connection idle timeout');
  }

  #closed(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#stall);
    clearTimeout(this.#expiry);
    clearInterval(this.#pinging);
    this.#speech.close();
    this.#onQuiet?.();
    this.#options.onClose();
  }
}

/** Longest time a timer takes. What ends later is found by the pings. */
const maxTimerMs = 2 ** 31 - 1;

function callAt(moment: Date, callback: () => void): NodeJS.Timeout | undefined {
  const ms = moment.getTime() - Date.now();
  return ms > maxTimerMs ? undefined : setTimeout(callback, Math.max(0, ms));
}
