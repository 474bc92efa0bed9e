/** Reads paragraphs aloud, one behind the other, and knows which word is heard. */
import { WordFinder, type Paragraph } from './page-text.ts';
import { sampleRate, streamSpeech, type StreamRequest } from './speech-stream.ts';

/** A word of the page and when it is heard, in seconds of the audio context. */
export interface HeardWord {
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
  readonly starts: number;
  readonly ends: number;
}

/** Where in the text reading begins. */
export interface ReadingPosition {
  readonly paragraph: number;
  readonly character: number;
}

export interface ReadingOptions {
  readonly paragraphs: readonly Paragraph[];
  readonly request: Omit<StreamRequest, 'text' | 'signal'>;
  readonly onEnd: () => void;
  readonly onProblem: (message: string) => void;
}

/** Seconds between two paragraphs. */
const pause = 0.5;
/** Seconds of audio that wait at most before the next paragraph is asked for. */
const lead = 8;
const pollMs = 100;

export class Reading {
  readonly #options: ReadingOptions;
  readonly #context = new AudioContext({ sampleRate });
  readonly #abort = new AbortController();
  readonly #words: HeardWord[] = [];
  /** When what was scheduled has been heard. */
  #endsAt = 0;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  get isPaused(): boolean {
    return this.#context.state === 'suspended';
  }

  /** Reads from there on to the end. */
  async run({ paragraph, character }: ReadingPosition): Promise<void> {
    const { paragraphs, onEnd, onProblem } = this.#options;
    try {
      for (let index = paragraph; index < paragraphs.length; index++) {
        await this.#until(() => this.#endsAt - this.#context.currentTime < lead);
        await this.#speak(index, index === paragraph ? character : 0);
      }
      await this.#until(() => this.#context.currentTime >= this.#endsAt);
      onEnd();
    } catch (error) {
      if (!this.#abort.signal.aborted) onProblem(error instanceof Error ? error.message : String(error));
    }
  }

  async pause(): Promise<void> {
    await this.#context.suspend();
  }

  async resume(): Promise<void> {
    await this.#context.resume();
  }

  stop(): void {
    this.#abort.abort();
    void this.#context.close();
  }

  /** The word that is heard now, in a pause the one before it; undefined before the first. */
  get word(): HeardWord | undefined {
    const heardAt = this.#context.currentTime - (this.#context.outputLatency || 0);
    return this.#words.findLast(({ starts }) => starts <= heardAt);
  }

  async #speak(paragraph: number, character: number): Promise<void> {
    const { paragraphs, request } = this.#options;
    const { text } = paragraphs[paragraph]!;
    const finder = new WordFinder(text, character);
    const startsAt = { time: undefined as number | undefined };
    // A late piece moves those behind it: words count from the first.
    const begin = (): number => (startsAt.time ??= Math.max(this.#endsAt + pause, this.#context.currentTime + 0.05));
    await streamSpeech(
      { ...request, text: text.slice(character), signal: this.#abort.signal },
      {
        audio: (samples) => {
          const first = startsAt.time === undefined;
          const at = begin();
          if (samples.length > 0) {
            this.#schedule(samples, first ? at : Math.max(this.#endsAt, this.#context.currentTime));
          }
        },
        word: (word, from, to) => {
          const place = finder.find(word);
          const at = begin();
          if (place === undefined) return;
          this.#words.push({ paragraph, from: place[0], to: place[1], starts: at + from, ends: at + to });
        },
      },
    );
  }

  #schedule(samples: Float32Array<ArrayBuffer>, at: number): void {
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.start(at);
    this.#endsAt = at + buffer.duration;
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      this.#abort.signal.throwIfAborted();
    }
  }
}
