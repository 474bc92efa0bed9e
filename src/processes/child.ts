/**
 * The process's side of a supervised process: its entry module calls {@link serve}. It loads once and runs one task at a time, or
 * as many as it says; the others wait here. A fault of native code ends this process and no other. It ends with the process that started it.
 */
import { RecentlyUsed } from '../collections/recently-used.ts';
import { maxAttachments, type FromChild, type ProcessTypes, type ToChild } from './protocol.ts';

/** One task, as what runs it sees it. */
export interface RunningTask<T extends ProcessTypes> {
  readonly request: T['request'];
  /** Undefined for a task without one. Held while the task waits, so that later attachments do not push it out. */
  readonly attachment: T['attachment'] | undefined;
  /** Its result is of no use any more. */
  readonly isCancelled: boolean;
  /** Resolves with the next input, in order; with undefined behind the last one, and once the task is cancelled. */
  readonly next: () => Promise<T['input'] | undefined>;
  /** Gives a piece of its result; does nothing once it is cancelled. */
  readonly give: (part: T['part']) => void;
}

export interface LoadedChild<T extends ProcessTypes> {
  readonly info: T['info'];
  /** Tasks that run at once. Default 1. */
  readonly concurrency?: number;
  /** Resolves when the task is done, rejects when it fails. */
  run(task: RunningTask<T>): Promise<void>;
}

interface QueuedTask<T extends ProcessTypes> extends RunningTask<T> {
  readonly id: number;
  isCancelled: boolean;
  readonly receive: (inputs: readonly T['input'][], over: boolean) => void;
}

/**
 * Serves the process that started this one, until that one ends it or ends itself.
 * @param load called once; a rejection makes the process unusable, with its message as the reason
 */
export function serve<T extends ProcessTypes>(load: (config: T['config']) => Promise<LoadedChild<T>>): void {
  const attachments = new RecentlyUsed<T['attachment']>(maxAttachments);
  const queue: QueuedTask<T>[] = [];
  const running = new Set<QueuedTask<T>>();
  let loaded: LoadedChild<T> | undefined;

  const next = async (): Promise<void> => {
    if (loaded === undefined || running.size >= (loaded.concurrency ?? 1)) return;
    const begun = queue.shift();
    if (begun === undefined) return;
    running.add(begun);
    const { id: task } = begun;
    send<T>({ kind: 'started', task });
    const startedAt = performance.now();
    try {
      await loaded.run(begun);
      const ms = performance.now() - startedAt;
      send<T>({ kind: 'done', task, ms, memoryBytes: process.memoryUsage.rss() });
    } catch (error) {
      send<T>({ kind: 'failed', task, reason: reasonOf(error) });
    }
    running.delete(begun);
    void next();
  };

  const begin = async (config: T['config']): Promise<void> => {
    try {
      loaded = await load(config);
    } catch (error) {
      send<T>({ kind: 'unusable', reason: reasonOf(error) });
      return;
    }
    send<T>({ kind: 'loaded', info: loaded.info, memoryBytes: process.memoryUsage.rss() });
    for (let i = 0; i < (loaded.concurrency ?? 1); i++) void next();
  };

  const cancel = (id: number): void => {
    const begun = [...running].find((task) => task.id === id);
    if (begun !== undefined) {
      begun.isCancelled = true;
      begun.receive([], true);
    }
    const at = queue.findIndex((task) => task.id === id);
    if (at < 0) return;
    queue.splice(at, 1);
    send<T>({ kind: 'cancelled', task: id });
  };

  const receive = (message: ToChild<T>): void => {
    if (message.kind === 'load') void begin(message.config);
    else if (message.kind === 'attachment') attachments.set(message.id, message.data);
    else if (message.kind === 'cancel') cancel(message.task);
    else if (message.kind === 'input') {
      const task = [...running, ...queue].find(({ id }) => id === message.task);
      task?.receive(message.inputs, message.over);
    } else {
      queue.push(
        queuedTask(message, message.attachment === undefined ? undefined : attachments.get(message.attachment)),
      );
      void next();
    }
  };

  process.on('message', receive);
  // Nothing can be ended in order while native code computes in a thread of its own.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Ctrl-C goes to every process of the terminal; the one that started this one decides when it ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
}

function queuedTask<T extends ProcessTypes>(
  { task: id, request }: Extract<ToChild<T>, { kind: 'run' }>,
  attachment: T['attachment'] | undefined,
): QueuedTask<T> {
  const inputs: T['input'][] = [];
  let isOver = false;
  let taken = 0;
  let more = Promise.withResolvers<undefined>();
  const task: QueuedTask<T> = {
    id,
    request,
    attachment,
    isCancelled: false,
    async next() {
      while (inputs.length === 0 && !isOver) {
        send<T>({ kind: 'waiting', task: id, inputs: taken });
        await more.promise;
      }
      taken++;
      return task.isCancelled ? undefined : inputs.shift();
    },
    receive(next, over) {
      for (const input of next) inputs.push(input);
      isOver ||= over;
      more.resolve(undefined);
      more = Promise.withResolvers();
    },
    give(part) {
      if (!task.isCancelled) send<T>({ kind: 'part', task: id, part });
    },
  };
  return task;
}

function send<T extends ProcessTypes>(message: FromChild<T>): void {
  if (process.connected) process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
