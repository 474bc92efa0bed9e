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

  export interface Waveform {
    /** −1…1. */
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }

  export interface RecognitionResult {
    readonly text: string;
    readonly tokens?: readonly string[];
    /** Seconds at which each token begins; empty for models that give none. */
    readonly timestamps?: readonly number[];
    /** Seconds of each token, of some models. */
    readonly durations?: readonly number[];
    /** `en` or `<|en|>`; empty where the model does not say. */
    readonly lang?: string;
  }

  export interface AudioStream {
    acceptWaveform(wave: Waveform): void;
  }

  export interface OnlineStream extends AudioStream {
    inputFinished(): void;
  }

  export class OnlineRecognizer {
    constructor(config: unknown);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    getResult(stream: OnlineStream): RecognitionResult;
  }

  export class OfflineRecognizer {
    constructor(config: unknown);
    createStream(): AudioStream;
    setConfig(config: unknown): void;
    decode(stream: AudioStream): void;
    getResult(stream: AudioStream): RecognitionResult;
  }

  export class Vad {
    constructor(config: unknown, bufferSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isDetected(): boolean;
    isEmpty(): boolean;
    pop(): void;
    flush(): void;
    reset(): void;
  }

  const library: {
    readonly OfflineTts: typeof OfflineTts;
    readonly OnlineRecognizer: typeof OnlineRecognizer;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
    readonly Vad: typeof Vad;
  };
  export default library;
}
