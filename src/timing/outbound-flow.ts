/**
 * What leaves the server over one connection, whatever the transport: how much of it waits for the client, when its source
 * has to slow down, and when the client counts as gone.
 *
 * A client lives as long as it could still be playing what it was sent. One that reads at the speed of playback leaves the
 * kernel's buffers full for minutes on end, and the process sees no byte go meanwhile; only when the end of playback *and* a
 * limit have passed without a byte taken is it cut (docs/rules.md#client-liveness).
 */
import { maxTimerMs, systemClock, type Clock } from './clock.ts';
import { arrivalTimer } from './deadline.ts';
import { Playback } from './playback.ts';

/** What makes the audio of a connection. It is told of changes only: once to pause or to suspend, until it is resumed. */
export interface OutboundSource {
  /** Goes on. */
  resume(): void;
  /** Begins nothing new; what it has begun goes on to its end. */
  pause(): void;
  /** Stops its work. */
  suspend(): void;
}

/** The limits of one connection. */
export interface OutboundLimits {
  /**
   * Bytes waiting for the client: above half of them the source begins nothing new, above all of them it stops its work,
   * below a quarter it goes on. Default 1 MiB.
   */
  readonly highWaterMark?: number;
  /**
   * Milliseconds without a byte taken, from the later of the last byte taken and the end of playback, after which a client
   * for which something waits is cut. Default 30,000.
   */
  readonly stallMs?: number;
}

/** The limits where none are given. */
export const outboundDefaults = { highWaterMark: 1 << 20, stallMs: 30_000 } as const satisfies Required<OutboundLimits>;

/**
 * `stalled`: the client takes nothing and has played what it has. `flooded`: messages without audio of four times the
 * high-water mark wait.
 */
export type OutboundFailure = 'stalled' | 'flooded';

export interface OutboundFlowOptions extends OutboundLimits {
  /** Bytes that wait in this process for the client, over all buffers of the transport. What the kernel took has gone. */
  readonly waitingBytes: () => number;
  readonly source: OutboundSource;
  /** Ends the connection at once; called at most once. */
  readonly cut: (reason: OutboundFailure) => void;
  readonly clock?: Clock;
}

/** Parts of the high-water mark. */
const lowShare = 1 / 4;
const pauseShare = 1 / 2;
/**
 * Of bytes without audio: those are answers to messages, which the client makes as many of as it likes. Audio comes to an end
 * by itself, since a suspended source begins no segment; one whose engine cannot take a segment back runs it to its end, which
 * may be any multiple of a small mark.
 */
const floodShare = 4;

/**
 * The outbound side of one connection. The transport tells it what it was handed ({@link sent}) and when something may have gone
 * ({@link taken}, or {@link wanted} where it asks by itself); it steers the source and ends the connection.
 */
export class OutboundFlow {
  readonly #options: OutboundFlowOptions;
  readonly #clock: Clock;
  readonly #highWaterMark: number;
  readonly #stallMs: number;
  readonly #playback = new Playback();
  #state: 'open' | 'closing' | 'closed' = 'open';
  /** What the source was told last. */
  #lastSignal: 'resume' | 'pause' | 'suspend' = 'resume';
  /** Bytes that waited at the last look. */
  #waited = 0;
  /** Bytes without audio among them, at least: what the client takes counts as those first. */
  #waitedSilent = 0;
  /** Clock time of the last sign that the client takes something. */
  #takenAt = -Infinity;
  #cancelTimer: (() => void) | undefined;

  constructor(options: OutboundFlowOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#highWaterMark = options.highWaterMark ?? outboundDefaults.highWaterMark;
    this.#stallMs = options.stallMs ?? outboundDefaults.stallMs;
  }

  /**
   * Clock time in ms from which on the client has nothing left to take or to play: `-Infinity` before anything was sent,
   * `Infinity` while something waits.
   */
  get idleSince(): number {
    this.#look();
    return this.#waited > 0 ? Infinity : this.#lastSignAt;
  }

  /** Something was handed to the transport. @param seconds of audio in it, over all contexts of the connection */
  sent(bytes: number, seconds: number): void {
    if (this.#state === 'closed') return;
    if (seconds > 0) this.#playback.sent(seconds, this.#clock.now());
    this.#look(bytes, seconds > 0 ? 0 : bytes);
    this.#throttle();
    this.#watch();
  }

  /** The transport may have written something out. */
  taken(): void {
    if (this.#state === 'closed') return;
    this.#look();
    if (this.#waited <= lowShare * this.#highWaterMark) this.#resume();
  }

  /** The transport asks for more by a mark of its own, wherever the rest of its buffers stand. */
  wanted(): void {
    if (this.#state === 'closed') return;
    this.#look();
    this.#resume();
  }

  /** Nothing more will be sent, and the client has to answer the close: the same limit holds for that answer. */
  awaitClose(): void {
    if (this.#state !== 'open') return;
    this.#state = 'closing';
    this.#takenAt = this.#clock.now();
    this.#watch();
  }

  /** The connection has ended. */
  close(): void {
    this.#state = 'closed';
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  get #lastSignAt(): number {
    return Math.max(this.#takenAt, this.#playback.endsAt);
  }

  /**
   * @param added bytes that were handed over since the last look
   * @param silent those of them without audio
   */
  #look(added = 0, silent = 0): void {
    const waiting = this.#options.waitingBytes();
    // Where nothing waited before, the time of a client that takes nothing begins now.
    const begins = this.#waited === 0 && waiting > 0;
    const taken = Math.max(0, this.#waited + added - waiting);
    if (begins || taken > 0) this.#takenAt = this.#clock.now();
    this.#waitedSilent = Math.max(0, this.#waitedSilent + silent - taken);
    this.#waited = waiting;
  }

  #throttle(): void {
    if (this.#waited > this.#highWaterMark) {
      if (this.#lastSignal !== 'suspend') this.#signal('suspend');
    } else if (this.#waited > pauseShare * this.#highWaterMark && this.#lastSignal === 'resume') this.#signal('pause');
    if (this.#waitedSilent > floodShare * this.#highWaterMark) this.#cut('flooded');
  }

  #resume(): void {
    if (this.#lastSignal !== 'resume') this.#signal('resume');
  }

  /** A source may send at once, which changes what it is told next: it is noted first. */
  #signal(change: 'resume' | 'pause' | 'suspend'): void {
    this.#lastSignal = change;
    this.#options.source[change]();
  }

  /** One timer, moved only when it has run out: bytes come and go far more often. */
  #watch(): void {
    if (this.#cancelTimer !== undefined || this.#state === 'closed' || !this.#isOwed) return;
    const ms = this.#lastSignAt + this.#stallMs - this.#clock.now();
    this.#cancelTimer = arrivalTimer(this.#clock).after(Math.min(Math.max(0, ms), maxTimerMs), () => {
      this.#cancelTimer = undefined;
      this.#check();
    });
  }

  #check(): void {
    this.taken();
    if (this.#isOwed && this.#clock.now() >= this.#lastSignAt + this.#stallMs) this.#cut('stalled');
    else this.#watch();
  }

  /** The client has something to take, or a close to answer. */
  get #isOwed(): boolean {
    return this.#waited > 0 || this.#state === 'closing';
  }

  #cut(reason: OutboundFailure): void {
    this.close();
    this.#options.cut(reason);
  }
}
