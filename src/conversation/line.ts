/** What carries a voice both ways: a socket, a telephone. The line encodes; a conversation gives and takes samples. */
import type { AnySampleRate } from '../audio/formats.ts';
import { systemClock, type Clock } from '../timing/clock.ts';

/** One end of a call. What comes from the other end (audio, text, digits, its leaving) is told to the conversation by its methods. */
export interface Line {
  /** Hz of the samples in both directions. */
  readonly sampleRate: AnySampleRate;
  /** How far ahead of what is being played it wants to be given, in milliseconds; `Infinity`: as soon as it is made. */
  readonly leadMs: number;
  /** Its other end may hear itself: a loudspeaker beside a microphone. For the first seconds of speech nothing interrupts there. */
  readonly hasEcho: boolean;
  /** The other end takes nothing now: nothing is written until it does. Default: it does. */
  readonly isBlocked?: boolean;
  /** @param samples the next ones, given away */
  write(samples: Int16Array): void;
  /** Nothing of what was written and has not been played is wanted any more. */
  clear(): void;
  /** What has been played of all that was written and not cleared. */
  played(): { readonly samples: number; /** Told by the other end; otherwise computed. */ readonly exact: boolean };
  /** Plays tones. Absent where the line has none. */
  sendDigits?(digits: string): void;
  /** Gives the call to another number. Absent where the line cannot. @throws {Error} when it fails; the message is for the model */
  transfer?(number: string): Promise<void>;
}

/** Where a listener is who plays in real time what is sent, from the first sample on: for lines that do not tell. */
export class RealTimePosition {
  readonly #sampleRate: number;
  readonly #clock: Clock;
  #samples = 0;
  #endsAt = -Infinity;

  constructor(sampleRate: number, clock: Clock = systemClock) {
    this.#sampleRate = sampleRate;
    this.#clock = clock;
  }

  /** Samples that have been played. */
  get played(): number {
    const restMs = Math.max(0, this.#endsAt - this.#clock.now());
    return Math.max(0, Math.round(this.#samples - (restMs / 1000) * this.#sampleRate));
  }

  /** @param samples how many were sent */
  write(samples: number): void {
    this.#endsAt = Math.max(this.#endsAt, this.#clock.now()) + (samples / this.#sampleRate) * 1000;
    this.#samples += samples;
  }

  /** What has not been played is not played. */
  clear(): void {
    this.#samples = this.played;
    this.#endsAt = -Infinity;
  }
}
