/** The recognizer of a stream that may not be left without one, such as a call: loaded before the stream begins, and kept. */
import { RecognizerError } from '../recognizers/adapter.ts';
import type { HearingOptions } from './hearing.ts';
import type { OpenRecognizer } from './recognizer-pool.ts';

/**
 * Reserves the first that can be.
 * @param recognizers in order of preference
 * @param onFallback  is told of each that cannot
 * @returns it and those behind it, and what gives it back
 * @throws {RecognizerError} of the last one, where none can
 */
export async function reserveFirst(
  recognizers: readonly OpenRecognizer[],
  onFallback: HearingOptions['onFallback'],
): Promise<{ readonly recognizers: readonly OpenRecognizer[]; readonly release: () => void }> {
  for (const [index, { id, recognizer }] of recognizers.entries()) {
    try {
      const release = (await recognizer.reserve?.()) ?? (() => undefined);
      return { recognizers: recognizers.slice(index), release };
    } catch (error) {
      if (!(error instanceof RecognizerError) || index === recognizers.length - 1) throw error;
      onFallback?.(id, error);
    }
  }
  throw new RecognizerError('unavailable', 'there is no recognizer');
}
