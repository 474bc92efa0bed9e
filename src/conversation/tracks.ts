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
/** What was held up on its way comes within so long behind a gap, faster than it was spoken. */
const burstMs = 1000;
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
  readonly #caller: Timeline;
  readonly #agent: Timeline;
  /** Samples of the caller so far. */
  #taken = 0;
  #isEcho = false;
  /** Samples of the caller since the last judgement, and judgements in a row that were for the caller. */
  #unjudged = 0;
  #callerTimes = 0;

  constructor(options: TracksOptions) {
    this.#options = options;
    this.#echo = new EchoDetector({ sampleRate: options.sampleRate });
    this.#level = new CallerLevel({ sampleRate: options.sampleRate });
    this.#caller = new Timeline(options.sampleRate);
    this.#agent = new Timeline(options.sampleRate);
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
    const { sampleRate, now, onAudio } = this.#options;
    const at = this.#agent.next(samples.length, Math.round(now() * sampleRate));
    onAudio?.('agent', at, samples);
    this.#echo.played(at, samples);
  }

  /**
   * What came from the caller's side. Audio that was held up on its way is not ahead of real time: what counts is how much there was in all.
   * @returns how many of them count, the last ones: those before are too far ahead of real time
   */
  caller(given: Int16Array): number {
    const { sampleRate, now } = this.#options;
    const room = Math.max(0, Math.round((now() + aheadSeconds) * sampleRate) - this.#taken);
    const samples = given.subarray(Math.max(0, given.length - room));
    this.#taken += samples.length;
    if (samples.length > 0) this.#take(samples);
    return samples.length;
  }

  #take(samples: Int16Array): void {
    const { sampleRate, now, onAudio } = this.#options;
    for (const [at, placed] of this.#caller.place(samples, Math.round(now() * sampleRate))) {
      onAudio?.('caller', at, placed);
      this.#echo.heard(at, placed);
    }
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
}

/** Where the samples of one side stand, which come a little earlier or later than they were spoken. Places and times are samples. */
class Timeline {
  readonly #sampleRate: number;
  #end = 0;
  /** The last gap: where it began, when it ended, and the samples since then. */
  #gap: { readonly from: number; readonly until: number; readonly samples: Int16Array[] } | undefined;
  /** The gap is being filled: how far this is behind at least so far, and since when. */
  #late: { readonly lag: number; readonly since: number } | undefined;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Where samples begin: behind those before them, but for a gap. */
  next(length: number, now: number): number {
    const at = this.#isGap(length, now) ? now - length : this.#end;
    this.#end = at + length;
    return at;
  }

  /**
   * The same for audio that may be held up on its way and then comes at once: it was spoken in the gap.
   * @returns what stands where from now on, also of samples before
   */
  place(samples: Int16Array, now: number): [at: number, samples: Int16Array][] {
    const { length } = samples;
    if (this.#gap !== undefined && now - this.#gap.until > this.#samples(burstMs)) this.#gap = undefined;
    const before = this.#gap !== undefined && this.#end + length - now > this.#samples(gapMs) ? this.#fill(now) : [];
    if (this.#late !== undefined) this.#follow(length, now);
    if (this.#late === undefined && this.#isGap(length, now)) this.#gap = { from: this.#end, until: now, samples: [] };
    const at = this.#late === undefined ? this.next(length, now) : this.#end;
    this.#end = at + length;
    // The caller may use its buffer again.
    this.#gap?.samples.push(samples.slice());
    return [...before, [at, samples]];
  }

  /** What came behind the gap stands where that began. */
  #fill(now: number): [number, Int16Array][] {
    const { from, samples } = this.#gap!;
    this.#gap = undefined;
    this.#late = { lag: Infinity, since: now };
    this.#end = from;
    return samples.map((part) => {
      const at = this.#end;
      this.#end += part.length;
      return [at, part];
    });
  }

  /** What does not come faster than it is spoken fills the gap no longer, and has its place before now. */
  #follow(length: number, now: number): void {
    const lag = now - length - this.#end;
    if (lag < this.#late!.lag) this.#late = { lag, since: now };
    if (now - this.#late!.since > this.#samples(gapMs) || !this.#isGap(length, now)) this.#late = undefined;
  }

  #isGap(length: number, now: number): boolean {
    return now - length - this.#end > this.#samples(gapMs);
  }

  #samples(ms: number): number {
    return (ms / 1000) * this.#sampleRate;
  }
}
