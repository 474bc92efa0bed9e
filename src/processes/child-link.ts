/** One child process, as its owner sees it: messages, its last words, its end. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromChild, ProcessTypes, ToChild } from './protocol.ts';

/** How to read what a child process writes to its standard error. */
export interface StderrPatterns {
  /** Stands in what it writes when the task that runs will never end. Default: nothing says so. */
  readonly fault?: RegExp;
  /** Removed from each line: what its library puts in front of a message, and lines that explain nothing. Default: nothing. */
  readonly noise?: RegExp;
}

export interface ChildListener<T extends ProcessTypes> {
  message(message: FromChild<T>): void;
  /** It has written a fault of its runtime; the task that runs will not end. */
  runtimeError(reason: string): void;
  /**
   * @param how   in words
   * @param words what it wrote last; empty where it wrote nothing
   */
  ended(how: string, words: string): void;
}

/** Characters of what the process writes that are kept. */
const keptOutput = 4000;

export class ChildLink<T extends ProcessTypes> {
  /** Undefined where the system could not even try to start one. */
  readonly #child: ChildProcess | undefined;
  readonly #noise: RegExp | undefined;
  readonly #ended = Promise.withResolvers<undefined>();
  #output = '';

  /** @param module address of its entry module, which calls `serve` of `child.ts` */
  constructor(module: string, listener: ChildListener<T>, { fault, noise }: StderrPatterns = {}) {
    this.#noise = noise;
    let isOver = false;
    // For one that cannot be started both its error and its end come.
    const end = (how: string): void => {
      if (isOver) return;
      isOver = true;
      listener.ended(how, this.lastWords);
      this.#ended.resolve(undefined);
    };
    const notStarted = (error: unknown): void => end(`it cannot be started: ${(error as Error).message}`);
    let child: ChildProcess;
    try {
      child = fork(fileURLToPath(module), [], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        // Not those of a test runner or a debugger.
        execArgv: [],
      });
    } catch (error) {
      // The owner has this link before it hears of its end.
      queueMicrotask(() => notStarted(error));
      return;
    }
    this.#child = child;
    child.on('error', (error) => {
      if (child.pid === undefined) notStarted(error);
    });
    child.on('message', (message) => listener.message(message as FromChild<T>));
    // Without file descriptors there is no stream either.
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutput);
      if (fault?.test(text) === true) listener.runtimeError(this.lastWords);
    });
    // Not `exit`: what it wrote last comes before the end of its streams.
    child.once('close', (code, signal) => {
      const how = signal === null ? `with code ${code ?? 'unknown'}` : `by ${signal}`;
      end(`its process ended ${how}`);
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<undefined> {
    return this.#ended.promise;
  }

  /** What it wrote last, in one line. */
  get lastWords(): string {
    return lastWords(this.#output, this.#noise);
  }

  send(message: ToChild<T>): void {
    // One that has just died takes no messages; `ended` reports its end.
    if (this.#child?.connected === true) this.#child.send(message, () => undefined);
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }
}

/** Lines of Node.js that say nothing of what went wrong. */
const idle = /^(?:Node\.js v|at |\^|\(node:)/u;

/** The last line that says something, without colours and noise; at most 300 characters. */
function lastWords(output: string, noise = /$^/u): string {
  const lines = output
    .split('\n')
    .map((line) =>
      line
        .replace(/\p{Cc}\[[\d;]*m/gu, '')
        .replace(noise, '')
        .trim(),
    )
    .filter((line) => line !== '' && !idle.test(line));
  return (lines.at(-1) ?? '').slice(0, 300);
}
