/** The microphone while one speaks: what it records, and what is heard in it. */
import type { LiveTranscription, RawAudio, TranscriptEvent, Word } from '@sonorant/client';
import { microphone, type Microphone } from '@sonorant/client/browser';
import { sonorant } from '../base/api.ts';
import { wavOf } from '../audio/wav.ts';
import { formatLanguage } from '../components/format.ts';
import { spreadWords, type Transcript } from './transcript.ts';

/** What hears, and in which language; undefined: the server chooses. */
export interface RecognitionChoice {
  readonly model: string | undefined;
  readonly language: string | undefined;
}

/** What is told while one speaks. */
export interface LiveText {
  readonly words: readonly Word[];
  /** What came since the last final word; it may change. */
  readonly interim: string;
}

/** None is called any more when it is over: heard to its end, failed, or ended by the signal. */
export interface DictationListeners {
  readonly onLevel: (level: number, seconds: number) => void;
  readonly onText: (text: LiveText) => void;
  /** Nothing more is recorded. */
  readonly onEnd: () => void;
}

/** The microphone, what it records, and what is heard in it. */
export class Dictation {
  readonly name = `recording-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  readonly #listeners: DictationListeners;
  readonly #recognizer: string | undefined;
  readonly #microphone: Microphone;
  readonly #listening: LiveTranscription;
  readonly #pieces: Float32Array[] = [];
  #isOver = false;
  #rate = 0;
  #samples = 0;
  #words: readonly Word[] = [];
  #text = '';
  #heardUntil = 0;
  #hasWordTimes = true;
  #language: string | undefined;
  #endedAt: number | undefined;

  constructor(
    choice: RecognitionChoice,
    recognizer: string | undefined,
    signal: AbortSignal,
    listeners: DictationListeners,
  ) {
    this.#listeners = listeners;
    signal.addEventListener('abort', () => (this.#isOver = true));
    this.#recognizer = recognizer;
    this.#microphone = microphone({
      onLevel: (level) => {
        if (!this.#isOver && this.#endedAt === undefined) listeners.onLevel(level, this.seconds);
      },
    });
    const open = async (): Promise<RawAudio> => {
      const format = await this.#microphone.open();
      this.#rate = format.sampleRate;
      return format;
    };
    const audio = { open, [Symbol.asyncIterator]: () => this.#record() };
    this.#listening = sonorant.transcribeStream({ ...choice, audio, signal });
  }

  get seconds(): number {
    return this.#rate === 0 ? 0 : this.#samples / this.#rate;
  }

  stop(): void {
    this.#microphone.stop();
  }

  async read(): Promise<Transcript> {
    try {
      for await (const event of this.#listening) {
        if (event.type === 'error') throw event.error;
        if (event.type === 'transcript' && !this.#isOver) this.#hear(event);
      }
      return this.transcript();
    } finally {
      this.#isOver = true;
    }
  }

  /** As far as it was heard. */
  transcript(): Transcript {
    return {
      name: this.name,
      recording: wavOf(this.#pieces, this.#rate || 16_000),
      text: this.#text.trim(),
      words: this.#words,
      hasWordTimes: this.#hasWordTimes,
      language: this.#language === undefined ? undefined : formatLanguage(this.#language),
      seconds: this.seconds,
      recognizers: this.#recognizer === undefined ? [] : [this.#recognizer],
      tookMs: performance.now() - (this.#endedAt ?? performance.now()),
    };
  }

  #hear({ text, isFinal, words, duration, language }: TranscriptEvent): void {
    if (isFinal) {
      this.#hasWordTimes &&= words !== undefined;
      this.#words = [...this.#words, ...(words ?? spreadWords({ text, start: this.#heardUntil, end: duration }))];
      this.#text += text;
      this.#heardUntil = duration;
      this.#language ??= language;
    }
    this.#listeners.onText({ words: this.#words, interim: isFinal ? '' : text.trim() });
  }

  async *#record(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const bytes of this.#microphone) {
        const samples = Float32Array.from(new Int16Array(bytes.slice().buffer), (sample) => sample / 32_768);
        this.#pieces.push(samples);
        this.#samples += samples.length;
        yield bytes;
      }
    } finally {
      this.#endedAt = performance.now();
      if (!this.#isOver) this.#listeners.onEnd();
    }
  }
}
