/** PocketSphinx in processes of its own: one utterance at a time in each, since one decoder is one model in memory. */
import { availableParallelism } from 'node:os';
import { ProcessError, TaskInput } from '../../processes/task.ts';
import { SupervisedProcess, type SupervisionLimits } from '../../processes/supervised-process.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import {
  throwForRecognizer,
  type Recognized,
  type Recognizer,
  type Utterance,
  type UtteranceOptions,
} from '../adapter.ts';
import type { PocketsphinxConfig, PocketsphinxProcess } from './protocol.ts';

/** Processes that hear at once. */
export const processes = Math.max(1, Math.min(4, availableParallelism()));

interface PooledProcess {
  readonly process: SupervisedProcess<PocketsphinxProcess>;
  isBusy: boolean;
}

export class PocketsphinxRecognizer implements Recognizer {
  readonly #config: PocketsphinxConfig;
  readonly #limits: SupervisionLimits;
  readonly #pool: PooledProcess[] = [];
  /** Utterances without a process, in the order in which they get one. */
  readonly #waiting: ((pooled: PooledProcess) => void)[] = [];
  #isClosed = false;

  constructor(config: PocketsphinxConfig, limits: SupervisionLimits = {}) {
    this.#config = config;
    this.#limits = limits;
  }

  async load(): Promise<void> {
    if (this.#pool.length > 0) return;
    try {
      await this.#open().process.load();
    } catch (error) {
      throwForRecognizer(error);
    }
  }

  begin({ vocabulary = [], onPartial, signal }: UtteranceOptions): Utterance {
    const input = new TaskInput<Int16Array>();
    let heard: Recognized | undefined;
    const hear = (): Promise<void> =>
      this.#withProcess(signal, ({ process }) =>
        process.run(
          {
            request: { vocabulary, wantsPartials: onPartial !== undefined },
            size: 1,
            input,
            isRepeatable: true,
            onPart(part) {
              if (part.kind === 'final') heard = part.heard;
              else onPartial?.(part.text);
            },
          },
          signal,
        ),
      );
    // Without partial results nothing is decoded before the utterance is complete: until then it needs no process.
    let done = onPartial === undefined ? undefined : hear();
    // The end of the utterance reports it.
    done?.catch(() => undefined);
    return {
      write: (samples) => input.write(samples),
      async end() {
        input.end();
        done ??= hear();
        await done.catch((error: unknown) => {
          signal.throwIfAborted();
          throwForRecognizer(error);
        });
        signal.throwIfAborted();
        return heard ?? { text: '', words: [] };
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pool.map(({ process }) => process.close()));
  }

  /** @throws the reason of the signal, and what the task throws */
  async #withProcess(signal: AbortSignal, task: (pooled: PooledProcess) => Promise<void>): Promise<void> {
    const pooled = this.#free() ?? (await this.#wait(signal));
    pooled.isBusy = true;
    try {
      await task(pooled);
    } finally {
      pooled.isBusy = false;
      this.#serveWaiting();
    }
  }

  #wait(signal: AbortSignal): Promise<PooledProcess> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason as Error);
      };
      const take = (pooled: PooledProcess): void => {
        signal.removeEventListener('abort', leave);
        pooled.isBusy = true;
        resolve(pooled);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(take);
    });
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const pooled = this.#free();
      if (pooled === undefined) return;
      this.#waiting.shift()!(pooled);
    }
  }

  /**
   * A process that has nothing to do; a new one while there are fewer than {@link processes}. One that is set aside refuses at once: it
   * is taken only where all are.
   */
  #free(): PooledProcess | undefined {
    const usable = this.#pool.filter(({ process }) => !process.isAside);
    const idle = usable.find(({ isBusy }) => !isBusy);
    if (idle !== undefined) return idle;
    if (this.#pool.length < processes) return this.#open();
    return usable.length === 0 ? this.#pool.find(({ isBusy }) => !isBusy) : undefined;
  }

  /** @throws {ProcessError} behind {@link close}: an utterance that ends only then has no process to hear it */
  #open(): PooledProcess {
    if (this.#isClosed) throw new ProcessError('unavailable', 'the recognizer pocketsphinx was closed');
    const process = new SupervisedProcess<PocketsphinxProcess>({
      // A whole utterance of 30 s gives nothing before its end.
      hangMs: 60_000,
      ...this.#limits,
      noun: 'recognizer',
      name: 'pocketsphinx',
      taskNoun: 'piece of speech',
      module: moduleUrl(import.meta.url, './child'),
      config: this.#config,
    });
    const pooled = { process, isBusy: false };
    this.#pool.push(pooled);
    return pooled;
  }
}
