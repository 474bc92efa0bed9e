/** What a process has opened, to be closed when it stops or does not start. */
import type { Logger } from 'pino';

export interface Closable {
  readonly close: () => Promise<void>;
}

/** Together they may take so long: a database that says nothing must not keep a process that was told to stop. */
const defaultCloseMs = 4000;

export class Opened {
  readonly #parts: Closable[] = [];
  readonly #logger: Pick<Logger, 'error'>;
  readonly #closeMs: number;

  /** @param closeMs how long closing may take. Default 4000 */
  constructor(logger: Pick<Logger, 'error'>, closeMs: number = defaultCloseMs) {
    this.#logger = logger;
    this.#closeMs = closeMs;
  }

  /** @returns the same part */
  add<T extends Closable>(part: T): T {
    this.#parts.push(part);
    return part;
  }

  /** Closes what was opened last first. A part that fails to close is logged and holds up no other one. Never rejects. */
  async close(): Promise<void> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#logger.error('not everything could be closed in time');
      late.resolve(undefined);
    }, this.#closeMs);
    await Promise.race([this.#closeAll(), late.promise]);
    clearTimeout(timer);
  }

  async #closeAll(): Promise<void> {
    for (let part = this.#parts.pop(); part !== undefined; part = this.#parts.pop()) {
      try {
        await part.close();
      } catch (error) {
        this.#logger.error({ err: error }, 'something could not be closed');
      }
    }
  }
}
