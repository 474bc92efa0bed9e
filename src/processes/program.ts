/** A program of this machine that runs once, between pipes. What breaks it ends it and nothing else. */
import { spawn, type ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';

/** How a program ended. */
export interface ProgramEnd {
  /** Null where a signal ended it, and where it did not start. */
  readonly code: number | null;
  /** Why it did not start. */
  readonly startError: Error | undefined;
  /** The last line that it wrote to its standard error; empty where it wrote none. */
  readonly lastWords: string;
}

/** Characters of its standard error that are kept. */
const keptOutput = 2000;

/** See the head of this file. Its input is written no faster than it reads, its output read no faster than it is taken. */
export class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<ProgramEnd>;
  #errors = '';
  #hasEnded = false;

  /**
   * Starts it.
   * @param name on the PATH, or the full path
   * @param env  default: the PATH alone, without any secret of this process
   */
  constructor(name: string, args: readonly string[], env: NodeJS.ProcessEnv = { PATH: process.env.PATH }) {
    this.#child = spawn(name, args, { stdio: 'pipe', env });
    this.#ended = new Promise((resolve) => {
      const end = (code: number | null, startError?: Error): void => {
        this.#hasEnded = true;
        resolve({ code, startError, lastWords: this.#errors.trim().split('\n').at(-1) ?? '' });
      };
      this.#child.once('error', (error) => end(null, error)).once('close', (code) => end(code));
    });
    // One that has ended takes nothing more; how it ended says why. Without file descriptors it has no streams either.
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-keptOutput);
    });
  }

  /** Its standard output: one that nobody reads holds it up once the pipe is full. */
  get output(): Readable {
    return this.#child.stdout ?? Readable.from([]);
  }

  /** Resolves when it has ended and its output was read. */
  get ended(): Promise<ProgramEnd> {
    return this.#ended;
  }

  /** Resolves when there is room for more input, and with false once it has ended. */
  async write(bytes: Uint8Array): Promise<boolean> {
    const { stdin } = this.#child;
    if (!this.#hasEnded && stdin?.write(bytes) !== true) {
      const drained = new Promise<void>((resolve) => stdin?.once('drain', resolve));
      await Promise.race([drained, this.#ended]);
    }
    return !this.#hasEnded;
  }

  /** There is no more input. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Ends it at once, also where it has started others that hold its pipes; resolves when it is gone. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) pipe?.destroy();
    await this.#ended;
  }
}
