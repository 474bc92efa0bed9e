/** Files that only ffmpeg reads, where it is installed: it decodes one file to a pipe, as fast as the pipe is read. */
import { DecodingError, type DecodedAudio, type DecodingLimits } from '../audio/decoding/index.ts';
import { Program } from '../processes/program.ts';
import { withinTime } from '../timing/deadline.ts';
import { foreignNames, type ForeignFormat } from '../audio/decoding/foreign-formats.ts';
import { RawDecoder } from '../audio/decoding/raw.ts';

type Limits = Required<{ readonly [Name in keyof DecodingLimits]: NonNullable<DecodingLimits[Name]> }>;

/** ffmpeg's address space in KiB: twice what it takes for files that are what they say. */
const memoryKib = 1_000_000;
/** Exit code of the shell for a program that is not there. */
const notFound = 127;
/** Of a WAV file whose samples are integers of 16 bits, as ffmpeg writes it without its own name. */
const headerBytes = 44;

/**
 * Begins to decode a file; memory does not grow with it.
 * @throws {DecodingError} `unsupported` without ffmpeg, which the message names; otherwise as for what is decoded here
 */
export async function decodeWithFfmpeg(
  path: string,
  format: ForeignFormat,
  { maxSeconds = 36_000, stallMs = 10_000 }: DecodingLimits = {},
): Promise<Omit<DecodedAudio, 'format'>> {
  const decoding = new Decoding(path, format, { maxSeconds, stallMs });
  try {
    const head = await decoding.head();
    const sampleRate = head.readUInt32LE(24);
    const blocks = decoding.blocks(sampleRate, head.subarray(headerBytes));
    return { sampleRate, blocks, close: () => decoding.close() };
  } catch (error) {
    await decoding.close();
    throw error;
  }
}

/** One process. */
class Decoding {
  readonly #program: Program;
  readonly #format: ForeignFormat;
  readonly #limits: Limits;
  readonly #chunks: AsyncIterator<Buffer, undefined>;

  constructor(path: string, format: ForeignFormat, limits: Limits) {
    this.#format = format;
    this.#limits = limits;
    // The limit holds for the shell and what it becomes.
    const script = `ulimit -v ${memoryKib} 2>/dev/null; exec ffmpeg "$@"`;
    this.#program = new Program('/bin/sh', ['-c', script, 'sh', ...argumentsFor(path, format, limits.maxSeconds)]);
    this.#program.endInput();
    this.#chunks = this.#program.output.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  }

  /** The header of the output, and samples that came with it. @throws {DecodingError} when none comes */
  async head(): Promise<Buffer> {
    let head = Buffer.alloc(0);
    while (head.length < headerBytes) {
      const chunk = await this.#next();
      if (chunk === undefined) throw await this.#failure();
      head = Buffer.concat([head, chunk]);
    }
    return head;
  }

  /** Ends the process when its reader leaves. */
  async *blocks(sampleRate: number, first: Buffer): DecodedAudio['blocks'] {
    const { maxSeconds } = this.#limits;
    const decoder = new RawDecoder('pcm_s16le');
    let samples = 0;
    try {
      for (let chunk: Buffer | undefined = first; chunk !== undefined; chunk = await this.#next()) {
        const block = decoder.write(chunk);
        samples += block.length;
        if (samples > maxSeconds * sampleRate) {
          throw new DecodingError('too_long', `The clip is longer than ${maxSeconds} s, the limit`);
        }
        yield block;
      }
      if (samples === 0 || (await this.#program.ended).code !== 0) throw await this.#failure();
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    return this.#program.close();
  }

  /** @returns undefined at the end of the output */
  async #next(): Promise<Buffer | undefined> {
    const { stallMs } = this.#limits;
    const late = (): never => {
      throw new DecodingError('too_slow', `The clip was not decoded within ${stallMs} ms, the limit`);
    };
    return (await withinTime(this.#chunks.next(), stallMs, late)).value;
  }

  async #failure(): Promise<DecodingError> {
    const name = foreignNames[this.#format];
    const { code, startError } = await this.#program.ended;
    if (code === notFound || startError !== undefined) {
      const message = `The clip is ${name}, which only ffmpeg reads, and it is not installed here; flac, mp3, mpeg, mpga, oga, ogg, wav and webm are taken without it`;
      return new DecodingError('unsupported', message);
    }
    return new DecodingError(
      'damaged',
      `The clip begins like ${name} and cannot be decoded: it is damaged or has no audio`,
    );
  }
}

/** One audio stream of one local file, by the reader that its first bytes ask for: what a file names, be it an address, is not opened. */
function argumentsFor(path: string, format: ForeignFormat, maxSeconds: number): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'quiet', '-threads', '1', '-max_alloc', '100000000'],
    ...['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`],
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-t', String(maxSeconds + 1)],
    ...['-map_metadata', '-1', '-bitexact', '-c:a', 'pcm_s16le', '-f', 'wav', 'pipe:1'],
  ];
}
