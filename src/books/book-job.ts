/**
 * The job that speaks a book: one chapter each time it runs, then the whole. It may run again after a crash at any point; a chapter
 * that is not whole is spoken anew, the others stay.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import type { Scheduler } from '../engines/scheduling/scheduler.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JobKind, JobOutcome, RunningJob } from '../jobs/handler.ts';
import { narrate } from '../speech/narration.ts';
import type { SpeechMeter, SpeechSettings } from '../speech/settings.ts';
import { newBlobKey } from '../store/blobs/keys.ts';
import type { BookChapterRow, BookRow, BookRun } from '../store/index.ts';
import { BookSubtitles, timetable, writeBook, type ChapterPart } from './book.ts';
import { chaptersOfBook, formatOf, howOf, type BookRequest, type BookServiceOptions } from './book-service.ts';
import { mp3Of, type BookFormat } from './book-format.ts';
import { chapterPayload } from './chapter-encoder.ts';
import { charactersOf, speakChapter, type StoredWord } from './chapter-speech.ts';

export interface BookJobOptions extends Pick<BookServiceOptions, 'store' | 'blobs' | 'readSpeech'> {
  readonly scheduler: Scheduler;
  /** Counts what is spoken. */
  readonly meterOf: (account: { readonly organizationId: string; readonly keyId: string }) => SpeechMeter;
  /** How often the row is told how far it is, in ms. Default 1,000. */
  readonly reportMs?: number | undefined;
}

/** A server that is full speaks books later. */
const busyMs = 5000;
const day = 86_400_000;
/** Segments at the same time: one is spoken while the one before is encoded, and the other threads stay free. */
const segmentsAtOnce = 2;

/** One book at a time on each server: what people wait for comes first. */
export function bookJob(options: BookJobOptions): JobKind {
  return {
    concurrency: 1,
    maxRunMs: day,
    run: (job, { signal }) => new BookJob(options, job.payload as BookRun).run(signal),
    onExhausted: async ({ payload }: RunningJob, error) => {
      const message = `It was not spoken to its end: ${error}. The chapters that are made are kept; start it again to go on.`;
      await options.store.books.fail(payload as BookRun, message);
    },
  };
}

class BookJob {
  readonly #options: BookJobOptions;
  readonly #run: BookRun;

  constructor(options: BookJobOptions, run: BookRun) {
    this.#options = options;
    this.#run = run;
  }

  async run(signal: AbortSignal): Promise<JobOutcome> {
    const { organization_id: organizationId, book_id: id, run } = this.#run;
    const { books } = this.#options.store;
    const book = await books.find(organizationId, id);
    if (book?.run !== run || !['queued', 'speaking'].includes(book.status)) return undefined;
    const selected = (await books.chapters(organizationId, id)).filter((chapter) => chapter.selected === 1);
    const request = JSON.parse(book.request!) as BookRequest;
    try {
      const settings = await this.#options.readSpeech(request, organizationId);
      const format = formatOf(request, settings);
      const how = howOf(format, settings, request);
      const next = selected.find((chapter) => chapter.how !== how);
      if (next === undefined) {
        await this.#finish(book, selected, format, signal);
        return undefined;
      }
      const made = selected.filter((chapter) => chapter.how === how);
      await this.#speak(book, next, { made, request, settings, format, how }, signal);
      // Again for the next one: other books come in between.
      return { runAt: new Date() };
    } catch (error) {
      signal.throwIfAborted();
      return this.#failed(error);
    }
  }

  /** What a caller did wrong ends the book; a busy server speaks it later; the rest is tried again. */
  async #failed(error: unknown): Promise<JobOutcome> {
    const { books } = this.#options.store;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ServiceError && error.status < 500 && error.status !== 429) {
      await books.fail(this.#run, message);
      return undefined;
    }
    await books.note(this.#run, message);
    if (error instanceof ServiceError && isBusy(error)) return { runAt: new Date(Date.now() + busyMs) };
    throw error;
  }

  async #speak(book: BookRow, chapter: BookChapterRow, how: Spoken, signal: AbortSignal): Promise<void> {
    const { store, blobs, scheduler, meterOf, reportMs = 1000 } = this.#options;
    const { request, settings, format, made } = how;
    const text = (await chaptersOfBook(blobs, book))[chapter.number - 1]!;
    const before = { characters: sum(made, ({ characters }) => characters), seconds: secondsOf(made, format) };
    const account = { organizationId: book.organization_id, keyId: book.api_key_id ?? '' };
    const ended = new AbortController();
    const work = AbortSignal.any([signal, ended.signal]);
    let reportedAt = 0;
    const report = (characters: number, seconds: number): void => {
      if (performance.now() - reportedAt < reportMs) return;
      reportedAt = performance.now();
      store.books.advance(this.#run, before.characters + characters, before.seconds + seconds).then(
        (isWanted) => isWanted || ended.abort(new CancelledError()),
        () => undefined,
      );
    };
    report(0, 0);
    // Encoded where it is spoken, beside the thread that answers requests; AAC is, too, by a process.
    const isEncoded = format.container === 'mp3';
    const object = new ObjectSink(blobs, newBlobKey('books'));
    const words = newBlobKey('books');
    try {
      const spoken = await speakChapter(text, {
        format,
        sink: (bytes) => object.write(bytes),
        onProgress: report,
        isEncoded,
        narrate: (pieces) =>
          narrate(pieces, {
            scheduler,
            settings: { ...settings, format: isEncoded ? mp3Of(format) : chapterPayload(format) },
            isEncoded,
            generationConfig: request.speed === 1 ? {} : { speed: request.speed },
            signal: work,
            meter: meterOf(account),
            parallelSegments: segmentsAtOnce,
          }),
      });
      await object.end();
      await blobs.put(words, Buffer.from(JSON.stringify(spoken.words)));
      const { bytes, samples, spokenSamples } = spoken;
      const kept = {
        how: how.how,
        audio_blob: object.key,
        words_blob: words,
        bytes,
        samples,
        spoken_samples: spokenSamples,
      };
      const isKept = await store.transaction(
        ({ books }) => books.keepChapter(this.#run, chapter.number, kept),
        'locked',
      );
      if (!isKept) throw new CancelledError();
      await store.books.advance(
        this.#run,
        before.characters + charactersOf(text),
        before.seconds + samples / format.sampleRate,
      );
    } catch (error) {
      await object.discard();
      await blobs.delete(words).catch(() => undefined);
      if (!(error instanceof CancelledError)) throw error;
    }
  }

  async #finish(
    book: BookRow,
    chapters: readonly BookChapterRow[],
    format: BookFormat,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, blobs } = this.#options;
    const parts = chapters.map((chapter): ChapterPart => ({
      title: chapter.title,
      bytes: chapter.bytes!,
      samples: chapter.samples!,
      spokenSamples: chapter.spoken_samples!,
      open: () => this.#content(chapter.audio_blob!),
    }));
    const subtitles = new BookSubtitles(format);
    for (const chapter of chapters) {
      const content = await blobs.get(chapter.words_blob!);
      if (content === undefined) throw new Error('the words of a chapter are gone');
      subtitles.add((await json(content)) as StoredWord[], { samples: chapter.samples! });
    }
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-book-'));
    const [audio, cues] = [newBlobKey('books'), newBlobKey('books')];
    try {
      const path = join(folder, 'book');
      const picture = book.cover_blob === null ? undefined : await blobs.get(book.cover_blob);
      const cover =
        picture === undefined
          ? undefined
          : { mediaType: book.cover_type as 'image/jpeg' | 'image/png', bytes: new Uint8Array(await buffer(picture)) };
      const { title, author, language } = book;
      const details = { title, author: author ?? undefined, language: language ?? undefined, cover };
      await writeBook(path, format, details, parts, signal);
      const { size } = await stat(path);
      await blobs.put(audio, createReadStream(path));
      await blobs.put(cues, Buffer.from(JSON.stringify(subtitles.cues)));
      const seconds = timetable(format, parts).at(-1)?.end ?? 0;
      const finished = { audio, audioBytes: size, subtitles: cues, seconds };
      if (await store.transaction(({ books }) => books.finish(this.#run, finished), 'locked')) return;
      for (const key of [audio, cues]) await blobs.delete(key);
    } catch (error) {
      for (const key of [audio, cues]) await blobs.delete(key).catch(() => undefined);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async *#content(key: string): AsyncGenerator<Uint8Array> {
    const content = await this.#options.blobs.get(key);
    if (content === undefined) throw new Error('the audio of a chapter is gone');
    yield* content as AsyncIterable<Uint8Array>;
  }
}

interface Spoken {
  /** Chapters of the run that are there. */
  readonly made: readonly BookChapterRow[];
  readonly request: BookRequest;
  readonly settings: SpeechSettings;
  readonly format: BookFormat;
  readonly how: string;
}

/** It is no longer wanted; nothing is wrong. */
class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

function isBusy({ code, cause, status }: ServiceError): boolean {
  return status === 429 || (code === 'unavailable' && cause === undefined);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function secondsOf(chapters: readonly BookChapterRow[], { sampleRate }: BookFormat): number {
  return sum(chapters, ({ samples }) => samples ?? 0) / sampleRate;
}

/** An object that is written while it is made. */
class ObjectSink {
  readonly key: string;
  readonly #blobs: BookServiceOptions['blobs'];
  readonly #stream = new PassThrough();
  readonly #put: Promise<number>;

  constructor(blobs: BookServiceOptions['blobs'], key: string) {
    this.key = key;
    this.#blobs = blobs;
    this.#stream.on('error', () => undefined);
    this.#put = blobs.put(key, this.#stream);
    this.#put.catch(() => undefined);
  }

  /** @throws what the store throws, at once */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#stream.write(bytes)) return;
    const drained = new AbortController();
    try {
      await Promise.race([once(this.#stream, 'drain', { signal: drained.signal }), this.#put]);
    } finally {
      drained.abort();
    }
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#put;
  }

  /** Nothing is left of it. */
  async discard(): Promise<void> {
    this.#stream.destroy(new Error('the chapter was not spoken to its end'));
    await this.#put.catch(() => undefined);
    await this.#blobs.delete(this.key).catch(() => undefined);
  }
}
