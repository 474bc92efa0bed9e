/** Where the audio of `sonorant say` goes. */
import { open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { createContainerWriter, type ContainerWriter } from '../audio/container.ts';
import { header as flacHeader } from '../audio/flac/muxer.ts';
import type { OutputFormat } from '../audio/formats.ts';
import { wavHeader, wavPadding } from '../audio/wav/header.ts';
import { usageError } from './errors.ts';

/** Takes bytes in order. */
interface Sink {
  /** Resolves when there is room for more. */
  append(bytes: Uint8Array): Promise<void>;
  /** @param head replaces the first bytes, where the sink can be gone back in */
  close(head: Uint8Array): Promise<void>;
  readonly canGoBack: boolean;
}

/** The sizes of a WAV file have 32 bits; the longest header and a byte of padding take their share. */
const maxWavBytes = 2 ** 32 - 1 - 64;

const nothing = new Uint8Array(0);

/** One container, written as it grows. */
export class AudioOutput {
  readonly #sink: Sink;
  readonly #writer: ContainerWriter;
  readonly #format: OutputFormat;
  #payloadBytes = 0;

  private constructor(sink: Sink, writer: ContainerWriter, format: OutputFormat) {
    this.#sink = sink;
    this.#writer = writer;
    this.#format = format;
  }

  /**
   * @param path `-` is standard output
   * @throws {CommandError} when the audio would go to a terminal
   * @throws {Error} (system error) when the file cannot be made or written
   */
  static async open(path: string, format: OutputFormat): Promise<AudioOutput> {
    refuseTerminal(path);
    const writer = await createContainerWriter(format);
    const sink = path === '-' ? standardOutput : await openFile(path);
    await sink.append(writer.header());
    return new AudioOutput(sink, writer, format);
  }

  /** Resolves when there is room for more. */
  async write(payload: Uint8Array): Promise<void> {
    this.#payloadBytes += payload.byteLength;
    await this.#sink.append(this.#writer.write(payload));
  }

  /**
   * Ends the container: drains the encoder and states the true length in a WAV or FLAC file. Where the output cannot be gone
   * back in, and in a WAV file above 4 GiB, it stays open as in a live stream, which players read to the end.
   */
  async finish(): Promise<void> {
    await this.#sink.append(this.#writer.end());
    if (!this.#sink.canGoBack) return this.#sink.close(nothing);
    if (this.#format.container === 'flac') return this.#sink.close(flacHeader(this.#format, this.#payloadBytes / 2));
    const sized = this.#format.container === 'wav' && this.#payloadBytes <= maxWavBytes;
    if (sized) await this.#sink.append(wavPadding(this.#payloadBytes));
    await this.#sink.close(sized ? wavHeader(this.#format, this.#payloadBytes) : nothing);
  }
}

function toTerminal(): Error {
  return usageError(
    'audio would only garble the terminal: write it to a file (-o hello.wav) or send it to a program (-o - | player)',
  );
}

/** @throws {CommandError} when standard output is asked for and is a terminal */
export function refuseTerminal(path: string): void {
  if (path === '-' && process.stdout.isTTY) throw toTerminal();
}

/** A closed pipe is met by the listener that the command has on standard output. */
const standardOutput: Sink = {
  canGoBack: false,
  append: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
    }),
  close: () => Promise.resolve(),
};

async function openFile(path: string): Promise<Sink> {
  const file = await open(path, 'w');
  if (isatty(file.fd)) {
    await file.close();
    throw toTerminal();
  }
  return {
    canGoBack: (await file.stat()).isFile(),
    // On an open file this writes all of the bytes at the current position.
    append: (bytes) =>
      file.writeFile(bytes).catch((error: unknown) => {
        throw Object.assign(error as Error, { path });
      }),
    async close(head) {
      try {
        if (head.byteLength > 0) await file.write(head, 0, head.byteLength, 0);
      } finally {
        await file.close();
      }
    },
  };
}
