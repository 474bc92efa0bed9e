/** What is heard of both sides of a call, on one timeline: for its recording, and to tell the caller from an echo of the agent. */
import { CallerLevel } from './caller-level.ts';
import { EchoDetector } from './echo-detector.ts';

export interface TracksOptions {
  /** Hz of both sides. */
  readonly sampleRate: number;
  /** Seconds since the conversation was ready. */
  readonly now: () => number;
  /** Samples of both sides by their place since it was ready. Default: not called. */
  readonly onAudio?: ((side: 'caller' | 'agent', at: number, samples: Int16Array) => void) | undefined;
  /** What was the agent's own voice coming back, or another person's, is the caller now. */
  readonly onCaller: () => void;
}

/** Audio that is later than this was not there: nothing was said meanwhile. */
const gapMs = 200;
/** What is further ahead of real time was sent at another rate than was agreed, and is dropped. */
const aheadSeconds = 5;
/** A sound that began as an echo is judged again so often. */
const judgeMs = 100;
/** So many judgements in a row end the echo. */
const callerTimes = 2;

export class Tracks {
  readonly #options: TracksOptions;
  readonly #echo: EchoDetector;
  readonly #level: CallerLevel;
  readonly #places = { caller: 0, agent: 0 };
  #isEcho = false;
  /** Samples of the caller since the last judgement, and judgements in a row that were for the caller. */
  #unjudged = 0;
  #callerTimes = 0;

  constructor(options: TracksOptions) {
    this.#options = options;
    this.#echo = new EchoDetector({ sampleRate: options.sampleRate });
    this.#level = new CallerLevel({ sampleRate: options.sampleRate });
  }

  /** Whether the last sound that began is the agent's own voice. */
  get isEcho(): boolean {
    return this.#isEcho;
  }

  /** Whether the last sound that began is far quieter than the caller speaks: another person in the room. */
  get isFaint(): boolean {
    return this.#level.isFaint;
  }

  /** What was heard of the agent. */
  agent(samples: Int16Array): void {
    const at = this.#place('agent', samples.length);
    this.#options.onAudio?.('agent', at, samples);
    this.#echo.played(at, samples);
  }

  /** What came from the caller's side. @returns how many of them count, the last ones: those before are too far ahead of real time */
  caller(given: Int16Array): number {
    const { sampleRate, now } = this.#options;
    const room = Math.max(0, Math.round((now() + aheadSeconds) * sampleRate) - this.#places.caller);
    const samples = given.subarray(Math.max(0, given.length - room));
    if (samples.length > 0) this.#take(samples);
    return samples.length;
  }

  #take(samples: Int16Array): void {
    const at = this.#place('caller', samples.length);
    this.#options.onAudio?.('caller', at, samples);
    this.#echo.heard(at, samples);
    const wasFaint = this.isFaint;
    this.#level.write(samples);
    if (!this.#isEcho) {
      if (wasFaint && !this.#level.isFaint) this.#options.onCaller();
      return;
    }
    this.#unjudged += samples.length;
    if (this.#unjudged < (judgeMs / 1000) * this.#options.sampleRate) return;
    this.#unjudged = 0;
    const verdict = this.#echo.judge();
    if (verdict !== 'quiet') this.#callerTimes = verdict === 'caller' ? this.#callerTimes + 1 : 0;
    if (this.#callerTimes < callerTimes) return;
    this.#isEcho = false;
    this.#options.onCaller();
  }

  /** Sound that may be speech has begun on the caller's side. */
  soundBegan(): void {
    this.#isEcho = this.#echo.judge() === 'echo';
    this.#level.soundBegan();
    this.#unjudged = this.#callerTimes = 0;
  }

  /** The caller has said something. */
  callerSpoke(): void {
    this.#level.turnEnded();
  }

  /** It was none. */
  soundDropped(): void {
    this.#isEcho = false;
  }

  /** Where samples of a side begin: behind those before them, but for a gap; they come a little earlier or later than they were spoken. */
  #place(side: 'caller' | 'agent', length: number): number {
    const { sampleRate, now: seconds } = this.#options;
    const now = Math.max(0, Math.round(seconds() * sampleRate) - length);
    const isGap = now - this.#places[side] > (gapMs / 1000) * sampleRate;
    const at = isGap ? now : this.#places[side];
    this.#places[side] = at + length;
    return at;
  }
}
