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
  /** A judgement that has found no room in the memory of models after so long fails. Default 1,000 ms: the stream waits meanwhile. */
  readonly roomMs?: number;
}

export class SileroDetector implements SpeechDetector {
  readonly id: string;
  readonly version: string;
  readonly #process: BudgetedProcess<SileroProcess>;
  #lastStream = 0;
  readonly #open = new Set<number>();
  #isRetired = false;

  constructor({ manifest, folder, memory, limits, roomMs = 1000 }: SileroOptions) {
    const { name, files, vad, memoryBytes } = manifest;
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
      roomMs,
    });
  }

  stream(): DetectorStream {
    const id = ++this.#lastStream;
    this.#open.add(id);
    return new SileroStream(this.#process, id, () => {
      this.#open.delete(id);
      this.#freeWhereRetired();
    });
  }

  retire(): void {
    this.#isRetired = true;
    this.#freeWhereRetired();
  }

  #freeWhereRetired(): void {
    if (this.#isRetired && this.#open.size === 0) this.#process.retire();
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

const never = new AbortController().signal;

/**
 * Its state in the process keeps nothing loaded: where others need the memory, recognizers of the same stream among them, the next
 * window begins without a state.
 */
class SileroStream implements DetectorStream {
  readonly #process: BudgetedProcess<SileroProcess>;
  readonly #stream: number;
  readonly #onClose: () => void;
  #rest = new SampleList();
  #isClosed = false;

  constructor(process: BudgetedProcess<SileroProcess>, stream: number, onClose: () => void) {
    this.#process = process;
    this.#stream = stream;
    this.#onClose = onClose;
  }

  async write(samples: Int16Array): Promise<readonly boolean[]> {
    this.#rest.write(samples.slice());
    if (this.#rest.length < windowLength) return [];
    const all = this.#rest.join();
    const whole = all.length - (all.length % windowLength);
    this.#rest = new SampleList();
    this.#rest.write(all.slice(whole));
    return this.#judge(all.slice(0, whole)).catch(throwForRecognizer);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Frees its state, where there is one.
    if (this.#process.isOpen) this.#judge(new Int16Array(0)).catch(() => undefined);
    this.#onClose();
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
