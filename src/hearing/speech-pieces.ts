/** Cuts a stream into pieces of speech: between long pauses, with some of what lies around, and at a short pause where none is long. */
import { recognizerRate } from '../recognizers/adapter.ts';
import { frameLength } from '../audio/vad/detectors.ts';
import {
  VoiceActivity,
  type OnsetCandidate,
  type SpeechActivity,
  type VoiceActivityOptions,
} from '../audio/vad/voice-activity.ts';

export interface SpeechPieceOptions {
  /** A pause of so many milliseconds ends a piece. Default 600. */
  readonly pauseMs?: number;
  /** Longest piece in seconds; it is cut there even inside a word. Default 30. */
  readonly maxSeconds?: number;
  /** From so many seconds on, a pause between two words ends it. Default 20. */
  readonly softSeconds?: number;
  /** Milliseconds before its first sound that a piece has of what lies before. Default 250. */
  readonly leadMs?: number;
  /**
   * What goes on behind a cut is a piece when there is so much of it; less than that at the end of the stream is not heard: recognizers
   * refuse it, or hear in it what was not said. Default 100 ms.
   */
  readonly leastMs?: number;
  readonly activity?: VoiceActivityOptions;
}

/** Who is told of pieces; all positions are samples at {@link recognizerRate} since the beginning of the stream. */
export interface SpeechPieceListener {
  /** @param at where the piece begins; its first sound comes at `speech` */
  begin(at: number, speech: number): void;
  /** @param samples the next ones of the piece, given away */
  samples(samples: Int16Array): void;
  /** @param speech where its last sound ends */
  end(speech: number): void;
  /** Sound that is speech began or ended, inside of a piece too. @param at where it did; it is known only some time behind */
  border?(kind: 'start' | 'end', at: number): void;
  /** What may be the onset of speech, before that is sure. */
  candidate?(candidate: OnsetCandidate): void;
}

/** Milliseconds of what lies before a piece that are kept: an onset is sure only some time after it. */
const historyMs = 1500;
/** A pause between two words. */
const wordPauseMs = 80;

function samplesOf(ms: number): number {
  return Math.round((ms / 1000) * recognizerRate);
}

export class SpeechPieces {
  readonly #activity: SpeechActivity;
  readonly #listener: SpeechPieceListener;
  readonly #pause: number;
  readonly #max: number;
  readonly #soft: number;
  readonly #lead: number;
  readonly #least: number;
  /** Frames before the piece, while there is none. */
  readonly #history: Int16Array[] = [];
  #frame = new Int16Array(frameLength);
  #frameSamples = 0;
  #position = 0;
  /** Of the piece that has not ended. */
  #beganAt: number | undefined;
  /** Where the sound of the piece ended last; undefined while it goes on. */
  #quietSince: number | undefined;
  #endedAt = 0;

  /** @param activity what finds speech; default: the built-in detectors */
  static async create(
    listener: SpeechPieceListener,
    options: SpeechPieceOptions = {},
    activity?: SpeechActivity,
  ): Promise<SpeechPieces> {
    return new SpeechPieces(listener, options, activity ?? (await VoiceActivity.create(options.activity)));
  }

  private constructor(listener: SpeechPieceListener, options: SpeechPieceOptions, activity: SpeechActivity) {
    const { pauseMs = 600, maxSeconds = 30, softSeconds = 20, leadMs = 250, leastMs = 100 } = options;
    this.#listener = listener;
    this.#activity = activity;
    if (listener.candidate !== undefined) activity.onCandidate = (candidate) => listener.candidate!(candidate);
    this.#pause = samplesOf(pauseMs);
    this.#max = maxSeconds * recognizerRate;
    this.#soft = softSeconds * recognizerRate;
    this.#lead = samplesOf(leadMs);
    this.#least = samplesOf(leastMs);
  }

  /** Samples so far. */
  get position(): number {
    return this.#position + this.#frameSamples;
  }

  /** Whether a piece has begun and not ended. */
  get isSpeech(): boolean {
    return this.#beganAt !== undefined;
  }

  /** @param samples the next ones, mono, at {@link recognizerRate} */
  write(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + frameLength - this.#frameSamples);
      this.#frame.set(part, this.#frameSamples);
      this.#frameSamples += part.length;
      at += part.length;
      if (this.#frameSamples < frameLength) return;
      const frame = this.#frame;
      this.#frame = new Int16Array(frameLength);
      this.#frameSamples = 0;
      this.#take(frame);
    }
  }

  /** Ends the piece that goes on, here; what comes later is a new one. The stream goes on. */
  cut(): void {
    if (this.#beganAt !== undefined) this.#end(this.#quietSince ?? this.#position);
  }

  /** Ends the stream, and the piece that goes on. */
  end(): void {
    const rest = this.#frame.subarray(0, this.#frameSamples);
    if (this.#beganAt !== undefined && rest.length > 0) this.#listener.samples(rest);
    this.#position += rest.length;
    this.#frameSamples = 0;
    const [last] = this.#activity.end();
    if (this.#beganAt !== undefined) this.#end(last?.at ?? this.#quietSince ?? this.#position);
  }

  /** Frees what judges, without a further event. Nothing may be written behind it. */
  close(): void {
    this.#activity.close();
  }

  #take(frame: Int16Array): void {
    this.#position += frame.length;
    const borders = this.#activity.write(frame);
    if (this.#beganAt === undefined) this.#remember(frame);
    else this.#listener.samples(frame);
    for (const { kind, at } of borders) {
      this.#listener.border?.(kind, at);
      if (kind === 'end') this.#quietSince = at;
      else {
        this.#quietSince = undefined;
        if (this.#beganAt === undefined) this.#begin(at);
      }
    }
    // Behind a cut inside of speech, what goes on is the next piece.
    const { isSpeech, quietSince } = this.#activity;
    const goesOn = this.#beganAt === undefined && isSpeech && quietSince === undefined;
    if (goesOn && this.#position - this.#endedAt >= this.#least) this.#begin(this.#endedAt);
    if (this.#beganAt !== undefined) this.#endWhereDue(this.#beganAt);
  }

  #remember(frame: Int16Array): void {
    this.#history.push(frame);
    if (this.#history.length * frameLength > samplesOf(historyMs)) this.#history.shift();
  }

  #begin(speech: number): void {
    const kept = this.#history.length * frameLength;
    const from = Math.max(this.#position - kept, this.#endedAt, speech - this.#lead);
    this.#beganAt = from;
    this.#listener.begin(from, speech);
    let at = this.#position - kept;
    for (const frame of this.#history.splice(0)) {
      if (at + frame.length > from) this.#listener.samples(frame.subarray(Math.max(0, from - at)));
      at += frame.length;
    }
  }

  #endWhereDue(beganAt: number): void {
    const length = this.#position - beganAt;
    const quietSince = this.#quietSince ?? this.#activity.quietSince;
    const quiet = quietSince === undefined ? 0 : this.#position - quietSince;
    const isSoftEnd = length >= this.#soft && quiet >= samplesOf(wordPauseMs);
    // A sound that may be the next word began inside of the pause: it would lose its beginning to this piece.
    const isPause = quiet >= this.#pause && !this.#activity.isConsidering;
    if (this.#quietSince !== undefined && isPause) this.#end(this.#quietSince);
    else if (isSoftEnd || length >= this.#max) this.#end(quietSince ?? this.#position);
  }

  #end(speech: number): void {
    this.#beganAt = undefined;
    this.#endedAt = this.#position;
    this.#listener.end(speech);
  }
}
