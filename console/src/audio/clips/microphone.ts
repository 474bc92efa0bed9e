/** The microphone: whether this page may use it, and a recording of it. */
import workletUrl from './recorder-worklet.js?url';
import { wavOf } from '../wav.ts';

/** Why there is no microphone, and what helps. */
export interface MicrophoneProblem {
  readonly title: string;
  readonly advice: string;
}

/** A browser gives the microphone to secure contexts only: pages over TLS, and those of the machine itself. */
export function insecureProblem(): MicrophoneProblem | undefined {
  if (window.isSecureContext) return undefined;
  const { hostname, port } = location;
  const at = port === '' ? '80' : port;
  return {
    title: 'The microphone needs TLS or localhost',
    advice: `The browser gives the microphone to pages over https and to localhost only, and this page came over plain http from ${hostname}. Open the server over https (SONORANT_TLS_PORT, or a proxy with a certificate), or through a tunnel: ssh -L ${at}:127.0.0.1:${at} ${hostname}, then http://localhost:${at}/console. A file can be uploaded here in any case.`,
  };
}

const problems: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: {
    title: 'The microphone was refused',
    advice: 'Allow it in the site settings beside the address, then try again.',
  },
  NotFoundError: {
    title: 'No microphone was found',
    advice: 'Connect one, and check that the system lists it as an input.',
  },
  NotReadableError: {
    title: 'The microphone does not answer',
    advice: 'Another program may be using it, or the system does not give it to the browser.',
  },
};

export function problemOf(error: unknown): MicrophoneProblem {
  const known = error instanceof DOMException ? problems[error.name] : undefined;
  return known ?? { title: 'The microphone could not be opened', advice: String(error) };
}

export interface Recording {
  /** WAV, mono, 16 bits, at the sample rate of the microphone. */
  readonly blob: Blob;
  readonly seconds: number;
  /** Loudest sample, 0 to 1. At 1 it was too loud; below 0.05 hardly anything was heard. */
  readonly peak: number;
}

export interface RecorderOptions {
  /** Called about fifty times a second with the loudest sample of the last piece, 0 to 1, and the length so far in seconds. */
  readonly onLevel: (level: number, seconds: number) => void;
  /** Called when the microphone goes away by itself; what was recorded until then is kept. */
  readonly onLost: () => void;
}

/** A recording under way. */
export class Recorder {
  readonly #stream: MediaStream;
  readonly #context: AudioContext;
  readonly #pieces: Float32Array[] = [];
  #peak = 0;
  #count = 0;

  private constructor(stream: MediaStream, context: AudioContext) {
    this.#stream = stream;
    this.#context = context;
  }

  /**
   * Asks for the microphone and records until {@link stop}. The browser changes nothing of the sound: a clone should be like
   * the speaker, not like the echo cancellation.
   * @throws {DOMException} as `getUserMedia` does
   */
  static async start({ onLevel, onLost }: RecorderOptions): Promise<Recorder> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    let context: AudioContext | undefined;
    try {
      context = new AudioContext();
      const recorder = new Recorder(stream, context);
      await context.audioWorklet.addModule(workletUrl);
      const node = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onLevel(recorder.#add(data), recorder.seconds);
      context.createMediaStreamSource(stream).connect(node);
      stream.getAudioTracks()[0]?.addEventListener('ended', onLost);
      await context.resume();
      return recorder;
    } catch (error) {
      for (const track of stream.getTracks()) track.stop();
      void context?.close();
      throw error;
    }
  }

  get seconds(): number {
    return this.#count / this.#context.sampleRate;
  }

  stop(): Recording {
    this.#close();
    return { blob: wavOf(this.#pieces, this.#context.sampleRate), seconds: this.seconds, peak: this.#peak };
  }

  #add(piece: Float32Array): number {
    this.#pieces.push(piece);
    this.#count += piece.length;
    const level = piece.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    this.#peak = Math.max(this.#peak, level);
    return level;
  }

  #close(): void {
    for (const track of this.#stream.getTracks()) track.stop();
    void this.#context.close();
  }
}
