/** What both sockets that hear have in common: samples in frames of any length, work in its order, a socket that is read no faster. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import { RawDecoder, type RawEncoding } from '../../audio/decoding/raw.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { Hearing, type HearingEvent, type HearingOptions } from '../../hearing/hearing.ts';
import type { SocketControl } from '../../http/index.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
import { recognitionError } from '../../hearing/recognition-error.ts';

export interface SocketHearingOptions {
  readonly encoding: RawEncoding;
  /** Hz. */
  readonly sampleRate: number;
  readonly hearing: Pick<HearingOptions, 'recognizers' | 'language' | 'phrases' | 'pieces' | 'onFallback'>;
  readonly control: SocketControl;
  /** Called with the seconds of audio that were received and not reported before; as pieces end, and at the end. */
  readonly onSeconds: (seconds: number) => void;
  /** Puts an error onto the wire. */
  readonly onError: (error: ServiceError) => void;
  readonly clock?: Clock | undefined;
}

/** Frames that wait before the socket is not read. */
const ahead = 4;
/** Seconds of audio that may wait; then the socket is not read until there is room. */
const aheadSeconds = 60;
/** A long frame is taken in steps of so many seconds, between which the event loop has its turn: a frame may be of minutes. */
const stepSeconds = 1;
/** Without a frame for so long, nothing more is expected of the speech that was begun. */
const missingMs = 1500;
/** Speech that comes more slowly than it was spoken is not waited for longer than this: its recognizer is wanted by others. */
const maxSpeechMs = 45_000;

/** See the head of this file. One socket. */
export class SocketHearing {
  readonly #options: SocketHearingOptions;
  readonly #decoder: RawDecoder;
  readonly #left = new AbortController();
  /** Steps are taken one after the other; those before the detectors are loaded wait. */
  #work: Promise<void>;
  #hearing: Hearing | undefined;
  /** Samples that came. */
  #samples = 0;
  #reportedSeconds = 0;
  #waiting = 0;
  #waitingSeconds = 0;
  #isOver = false;
  /** What came was heard to its end. */
  #isDrained = false;
  #isPaused = false;
  readonly #clock: Clock;
  readonly #onMissing: (hearing: Hearing) => Promise<void>;
  #stopTimer: () => void = () => undefined;
  #againMs: number | undefined;
  /** Clock time at which the speech began that goes on. */
  #speechSince: number | undefined;

  /**
   * @param onEvent is called with what is heard
   * @param onMissing what is done when no frame came for 1.5 s while the socket is read; default: speech that was begun is ended
   */
  constructor(
    options: SocketHearingOptions,
    wants: Pick<HearingOptions, 'wantsPartials' | 'wantsBorders' | 'wantsWords'>,
    onEvent: (event: HearingEvent) => void,
    onMissing: (hearing: Hearing) => Promise<void> = endSpeech,
  ) {
    this.#options = options;
    this.#decoder = new RawDecoder(options.encoding);
    this.#clock = options.clock ?? systemClock;
    this.#onMissing = onMissing;
    this.#work = this.#open(wants, onEvent).catch((error: unknown) => this.#fault(error));
  }

  /** Nothing more is taken. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Frames wait: the client is not idle. */
  get isActive(): boolean {
    return this.#waiting > 0;
  }

  /** Seconds of audio so far. */
  get seconds(): number {
    return this.#hearing?.seconds ?? 0;
  }

  /** @param then is called when some of the samples were taken, before there is room for the next ones */
  write(data: Buffer, then: (hearing: Hearing) => void = () => undefined): void {
    if (this.#isOver) return;
    const samples = this.#decoder.write(data);
    this.#samples += samples.length;
    const seconds = samples.length / this.#options.sampleRate;
    this.#waitingSeconds += seconds;
    this.run(async (hearing) => {
      const step = stepSeconds * this.#options.sampleRate;
      try {
        for (let at = 0; at < samples.length; at += step) {
          if (at > 0) await othersTurn();
          hearing.write(samples.subarray(at, at + step));
          then(hearing);
          this.#endLongSpeech(hearing);
          await hearing.ready();
        }
      } finally {
        this.#waitingSeconds -= seconds;
      }
    });
  }

  /** Of a step for a missing frame: it is called again after so long, where none comes before. */
  missAgain(ms: number): void {
    this.#againMs = ms;
  }

  /** Behind what came before; while much waits, the socket is not read. What it throws ends the socket. */
  run(step: (hearing: Hearing) => Promise<void>): void {
    if (this.#isOver) return;
    this.#waiting++;
    this.#stopTimer();
    this.#read();
    this.#work = this.#work
      .then(() => (this.#hearing === undefined ? undefined : step(this.#hearing)))
      .catch((error: unknown) => this.#fault(error))
      .finally(() => {
        this.#waiting--;
        this.#read();
        if (this.#waiting === 0) this.#awaitFrame(missingMs);
      });
  }

  /** The last step; the socket is closed behind it. */
  finish(step: (hearing: Hearing) => Promise<void>): void {
    this.run(async (hearing) => {
      await step(hearing);
      this.#reportSeconds();
      this.#options.control.end(1000, 'done');
    });
    this.#isOver = true;
  }

  /** Takes nothing more; resolves when what came has been heard. */
  async drain(): Promise<void> {
    this.#isOver = true;
    await this.#work;
    await this.#hearing?.end().catch(() => undefined);
    this.#reportSeconds();
    this.#isDrained = true;
  }

  /** Whether an end that comes from outside cuts off work that goes on, for a client that is still there. */
  get isCut(): boolean {
    return !this.#isDrained && !this.#left.signal.aborted;
  }

  /** A second call does nothing. */
  close(): void {
    this.#isOver = true;
    this.#stopTimer();
    this.#reportSeconds();
    this.#left.abort(new ServiceError('invalid_request', 'The client has left.'));
  }

  /** The client takes nothing: what it sends would only make more to take. */
  pause(): void {
    this.#isPaused = true;
    this.#read();
  }

  resume(): void {
    this.#isPaused = false;
    this.#read();
  }

  #read(): void {
    this.#options.control.read(!this.#isPaused && this.#waiting < ahead && this.#waitingSeconds < aheadSeconds);
  }

  #awaitFrame(ms: number): void {
    this.#stopTimer();
    if (this.#isOver) return;
    this.#stopTimer = arrivalTimer(this.#clock).after(ms, () => this.#miss());
  }

  /** Once for each pause between frames, unless {@link missAgain} says otherwise. */
  #miss(): void {
    this.run(async (hearing) => {
      this.#againMs = undefined;
      await this.#onMissing(hearing);
    });
    void this.#work.then(() => {
      if (this.#waiting > 0) return;
      this.#stopTimer();
      if (this.#againMs !== undefined) this.#awaitFrame(this.#againMs);
    });
  }

  /** What is cut is heard; what goes on is the next piece. */
  #endLongSpeech(hearing: Hearing): void {
    const now = this.#clock.now();
    this.#speechSince = hearing.isSpeech ? (this.#speechSince ?? now) : undefined;
    if (this.#speechSince === undefined || now - this.#speechSince < maxSpeechMs || this.#waiting > 1) return;
    this.#speechSince = undefined;
    hearing.finalize().catch(() => undefined);
  }

  async #open(
    wants: Pick<HearingOptions, 'wantsPartials' | 'wantsBorders' | 'wantsWords'>,
    onEvent: (event: HearingEvent) => void,
  ): Promise<void> {
    const { sampleRate, hearing } = this.#options;
    const signal = this.#left.signal;
    this.#hearing = await Hearing.create({
      ...hearing,
      ...wants,
      aheadSeconds,
      sampleRate,
      signal,
      onFailure: (error) => this.#fault(error),
      onEvent: (event) => {
        onEvent(event);
        if (event.kind === 'final') this.#reportSeconds();
      },
    });
  }

  #reportSeconds(): void {
    const seconds = Math.ceil(this.#samples / this.#options.sampleRate) - this.#reportedSeconds;
    if (seconds <= 0) return;
    this.#reportedSeconds += seconds;
    this.#options.onSeconds(seconds);
  }

  /** Clients connect again at 1011 only: what was not heard can then be sent again. */
  #fault(cause: unknown): void {
    if (this.#left.signal.aborted) return;
    const error = recognitionError(cause);
    this.#options.onError(error);
    this.close();
    this.#options.control.end(1011, error.code, 'recognition_failed');
  }
}

/** A client whose microphone is muted sends nothing: what it said is final. */
async function endSpeech(hearing: Hearing): Promise<void> {
  if (hearing.isSpeech) await hearing.finalize();
}
