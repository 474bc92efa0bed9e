/** A line on which a sound goes on below the agent's speech and between its utterances. */
import { systemClock, type Clock } from '../timing/clock.ts';
import type { Line } from './line.ts';

export interface BackgroundSound {
  /** At the rate of the line, with its volume; repeated from its beginning behind its end. */
  readonly samples: Int16Array;
}

/** Milliseconds of the sound alone that are written at a time, and that wait in the line at most. */
const frameMs = 20;
const leadMs = 40;

/** Speech within what was written to the line: samples of each. */
interface Run {
  readonly speechAt: number;
  readonly lineAt: number;
  length: number;
}

/**
 * The line as a conversation sees it: positions count its speech only. What is written is mixed with the sound; where nothing waits in the
 * line, the sound alone is written, so that speech waits at most {@link leadMs} for it. {@link stop} ends it with the conversation.
 */
export class BackgroundLine implements Line {
  readonly sampleRate: Line['sampleRate'];
  readonly leadMs: number;
  readonly hasEcho: boolean;
  readonly sendDigits?: NonNullable<Line['sendDigits']>;
  readonly transfer?: NonNullable<Line['transfer']>;
  readonly #line: Line;
  readonly #sound: Int16Array;
  readonly #clock: Clock;
  readonly #runs: Run[] = [];
  /** Samples that the line holds or has played. */
  #written: number;
  #speech = 0;
  /** Speech of runs that are forgotten. */
  #playedBefore = 0;
  /** The next sample of the sound. */
  #next = 0;
  #stopTimer: () => void = () => undefined;
  #isStopped = false;

  constructor(line: Line, { samples }: BackgroundSound, clock: Clock = systemClock) {
    this.#line = line;
    this.#sound = samples;
    this.#clock = clock;
    this.sampleRate = line.sampleRate;
    this.leadMs = line.leadMs;
    this.hasEcho = line.hasEcho;
    if (line.sendDigits !== undefined) this.sendDigits = (digits) => line.sendDigits!(digits);
    if (line.transfer !== undefined) this.transfer = (number) => line.transfer!(number);
    this.#written = line.played().samples;
  }

  get isBlocked(): boolean {
    return this.#line.isBlocked === true;
  }

  /** The sound begins: the conversation is ready. */
  start(): void {
    if (!this.#isStopped && this.#sound.length > 0) this.#fill();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  write(samples: Int16Array): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && last.lineAt + last.length === this.#written) last.length += samples.length;
    else this.#runs.push({ speechAt: this.#speech, lineAt: this.#written, length: samples.length });
    this.#speech += samples.length;
    this.#give(samples);
  }

  /** The sound goes on at once behind it. */
  clear(): void {
    const { samples: played } = this.#line.played();
    const heard = this.#speechUntil(played);
    this.#line.clear();
    this.#written = this.#line.played().samples;
    this.#speech = this.#playedBefore = heard;
    this.#runs.length = 0;
  }

  played(): { readonly samples: number; readonly exact: boolean } {
    const { samples, exact } = this.#line.played();
    return { samples: this.#speechUntil(samples), exact };
  }

  /** @param position of the line @returns samples of speech before it */
  #speechUntil(position: number): number {
    for (let [run] = this.#runs; run !== undefined && run.lineAt + run.length <= position; [run] = this.#runs) {
      this.#playedBefore = run.speechAt + run.length;
      this.#runs.shift();
    }
    const [run] = this.#runs;
    return run === undefined || position <= run.lineAt ? this.#playedBefore : run.speechAt + position - run.lineAt;
  }

  #give(samples: Int16Array): void {
    const mixed = new Int16Array(samples.length);
    for (let index = 0; index < samples.length; index++) {
      const sum = samples[index]! + (this.#sound[this.#next] ?? 0);
      mixed[index] = Math.max(-32_768, Math.min(32_767, sum));
      this.#next = (this.#next + 1) % Math.max(1, this.#sound.length);
    }
    this.#written += mixed.length;
    this.#line.write(mixed);
  }

  #fill(): void {
    const frame = Math.round((frameMs / 1000) * this.sampleRate);
    const lead = Math.round((leadMs / 1000) * this.sampleRate);
    while (!this.isBlocked && this.#written + frame - this.#line.played().samples <= lead) {
      this.#give(new Int16Array(frame));
    }
    this.#stopTimer = this.#clock.after(frameMs, () => this.#fill());
  }
}

/** Milliseconds over which the end of a sound fades into its beginning. */
const seamMs = 50;

/**
 * Samples that can be repeated without a click: their last {@link seamMs} fade into their first ones, so that many are fewer.
 * @param samples within ±1
 * @param volume factor, 0–2
 */
export function repeatable(samples: Float32Array, sampleRate: number, volume: number): BackgroundSound {
  const seam = Math.min(Math.round((seamMs / 1000) * sampleRate), Math.floor(samples.length / 2));
  const out = new Int16Array(samples.length - seam);
  for (let index = 0; index < out.length; index++) {
    const tail = index < seam ? samples[out.length + index]! * Math.cos((index / seam) * (Math.PI / 2)) : 0;
    const head = samples[index]! * (index < seam ? Math.sin((index / seam) * (Math.PI / 2)) : 1);
    out[index] = Math.max(-32_768, Math.min(32_767, Math.round((head + tail) * volume * 32_768)));
  }
  return { samples: out };
}
