/** The recognizers of a server, by its settings. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { RecognizerPool } from '../hearing/recognizer-pool.ts';
import type { RecognizerDescriptor } from '../recognizers/adapter.ts';
import { readRecognizers } from '../recognizers/registry.ts';

/**
 * @param given in place of those of the settings
 * @throws {Error} for a setting that cannot be used
 */
export async function openRecognizers(
  { recognizers: setting, recognizerTimeoutMs: timeoutMs }: Pick<Config, 'recognizers' | 'recognizerTimeoutMs'>,
  given: readonly RecognizerDescriptor[] | undefined,
  logger: Logger,
): Promise<RecognizerPool> {
  if (given !== undefined) return new RecognizerPool(given);
  const { recognizers, problems } = await readRecognizers(setting, { timeoutMs });
  for (const { recognizer, reason } of problems) logger.warn({ recognizer, reason }, 'recognizer left out');
  return new RecognizerPool(recognizers);
}
