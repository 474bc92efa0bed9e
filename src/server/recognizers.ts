/** The recognizers of a server, by its settings and the models in its data folder. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { RecognizerPool } from '../hearing/recognizer-pool.ts';
import { WordAligner } from '../hearing/word-aligner.ts';
import { modelsFolder } from '../models/folder.ts';
import type { ModelProblem } from '../model-files/installed.ts';
import type { MemoryBudget } from '../processes/memory-budget.ts';
import type { RecognizerDescriptor } from '../recognizers/adapter.ts';
import type { SpeechDetector } from '../recognizers/detector.ts';
import { readRecognizers } from '../recognizers/registry.ts';
import { installedDetector } from '../recognizers/silero/index.ts';

export interface ServerRecognizersOptions {
  readonly settings: Pick<Config, 'recognizers' | 'recognizerTimeoutMs' | 'dataDir'>;
  /** In place of those of the settings. */
  readonly given: readonly RecognizerDescriptor[] | undefined;
  /** That of this process, for all models whatever they do. */
  readonly memory: MemoryBudget;
  readonly logger: Logger;
}

/** Takes up models while the server runs. */
export class ServerRecognizers {
  readonly pool: RecognizerPool;
  readonly #options: ServerRecognizersOptions;
  #last: Found;
  /** Why the last reading failed. */
  #failure: string | undefined;
  /** One reading behind the other: the later one knows more. */
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @throws {Error} for a setting that cannot be used */
  static async open(options: ServerRecognizersOptions): Promise<ServerRecognizers> {
    const first = options.given === undefined ? await found(options) : { recognizers: options.given, problems: [] };
    return new ServerRecognizers(options, first);
  }

  private constructor(options: ServerRecognizersOptions, first: Found) {
    const { recognizers, detector } = first;
    this.#options = options;
    this.#last = first;
    this.pool = new RecognizerPool(recognizers, { aligner: new WordAligner(options.memory), detector });
  }

  /** Why an installed model that hears, or detects speech, is not used; undefined for one that is. Of the last reading. */
  problemOf(model: string, kind: 'recognizer' | 'vad'): string | undefined {
    const { recognizers, detector, problems } = this.#last;
    const problem = problems.find((each) => each.model === model);
    if (problem !== undefined) return problem.reason;
    if (kind === 'vad' ? detector?.id === model : recognizers.some(({ id }) => id === model)) return undefined;
    if (this.#failure !== undefined) return `the recognizers could not be read anew: ${this.#failure}`;
    if (this.#options.given !== undefined) return 'this server was started with recognizers that are not to change';
    if (kind === 'recognizer') return `SONORANT_RECOGNIZERS names neither sherpa nor sherpa:${model}`;
    return `speech is detected by ${detector?.id ?? 'none'}, which comes first by its name; remove that model to use this one`;
  }

  /** Reads settings and models anew; what is being heard goes on. What fails is logged, and everything stays as it was. */
  reload(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#reload());
    return this.#reading;
  }

  async #reload(): Promise<void> {
    const { given, logger } = this.#options;
    if (given !== undefined || this.#isClosed) return;
    try {
      this.#takeUp(await found(this.#options));
    } catch (error) {
      this.#failure = (error as Error).message;
      logger.error({ err: error }, 'the recognizers could not be read anew');
    }
  }

  #takeUp(last: Found): void {
    if (this.#isClosed) return;
    this.pool.update(last.recognizers, last.detector);
    [this.#last, this.#failure] = [last, undefined];
    this.#options.logger.info({ recognizers: this.pool.descriptors.map(({ id }) => id) }, 'recognizers read anew');
  }

  /** Loads the preferred one of the installed models. Does not reject. */
  async warmUp(): Promise<void> {
    await this.pool.warmUp().catch((error: unknown) => {
      if (!this.#isClosed) this.#options.logger.error({ err: error }, 'a recognizer does not hear');
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.pool.close();
  }
}

interface Found {
  readonly recognizers: readonly RecognizerDescriptor[];
  readonly detector?: SpeechDetector | undefined;
  /** Installed models that are left out. */
  readonly problems: readonly ModelProblem[];
}

async function found({ settings, memory, logger }: ServerRecognizersOptions): Promise<Found> {
  const { recognizers: setting, recognizerTimeoutMs: timeoutMs, dataDir } = settings;
  const folder = modelsFolder(dataDir);
  const { recognizers, problems } = await readRecognizers(setting, { timeoutMs, models: { folder, memory } });
  for (const { recognizer, reason } of problems) logger.warn({ recognizer, reason }, 'recognizer left out');
  const models = problems.flatMap(({ recognizer, reason }) =>
    recognizer.startsWith('sherpa:') ? [{ model: recognizer.slice('sherpa:'.length), reason }] : [],
  );
  const { detector, problems: damaged } = await installedDetector(folder, memory);
  for (const { model, reason } of damaged) logger.warn({ model, reason }, 'voice activity left out');
  return { recognizers, detector, problems: [...models, ...damaged] };
}
