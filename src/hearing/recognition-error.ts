import { ServiceError } from '../errors/service-error.ts';
import { RecognizerError } from '../recognizers/adapter.ts';

/** What the client is told where no recognizer could hear. */
export function recognitionError(cause: unknown): ServiceError {
  if (cause instanceof RecognizerError && cause.kind === 'unavailable') {
    return new ServiceError('recognizer_unavailable', 'No recognizer can hear now; try again soon.', { cause });
  }
  return new ServiceError('recognizer_failed', 'The recognizer failed on this audio.', { cause });
}
