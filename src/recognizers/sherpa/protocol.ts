/** What the process of a recognizer and its owner send each other. */
import type { RecognitionResult } from 'sherpa-onnx-node';
import type { ProcessTypes } from '../../processes/protocol.ts';

/** How the library is told to run a model. */
export interface RecognizerConfig {
  /** Configuration of `OnlineRecognizer`, or of `OfflineRecognizer` where it does not stream. */
  readonly library: Readonly<Record<string, unknown>> & { readonly modelConfig: Readonly<Record<string, unknown>> };
  readonly streaming: boolean;
  /** Utterances that run at once. */
  readonly concurrency: number;
  /** Seconds of silence that are put behind an utterance. */
  readonly tailSeconds: number;
}

export interface SherpaProcess extends ProcessTypes {
  readonly config: RecognizerConfig;
  readonly info: undefined;
  readonly request: {
    readonly wantsPartials: boolean;
    /** ISO 639-1; only of models that take one. */
    readonly language: string | undefined;
    /** All of it at 16 kHz; undefined where it comes while it is spoken. */
    readonly samples: Int16Array | undefined;
  };
  readonly input: Int16Array;
  readonly part:
    | { readonly kind: 'partial'; readonly text: string }
    | { readonly kind: 'final'; readonly result: RecognitionResult };
  readonly attachment: never;
}
