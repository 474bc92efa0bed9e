/** What an engine thread and the process of a model send each other. Plain data. */
import type { ProcessTypes } from '../../processes/protocol.ts';

/** Configuration of `OfflineTts` in sherpa-onnx. */
export interface SherpaConfig {
  readonly model: Readonly<Record<string, unknown>>;
  readonly maxNumSentences: number;
  readonly silenceScale: number;
  readonly ruleFsts?: string;
}

/** One run of a model. */
export interface ModelRequest {
  readonly text: string;
  readonly speaker: number;
  /** 2 is twice as fast. Above 0. */
  readonly speed: number;
  /** Whether its audio comes packed with durations (`onnx/rewrite.ts`). */
  readonly isPacked: boolean;
  /** The voice to speak with, of models that take one: its recording is the attachment. */
  readonly clip?: { readonly transcript?: string | undefined };
  /** Further options of the family. */
  readonly options: Readonly<Record<string, number | string>>;
}

/** The recording of a voice, as a model takes it. */
export interface SpeechClip {
  /** −1…1. */
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
}

/** What the process of a model and its owner send each other. */
export interface SpeechProcess extends ProcessTypes {
  readonly config: SherpaConfig;
  readonly info: LoadedModel;
  readonly request: ModelRequest;
  readonly part: SpeechPart;
  readonly input: never;
  readonly attachment: SpeechClip;
}

export interface LoadedModel {
  /** Hz. */
  readonly sampleRate: number;
  readonly speakers: number;
}

export interface SpeechPart {
  readonly samples: Int16Array;
  /** Of each id, in the model's units; only of packed audio that has them. */
  readonly durations?: Int32Array | undefined;
}
