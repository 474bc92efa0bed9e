/**
 * Gives a line the audio of one utterance after the other, no further ahead of what is heard than the line wants; knows what was heard,
 * and can stop at once and go on later from any sample that was heard.
 */
import type { Clock } from '../timing/clock.ts';
import type { Line } from './line.ts';

/** Who speaks the utterance that is played. */
export interface PlayoutListener {
  /** The first samples were given to the line. */
  started(): void;
  /** Some time has passed: more may be wanted, see {@link Playout.waitingSeconds}. */
  moved(): void;
  /** The last sample has been heard. */
  ended(): void;
}

export interface PlayoutOptions {
  readonly line: Line;
  readonly clock: Clock;
  /** Called with what has just been heard, in order. Default: not called. */
  readonly onHeard?: ((samples: Int16Array) => void) | undefined;
}

/** Milliseconds of samples that are given to the line at a time. */
const frameMs = 20;
/** Looks at the position of the line so often. */
const tickMs = 20;
/** Seconds of what was heard that are kept: the utterance may go on from a word that lies there. */
const keptSeconds = 10;

export class Playout {
  readonly #options: PlayoutOptions;
  readonly #frame: number;
  #listener: PlayoutListener | undefined;
  #samples = new SampleQueue();
  /** The next sample of the utterance to be given to the line. */
  #next = 0;
  /** A sample of the utterance, and the position of the line at which that is played. */
  #from = { sample: 0, position: 0 };
  /** Up to where it was reported to {@link PlayoutOptions.onHeard}. */
  #reported = 0;
  #heardAt: number | undefined;
  #isFinished = false;
  #isPaused = false;
  #hasStarted = false;
  #stopTimer: () => void = () => undefined;

  constructor(options: PlayoutOptions) {
    this.#options = options;
    this.#frame = Math.round((frameMs / 1000) * options.line.sampleRate);
  }

  /** Hz. */
  get sampleRate(): number {
    return this.#options.line.sampleRate;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Samples of the utterance that have been heard. */
  get heard(): number {
    const { sample, position } = this.#from;
    return Math.min(this.#next, Math.max(sample, sample + this.#options.line.played().samples - position));
  }

  /** Clock time at which its last sample so far was heard, known to {@link tickMs}; undefined: none was. */
  get heardAt(): number | undefined {
    return this.#heardAt;
  }

  /** Seconds of the utterance that have been written and not been heard. */
  get waitingSeconds(): number {
    return (this.#samples.end - this.heard) / this.#options.line.sampleRate;
  }

  /** Begins an utterance; the one before it must have ended or been stopped. */
  begin(listener: PlayoutListener): void {
    this.#samples = new SampleQueue();
    this.#next = this.#reported = 0;
    this.#isFinished = this.#isPaused = this.#hasStarted = false;
    this.#heardAt = undefined;
    this.#listener = listener;
    this.#resumeAt(0);
  }

  /** @param samples the next ones of the utterance, given away */
  write(samples: Int16Array): void {
    if (this.#listener === undefined || samples.length === 0) return;
    this.#samples.write(samples);
    this.#advance();
  }

  /** The utterance has no further samples. */
  finish(): void {
    this.#isFinished = true;
    this.#advance();
  }

  /** Silence at once. @returns samples that have been heard */
  pause(): number {
    if (this.#isPaused || this.#listener === undefined) return this.heard;
    const heard = this.#clear();
    this.#isPaused = true;
    return heard;
  }

  /** @param sample of the utterance, at most the last one that was heard: from there on it is played */
  resume(sample: number): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#resumeAt(sample);
    this.#advance();
  }

  /** Ends the utterance where it is. @returns samples that have been heard */
  stop(): number {
    const heard = this.#listener === undefined || this.#isPaused ? this.heard : this.#clear();
    this.#listener = undefined;
    return heard;
  }

  #clear(): number {
    const { heard } = this;
    this.#report(heard);
    this.#stopTimer();
    // What is cleared is not heard later, whatever the line says then.
    if (heard < this.#next) this.#options.line.clear();
    this.#resumeAt(heard);
    return heard;
  }

  #resumeAt(sample: number): void {
    this.#next = Math.min(Math.max(sample, this.#samples.start), this.#samples.end);
    this.#from = { sample: this.#next, position: this.#options.line.played().samples };
    // What is played twice is heard twice.
    this.#reported = this.#next;
  }

  #advance(): void {
    const listener = this.#listener;
    if (listener === undefined || this.#isPaused) return;
    this.#give(listener);
    const { heard } = this;
    this.#report(heard);
    this.#samples.drop(heard - keptSeconds * this.#options.line.sampleRate);
    this.#stopTimer();
    if (this.#isFinished && heard >= this.#samples.end) {
      this.#listener = undefined;
      listener.ended();
    } else if (this.#hasStarted || this.#samples.end > 0) {
      this.#stopTimer = this.#options.clock.after(tickMs, () => this.#tick(listener));
    }
  }

  #tick(listener: PlayoutListener): void {
    if (this.#listener !== listener) return;
    listener.moved();
    if (this.#listener === listener) this.#advance();
  }

  #give(listener: PlayoutListener): void {
    const { line } = this.#options;
    const lead = (line.leadMs / 1000) * line.sampleRate;
    const mayGive = (): boolean => line.isBlocked !== true && this.#next + this.#frame - this.heard <= lead;
    while (this.#next < this.#samples.end && mayGive()) {
      const samples = this.#samples.read(this.#next, this.#frame);
      this.#next += samples.length;
      line.write(samples);
    }
    if (this.#hasStarted || this.#next === 0) return;
    this.#hasStarted = true;
    listener.started();
  }

  #report(heard: number): void {
    if (heard > this.#reported) this.#heardAt = this.#options.clock.now();
    while (this.#reported < heard) {
      const samples = this.#samples.read(this.#reported, heard - this.#reported);
      if (samples.length === 0) return;
      this.#reported += samples.length;
      this.#options.onHeard?.(samples);
    }
  }
}

/** Samples by their place in a stream, of which the oldest are forgotten. */
class SampleQueue {
  readonly #parts: { readonly at: number; readonly samples: Int16Array }[] = [];
  #end = 0;

  /** The first one that is kept. */
  get start(): number {
    return this.#parts[0]?.at ?? this.#end;
  }

  get end(): number {
    return this.#end;
  }

  write(samples: Int16Array): void {
    this.#parts.push({ at: this.#end, samples });
    this.#end += samples.length;
  }

  /** At most `count` samples, in an array of its own; fewer where a part ends. */
  read(from: number, count: number): Int16Array {
    const part = this.#parts.find(({ at, samples }) => from >= at && from < at + samples.length);
    return part?.samples.slice(from - part.at, from - part.at + count) ?? new Int16Array(0);
  }

  drop(before: number): void {
    while (this.#parts.length > 1 && this.#parts[1]!.at <= before) this.#parts.shift();
  }
}
