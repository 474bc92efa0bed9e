/** The events of a context for a consumer that takes them one by one, such as a loop that writes a file. */
import type { SpeechContext } from './context.ts';
import { isTerminal, type SpeechEvent } from './events.ts';

export interface EventIteratorOptions {
  /** Events that wait for the consumer: above it the context begins nothing new. Default 64. */
  readonly highWaterMark?: number;
  /** Abandons the context; the iteration then throws its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a context whose events are iterated. The iteration ends behind the terminal event; leaving it earlier, also before its
 * first event, abandons the context. An `error` event is one like the others and throws nothing.
 * @param open makes the context with the given listener
 */
export function iterateEvents(
  open: (onEvent: (event: SpeechEvent) => void) => SpeechContext,
  { highWaterMark = 64, signal }: EventIteratorOptions = {},
): { readonly context: SpeechContext; readonly events: AsyncGenerator<SpeechEvent, void, void> } {
  const waiting: SpeechEvent[] = [];
  let wake = (): void => undefined;
  const context = open((event) => {
    waiting.push(event);
    if (waiting.length > highWaterMark) context.pause();
    wake();
  });

  const stop = (): void => {
    signal?.removeEventListener('abort', stop);
    context.abandon();
    wake();
  };
  if (signal?.aborted === true) stop();
  else signal?.addEventListener('abort', stop);

  async function* iterate(): AsyncGenerator<SpeechEvent, void, void> {
    try {
      for (;;) {
        signal?.throwIfAborted();
        const event = waiting.shift();
        if (event !== undefined) {
          yield event;
          if (isTerminal(event)) return;
        } else if (context.ended) return;
        else {
          const { promise, resolve } = Promise.withResolvers<undefined>();
          wake = () => resolve(undefined);
          context.resume();
          if (waiting.length === 0) await promise;
        }
      }
    } finally {
      stop();
    }
  }

  const events = iterate();
  // A generator that has not been started, or is waiting for an event, would not hear that its consumer has left.
  const leave = events.return.bind(events);
  events.return = (value) => {
    stop();
    return leave(value);
  };
  return { context, events };
}
