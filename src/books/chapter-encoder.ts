/** Samples of one chapter to a stream of frames: MP3 in this process, AAC by ffmpeg. */
import { createContainerWriter } from '../audio/container.ts';
import { bytesPerSample } from '../audio/formats.ts';
import { frameSamples, mp3Of, type BookFormat } from './book-format.ts';
import type { Program } from '../processes/program.ts';
import { startFfmpeg, succeeded } from './ffmpeg.ts';

/** What is written of a chapter. */
export interface EncodedChapter {
  readonly bytes: number;
  /** Of all frames, silence that the encoder adds among them. */
  readonly samples: number;
  /** Of the speech itself. */
  readonly spokenSamples: number;
}

/** Takes payload ({@link chapterPayload}) and gives frames to a sink, which may be slow. */
export interface ChapterEncoder {
  write(payload: Uint8Array): Promise<void>;
  writeSilence(seconds: number): Promise<void>;
  end(): Promise<EncodedChapter>;
  /** Ends it without a result; may be called at any time. */
  close(): Promise<void>;
}

export type Sink = (bytes: Uint8Array) => Promise<void>;

/** What the encoder takes, as an output format of speech. */
export function chapterPayload({ container, sampleRate }: BookFormat) {
  return { container: 'raw', encoding: container === 'mp3' ? 'pcm_f32le' : 'pcm_s16le', sampleRate } as const;
}

/**
 * @param isEncoded what is written are frames of MP3 already
 * @throws {BookError} when ffmpeg is needed and is not there
 */
export async function createChapterEncoder(format: BookFormat, sink: Sink, isEncoded = false): Promise<ChapterEncoder> {
  if (isEncoded) return passMp3(format, sink);
  return format.container === 'mp3' ? createMp3Encoder(format, sink) : new AacEncoder(format, sink);
}

async function createMp3Encoder(format: BookFormat, sink: Sink): Promise<ChapterEncoder> {
  const writer = await createContainerWriter(mp3Of(format));
  let bytes = 0;
  let payloadBytes = 0;
  const give = async (part: Uint8Array): Promise<void> => {
    bytes += part.length;
    if (part.length > 0) await sink(part);
  };
  await give(writer.header());
  const write = async (payload: Uint8Array): Promise<void> => {
    payloadBytes += payload.length;
    await give(writer.write(payload));
  };
  return {
    write,
    writeSilence: (seconds) => write(silence(format, seconds)),
    async end() {
      await give(writer.end());
      return { bytes, samples: samplesOf(format, bytes), spokenSamples: payloadBytes / bytesPerSample('pcm_f32le') };
    },
    close() {
      writer.close();
      return Promise.resolve();
    },
  };
}

/** Frames as they come, with a second stream behind them that has what else is to be heard. */
async function passMp3(format: BookFormat, sink: Sink): Promise<ChapterEncoder> {
  const behind = await createMp3Encoder(format, sink);
  let bytes = 0;
  return {
    async write(frames) {
      bytes += frames.length;
      await sink(frames);
    },
    writeSilence: (seconds) => behind.writeSilence(seconds),
    async end() {
      const rest = await behind.end();
      const samples = samplesOf(format, bytes) + rest.samples;
      return { bytes: bytes + rest.bytes, samples, spokenSamples: samples };
    },
    close: () => behind.close(),
  };
}

/** The bit rate is constant, and padding keeps the mean length exact. */
function samplesOf(format: BookFormat, bytes: number): number {
  const perFrame = frameSamples(format);
  return perFrame * Math.round((8 * bytes * format.sampleRate) / (perFrame * format.bitRate));
}

/** Zero is silence in either encoding. */
function silence(format: BookFormat, seconds: number): Uint8Array {
  const { encoding, sampleRate } = chapterPayload(format);
  return new Uint8Array(Math.round(seconds * sampleRate) * bytesPerSample(encoding));
}

/** ADTS (ISO/IEC 14496-3, 1.A.2.2): each frame tells its own length. */
const adtsHeader = 7;

class AacEncoder implements ChapterEncoder {
  readonly #program: Program;
  readonly #format: BookFormat;
  readonly #written: Promise<void>;
  #bytes = 0;
  #frames = 0;
  #payloadBytes = 0;
  /** Of a frame whose bytes have not all come. */
  #skip = 0;
  #head = Buffer.alloc(0);

  constructor(format: BookFormat, sink: Sink) {
    const { sampleRate, bitRate } = format;
    this.#format = format;
    this.#program = startFfmpeg([
      ...['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'],
      ...['-c:a', 'aac', '-b:a', String(bitRate), '-f', 'adts', 'pipe:1'],
    ]);
    this.#written = this.#read(sink);
    this.#written.catch(() => undefined);
  }

  async write(payload: Uint8Array): Promise<void> {
    this.#payloadBytes += payload.length;
    // A failure of the process or of the sink is told by what reads, at once.
    await Promise.race([this.#program.write(payload), this.#written]);
  }

  writeSilence(seconds: number): Promise<void> {
    return this.write(silence(this.#format, seconds));
  }

  async end(): Promise<EncodedChapter> {
    this.#program.endInput();
    await this.#written;
    await succeeded(this.#program);
    return { bytes: this.#bytes, samples: this.#frames * 1024, spokenSamples: this.#payloadBytes / 2 };
  }

  close(): Promise<void> {
    return this.#program.close();
  }

  /** No faster than it is taken. @throws what the sink throws */
  async #read(sink: Sink): Promise<void> {
    for await (const part of this.#program.output as AsyncIterable<Buffer>) {
      this.#bytes += part.length;
      this.#count(part);
      await sink(part);
    }
  }

  #count(part: Buffer): void {
    let rest = this.#head.length > 0 ? Buffer.concat([this.#head, part]) : part;
    this.#head = Buffer.alloc(0);
    for (;;) {
      const skipped = Math.min(this.#skip, rest.length);
      this.#skip -= skipped;
      rest = rest.subarray(skipped);
      if (rest.length < adtsHeader) {
        this.#head = Buffer.from(rest);
        return;
      }
      const length = ((rest[3]! & 3) << 11) | (rest[4]! << 3) | (rest[5]! >> 5);
      this.#frames++;
      this.#skip = Math.max(length, adtsHeader);
    }
  }
}
