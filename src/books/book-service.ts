/** Books of an organization: read from files and addresses, spoken by jobs, one chapter after the other. */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { ServiceError, invalidField } from '../errors/service-error.ts';
import type { BitRate } from '../audio/formats.ts';
import { readDocument, type Chapter, type Document, type DocumentLimits, type FileName } from '../documents/index.ts';
import type { SpeechSettings } from '../speech/settings.ts';
import type { Blobs } from '../store/blobs/index.ts';
import { newBlobKey } from '../store/blobs/keys.ts';
import type { BookChapterRow, BookRow, Store } from '../store/index.ts';
import type { Cue } from '../text/subtitles.ts';
import { bookFormat, type BookContainer, type BookFormat } from './book-format.ts';
import { charactersOf } from './chapter-speech.ts';
import { downloadDocument, shownAddress, type FetchOptions } from './fetch-document.ts';
import { hasFfmpeg } from './ffmpeg.ts';
import { newWorkFolder } from './work-folder.ts';

/** How a book is to be spoken. */
export interface BookRequest {
  /** An id or a name. */
  readonly voice: string;
  readonly modelId: string;
  /** Of the text; null: the voice's own. */
  readonly language: string | null;
  readonly speed: number;
  readonly container: BookContainer;
  readonly bitRate: BitRate;
}

/** What books need of the server. */
export interface BookServiceOptions {
  readonly store: Pick<Store, 'books' | 'transaction'>;
  readonly blobs: Blobs;
  /**
   * The settings of speech for a request.
   * @param engine id of the one that is to speak; the first that can by default
   * @throws {ServiceError} for a voice or a model that there is not; `unavailable` while the engine, or what it needs of the voice, is away
   */
  readonly readSpeech: (request: BookRequest, organizationId: string, engine?: string) => Promise<SpeechSettings>;
  readonly limits: DocumentLimits;
  /** Of addresses. */
  readonly fetching: Pick<FetchOptions, 'allowPrivate' | 'howToAllow' | 'resolve'>;
  /** Folder for what is downloaded. Default: that of the system for temporary files. */
  readonly folder?: string | undefined;
  /** Addresses that are downloaded at once in this process, half of them of one organization; more are refused. Default 4. */
  readonly maxDownloads?: number | undefined;
}

/** A book with its chapters. */
export interface BookWithChapters {
  readonly book: BookRow;
  readonly chapters: readonly BookChapterRow[];
}

/** Reads, keeps, starts, cancels and removes books; {@link bookJob} speaks them. */
export class BookService {
  readonly #options: BookServiceOptions;
  /** The organization of each that runs. */
  readonly #downloads: string[] = [];

  constructor(options: BookServiceOptions) {
    this.#options = options;
  }

  /** @throws {DocumentError} */
  async add(
    organizationId: string,
    file: () => Promise<Uint8Array>,
    name: FileName,
    source: string,
    signal?: AbortSignal,
  ): Promise<BookWithChapters> {
    const document = await readDocument(file, { ...name, ...this.#options.limits, key: organizationId, signal });
    return this.#keep(organizationId, document, source);
  }

  /**
   * Downloads to disk: what waits for its turn takes no memory.
   * @throws {DocumentError} or {BookError}
   * @throws {ServiceError} `unavailable` when too many are being downloaded
   */
  async addFrom(organizationId: string, url: string, signal?: AbortSignal): Promise<BookWithChapters> {
    const { limits, fetching, maxDownloads = 4, folder: within = tmpdir() } = this.#options;
    const ours = this.#downloads.filter((other) => other === organizationId).length;
    if (ours >= Math.max(1, Math.floor(maxDownloads / 2))) throw tooManyDownloads(`${ours} addresses of yours are`);
    if (this.#downloads.length >= maxDownloads) throw tooManyDownloads('Too many addresses are');
    this.#downloads.push(organizationId);
    let folder: string | undefined;
    let name: FileName;
    try {
      try {
        folder = await newWorkFolder(within);
        name = await downloadDocument(url, documentIn(folder), { ...fetching, maxBytes: limits.maxBytes }, signal);
      } finally {
        this.#downloads.splice(this.#downloads.indexOf(organizationId), 1);
      }
      const read = () => readFile(documentIn(folder!));
      const document = await readDocument(read, { ...name, ...limits, key: organizationId, signal });
      return await this.#keep(organizationId, document, shownAddress(url));
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }

  async find(organizationId: string, id: string): Promise<BookWithChapters | undefined> {
    const { books } = this.#options.store;
    const book = await books.find(organizationId, id);
    return book && { book, chapters: await books.chapters(organizationId, id) };
  }

  /**
   * Has it spoken, from the beginning or, where it was spoken in the same way before, from where that ended.
   * @param chapters numbers from 1; undefined: all
   * @throws {ServiceError} `not_found`, `book_busy`, `invalid_request`, and what the voice is refused with
   */
  async start(
    { organizationId, keyId }: { readonly organizationId: string; readonly keyId: string },
    id: string,
    request: BookRequest,
    chapters: readonly number[] | undefined,
  ): Promise<BookRow> {
    const found = await this.find(organizationId, id);
    if (found === undefined) throw noBook();
    const numbers = chapters ?? found.chapters.map(({ number }) => number);
    const unknown = numbers.find((number) => found.chapters[number - 1] === undefined);
    if (unknown !== undefined) {
      throw invalidField('chapters', `There is no chapter ${unknown}, only 1 to ${found.chapters.length}`);
    }
    if (request.container === 'm4b' && !(await hasFfmpeg())) {
      throw invalidField(
        'format',
        'm4b needs the program ffmpeg, which is not installed on this server: mp3 has chapters too',
      );
    }
    const settings = await this.#options.readSpeech(request, organizationId);
    const start = {
      request: JSON.stringify(request),
      how: howOf(formatOf(request, settings), settings, request),
      engine: settings.speaker.engine,
      chapters: [...new Set(numbers)],
      apiKeyId: keyId,
    };
    const row = await this.#options.store.transaction(({ books }) => books.start(organizationId, id, start), 'locked');
    if (row === undefined) throw new ServiceError('book_busy', 'The book is being spoken: cancel that first.');
    return row;
  }

  /** @throws {ServiceError} `not_found` */
  async cancel(organizationId: string, id: string): Promise<BookRow> {
    const { books } = this.#options.store;
    const row = (await books.cancel(organizationId, id)) ?? (await books.find(organizationId, id));
    if (row === undefined) throw noBook();
    return row;
  }

  /** @throws {ServiceError} `not_found` */
  async remove(organizationId: string, id: string): Promise<void> {
    const row = await this.#options.store.transaction(({ books }) => books.remove(organizationId, id), 'locked');
    if (row === undefined) throw noBook();
  }

  /** @throws {ServiceError} `not_found` */
  async subtitles(organizationId: string, id: string): Promise<readonly Cue[]> {
    const row = await this.#options.store.books.find(organizationId, id);
    if (row === undefined) throw noBook();
    const content = row.subtitles_blob === null ? undefined : await this.#options.blobs.get(row.subtitles_blob);
    if (content === undefined) throw notSpoken();
    return (await json(content)) as readonly Cue[];
  }

  async #keep(organizationId: string, document: Document, source: string): Promise<BookWithChapters> {
    const { blobs, store } = this.#options;
    const text = newBlobKey('books');
    const { cover } = document;
    const picture = cover === undefined ? null : newBlobKey('books');
    try {
      await blobs.put(text, Buffer.from(JSON.stringify(document.chapters)));
      if (picture !== null) await blobs.put(picture, cover!.bytes);
      const row = {
        title: storable(document.title),
        author: document.author === undefined ? null : storable(document.author),
        language: document.language === undefined ? null : storable(document.language),
        kind: document.kind,
        source: storable(source.slice(0, 2048)),
        text,
        cover: picture,
        coverType: cover?.mediaType ?? null,
        chapters: document.chapters.map((chapter) => ({
          title: storable(chapter.title),
          characters: charactersOf(chapter),
        })),
      };
      const book = await store.transaction(({ books }) => books.create(organizationId, row), 'locked');
      return { book, chapters: await store.books.chapters(organizationId, book.id) };
    } catch (error) {
      // When the database does not answer, it is not known whether the row was written: the objects stay, and are swept if not.
      const isUnknown = error instanceof ServiceError && error.status >= 500;
      if (!isUnknown) {
        for (const key of [text, ...(picture === null ? [] : [picture])]) {
          await blobs.delete(key).catch(() => undefined);
        }
      }
      throw error;
    }
  }
}

function tooManyDownloads(whose: string): ServiceError {
  return new ServiceError('unavailable', `${whose} being downloaded: try again soon.`, { retryAfterSeconds: 5 });
}

function documentIn(folder: string): string {
  return join(folder, 'document');
}

/** PostgreSQL has no text with this character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** 404 for an id that is none of the organization's. */
export function noBook(): ServiceError {
  return new ServiceError('not_found', 'No book has this id. GET /books lists yours.');
}

/** 404 for the audio and subtitles of a book that is not completed. */
export function notSpoken(): ServiceError {
  return new ServiceError('not_found', 'The book has not been spoken to its end.');
}

/** @throws {ServiceError} `invalid_request` for a bit rate that MP3 does not have there */
export function formatOf({ container, bitRate }: BookRequest, settings: SpeechSettings): BookFormat {
  try {
    return bookFormat(container, settings.capabilities.sampleRate, bitRate);
  } catch (error) {
    throw invalidField('bit_rate', (error as Error).message);
  }
}

/** Changes with everything that the sound of a chapter depends on. Of a clip, whose samples never change, its id stands for them. */
export function howOf(
  format: BookFormat,
  { speaker, language, modelId }: SpeechSettings,
  { speed }: BookRequest,
): string {
  const { clip, ...voice } = speaker;
  const named = clip === undefined ? speaker : { ...voice, clip: { id: clip.id, transcript: clip.transcript } };
  const all = JSON.stringify([format, named, language, modelId, speed]);
  return createHash('sha256').update(all).digest('hex').slice(0, 32);
}

/** The text of a book as it was kept. */
export async function chaptersOfBook(
  blobs: Pick<Blobs, 'get'>,
  { text_blob: text }: BookRow,
): Promise<readonly Chapter[]> {
  const content = await blobs.get(text);
  if (content === undefined) throw new Error('the text of the book is gone');
  return (await json(content)) as readonly Chapter[];
}
