/** Typed calls into a child process: what runs there does not share a thread, a heap or a garbage collector with anything else. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a child can be asked to do. */
export type Tasks<T> = { readonly [K in keyof T]: (params: never) => unknown };

interface Call {
  readonly id: number;
  readonly task: string;
  readonly params: unknown;
}

type Answer = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: string };

export interface ChildOptions {
  /** Replaces the whole environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Flags of Node. */
  readonly execArgv?: readonly string[];
  /** Drops what the child writes to its standard output. */
  readonly silent?: boolean;
}

export class Child<T extends Tasks<T>> {
  readonly #process: ChildProcess;
  readonly #pending = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }
  >();
  #nextId = 1;

  constructor(script: URL, { env = process.env, execArgv = [], silent = false }: ChildOptions = {}) {
    this.#process = fork(script, {
      env,
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: ['ignore', silent ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', (answer: Answer) => this.#settle(answer));
    this.#process.once('exit', (code, signal) =>
      this.#failAll(new Error(`${script.pathname.split('/').at(-1)} ended with ${code ?? signal}`)),
    );
  }

  /** @throws {Error} what the task threw, or that the process has ended */
  async call<K extends keyof T & string>(task: K, params: Parameters<T[K]>[0]): Promise<Awaited<ReturnType<T[K]>>> {
    const id = this.#nextId++;
    const result = await new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#process.send({ id, task, params } satisfies Call, (error) => {
        if (error !== null) reject(error);
      });
    });
    return result as Awaited<ReturnType<T[K]>>;
  }

  /** The child ends when its channel closes; resolves when it has. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.disconnect();
    await exit;
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.result);
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** The child's side: answers calls until the channel closes, then ends the process after `end`. */
export function answerCalls<T extends Tasks<T>>(tasks: T, end: () => Promise<void> = () => Promise.resolve()): void {
  const answer = async ({ id, task, params }: Call): Promise<void> => {
    try {
      const run: (params: never) => unknown = tasks[task as keyof T];
      reply({ id, result: await run(params as never) });
    } catch (error) {
      reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on('message', (call: Call) => void answer(call));
  process.once('disconnect', () => void end().finally(() => process.exit()));
  // An interrupt at the terminal reaches the whole process group; the parent ends its children by itself.
  process.on('SIGINT', () => undefined);
}

function reply(answer: Answer): void {
  if (process.connected) process.send!(answer);
}
