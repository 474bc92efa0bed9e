import { TaskError } from '../engines/scheduling/task.ts';
import { asServiceError, invalidField, ServiceError } from '../errors/service-error.ts';

/** What the client hears of anything that is thrown while a context speaks. */
export function failureOf(error: unknown): ServiceError {
  return error instanceof TaskError ? taskFailure(error) : asServiceError(error);
}

/** What the client hears when a task has failed for good. */
export function taskFailure(cause: TaskError): ServiceError {
  if (cause.kind === 'overload') {
    const message = 'The engines are too busy to speak this text in time; try again later.';
    return new ServiceError('unavailable', message, { cause, retryAfterSeconds: 2 });
  }
  if (cause.kind === 'unavailable') {
    const message = 'What speaks this voice cannot speak now; try again later, or with another voice.';
    return new ServiceError('unavailable', message, { cause, retryAfterSeconds: 10 });
  }
  const message = 'The speech engine failed on this text; the request can be sent again.';
  return new ServiceError('engine_failed', message, { cause });
}

/** What the client hears of a text that gave no audio (docs/rules.md#nothing-to-speak). */
export function nothingToSpeak(): ServiceError {
  const problem = 'nothing in this text can be spoken: it has no word, number or sign that an engine here reads aloud';
  return invalidField('transcript', problem);
}
