/** Voice activity by a model in another process: its judgement comes before the samples that it is about. */
import { VoiceActivity } from '../audio/vad/voice-activity.ts';
import { WindowedActivity } from '../audio/vad/windowed-activity.ts';
import { RecognizerError } from '../recognizers/adapter.ts';
import { windowLength, type DetectorStream, type SpeechDetector } from '../recognizers/detector.ts';

/** Of one stream. */
export class Detection {
  readonly activity = new WindowedActivity({ windowLength });
  readonly #id: string;
  readonly #stream: DetectorStream;
  readonly #onFallback: (detector: string, error: RecognizerError) => void;
  #isOver = false;

  /** @param onFallback is called where the model fails: the built-in detectors judge from there on */
  constructor(detector: SpeechDetector, onFallback: (detector: string, error: RecognizerError) => void) {
    this.#id = detector.id;
    this.#stream = detector.stream();
    this.#onFallback = onFallback;
  }

  /** Resolves when {@link activity} can be given the samples, one call after the other. */
  async judge(samples: Int16Array): Promise<void> {
    if (this.#isOver || samples.length === 0) return;
    try {
      this.activity.judge(await this.#stream.write(samples));
    } catch (error) {
      if (!(error instanceof RecognizerError)) throw error;
      this.#isOver = true;
      this.activity.goOnWith(await VoiceActivity.create());
      this.#onFallback(this.#id, error);
    }
  }

  close(): void {
    this.#isOver = true;
    this.#stream.close();
  }
}
