/** The microphone of a browser as audio that can be heard by a server. */
import { EventQueue } from '../event-queue.ts';
import type { AudioSource } from '../listening.ts';
import { PlaybackError, run } from './audio-graph.ts';
import { DeviceError, workletProblem } from './device-error.ts';
import { loadWorklet } from './output.ts';
import { Resampler } from './resampler.ts';

export type MicrophoneFailure =
  /** Browsers give the microphone to pages over TLS, and those of the machine itself, only. */
  | 'insecure'
  /** The person, the browser or a policy of the page has refused it. */
  | 'not_allowed'
  | 'not_found'
  /** Another program uses it, or the system does not give it to the browser. */
  | 'not_readable'
  /** It was unplugged, or taken away by the system. */
  | 'lost'
  /** The module of the audio thread was not loaded: it is not where the bundler put it, or a policy forbids it. */
  | 'worklet_not_loaded';

/** There is no microphone, or no longer. */
export class MicrophoneError extends DeviceError<MicrophoneFailure> {
  override readonly name = 'MicrophoneError';
}

export interface MicrophoneOptions {
  /** Id of an input device, from `navigator.mediaDevices`. Default: the one of the system. */
  readonly deviceId?: string | undefined;
  /** Takes what the page itself plays out of what is heard. Default true. */
  readonly echoCancellation?: boolean | undefined;
  /** Default true. */
  readonly noiseSuppression?: boolean | undefined;
  /** Default true. */
  readonly autoGainControl?: boolean | undefined;
  /** Hz of what it gives. Default: 16,000, or the rate of the device where the browser gives it at that only. */
  readonly sampleRate?: number | undefined;
  /** The loudest sample of each piece, 0 to 1, about 25 times a second. */
  readonly onLevel?: ((level: number) => void) | undefined;
  /** Where `worklet.js` of this package is, for bundlers that do not follow `new URL(…, import.meta.url)`. */
  readonly workletUrl?: string | URL | undefined;
}

/** Hz of speech recognition. */
const defaultRate = 16_000;

/**
 * Raw audio of 16 bits, mono, from when it is first asked for until {@link stop}; read once. It is opened when it is read, which makes
 * the browser ask the person, and given back when its reader leaves it.
 */
export class Microphone implements AudioSource {
  readonly #options: MicrophoneOptions;
  readonly #queue = new EventQueue<Uint8Array>();
  #opened: Promise<AudioContext> | undefined;
  /** What was got of the browser, perhaps while the rest is still being opened. */
  readonly #held: { stream?: MediaStream; context?: AudioContext } = {};
  /** Where the browser does not give the rate that was asked for. */
  #resampler: Resampler | undefined;

  constructor(options: MicrophoneOptions = {}) {
    this.#options = options;
  }

  /**
   * Asks for the microphone. A second call gives the same.
   * @throws {MicrophoneError} there is none
   */
  async open(): Promise<{ readonly encoding: 'pcm_s16le'; readonly sampleRate: number }> {
    const opened = (this.#opened ??= this.#open());
    const context = await opened;
    return { encoding: 'pcm_s16le', sampleRate: this.#options.sampleRate ?? context.sampleRate };
  }

  /** Gives the microphone back: what was said is heard to its end. */
  stop(): void {
    this.#queue.close();
    this.#release();
  }

  #release(): void {
    const { stream, context } = this.#held;
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (context !== undefined && context.state !== 'closed') void context.close();
  }

  /** @throws {MicrophoneError} there is none, or it went away */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: async () => {
        await this.open();
        return this.#queue.next();
      },
      return: () => {
        this.#queue.discard();
        this.stop();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  async #open(): Promise<AudioContext> {
    const stream = (this.#held.stream = await mediaStream(this.#options));
    try {
      const { sampleRate } = this.#options;
      const { context, source } = sourceOf(stream, sampleRate ?? defaultRate);
      this.#held.context = context;
      if (sampleRate !== undefined && context.sampleRate !== sampleRate) {
        this.#resampler = new Resampler(context.sampleRate, sampleRate);
      }
      // It may have been stopped while the person was asked.
      if (!this.#queue.isClosed) await this.#connect(context, source);
      // Not emitted for a track that is stopped here.
      stream.getAudioTracks()[0]?.addEventListener('ended', () => {
        this.#queue.fail(new MicrophoneError('lost', 'The microphone went away.'));
        this.stop();
      });
      if (this.#queue.isClosed) this.#release();
      return context;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  async #connect(context: AudioContext, source: MediaStreamAudioSourceNode): Promise<void> {
    const { workletUrl } = this.#options;
    try {
      await loadWorklet(context, workletUrl).catch((cause: unknown) => {
        throw new MicrophoneError('worklet_not_loaded', workletProblem(workletUrl), { cause });
      });
      const node = new AudioWorkletNode(context, 'sonorant-input', { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => this.#take(data);
      source.connect(node);
      await run(context);
    } catch (error) {
      // A context that was closed by a stop meanwhile runs no more.
      if (this.#queue.isClosed) return;
      if (!(error instanceof PlaybackError)) throw error;
      throw error.code === 'not_allowed'
        ? new MicrophoneError(error.code, 'The browser opens the microphone of this page only after a click or a key.')
        : new MicrophoneError('not_readable', 'The microphone gives nothing: the browser does not run its audio.');
    }
  }

  #take(piece: Int16Array<ArrayBuffer>): void {
    const samples = this.#resampler?.push(piece) ?? piece;
    this.#queue.push(new Uint8Array(samples.buffer));
    const { onLevel } = this.#options;
    if (!this.#queue.isClosed) {
      onLevel?.(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_767);
    }
  }
}

/** @returns audio for `listen({ audio })` */
export function microphone(options: MicrophoneOptions = {}): Microphone {
  return new Microphone(options);
}

/** Some browsers connect a microphone only to a context of its own rate. */
function sourceOf(
  stream: MediaStream,
  sampleRate: number,
): { context: AudioContext; source: MediaStreamAudioSourceNode } {
  const context = new AudioContext({ sampleRate });
  try {
    return { context, source: context.createMediaStreamSource(stream) };
  } catch {
    void context.close();
    const own = new AudioContext();
    return { context: own, source: own.createMediaStreamSource(stream) };
  }
}

const failures: Readonly<Record<string, readonly [MicrophoneFailure, string] | undefined>> = {
  NotAllowedError: ['not_allowed', 'The microphone was refused: allow it in the site settings, then try again.'],
  SecurityError: ['not_allowed', 'A policy of the page does not allow the microphone.'],
  NotFoundError: ['not_found', 'No microphone was found.'],
  OverconstrainedError: ['not_found', 'The chosen microphone is not there.'],
};

async function mediaStream(options: MicrophoneOptions): Promise<MediaStream> {
  const { deviceId, echoCancellation = true, noiseSuppression = true, autoGainControl = true } = options;
  // Undefined without a secure context, whatever its type says.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  if (mediaDevices === undefined) {
    throw new MicrophoneError('insecure', 'The browser gives the microphone to pages over https or localhost only.');
  }
  const chosen = deviceId === undefined ? {} : { deviceId: { exact: deviceId } };
  try {
    return await mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation, noiseSuppression, autoGainControl, ...chosen },
    });
  } catch (error) {
    const known = error instanceof DOMException ? failures[error.name] : undefined;
    const [code, message] = known ?? [
      'not_readable',
      'The microphone does not answer: another program may be using it.',
    ];
    throw new MicrophoneError(code, message, { cause: error });
  }
}
