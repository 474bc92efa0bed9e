/** What is heard of the caller: pieces of speech, their text, and when turns start and end. Time is audio time. */
import { NoiseSuppressor, type SuppressionStrength } from '../audio/noise-suppression.ts';
import { Hearing, type HearingEvent, type HearingOptions } from '../hearing/hearing.ts';
import { reserveFirst } from '../hearing/reservation.ts';
import { TurnDetector } from '../hearing/turn-detector.ts';
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import type { TurnOptions } from '../turns/options.ts';
import type { TurnDecision } from '../turns/turns.ts';

/** Who is told of the caller; `at`, `since`: seconds of audio. */
export interface CallerListener {
  /** Sound that may be speech began or ended. */
  sound(border: 'start' | 'end', at: number): void;
  /** What may become such a sound, sooner than that is sure, began or was none. */
  candidate(state: 'begun' | 'dropped'): void;
  /** What has been heard so far of the piece of speech that goes on, and of one that has ended; '': no word. */
  text(text: string, isFinal: boolean): void;
  decided(decision: TurnDecision): void;
  /** The piece of speech behind the last final text could not be heard; what comes behind it is. */
  failed(error: unknown): void;
}

/** Hears a caller. */
export interface Caller {
  /** Seconds of audio so far. */
  readonly seconds: number;
  /** @param samples within ±1, at the rate of the line */
  write(samples: Float32Array): void;
  /** Resolves when all that was said until now has been told, or that it could not be heard. @throws where speech cannot be found */
  finalize(): Promise<void>;
  /** What was heard until now is no part of the turn that is decided on next. */
  restartTurns(): void;
  close(): void;
}

export interface CallerOptions {
  readonly hearing: Pick<HearingOptions, 'recognizers' | 'language' | 'phrases' | 'onFallback'>;
  readonly turns: Partial<TurnOptions>;
  /** Hz. */
  readonly sampleRate: number;
  /** What is heard has less noise than what is recorded. Default `off`. */
  readonly noiseSuppression?: 'off' | SuppressionStrength;
  readonly clock: Clock;
  readonly listener: CallerListener;
  /** Called once, when audio is dropped since the recognizer is too far behind. Default: not called. */
  readonly onDropped?: () => void;
}

/** So many seconds of speech may wait for a slow recognizer, and so many of audio for that: of more, the oldest is dropped. */
const waitingSeconds = 10;
/** Without audio for so long, the missing time counts as silence; then so much of it at a time. */
const missingMs = 1500;
const silenceMs = 100;

/**
 * Loads what hears and keeps it until the caller is closed.
 * @throws {RangeError} for a rate that cannot be converted
 * @throws {RecognizerError} where no recognizer can hear
 */
export async function openCaller(options: CallerOptions): Promise<Caller> {
  const caller = new HeardCaller(options);
  try {
    await caller.open();
    return caller;
  } catch (error) {
    caller.close();
    throw error;
  }
}

/** What was heard comes before what it decides. @param at seconds of audio so far */
export function tell(listener: CallerListener, turns: TurnDetector, event: HearingEvent, at: number): void {
  if (event.kind === 'border') listener.sound(event.border, event.at);
  else if (event.kind === 'candidate') listener.candidate(event.state);
  else if (event.kind === 'partial' || event.kind === 'final') listener.text(event.text, event.kind === 'final');
  turns.heard(event, at);
}

class HeardCaller implements Caller {
  readonly #options: CallerOptions;
  readonly #left = new AbortController();
  /** In order of preference, reserved. */
  #recognizers: HearingOptions['recognizers'] = [];
  /** Undefined where speech could not be found: the next audio begins another one. */
  #hearing: Hearing | undefined;
  #suppressor: NoiseSuppressor | undefined;
  #turns: TurnDetector;
  /** Audio that has not been heard yet, in order, and what is to be done behind it. */
  readonly #waiting: { readonly samples: Float32Array; readonly behind?: () => void }[] = [];
  #waitingSamples = 0;
  /** The last text that is not final. */
  #partial = '';
  #isWorking = false;
  #hasDropped = false;
  #stopTimer: () => void = () => undefined;
  /** Gives the recognizer back. */
  #release: () => void = () => undefined;
  readonly #closed = Promise.withResolvers<undefined>();

  constructor(options: CallerOptions) {
    this.#options = options;
    const { turns, listener } = options;
    this.#turns = new TurnDetector(turns, (decision) => listener.decided(decision));
  }

  async open(): Promise<void> {
    const { hearing, sampleRate, noiseSuppression: strength = 'off' } = this.#options;
    if (strength !== 'off') this.#suppressor = await NoiseSuppressor.create({ sampleRate, strength });
    const { recognizers, release } = await reserveFirst(hearing.recognizers, hearing.onFallback);
    this.#release = release;
    this.#recognizers = recognizers;
    await this.#begin();
  }

  async #begin(): Promise<Hearing> {
    const { hearing: options, sampleRate, turns, listener } = this.#options;
    const hearing = await Hearing.create({
      ...{ ...options, recognizers: this.#recognizers, sampleRate },
      ...{ ahead: Infinity, aheadSeconds: waitingSeconds },
      wantsPartials: true,
      wantsBorders: true,
      signal: this.#left.signal,
      onEvent: (event) => this.#heard(event),
      onUnheard: (error, until) => this.#unheard(error, until),
      onFailure: (error) => this.#failed(error),
    });
    this.#turns = new TurnDetector(turns, (decision) => listener.decided(decision));
    this.#hearing = hearing;
    this.#partial = '';
    return hearing;
  }

  get seconds(): number {
    return this.#hearing?.seconds ?? 0;
  }

  write(samples: Float32Array): void {
    if (this.#left.signal.aborted) return;
    if (samples.length === 0) return;
    this.#waiting.push({ samples });
    this.#waitingSamples += samples.length;
    while (this.#waitingSamples - this.#waiting[0]!.samples.length > waitingSeconds * this.#options.sampleRate) {
      this.#take()?.behind?.();
      this.#tellDropped();
    }
    this.#await(missingMs);
    if (!this.#isWorking) void this.#work();
  }

  async finalize(): Promise<void> {
    if (this.#left.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    // Audio that comes later is heard meanwhile: only the piece of speech ends here.
    this.#waiting.push({ samples: new Float32Array(0), behind: () => resolve(this.#hearing?.finalize()) });
    if (!this.#isWorking) void this.#work();
    await Promise.race([promise, this.#closed.promise]);
  }

  restartTurns(): void {
    const { turns, listener } = this.#options;
    this.#turns = new TurnDetector(turns, (decision) => listener.decided(decision));
    const { seconds } = this;
    this.#turns.step({ kind: 'time', at: seconds });
    if (this.#hearing?.isSpeech === true) this.#turns.step({ kind: 'sound_start', at: seconds, since: seconds });
  }

  close(): void {
    this.#stopTimer();
    this.#closed.resolve(undefined);
    this.#left.abort(new Error('the call has ended'));
    this.#hearing?.close();
    this.#suppressor?.close();
    this.#release();
  }

  #tellDropped(): void {
    if (!this.#hasDropped) this.#options.onDropped?.();
    this.#hasDropped = true;
  }

  #take() {
    const next = this.#waiting.shift();
    this.#waitingSamples -= next?.samples.length ?? 0;
    return next;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      next.behind?.();
      if (next.samples.length === 0 || this.#left.signal.aborted) continue;
      try {
        await this.#hear(next.samples);
      } catch (error) {
        this.#failed(error);
      }
    }
    this.#isWorking = false;
  }

  async #hear(samples: Float32Array): Promise<void> {
    const hearing = this.#hearing ?? (await this.#begin());
    hearing.write(this.#suppressor?.write(samples) ?? samples);
    this.#turns.pass(hearing);
    // `onFailure` is told.
    await hearing.ready().catch(() => undefined);
  }

  /** A turn that is open ends there. */
  #unheard(error: unknown, until: number): void {
    this.#partial = '';
    this.#turns.step({ kind: 'lost', at: this.seconds, until });
    this.#options.listener.failed(error);
  }

  #failed(error: unknown): void {
    if (this.#left.signal.aborted) return;
    this.#hearing?.close();
    this.#hearing = undefined;
    this.#options.listener.failed(error);
  }

  /** A text that is read a second time tells the turns that it is sure, and the listener nothing. */
  #heard(event: HearingEvent): void {
    const isSame = event.kind === 'partial' && event.text === this.#partial;
    if (event.kind === 'partial') this.#partial = event.text;
    else if (event.kind === 'final') this.#partial = '';
    if (isSame) this.#turns.heard(event, this.seconds);
    else tell(this.#options.listener, this.#turns, event, this.seconds);
  }

  /** Lines stop sending when a microphone is muted: a turn that is open ends all the same. */
  #await(ms: number): void {
    this.#stopTimer();
    if (this.#left.signal.aborted) return;
    this.#stopTimer = arrivalTimer(this.#options.clock).after(ms, () => {
      if (this.#isWorking) return this.#await(silenceMs);
      if (this.#hearing === undefined || !(this.#turns.isOpen || this.#hearing.isSpeech)) return;
      const samples = new Float32Array(Math.round((ms / 1000) * this.#options.sampleRate));
      this.#waiting.push({ samples });
      this.#waitingSamples += samples.length;
      void this.#work().then(() => this.#await(silenceMs));
    });
  }
}
