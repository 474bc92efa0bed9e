/** What is heard of the caller: pieces of speech, their text, and when turns start and end. Time is audio time. */
import { NoiseSuppressor, type SuppressionStrength } from '../audio/noise-suppression.ts';
import { Hearing, type HearingEvent, type HearingOptions } from '../hearing/hearing.ts';
import { TurnDetector } from '../hearing/turn-detector.ts';
import type { Clock } from '../timing/clock.ts';
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
  /** Nothing can be heard any more. */
  failed(error: unknown): void;
}

/** Hears a caller. */
export interface Caller {
  /** Seconds of audio so far. */
  readonly seconds: number;
  /** @param samples within ±1, at the rate of the line */
  write(samples: Float32Array): void;
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
}

/** Audio that is further ahead of real time is dropped, the oldest first. */
const aheadSeconds = 5;
/** Without audio for so long, the missing time counts as silence; then so much of it at a time. */
const missingMs = 1500;
const silenceMs = 100;

/** Loads what hears. @throws {RangeError} for a rate that cannot be converted */
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

class HeardCaller implements Caller {
  readonly #options: CallerOptions;
  readonly #left = new AbortController();
  #hearing: Hearing | undefined;
  #suppressor: NoiseSuppressor | undefined;
  readonly #turns: TurnDetector;
  /** Audio that has not been heard yet, in order. */
  readonly #waiting: Float32Array[] = [];
  #waitingSamples = 0;
  readonly #openedAt: number;
  /** Samples of the line so far. */
  #taken = 0;
  #isWorking = false;
  #stopTimer: () => void = () => undefined;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#openedAt = options.clock.now();
    const { turns, listener } = options;
    this.#turns = new TurnDetector(turns, (decision) => listener.decided(decision));
  }

  async open(): Promise<void> {
    const { hearing, sampleRate, noiseSuppression: strength = 'off' } = this.#options;
    if (strength !== 'off') this.#suppressor = await NoiseSuppressor.create({ sampleRate, strength });
    this.#hearing = await Hearing.create({
      ...hearing,
      sampleRate,
      wantsPartials: true,
      wantsBorders: true,
      signal: this.#left.signal,
      onEvent: (event) => this.#heard(event),
      onFailure: (error) => this.#options.listener.failed(error),
    });
  }

  get seconds(): number {
    return this.#hearing?.seconds ?? 0;
  }

  write(samples: Float32Array): void {
    if (this.#left.signal.aborted) return;
    const { clock, sampleRate } = this.#options;
    const seconds = (clock.now() - this.#openedAt) / 1000 + aheadSeconds;
    const room = Math.max(0, Math.round(seconds * sampleRate) - this.#taken);
    const kept = samples.length > room ? samples.subarray(samples.length - room) : samples;
    if (kept.length === 0) return;
    this.#taken += kept.length;
    this.#waiting.push(kept);
    this.#waitingSamples += kept.length;
    while (this.#waitingSamples - this.#waiting[0]!.length > aheadSeconds * sampleRate) this.#take();
    this.#await(missingMs);
    if (!this.#isWorking) void this.#work();
  }

  close(): void {
    this.#stopTimer();
    this.#left.abort(new Error('the call has ended'));
    this.#hearing?.close();
    this.#suppressor?.close();
  }

  #take(): Float32Array | undefined {
    const samples = this.#waiting.shift();
    this.#waitingSamples -= samples?.length ?? 0;
    return samples;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let samples = this.#take(); samples !== undefined; samples = this.#take()) {
        const hearing = this.#hearing!;
        hearing.write(this.#suppressor?.write(samples) ?? samples);
        this.#turns.pass(hearing);
        await hearing.ready();
      }
    } catch (error) {
      if (!this.#left.signal.aborted) this.#options.listener.failed(error);
    } finally {
      this.#isWorking = false;
    }
  }

  #heard(event: HearingEvent): void {
    const { listener } = this.#options;
    if (event.kind === 'border') listener.sound(event.border, event.at);
    else if (event.kind === 'candidate') listener.candidate(event.state);
    else if (event.kind === 'partial' || event.kind === 'final') listener.text(event.text, event.kind === 'final');
    this.#turns.heard(event, this.seconds);
  }

  /** Lines stop sending when a microphone is muted: a turn that is open ends all the same. */
  #await(ms: number): void {
    this.#stopTimer();
    if (this.#left.signal.aborted) return;
    this.#stopTimer = this.#options.clock.after(ms, () => {
      if (this.#isWorking) return this.#await(silenceMs);
      if (this.#hearing === undefined || !(this.#turns.isOpen || this.#hearing.isSpeech)) return;
      this.#waiting.push(new Float32Array(Math.round((ms / 1000) * this.#options.sampleRate)));
      this.#waitingSamples += this.#waiting.at(-1)!.length;
      void this.#work().then(() => this.#await(silenceMs));
    });
  }
}
