/** Chapters that have been spoken, put together to one file with its chapters, cover and subtitles. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checksum, infoFrame } from '../audio/mp3/info-frame.ts';
import { cuesOf, subtitleFile, type Cue, type SubtitleFormat } from '../text/subtitles.ts';
import type { BookChapter, BookDetails } from './book-details.ts';
import { mp3Of, type BookFormat } from './book-format.ts';
import type { EncodedChapter } from './chapter-encoder.ts';
import { shifted, type StoredWord } from './chapter-speech.ts';
import { startFfmpeg, succeeded } from './ffmpeg.ts';
import { id3Tag } from './id3.ts';

/** A chapter that was made, wherever it lies. */
export interface ChapterPart extends EncodedChapter {
  readonly title: string;
  /** Its frames. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Samples by which AAC's encoder is late; players of M4B are not told to leave them out. */
const aacDelay = 1024;
/** Samples by which that of MP3 is; the frame in front tells players so. */
const mp3Delay = 576;

/** Where each chapter stands in the whole. */
export function timetable(format: BookFormat, parts: readonly Pick<ChapterPart, 'title' | 'samples'>[]): BookChapter[] {
  let samples = 0;
  return parts.map(({ title, samples: length }) => {
    const start = samples / format.sampleRate;
    samples += length;
    return { title, start, end: samples / format.sampleRate };
  });
}

/**
 * Seconds by which a word of a chapter is heard after the chapter's start. MP3 tells its players the encoder's delay, which they leave
 * out at the beginning; each later chapter then begins with it where the one before it ends.
 */
export function wordDelay({ container, sampleRate }: BookFormat): number {
  return container === 'm4b' ? aacDelay / sampleRate : 0;
}

/** How a file is written. */
export interface WritingOptions {
  readonly signal?: AbortSignal | undefined;
  /** For what ffmpeg reads beside the audio. Default: that of the system for temporary files. */
  readonly folder?: string | undefined;
}

/** Writes the whole file; memory does not grow with it. @throws {BookError} or a system error */
export async function writeBook(
  path: string,
  format: BookFormat,
  details: BookDetails,
  parts: readonly ChapterPart[],
  options: WritingOptions = {},
): Promise<void> {
  if (format.container === 'm4b') return writeM4b(path, format, details, parts, options);
  const { signal } = options;
  await pipeline(Readable.from(await mp3Book(format, details, parts)), createWriteStream(path), { signal });
}

/** The tag, the frame that tells the length, and the frames of all chapters. */
async function mp3Book(
  format: BookFormat,
  details: BookDetails,
  parts: readonly ChapterPart[],
): Promise<AsyncIterable<Uint8Array>> {
  const mp3 = mp3Of(format);
  let bytes = 0;
  let sum = 0;
  let samples = 0;
  // The frame in front has a checksum of all that follows.
  for (const part of parts) {
    for await (const chunk of part.open()) {
      bytes += chunk.length;
      sum = checksum(chunk, sum);
    }
    samples += part.samples;
  }
  const last = parts.at(-1)!;
  const padding = Math.max(0, last.samples - mp3Delay - last.spokenSamples);
  const head = infoFrame(mp3, { bytes, checksum: sum, samples: samples - mp3Delay - padding });
  // The frame is silent for players that do not know it; the others leave it out, and chapters count from behind it.
  const tag = id3Tag(details, timetable(format, parts));
  return (async function* () {
    yield tag;
    yield head;
    for (const part of parts) yield* part.open();
  })();
}

async function writeM4b(
  path: string,
  format: BookFormat,
  details: BookDetails,
  parts: readonly ChapterPart[],
  { signal, folder: within = tmpdir() }: WritingOptions,
): Promise<void> {
  const folder = await mkdtemp(join(within, 'sonorant-book-'));
  try {
    const metadata = join(folder, 'metadata.txt');
    await writeFile(metadata, ffmetadata(format, details, parts));
    const { cover } = details;
    const picture = join(folder, `cover.${cover?.mediaType === 'image/png' ? 'png' : 'jpg'}`);
    if (cover !== undefined) await writeFile(picture, cover.bytes);
    const program = startFfmpeg([
      ...['-f', 'aac', '-i', 'pipe:0', '-f', 'ffmetadata', '-i', `file:${metadata}`],
      ...(cover === undefined ? [] : ['-i', `file:${picture}`]),
      ...['-map', '0:a', ...(cover === undefined ? [] : ['-map', '2:v', '-disposition:v:0', 'attached_pic'])],
      ...['-map_metadata', '1', '-map_chapters', '1', '-c', 'copy', '-f', 'ipod', `file:${path}`],
    ]);
    const stop = (): void => void program.close();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for (const part of parts) {
        for await (const chunk of part.open()) {
          signal?.throwIfAborted();
          await program.write(chunk);
        }
      }
      program.endInput();
      await succeeded(program);
    } finally {
      signal?.removeEventListener('abort', stop);
      await program.close();
      signal?.throwIfAborted();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
function ffmetadata(format: BookFormat, details: BookDetails, parts: readonly ChapterPart[]): string {
  const value = (text: string): string => text.replaceAll(/[=;#\\\n]/gu, (sign) => `\\${sign}`);
  const lines = [';FFMETADATA1', `title=${value(details.title)}`, `album=${value(details.title)}`, 'genre=Audiobook'];
  if (details.author !== undefined) lines.push(`artist=${value(details.author)}`);
  let at = 0;
  for (const { title, samples } of parts) {
    lines.push(
      '[CHAPTER]',
      `TIMEBASE=1/${format.sampleRate}`,
      `START=${at}`,
      `END=${at + samples}`,
      `title=${value(title)}`,
    );
    at += samples;
  }
  return `${lines.join('\n')}\n`;
}

/** Collects the subtitles of a book, chapter by chapter: no subtitle goes over the end of one. */
export class BookSubtitles {
  readonly #format: BookFormat;
  readonly #cues: Cue[] = [];
  #samples = 0;

  constructor(format: BookFormat) {
    this.#format = format;
  }

  add(words: readonly StoredWord[], { samples }: Pick<EncodedChapter, 'samples'>): void {
    const offset = this.#samples / this.#format.sampleRate + wordDelay(this.#format);
    for (const cue of cuesOf(shifted(words, offset))) this.#cues.push(cue);
    this.#samples += samples;
  }

  get cues(): readonly Cue[] {
    return this.#cues;
  }

  file(format: SubtitleFormat): string {
    return subtitleFile(this.#cues, format);
  }
}
