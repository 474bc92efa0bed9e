/** One WebSocket: keeps the rules of all of them (outbound flow, idle time, pings, message rate, credential) around a {@link SocketProtocol}. */
import type { WebSocket } from '@fastify/websocket';
import { ServiceError } from '../../errors/service-error.ts';
import { maxTimerMs, systemClock, type Clock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
import { outboundDefaults, OutboundFlow, type OutboundLimits } from '../../timing/outbound-flow.ts';
import type { ConnectionEndReason } from './connection-ends.ts';
import { aborted, type OpenConnection } from './connection-registry.ts';
import { MessageRate } from './message-rate.ts';
import { oversized } from './websocket.ts';
import type { SocketControl, SocketProtocol, SocketSend } from './protocol.ts';

/** The limits of one WebSocket, whatever its protocol. */
export interface ConnectionLimits extends OutboundLimits {
  /**
   * Without a message either way for so long the socket is closed with 1000; the time begins when the audio that was sent
   * would have been played, and pongs do not count. Default 300,000 ms.
   */
  readonly idleMs?: number;
  /**
   * Interval of the server's pings; two that stay unanswered cut the socket off. Those behind bytes that the client has not
   * taken, or before the end of playback of what was sent, do not count. Default 20,000 ms.
   */
  readonly pingMs?: number;
  /** Messages per second. Default 2,000. */
  readonly messageRate?: number;
  /** Messages at once after a pause. Default 10,000. */
  readonly messageBurst?: number;
  /** Longest message in bytes; a longer one closes the socket with 1009. Default 65,536. */
  readonly maxMessageBytes?: number;
}

const defaults = {
  ...outboundDefaults,
  idleMs: 300_000,
  pingMs: 20_000,
  messageRate: 2000,
  messageBurst: 10_000,
  maxMessageBytes: 65_536,
} as const satisfies Required<ConnectionLimits>;

export interface ConnectionOptions {
  /** Emits `closing` and `oversized` besides its own events (`websocket.ts`). */
  readonly socket: Pick<
    WebSocket,
    'on' | 'send' | 'ping' | 'close' | 'terminate' | 'pause' | 'resume' | 'readyState' | 'bufferedAmount'
  >;
  readonly limits: ConnectionLimits;
  /** Makes the protocol that speaks through this connection; it sends nothing before it is returned. */
  open(send: SocketSend, control: SocketControl): SocketProtocol;
  /** Makes it with the first frame instead of at once. Default false. */
  readonly opensWithFrame?: boolean;
  /** Whether the credential still holds; asked with every ping, since a socket outlives its handshake. */
  isCurrent(): Promise<boolean>;
  /** When the credential ends by itself, where that is known. */
  readonly expiresAt?: Date | undefined;
  /** The connection failed, or the client broke RFC 6455; the socket closes next. */
  onError?(error: Error): void;
  /** The server ends the socket for this reason; called at most once. */
  onServerEnd(reason: ConnectionEndReason): void;
  onClose(): void;
  readonly clock?: Clock;
}

/** `readyState` of a socket that takes messages, and of one that is gone. */
const openState = 1;
const closedState = 3;

/** Bytes of a ping without a payload. */
const pingBytes = 2;

type Timer = 'ping' | 'idle' | 'expiry' | 'answer' | 'slow';

export class Connection implements OpenConnection {
  readonly #options: ConnectionOptions;
  readonly #limits: Required<ConnectionLimits>;
  readonly #clock: Clock;
  // These four are made when they are needed: most sockets that are open at a time are idle, and many have not spoken yet.
  #protocol: SocketProtocol | undefined;
  #rate: MessageRate | undefined;
  #flow: OutboundFlow | undefined;
  #closed: PromiseWithResolvers<undefined> | undefined;
  readonly #timers: Partial<Record<Timer, () => void>> = {};
  /** The side whose close or fault ends the socket. */
  #endedBy: 'client' | 'server' | undefined;
  #activeAt: number;
  #unansweredPings = 0;
  /** What keeps the socket from being read. */
  readonly #heldBy = { protocol: false, rate: false };

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket, expiresAt, clock = systemClock } = options;
    this.#limits = { ...defaults, ...options.limits };
    this.#clock = clock;
    this.#activeAt = clock.now();
    this.#after('idle', this.#limits.idleMs, () => this.#checkIdle());
    this.#after('ping', this.#limits.pingMs, () => this.#ping());
    const expiresInMs = expiresAt === undefined ? Infinity : expiresAt.getTime() - Date.now();
    // What ends later is found by the pings.
    if (expiresInMs <= maxTimerMs) this.#after('expiry', expiresInMs, () => this.#endCredential('credential_expired'));
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', () => (this.#unansweredPings = 0));
    socket.on('closing', (isHungUp?: unknown) => this.#closing(isHungUp === true));
    socket.on('oversized', () => this.#refuseOversized());
    socket.on('error', (error) => this.#failed(error));
    socket.on('close', () => this.#close());
    if (options.opensWithFrame !== true) this.#open();
  }

  /**
   * Lets what runs end and begins nothing new, then closes with 1001; what still runs when the signal comes fails with
   * `unavailable`. Resolves when the client has taken all of it, or with the signal.
   */
  async drain(deadline: AbortSignal): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    const over = Promise.race([this.#closed.promise, aborted(deadline)]);
    await Promise.race([this.#protocol?.drain?.(), over]);
    this.#protocol?.fail(new ServiceError('unavailable', 'The server is shutting down.'));
    this.#end('shutting_down', 1001, 'server is shutting down');
    await over;
  }

  revoke(): void {
    this.#endCredential('credential_revoked');
  }

  get #isOpen(): boolean {
    return this.#options.socket.readyState === openState;
  }

  get #isRead(): boolean {
    return !this.#heldBy.protocol && !this.#heldBy.rate;
  }

  /** @returns undefined where that failed: the socket is cut then, and no other one notices */
  #open(): SocketProtocol | undefined {
    try {
      return (this.#protocol ??= this.#options.open((message, audioSeconds) => this.#send(message, audioSeconds), {
        end: (code, text, as = 'finished') => this.#end(as, code, text),
        read: (wanted) => this.#read('protocol', wanted),
      }));
    } catch (error) {
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
      this.#cut('answer_failed');
      return undefined;
    }
  }

  get #outbound(): OutboundFlow {
    return (this.#flow ??= new OutboundFlow({
      ...this.#limits,
      clock: this.#clock,
      source: {
        resume: () => this.#protocol?.resume?.(),
        pause: () => this.#protocol?.pause?.(),
        suspend: () => this.#protocol?.suspend?.(),
      },
      waitingBytes: () => this.#options.socket.bufferedAmount,
      cut: (reason) => this.#cut(reason),
    }));
  }

  /** As {@link OutboundFlow.idleSince}. */
  get #idleSince(): number {
    // Before anything was sent only the pongs of ws can wait.
    const waits = this.#flow !== undefined || this.#options.socket.bufferedAmount > 0;
    return waits ? this.#outbound.idleSince : -Infinity;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    // A peer that was told to go may still talk.
    if (!this.#isOpen) return;
    const { maxMessageBytes } = this.#limits;
    if (data.length > maxMessageBytes) {
      this.#refuseOversized();
      return this.#end('message_too_big', 1009, oversized(maxMessageBytes));
    }
    this.#activeAt = this.#clock.now();
    // A pong may stand behind megabytes of samples: who sends is there.
    this.#unansweredPings = 0;
    const protocol = this.#open();
    if (protocol === undefined) return;
    const { messageRate, messageBurst } = this.#limits;
    this.#rate ??= new MessageRate(messageRate, messageBurst, this.#clock);
    // Between samples no word may be lost either.
    if (protocol.receiveBinary !== undefined) this.#slowDown(this.#rate.owe());
    else if (!this.#rate.take()) {
      const problem = `More than ${messageRate} messages per second; this message was not read.`;
      return protocol.refuse(new ServiceError('rate_limited', problem, { retryAfterSeconds: 1 }), data);
    }
    if (!isBinary) protocol.receive(data.toString('utf8'));
    else if (protocol.receiveBinary !== undefined) protocol.receiveBinary(data);
    else {
      const problem = 'Messages are JSON in text frames; this was a binary frame.';
      protocol.refuse(new ServiceError('invalid_request', problem));
    }
  }

  /** @param ms until the rate is kept again */
  #slowDown(ms: number): void {
    if (ms <= 0 || this.#heldBy.rate) return;
    this.#read('rate', false);
    this.#after('slow', ms, () => this.#read('rate', true));
  }

  #read(why: 'protocol' | 'rate', wanted: boolean): void {
    const wasRead = this.#isRead;
    this.#heldBy[why] = !wanted;
    const isRead = this.#isRead;
    if (isRead === wasRead || this.#options.socket.readyState === closedState) return;
    if (isRead) this.#options.socket.resume();
    else this.#options.socket.pause();
  }

  #send(message: string | Uint8Array, audioSeconds = 0): void {
    if (!this.#isOpen) return;
    const isText = typeof message === 'string';
    // As a string, the runtime would hold it twice while it is being written.
    const bytes = isText ? Buffer.from(message) : message;
    this.#options.socket.send(bytes, { binary: !isText }, () => this.#outbound.taken());
    this.#activeAt = this.#clock.now();
    this.#outbound.sent(bytes.length, audioSeconds);
  }

  /** A client that still has something to take or to play may answer late: its kernel holds the ping behind the audio. */
  #ping(): void {
    const { socket } = this.#options;
    if (!this.#isOpen) return;
    // Of a socket that is not read no pong can come.
    if (this.#isRead && this.#clock.now() >= this.#idleSince) {
      if (this.#unansweredPings >= 2) return this.#cut('ping_timeout');
      this.#unansweredPings++;
    }
    socket.ping();
    // One that the kernel took is no sign of the client: it would keep an idle socket open.
    if (socket.bufferedAmount > 0) this.#outbound.sent(pingBytes, 0);
    void this.#checkCredential();
    this.#after('ping', this.#limits.pingMs, () => this.#ping());
  }

  /** A database that does not answer is no reason to cut a client off; the next ping asks again. */
  async #checkCredential(): Promise<void> {
    if (await this.#options.isCurrent().catch(() => true)) return;
    const { expiresAt = new Date(Infinity) } = this.#options;
    this.#endCredential(Date.now() >= expiresAt.getTime() ? 'credential_expired' : 'credential_revoked');
  }

  /** 1008, a breach of policy, is the nearest code that RFC 6455 has; what runs says why first. */
  #endCredential(reason: 'credential_expired' | 'credential_revoked'): void {
    this.#protocol?.fail(new ServiceError('unauthorized', 'The credential of this socket has expired or was revoked.'));
    this.#end(reason, 1008, 'credential expired or revoked');
  }

  #checkIdle(): void {
    const { idleMs } = this.#limits;
    const now = this.#clock.now();
    if (this.#protocol?.isActive === true) this.#activeAt = now;
    const ms = Math.max(this.#activeAt, this.#idleSince) + idleMs - now;
    if (ms <= 0) return this.#end('idle', 1000, 'connection idle timeout');
    // While bytes wait, the idle time has no end yet.
    this.#after('idle', ms === Infinity ? idleMs : Math.min(ms, maxTimerMs), () => this.#checkIdle());
  }

  /** The close frame goes out behind what waits; the flow ends a client that does not come to answer it. */
  #end(reason: ConnectionEndReason, code: number, text: string): void {
    if (this.#endedBy !== undefined || !this.#isOpen) return;
    this.#endedBy = 'server';
    this.#options.onServerEnd(reason);
    // The client's answer to the close has to be read.
    this.#heldBy.protocol = false;
    this.#heldBy.rate = false;
    this.#options.socket.resume();
    this.#options.socket.close(code, text);
    this.#outbound.awaitClose();
  }

  #cut(reason: ConnectionEndReason): void {
    if (this.#endedBy === undefined) this.#options.onServerEnd(reason);
    this.#endedBy ??= 'server';
    this.#options.socket.terminate();
  }

  /** The client closes, or it has broken the protocol, which comes as an error next: either way it is spoken to no more. */
  #closing(isHungUp: boolean): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = 'client';
    this.#protocol?.close?.(isHungUp);
    this.#after('answer', this.#limits.stallMs, () => {
      this.#options.onServerEnd('close_timeout');
      this.#options.socket.terminate();
    });
  }

  /** The socket is closed next: what runs says why, and so does a message of the socket itself. */
  #refuseOversized(): void {
    const problem = `A ${oversized(this.#limits.maxMessageBytes)} was not read, and the socket is closed; long texts may come in several messages.`;
    const error = new ServiceError('body_too_large', problem);
    const protocol = this.#open();
    if (protocol === undefined) return;
    if (protocol.breach !== undefined) return protocol.breach(error);
    protocol.refuse(error);
    protocol.fail(error);
  }

  /** ws reports protocol breaches here and closes with the code RFC 6455 demands. */
  #failed(error: Error): void {
    this.#options.onError?.(error);
    const reason = breachOf(error);
    if (reason === undefined || this.#endedBy === 'server') return;
    this.#endedBy = 'server';
    this.#cancel('answer');
    this.#options.onServerEnd(reason);
    this.#outbound.awaitClose();
  }

  #close(): void {
    for (const cancel of Object.values(this.#timers)) cancel();
    this.#flow?.close();
    this.#protocol?.close?.();
    (this.#closed ??= Promise.withResolvers()).resolve(undefined);
    this.#options.onClose();
  }

  #after(timer: Timer, ms: number, callback: () => void): void {
    this.#timers[timer] = arrivalTimer(this.#clock).after(Math.max(0, ms), callback);
  }

  #cancel(timer: Timer): void {
    this.#timers[timer]?.();
  }
}

/** Over the limit, and over what a number holds exactly. */
const tooBig: ReadonlySet<string> = new Set([
  'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH',
]);

/** Errors of the network are none: the client has gone. */
function breachOf(error: Error & { readonly code?: unknown }): ConnectionEndReason | undefined {
  if (typeof error.code !== 'string' || !error.code.startsWith('WS_ERR_')) return undefined;
  if (error.code === 'WS_ERR_INVALID_UTF8') return 'invalid_utf8';
  return tooBig.has(error.code) ? 'message_too_big' : 'protocol_error';
}
