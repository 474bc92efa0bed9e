/** The recognizers of a server, by its settings and the models in its data folder. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { RecognizerPool } from '../hearing/recognizer-pool.ts';
import { WordAligner } from '../hearing/word-aligner.ts';
import { modelsFolder } from '../models/folder.ts';
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
  #isClosed = false;

  /** @throws {Error} for a setting that cannot be used */
  static async open(options: ServerRecognizersOptions): Promise<ServerRecognizers> {
    const { recognizers, detector } =
      options.given === undefined ? await found(options) : { recognizers: options.given };
    const aligner = new WordAligner(options.memory);
    return new ServerRecognizers(options, new RecognizerPool(recognizers, { aligner, detector }));
  }

  private constructor(options: ServerRecognizersOptions, pool: RecognizerPool) {
    this.#options = options;
    this.pool = pool;
  }

  /** Reads settings and models anew; what is being heard goes on. What fails is logged, and everything stays as it was. */
  async reload(): Promise<void> {
    const { given, logger } = this.#options;
    if (given !== undefined) return;
    try {
      const { recognizers, detector } = await found(this.#options);
      this.pool.update(recognizers, detector);
      logger.info({ recognizers: this.pool.descriptors.map(({ id }) => id) }, 'recognizers read anew');
    } catch (error) {
      logger.error({ err: error }, 'the recognizers could not be read anew');
    }
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
}

async function found({ settings, memory, logger }: ServerRecognizersOptions): Promise<Found> {
  const { recognizers: setting, recognizerTimeoutMs: timeoutMs, dataDir } = settings;
  const folder = modelsFolder(dataDir);
  const { recognizers, problems } = await readRecognizers(setting, { timeoutMs, models: { folder, memory } });
  for (const { recognizer, reason } of problems) logger.warn({ recognizer, reason }, 'recognizer left out');
  const { detector, problems: damaged } = await installedDetector(folder, memory);
  for (const { model, reason } of damaged) logger.warn({ model, reason }, 'voice activity left out');
  return { recognizers, detector };
}
