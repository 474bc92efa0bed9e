/** What an engine thread and the process of a model tell each other. Plain data. */

/** Configuration of `OfflineTts` in sherpa-onnx. */
export interface SherpaConfig {
  readonly model: Readonly<Record<string, unknown>>;
  readonly maxNumSentences: number;
  readonly silenceScale: number;
  readonly ruleFsts?: string;
}

/** One run of a model. */
export interface SpeechRequest {
  readonly text: string;
  readonly speaker: number;
  /** 2 is twice as fast. Above 0. */
  readonly speed: number;
  /** Whether its audio comes packed with durations (`onnx/rewrite.ts`). */
  readonly isPacked: boolean;
  /** The voice to speak with, of models that take one. */
  readonly clip?: { readonly id: string; readonly transcript?: string | undefined };
  /** Further options of the family. */
  readonly options: Readonly<Record<string, number | string>>;
}

export type ToChild =
  | { readonly kind: 'load'; readonly config: SherpaConfig }
  /** Kept until {@link maxClips} others have been used after it. */
  | { readonly kind: 'clip'; readonly id: string; readonly samples: Float32Array; readonly sampleRate: number }
  | { readonly kind: 'speak'; readonly job: number; readonly request: SpeechRequest }
  /** A job that waits is forgotten; one that runs stops at the next sentence, and says nothing more. */
  | { readonly kind: 'cancel'; readonly job: number };

export type FromChild =
  | { readonly kind: 'loaded'; readonly sampleRate: number; readonly speakers: number; readonly memoryBytes: number }
  /** It does not load. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'started'; readonly job: number }
  | {
      readonly kind: 'audio';
      readonly job: number;
      readonly samples: Int16Array;
      /** Of each id, in the model's units; only of packed audio that has them. */
      readonly durations?: Int32Array | undefined;
    }
  | { readonly kind: 'done'; readonly job: number; readonly ms: number; readonly memoryBytes: number }
  | { readonly kind: 'failed'; readonly job: number; readonly reason: string };

/** Clips that a child keeps. */
export const maxClips = 50;

/** The things used last, by id. */
export class RecentlyUsed<T> {
  readonly #items = new Map<string, T>();
  readonly #limit: number;

  constructor(limit = maxClips) {
    this.#limit = limit;
  }

  get(id: string): T | undefined {
    const item = this.#items.get(id);
    if (item !== undefined) this.set(id, item);
    return item;
  }

  set(id: string, item: T): void {
    this.#items.delete(id);
    this.#items.set(id, item);
    for (const oldest of this.#items.keys()) {
      if (this.#items.size <= this.#limit) break;
      this.#items.delete(oldest);
    }
  }

  clear(): void {
    this.#items.clear();
  }
}
