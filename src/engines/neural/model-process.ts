/** The process of one model, with errors that the engine's adapter knows. */
import { ProcessError } from '../../processes/task.ts';
import { SupervisedProcess, type SupervisionLimits } from '../../processes/supervised-process.ts';
import { EngineUnavailableError, SegmentRejectedError, type VoiceClip } from '../adapter.ts';
import { sherpaStderr } from '../../model-files/sherpa-onnx.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import type { LoadedModel, SherpaConfig, SpeechClip, SpeechProcess, ModelRequest } from './protocol.ts';

export interface ModelProcessOptions extends SupervisionLimits {
  /** Stands in every error. */
  readonly name: string;
  readonly config: SherpaConfig;
}

export interface ModelTaskOptions {
  readonly request: ModelRequest;
  /** What it takes is proportional to this: ids or characters. At least 1. */
  readonly size: number;
  readonly clip?: VoiceClip | undefined;
  /** Not called after an abort. An error that it throws ends the task. */
  readonly onAudio: (samples: Int16Array, durations: Int32Array | undefined) => void;
}

/** See {@link SupervisedProcess}, which does the work. */
export class ModelProcess {
  readonly #process: SupervisedProcess<SpeechProcess>;

  constructor(options: ModelProcessOptions) {
    const module = moduleUrl(import.meta.url, './child');
    this.#process = new SupervisedProcess({
      ...options,
      noun: 'model',
      taskNoun: 'segment',
      module,
      stderr: sherpaStderr,
    });
  }

  /** Of the process that runs now; undefined between two of them. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Bytes that the process took when a task of it last ended. */
  get memoryBytes(): number {
    return this.#process.memoryBytes;
  }

  /** Milliseconds that the last load took, from the start of the process. */
  get loadedInMs(): number {
    return this.#process.loadedInMs;
  }

  /**
   * Starts the process and waits until the model has loaded.
   * @throws {EngineUnavailableError} when it does not load; the message says why
   */
  load(): Promise<LoadedModel> {
    return this.#process.load().catch(throwForEngine);
  }

  /**
   * Runs one task, after those that were given before.
   * @param signal ends the waiting at once; what runs is run out or ended behind it, whatever is quicker
   * @throws {EngineUnavailableError} when the model cannot run now and no audio was given
   * @throws {SegmentRejectedError} when it fails on this task and no audio was given
   * @throws {Error} when it fails after that, or what `onAudio` throws
   */
  run({ request, size, clip, onAudio }: ModelTaskOptions, signal: AbortSignal): Promise<void> {
    const attachment = clip && { id: clip.id, data: () => speechClip(clip) };
    const onPart = ({ samples, durations }: SpeechProcess['part']): void => onAudio(samples, durations);
    return this.#process.run({ request, size, attachment, onPart }, signal).catch(throwForEngine);
  }

  /** Ends the process. Tasks that have not ended fail. */
  async close(): Promise<void> {
    await this.#process.close();
  }
}

function speechClip({ samples, sampleRate }: VoiceClip): SpeechClip {
  return { samples: Float32Array.from(samples, (sample) => sample / 32_768), sampleRate };
}

function throwForEngine(error: unknown): never {
  if (!(error instanceof ProcessError)) throw error;
  const { message, kind, lastsMs } = error;
  if (kind === 'rejected') throw new SegmentRejectedError(message);
  throw new EngineUnavailableError(message, lastsMs === undefined ? {} : { lastsMs });
}
