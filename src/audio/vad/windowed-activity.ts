/** Where speech begins and ends, by the judgement of something else about each window of the samples. */
import { vadRate } from './detectors.ts';
import type { SpeechActivity, VoiceBorder } from './voice-activity.ts';

export interface WindowedActivityOptions {
  /** Samples of a window. */
  readonly windowLength: number;
  /** Windows of speech in a row that begin a stretch. Default 3. */
  readonly onsetWindows?: number;
  /** Milliseconds without speech that end a stretch. Default 240. */
  readonly offsetMs?: number;
}

/** See the head of this file. One stream. What it gives does not depend on how the samples come. */
export class WindowedActivity implements SpeechActivity {
  readonly #options: Required<WindowedActivityOptions>;
  /** Of windows whose samples have not come. */
  readonly #judged: boolean[] = [];
  #samples = 0;
  #windows = 0;
  /** Windows of speech in a row up to here. */
  #inRow = 0;
  #isSpeech = false;
  /** Index behind the last window of speech. */
  #spokenUntil = 0;
  /** Judges from a sample on in place of windows. */
  #other: { readonly activity: SpeechActivity; readonly from: number } | undefined;

  constructor(options: WindowedActivityOptions) {
    this.#options = { onsetWindows: 3, offsetMs: 240, ...options };
  }

  get isSpeech(): boolean {
    return this.#other?.activity.isSpeech ?? this.#isSpeech;
  }

  get isConsidering(): boolean {
    return this.#other?.activity.isConsidering ?? (!this.#isSpeech && this.#inRow > 0);
  }

  get quietSince(): number | undefined {
    if (this.#other !== undefined) {
      const { quietSince } = this.#other.activity;
      return quietSince === undefined ? undefined : this.#other.from + quietSince;
    }
    return this.#isSpeech && this.#spokenUntil < this.#windows
      ? this.#spokenUntil * this.#options.windowLength
      : undefined;
  }

  /** Whether each of the next windows is speech; told before their last samples are written. */
  judge(windows: readonly boolean[]): void {
    this.#judged.push(...windows);
  }

  /** From here on another one judges: speech that goes on ends, and begins again where that one finds it. */
  goOnWith(activity: SpeechActivity): void {
    this.#other = { activity, from: this.#samples };
  }

  write(samples: Int16Array): VoiceBorder[] {
    this.#samples += samples.length;
    const borders: VoiceBorder[] = [];
    if (this.#other !== undefined) {
      borders.push(...this.#ended());
      const { activity, from } = this.#other;
      for (const { kind, at } of activity.write(samples)) borders.push({ kind, at: from + at });
      return borders;
    }
    while ((this.#windows + 1) * this.#options.windowLength <= this.#samples) {
      this.#take(this.#judged.shift() ?? false, borders);
    }
    return borders;
  }

  end(): VoiceBorder[] {
    const borders = this.#ended();
    if (this.#other === undefined) return borders;
    const { activity, from } = this.#other;
    return [...borders, ...activity.end().map(({ kind, at }) => ({ kind, at: from + at }))];
  }

  close(): void {
    this.#other?.activity.close();
  }

  #ended(): VoiceBorder[] {
    if (!this.#isSpeech) return [];
    this.#isSpeech = false;
    return [{ kind: 'end', at: this.#spokenUntil * this.#options.windowLength }];
  }

  #take(isSpoken: boolean, borders: VoiceBorder[]): void {
    const { windowLength, onsetWindows, offsetMs } = this.#options;
    const index = this.#windows++;
    this.#inRow = isSpoken ? this.#inRow + 1 : 0;
    if (this.#isSpeech) {
      if (isSpoken) this.#spokenUntil = index + 1;
      else if (((index + 1 - this.#spokenUntil) * windowLength * 1000) / vadRate >= offsetMs) {
        borders.push(...this.#ended());
      }
    } else if (this.#inRow >= onsetWindows) {
      this.#isSpeech = true;
      this.#spokenUntil = index + 1;
      borders.push({ kind: 'start', at: (index + 1 - this.#inRow) * windowLength });
    }
  }
}
