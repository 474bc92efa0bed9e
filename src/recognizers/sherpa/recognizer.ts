/**
 * One installed model in a process of its own, loaded when the first utterance needs it and there is room in the memory that models
 * may take, and ended when another model needs that room.
 */
import type { MemoryBudget, MemoryConsumer } from '../../processes/memory-budget.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import { SupervisedProcess, type SupervisionLimits } from '../../processes/supervised-process.ts';
import { TaskInput, type ProcessTaskOptions } from '../../processes/task.ts';
import { sherpaStderr } from '../../model-files/sherpa-onnx.ts';
import { systemClock } from '../../timing/clock.ts';
import {
  recognizerRate,
  RecognizerError,
  throwForRecognizer,
  type Recognized,
  type Recognizer,
  type Utterance,
  type UtteranceOptions,
} from '../adapter.ts';
import { WholeUtterance } from '../whole-utterance.ts';
import { recognizerConfig } from './config.ts';
import type { RecognizerManifest } from './manifest.ts';
import type { SherpaProcess } from './protocol.ts';
import { readableText, recognizedOf } from './words.ts';

export interface SherpaOptions {
  readonly manifest: RecognizerManifest;
  /** Of the model, absolute. */
  readonly folder: string;
  /** Shared by all models of this process. */
  readonly memory: MemoryBudget;
  readonly limits?: SupervisionLimits;
}

/** See the head of this file. */
export class SherpaRecognizer implements Recognizer, MemoryConsumer {
  readonly memoryBytes: number;
  readonly #options: SherpaOptions;
  #process: SupervisedProcess<SherpaProcess> | undefined;
  /** Utterances that have it or wait for it. */
  #users = 0;
  #lastUsedAt = 0;
  #room = Promise.withResolvers<SupervisedProcess<SherpaProcess>>();
  #isClosed = false;
  #isRetired = false;

  constructor(options: SherpaOptions) {
    this.#options = options;
    this.memoryBytes = options.manifest.memoryBytes;
  }

  get isOpen(): boolean {
    return this.#process !== undefined;
  }

  get isWanted(): boolean {
    return this.#users > 0 && !this.#isClosed;
  }

  get isUnused(): boolean {
    return this.isOpen && this.#users === 0;
  }

  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  /** Of its process, when a piece of it last ended. */
  get loadedBytes(): number {
    return this.#process?.memoryBytes ?? 0;
  }

  open(): void {
    const { manifest, folder, limits } = this.#options;
    this.#process = new SupervisedProcess<SherpaProcess>({
      // A piece of 30 s gives nothing before its end, and a large model may need several times as long for it.
      hangMs: 120_000,
      ...limits,
      noun: 'recognizer',
      name: manifest.name,
      taskNoun: 'piece of speech',
      module: moduleUrl(import.meta.url, './child'),
      config: recognizerConfig(manifest, folder),
      stderr: sherpaStderr,
    });
    this.#room.resolve(this.#process);
  }

  refuse(reason: string): void {
    this.#room.promise.catch(() => undefined);
    this.#room.reject(new RecognizerError('unavailable', `the recognizer ${this.#name} cannot be loaded: ${reason}`));
    this.#room = Promise.withResolvers();
  }

  async unload(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#room = Promise.withResolvers();
    await process?.close();
  }

  async load(): Promise<void> {
    await this.#use((process) => process.load());
  }

  begin(options: UtteranceOptions): Utterance {
    const { signal, language } = options;
    if (!this.#options.manifest.recognizer.streaming) {
      return new WholeUtterance(options, async (samples, either) => {
        const request = { wantsPartials: false, language, samples };
        const seconds = samples.length / recognizerRate;
        return this.#hear({ request, size: Math.max(1, seconds) }, () => seconds, undefined, either);
      });
    }
    const input = new TaskInput<Int16Array>();
    let length = 0;
    const request = { wantsPartials: options.onPartial !== undefined, language, samples: undefined };
    const done = this.#hear(
      { request, size: 1, input, isRepeatable: true },
      () => length / recognizerRate,
      options.onPartial,
      signal,
    );
    // The end of the utterance reports it.
    done.catch(() => undefined);
    return {
      write(samples) {
        length += samples.length;
        input.write(samples);
      },
      end() {
        input.end();
        return done;
      },
    };
  }

  /** Its model is gone: what it took is freed as soon as nothing runs in it. */
  retire(): void {
    this.#isRetired = true;
    this.#unloadWhereRetired();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.refuse('it was closed');
    await new Promise<void>((resolve) => {
      this.#options.memory.end(this, async () => {
        await this.unload();
        resolve();
      });
    });
  }

  get #name(): string {
    return this.#options.manifest.name;
  }

  async #hear(
    task: Omit<ProcessTaskOptions<SherpaProcess>, 'onPart'>,
    seconds: () => number,
    onPartial: ((text: string) => void) | undefined,
    signal: AbortSignal,
  ): Promise<Recognized> {
    const { capitals, words } = this.#options.manifest.recognizer;
    let heard: Recognized = { text: '', ...(words && { words: [] }) };
    let last = '';
    const onPart = (part: SherpaProcess['part']): void => {
      if (part.kind === 'final') {
        heard = recognizedOf(part.result, { seconds: seconds(), capitals, words });
        return;
      }
      const text = readableText(part.text, { capitals });
      if (text === '' || text === last) return;
      last = text;
      onPartial?.(text);
    };
    signal.throwIfAborted();
    await this.#use((process) => process.run({ ...task, onPart }, signal), signal);
    signal.throwIfAborted();
    return heard;
  }

  /** Waits for room and for the work; counted as its use from now until its end. */
  async #use<T>(work: (process: SupervisedProcess<SherpaProcess>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { memory, limits: { clock = systemClock } = {} } = this.#options;
    this.#users++;
    try {
      const room = this.#room.promise;
      if (this.#isClosed) throw new RecognizerError('unavailable', `the recognizer ${this.#name} was closed`);
      memory.request(this);
      return await work(await (signal === undefined ? room : unlessAborted(room, signal)));
    } catch (error) {
      signal?.throwIfAborted();
      return throwForRecognizer(error);
    } finally {
      this.#users--;
      this.#lastUsedAt = clock.now();
      this.#unloadWhereRetired();
      memory.retry();
    }
  }

  #unloadWhereRetired(): void {
    if (this.#isRetired && this.isUnused) this.#options.memory.end(this, () => this.unload());
  }
}

async function unlessAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<T>();
  const onAbort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([waiting, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
