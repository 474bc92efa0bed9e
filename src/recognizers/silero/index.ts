/** Silero's voice activity, where its model is installed, in one process for all streams. */
import path from 'node:path';
import { readInstalled, type ModelProblem } from '../../model-files/installed.ts';
import { isLibraryInstalled, libraryMissing, sherpaStderr } from '../../model-files/sherpa-onnx.ts';
import { BudgetedProcess } from '../../processes/budgeted-process.ts';
import type { MemoryBudget } from '../../processes/memory-budget.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import type { SupervisionLimits } from '../../processes/supervised-process.ts';
import { throwForRecognizer } from '../adapter.ts';
import { windowLength, type DetectorStream, type SpeechDetector } from '../detector.ts';
import { SampleList } from '../samples.ts';
import { checkVadManifest, type VadManifest } from './package.ts';
import type { SileroProcess } from './protocol.ts';

/**
 * The first model of its kind in a folder, by name.
 * @param folder of the models; one that is not there holds none
 */
export async function installedDetector(
  folder: string,
  memory: MemoryBudget,
): Promise<{ readonly detector: SpeechDetector | undefined; readonly problems: readonly ModelProblem[] }> {
  const problems: ModelProblem[] = [];
  const { found } = await readInstalled(folder, ({ name, folder: inside, manifest }) => {
    if (manifest.kind !== 'vad') return undefined;
    try {
      return { manifest: checkVadManifest(manifest), folder: inside };
    } catch (error) {
      problems.push({ model: name, reason: (error as Error).message });
      return undefined;
    }
  });
  const [first] = found;
  if (first === undefined) return { detector: undefined, problems };
  if (isLibraryInstalled()) return { detector: new SileroDetector({ ...first, memory }), problems };
  return { detector: undefined, problems: [...problems, { model: first.manifest.name, reason: libraryMissing }] };
}

export interface SileroOptions {
  readonly manifest: VadManifest;
  /** Of the model, absolute. */
  readonly folder: string;
  readonly memory: MemoryBudget;
  readonly limits?: SupervisionLimits;
}

export class SileroDetector implements SpeechDetector {
  readonly id: string;
  readonly version: string;
  readonly #process: BudgetedProcess<SileroProcess>;
  #streams = 0;

  constructor({ manifest: { name, files, vad, memoryBytes }, folder, memory, limits }: SileroOptions) {
    this.id = name;
    this.version = files.map(({ sha256 }) => sha256).join(' ');
    this.#process = new BudgetedProcess<SileroProcess>({
      ...limits,
      noun: 'voice activity',
      name,
      taskNoun: 'window',
      module: moduleUrl(import.meta.url, './child'),
      config: { model: path.join(folder, vad.graph), context: vad.context },
      stderr: sherpaStderr,
      memory,
      memoryBytes,
    });
  }

  stream(): DetectorStream {
    return new SileroStream(this.#process, ++this.#streams);
  }

  retire(): void {
    this.#process.retire();
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

const never = new AbortController().signal;

class SileroStream implements DetectorStream {
  readonly #process: BudgetedProcess<SileroProcess>;
  readonly #stream: number;
  /** The process is kept while a stream has a state in it. */
  #release: (() => void) | undefined;
  #rest = new SampleList();

  constructor(process: BudgetedProcess<SileroProcess>, stream: number) {
    this.#process = process;
    this.#stream = stream;
  }

  async write(samples: Int16Array): Promise<readonly boolean[]> {
    this.#rest.write(samples.slice());
    if (this.#rest.length < windowLength) return [];
    const all = this.#rest.join();
    const whole = all.length - (all.length % windowLength);
    this.#rest = new SampleList();
    this.#rest.write(all.slice(whole));
    this.#release ??= this.#process.retain();
    return this.#judge(all.slice(0, whole)).catch(throwForRecognizer);
  }

  close(): void {
    if (this.#release === undefined) return;
    this.#judge(new Int16Array(0)).then(this.#release, this.#release);
    this.#release = undefined;
  }

  async #judge(samples: Int16Array): Promise<readonly boolean[]> {
    let flags: readonly boolean[] = [];
    const task = {
      request: { stream: this.#stream, samples },
      size: 1 + samples.length / windowLength,
      onPart: (part: SileroProcess['part']): void => void (flags = Array.from(part, (flag) => flag === 1)),
    };
    await this.#process.use((process) => process.run(task, never));
    return flags;
  }
}
