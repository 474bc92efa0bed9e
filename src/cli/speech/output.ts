/** Where the audio of `sonorant say` goes. */
import { open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { createContainerWriter, type ContainerWriter } from '../../audio/container.ts';
import { createFileFinisher, type FileFinisher } from '../../audio/finished-file.ts';
import { bytesPerSample, payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import { OutputClosedError, usageError } from '../errors.ts';

/** Takes bytes in order. */
interface Sink {
  /** Resolves when there is room for more. */
  append(bytes: Uint8Array): Promise<void>;
  /** @param head replaces the first bytes, where the sink can be gone back in */
  close(head: Uint8Array): Promise<void>;
  readonly canGoBack: boolean;
}

const nothing = new Uint8Array(0);

/** One container, written as it grows. */
export class AudioOutput {
  readonly #sink: Sink;
  readonly #writer: ContainerWriter;
  readonly #finisher: FileFinisher | undefined;
  readonly #sampleBytes: number;
  #samples = 0;

  private constructor(sink: Sink, writer: ContainerWriter, format: OutputFormat) {
    this.#sink = sink;
    this.#writer = writer;
    this.#finisher = sink.canGoBack ? createFileFinisher(format) : undefined;
    this.#sampleBytes = bytesPerSample(payloadFormat(format).encoding);
  }

  /**
   * @param path `-` is standard output
   * @throws {CommandError} when the audio would go to a terminal
   * @throws {OutputClosedError} when nothing reads standard output any more, also from the other methods
   * @throws {Error} (system error) when the file cannot be made or written
   */
  static async open(path: string, format: OutputFormat): Promise<AudioOutput> {
    refuseTerminal(path);
    const writer = await createContainerWriter(format);
    const sink = path === '-' ? standardOutput : await openFile(path);
    const output = new AudioOutput(sink, writer, format);
    await sink.append(new Uint8Array(output.#finisher?.reservedBytes ?? 0));
    await output.#append(writer.header());
    return output;
  }

  /** Resolves when there is room for more. */
  async write(payload: Uint8Array): Promise<void> {
    this.#samples += payload.byteLength / this.#sampleBytes;
    await this.#append(this.#writer.write(payload));
  }

  /**
   * Ends the container: drains the encoder and states the true length. Where the output cannot be gone back in, and in a WAV file
   * above 4 GiB, it stays open as in a live stream, which players read to the end.
   */
  async finish(): Promise<void> {
    await this.#append(this.#writer.end());
    const { head, tail } = this.#finisher?.end(this.#samples) ?? { head: nothing, tail: nothing };
    await this.#sink.append(tail);
    await this.#sink.close(head);
  }

  #append(bytes: Uint8Array): Promise<void> {
    this.#finisher?.write(bytes);
    return this.#sink.append(bytes);
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

const standardOutput: Sink = {
  canGoBack: false,
  append: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error: NodeJS.ErrnoException | null | undefined) => {
        if (!error) resolve();
        else reject(error.code === 'EPIPE' ? new OutputClosedError() : error);
      });
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
