/** Ends work in good order when the user stops it. */
import { constants } from 'node:os';
import { CommandError } from './errors.ts';

/** The first signal raises the work's, with a {@link CommandError} as its reason; the second one ends the process at once. */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = (name: (typeof signals)[number]): void => {
    const code = 128 + constants.signals[name];
    if (controller.signal.aborted) process.exit(code);
    controller.abort(new CommandError('stopped', code));
  };
  for (const name of signals) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, onSignal);
  }
}
