/** One installed model in a process of its own, loaded when the first utterance needs it. */
import { BudgetedProcess } from '../../processes/budgeted-process.ts';
import type { MemoryBudget } from '../../processes/memory-budget.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import type { SupervisionLimits } from '../../processes/supervised-process.ts';
import { TaskInput, type ProcessTaskOptions } from '../../processes/task.ts';
import { sherpaStderr } from '../../model-files/sherpa-onnx.ts';
import {
  recognizerRate,
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
  /** A piece of speech that has found no room in the memory of models after so long fails. Default 10,000 ms. */
  readonly roomMs?: number;
}

/** See the head of this file. */
export class SherpaRecognizer implements Recognizer {
  readonly #manifest: RecognizerManifest;
  readonly #process: BudgetedProcess<SherpaProcess>;

  constructor({ manifest, folder, memory, limits, roomMs = 10_000 }: SherpaOptions) {
    this.#manifest = manifest;
    this.#process = new BudgetedProcess<SherpaProcess>({
      // A piece of 30 s gives nothing before its end, and a large model may need several times as long for it.
      hangMs: 120_000,
      ...limits,
      noun: 'recognizer',
      name: manifest.name,
      taskNoun: 'piece of speech',
      module: moduleUrl(import.meta.url, './child'),
      config: recognizerConfig(manifest, folder),
      stderr: sherpaStderr,
      memory,
      memoryBytes: manifest.memoryBytes,
      roomMs,
    });
  }

  async load(): Promise<void> {
    await this.#process.use((process) => process.load()).catch(throwForRecognizer);
  }

  async reserve(): Promise<() => void> {
    const release = this.#process.retain();
    try {
      await this.load();
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  begin(options: UtteranceOptions): Utterance {
    const { signal, language } = options;
    if (!this.#manifest.recognizer.streaming) {
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

  retire(): void {
    this.#process.retire();
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  async #hear(
    task: Omit<ProcessTaskOptions<SherpaProcess>, 'onPart'>,
    seconds: () => number,
    onPartial: ((text: string) => void) | undefined,
    signal: AbortSignal,
  ): Promise<Recognized> {
    const { capitals, words } = this.#manifest.recognizer;
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
    await this.#process
      .use((process) => process.run({ ...task, onPart }, signal), signal)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throwForRecognizer(error);
      });
    signal.throwIfAborted();
    return heard;
  }
}
