/**
 * The job that speaks a book: some of its chapters each time it runs, long ones in parts, then the whole. It may run again after a
 * crash at any point; a part that is not whole is spoken anew, the others stay.
 */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { TaskError } from '../engines/scheduling/task.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JobKind, JobOutcome, RunningJob } from '../jobs/handler.ts';
import { taskFailure } from '../speech/task-failure.ts';
import { newBlobKey } from '../store/blobs/keys.ts';
import type { BookChapterRow, BookRow, BookRun } from '../store/index.ts';
import { BookSubtitles, timetable, writeBook, type ChapterPart } from './book.ts';
import { chaptersOfBook, formatOf, howOf, type BookRequest, type BookServiceOptions } from './book-service.ts';
import type { BookFormat } from './book-format.ts';
import { partCharacters } from './chapter-parts.ts';
import { ChapterSpeaker, type BookSpeech, type SpeakerOptions } from './chapter-speaker.ts';
import type { StoredWord } from './chapter-speech.ts';
import { internalProblem, isFullDisk, shownProblem } from './shown-problem.ts';
import { newWorkFolder } from './work-folder.ts';
import { isLostClip } from '../voices/clip-library.ts';

export interface BookJobOptions extends SpeakerOptions, Pick<BookServiceOptions, 'readSpeech'> {
  /** Folder for what is put together. Default: that of the system for temporary files. */
  readonly folder?: string | undefined;
  /** Characters after which other books come in between. Default 20,000. */
  readonly turnCharacters?: number | undefined;
}

/** Until what a book waits for is tried again, where that does not say when. */
const waitSeconds = 5;
const day = 86_400_000;

/** One book at a time on each server: what people wait for comes first. */
export function bookJob(options: BookJobOptions): JobKind {
  return {
    concurrency: 1,
    maxRunMs: day,
    run: (job, { signal }) => new BookJob(options, job.payload as BookRun).run(signal),
    onExhausted: async ({ payload }: RunningJob) => {
      const run = payload as BookRun;
      // What the last attempt noted, and not its error, which may tell of the server's inside.
      const noted = (await options.store.books.find(run.organization_id, run.book_id))?.error ?? internalProblem;
      const message = `It was not spoken to its end: ${noted.replace(/\.$/u, '')}. The chapters that are made are kept; start it again to go on.`;
      await options.store.books.fail(run, message);
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
    try {
      return await this.#turn(signal);
    } catch (error) {
      signal.throwIfAborted();
      return this.#failed(error instanceof TaskError ? taskFailure(error) : error);
    }
  }

  async #turn(signal: AbortSignal): Promise<JobOutcome> {
    const { organization_id: organizationId, book_id: id, run } = this.#run;
    const { books } = this.#options.store;
    const book = await books.find(organizationId, id);
    if (book?.run !== run || !['queued', 'speaking'].includes(book.status)) return undefined;
    const request = JSON.parse(book.request!) as BookRequest;
    // By the engine that it was begun with, whatever else there is by now, and on whichever server.
    const settings = await this.#options.readSpeech(request, organizationId, book.engine ?? undefined);
    const format = formatOf(request, settings);
    const { engine, clip } = settings.speaker;
    // What was begun before engines were kept had the samples of its clip in its fingerprint: it goes on as it is.
    const isOlder = book.engine === null && book.how !== null && clip !== undefined;
    const how = isOlder ? book.how! : howOf(format, settings, request);
    if (!isOlder && (how !== book.how || engine !== book.engine)) {
      // The voice itself is another one since, or the book was begun before its engine was kept.
      const isWanted = await this.#options.store.transaction(
        (rows) => rows.books.renew(this.#run, { how, engine }),
        'locked',
      );
      if (!isWanted) return undefined;
    }
    const selected = (await books.chapters(organizationId, id)).filter((chapter) => chapter.selected === 1);
    if (selected.every((chapter) => chapter.how === how)) {
      await this.#finish(book, selected, format, signal);
      return undefined;
    }
    await this.#speak(book, selected, { request, settings, format, how }, signal);
    // Again for the next ones: other books come in between.
    return { runAt: new Date() };
  }

  /**
   * What a caller did wrong ends the book. While what it needs is busy or away, it waits, however long that takes. The rest is tried
   * again a few times, and is in the log: so is a full disk, which somebody has to make room on.
   */
  async #failed(error: unknown): Promise<JobOutcome> {
    const { books } = this.#options.store;
    const message = shownProblem(error);
    if (error instanceof ServiceError && error.status < 500 && error.status !== 429) {
      await books.fail(this.#run, message);
      return undefined;
    }
    // Where the database itself is away, there is nothing to write it to.
    await books.note(this.#run, message).catch(() => undefined);
    if (!(error instanceof ServiceError) || !isAway(error) || isLostClip(error)) throw error;
    return { runAt: new Date(Date.now() + 1000 * (error.retryAfterSeconds ?? waitSeconds)) };
  }

  /** As many chapters as a turn has room for. */
  async #speak(
    book: BookRow,
    selected: readonly BookChapterRow[],
    how: BookSpeech,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, blobs, turnCharacters = partCharacters } = this.#options;
    const parts = (await store.books.parts(book.organization_id, book.id)).filter((part) => part.how === how.how);
    const made = selected.filter((chapter) => chapter.how === how.how);
    const speech = new ChapterSpeaker(this.#options, this.#run, {
      ...how,
      keyId: book.api_key_id ?? '',
      characters: sum([...made, ...parts], ({ characters }) => characters),
      samples: sum([...made, ...parts], ({ samples }) => samples ?? 0),
    });
    const texts = await chaptersOfBook(blobs, book);
    const kept = Map.groupBy(parts, ({ chapter }) => chapter);
    for (const { number } of selected.filter((chapter) => chapter.how !== how.how)) {
      const isWhole = await speech.speak(number, texts[number - 1]!, kept.get(number) ?? [], turnCharacters, signal);
      if (!isWhole || speech.spokenCharacters >= turnCharacters) return;
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
    const folder = await newWorkFolder(this.#options.folder ?? tmpdir());
    let audioBytes: number;
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
      await writeBook(path, format, details, parts, { signal, folder });
      audioBytes = (await stat(path)).size;
      await blobs.put(audio, createReadStream(path));
      await blobs.put(cues, Buffer.from(JSON.stringify(subtitles.cues)));
    } catch (error) {
      for (const key of [audio, cues]) await blobs.delete(key).catch(() => undefined);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const seconds = timetable(format, parts).at(-1)?.end ?? 0;
    const finished = { audio, audioBytes, subtitles: cues, seconds };
    // When the transaction fails, it is not known whether the row was written: the objects stay, and are swept if no row names them.
    if (await store.transaction(({ books }) => books.finish(this.#run, finished), 'locked')) return;
    for (const key of [audio, cues]) await blobs.delete(key);
  }

  async *#content(key: string): AsyncGenerator<Uint8Array> {
    const content = await this.#options.blobs.get(key);
    if (content === undefined) throw new Error('the audio of a chapter is gone');
    yield* content as AsyncIterable<Uint8Array>;
  }
}

function isAway(error: ServiceError): boolean {
  return error.status === 429 || (error.code === 'unavailable' && !isFullDisk(error));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
