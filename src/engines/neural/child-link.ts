/** One process of a model, as its engine thread sees it: messages, its last words, its end. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moduleUrl } from '../module-url.ts';
import type { FromChild, ToChild } from './protocol.ts';

export interface ChildListener {
  message(message: FromChild): void;
  /** The library has written an error of its runtime while it computed; the job that runs will not end. */
  runtimeError(reason: string): void;
  /**
   * @param how   in words
   * @param words what the library wrote at last; empty where it wrote nothing
   */
  ended(how: string, words: string): void;
}

/** Characters of what the process writes that are kept. */
const keptOutput = 4000;

export class ChildLink {
  readonly #child: ChildProcess;
  readonly #ended = Promise.withResolvers<undefined>();
  #output = '';

  constructor(listener: ChildListener) {
    this.#child = fork(fileURLToPath(moduleUrl(import.meta.url, './child')), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Not those of a test runner or a debugger.
      execArgv: [],
    });
    this.#child.on('message', (message) => listener.message(message as FromChild));
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutput);
      if (/\[E:onnxruntime|terminate called/u.test(text)) listener.runtimeError(this.lastWords);
    });
    let isOver = false;
    // One that cannot be started tells of its error and of its end.
    const end = (how: string): void => {
      if (isOver) return;
      isOver = true;
      listener.ended(how, this.lastWords);
      this.#ended.resolve(undefined);
    };
    this.#child.on('error', (error) => {
      if (this.#child.pid === undefined) end(`it cannot be started: ${error.message}`);
    });
    // Not `exit`: what it wrote at last comes before the end of its streams.
    this.#child.once('close', (code, signal) => {
      const how = signal === null ? `with code ${code ?? 'unknown'}` : `by ${signal}`;
      end(`its process ended ${how}`);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<undefined> {
    return this.#ended.promise;
  }

  /** What the library wrote at last, in one line. */
  get lastWords(): string {
    return lastWords(this.#output);
  }

  send(message: ToChild): void {
    // A process that has just died cannot be told anything; its end is told by `ended`.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** Lines that say nothing of what went wrong. */
const idle = /^(?:Node\.js v|at |\^|Skip unknown|\(node:|Errors in config)/u;

/** The last line that says something, without colours, times and the place in the library's source. */
export function lastWords(output: string): string {
  const lines = output
    .split('\n')
    .map((line) =>
      line
        .replace(/\p{Cc}\[[\d;]*m/gu, '')
        .replace(/^\S+\.(?:cc|h):\S+:\d+ /u, '')
        .replace(/^[\d-]+ [\d:.]+ \[E:onnxruntime:.*?\] /u, '')
        .trim(),
    )
    .filter((line) => line !== '' && !idle.test(line));
  return (lines.at(-1) ?? '').slice(0, 300);
}
