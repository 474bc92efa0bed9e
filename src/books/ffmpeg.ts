/** ffmpeg, where it is installed, as a child process between two pipes. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { BookError } from './book-error.ts';
import { bookContainers, type BookContainer } from './book-format.ts';

const missing =
  'M4B needs the program ffmpeg, which is not installed here (Debian: apt-get install ffmpeg). MP3 with chapters needs nothing';

/** Whether ffmpeg starts. */
export async function hasFfmpeg(): Promise<boolean> {
  const child = spawn('ffmpeg', ['-version'], { stdio: 'ignore', env: { PATH: process.env.PATH } });
  const [code] = (await Promise.race([once(child, 'close'), once(child, 'error').then(() => [127])]).catch(() => [
    127,
  ])) as [number | null];
  return code === 0;
}

/** Those of {@link bookContainers} that can be made on this machine at this moment. */
export async function availableContainers(): Promise<readonly BookContainer[]> {
  return (await hasFfmpeg()) ? bookContainers : bookContainers.filter((container) => container !== 'm4b');
}

/** @throws {BookError} `ffmpeg_missing` */
export async function requireFfmpeg(): Promise<void> {
  if (!(await hasFfmpeg())) throw new BookError('ffmpeg_missing', missing);
}

export class FfmpegProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #closed: Promise<number | null>;
  #errors = '';
  #isMissing = false;

  constructor(options: readonly string[]) {
    this.#child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...options], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH },
    });
    this.#closed = new Promise((resolve) => {
      this.#child
        .once('error', () => {
          this.#isMissing = true;
          resolve(127);
        })
        .once('close', resolve);
    });
    // A process that has ended takes nothing more; its exit code says why.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-2000);
    });
  }

  /** Resolves when there is room for more, or when the process has ended. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#child.stdin.write(bytes)) return;
    const room = new AbortController();
    try {
      await Promise.race([once(this.#child.stdin, 'drain', { signal: room.signal }), this.#closed]);
    } finally {
      room.abort();
    }
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  /** All output, no faster than it is taken. @throws what the reader throws */
  async readInto(take: (part: Buffer) => Promise<void>): Promise<void> {
    for await (const part of this.#child.stdout as AsyncIterable<Buffer>) await take(part);
  }

  /** @throws {BookError} when it ended badly */
  async ended(): Promise<void> {
    const code = await this.#closed;
    if (this.#isMissing) throw new BookError('ffmpeg_missing', missing);
    if (code === 0) return;
    const reason = this.#errors.trim().split('\n').at(-1) ?? '';
    const isFull = reason.includes('No space left');
    throw isFull
      ? Object.assign(new Error('no space left on the device'), { code: 'ENOSPC' })
      : new BookError('failed', `ffmpeg ended with ${code ?? 'a signal'}${reason === '' ? '' : `: ${reason}`}`);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null) this.#child.kill('SIGKILL');
    this.#child.stdout.destroy();
    await this.#closed;
  }
}
