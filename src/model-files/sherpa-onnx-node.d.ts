/** The part of the package that is used here; what it ships are comments. */
declare module 'sherpa-onnx-node' {
  export interface GenerationConfig {
    readonly sid?: number;
    readonly speed?: number;
    readonly silenceScale?: number;
    readonly numSteps?: number;
    readonly referenceAudio?: Float32Array;
    readonly referenceSampleRate?: number;
    readonly referenceText?: string;
    readonly extra?: Readonly<Record<string, number | string>>;
  }

  export interface TtsRequest {
    readonly text: string;
    /** False: samples are copied into memory of V8. */
    readonly enableExternalBuffer?: boolean;
    readonly generationConfig: GenerationConfig;
    /** Called for each sentence; 0 stops after it. */
    readonly onProgress?: (progress: { readonly samples: Float32Array }) => number;
  }

  export class OfflineTts {
    static createAsync(config: unknown): Promise<OfflineTts>;
    readonly sampleRate: number;
    readonly numSpeakers: number;
    generateAsync(request: TtsRequest): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
  }

  const library: { readonly OfflineTts: typeof OfflineTts };
  export default library;
}
