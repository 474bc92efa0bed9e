/**
 * The process's side of a supervised process: its entry module calls {@link serve}. It loads once and runs one job at a time; the
 * others wait here. A fault of native code ends this process and no other. It ends with the process that started it.
 */
import { RecentlyUsed } from '../collections/recently-used.ts';
import { maxAttachments, type FromChild, type ProcessTypes, type ToChild } from './protocol.ts';

/** One job, as what runs it sees it. */
export interface RunningJob<T extends ProcessTypes> {
  readonly request: T['request'];
  /** Undefined for a job without one. Held while the job waits, so that later attachments do not push it out. */
  readonly attachment: T['attachment'] | undefined;
  /** Its result is of no use any more. */
  readonly isCancelled: boolean;
  /** Gives a piece of its result; does nothing once it is cancelled. */
  readonly give: (part: T['part']) => void;
}

export interface LoadedChild<T extends ProcessTypes> {
  readonly info: T['info'];
  /** Resolves when the job is done, rejects when it fails. Called for one job at a time. */
  run(job: RunningJob<T>): Promise<void>;
}

interface QueuedJob<T extends ProcessTypes> extends RunningJob<T> {
  readonly id: number;
  isCancelled: boolean;
}

/**
 * Serves the process that started this one, until that one ends it or ends itself.
 * @param load called once; a rejection makes the process unusable, with its message as the reason
 */
export function serve<T extends ProcessTypes>(load: (config: T['config']) => Promise<LoadedChild<T>>): void {
  const attachments = new RecentlyUsed<T['attachment']>(maxAttachments);
  const queue: QueuedJob<T>[] = [];
  let running: QueuedJob<T> | undefined;
  let loaded: LoadedChild<T> | undefined;

  const next = async (): Promise<void> => {
    if (loaded === undefined || running !== undefined) return;
    running = queue.shift();
    if (running === undefined) return;
    const { id: job } = running;
    send<T>({ kind: 'started', job });
    const startedAt = performance.now();
    try {
      await loaded.run(running);
      const ms = performance.now() - startedAt;
      send<T>({ kind: 'done', job, ms, memoryBytes: process.memoryUsage.rss() });
    } catch (error) {
      send<T>({ kind: 'failed', job, reason: reasonOf(error) });
    }
    running = undefined;
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
    void next();
  };

  const cancel = (id: number): void => {
    if (running?.id === id) running.isCancelled = true;
    const at = queue.findIndex((job) => job.id === id);
    if (at >= 0) queue.splice(at, 1);
  };

  const receive = (message: ToChild<T>): void => {
    if (message.kind === 'load') void begin(message.config);
    else if (message.kind === 'attachment') attachments.set(message.id, message.data);
    else if (message.kind === 'cancel') cancel(message.job);
    else {
      queue.push(
        queuedJob(message, message.attachment === undefined ? undefined : attachments.get(message.attachment)),
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

function queuedJob<T extends ProcessTypes>(
  { job: id, request }: Extract<ToChild<T>, { kind: 'run' }>,
  attachment: T['attachment'] | undefined,
): QueuedJob<T> {
  const job: QueuedJob<T> = {
    id,
    request,
    attachment,
    isCancelled: false,
    give(part) {
      if (!job.isCancelled) send<T>({ kind: 'part', job: id, part });
    },
  };
  return job;
}

function send<T extends ProcessTypes>(message: FromChild<T>): void {
  if (process.connected) process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
