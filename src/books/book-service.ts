/** Books of an organization: read from files and addresses, spoken by jobs, one chapter after the other. */
import { createHash } from 'node:crypto';
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
import { fetchDocument, type FetchOptions } from './fetch-document.ts';
import { hasFfmpeg } from './ffmpeg.ts';

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
  /** The settings of speech for a request. @throws {ServiceError} for a voice or a model that there is not */
  readonly readSpeech: (request: BookRequest, organizationId: string) => Promise<SpeechSettings>;
  readonly limits: DocumentLimits;
  /** Of addresses. */
  readonly fetching: Pick<FetchOptions, 'allowPrivate' | 'howToAllow' | 'resolve'>;
}

/** A book with its chapters. */
export interface BookWithChapters {
  readonly book: BookRow;
  readonly chapters: readonly BookChapterRow[];
}

/** Reads, keeps, starts, cancels and removes books; {@link bookJob} speaks them. */
export class BookService {
  readonly #options: BookServiceOptions;

  constructor(options: BookServiceOptions) {
    this.#options = options;
  }

  /** @throws {DocumentError} */
  async add(
    organizationId: string,
    file: () => Promise<Uint8Array>,
    name: FileName,
    source: string,
  ): Promise<BookWithChapters> {
    const document = await readDocument(file, name, this.#options.limits);
    return this.#keep(organizationId, document, source);
  }

  /** @throws {DocumentError} or {BookError} */
  async addFrom(organizationId: string, url: string, signal?: AbortSignal): Promise<BookWithChapters> {
    const { maxBytes } = this.#options.limits;
    const { bytes, ...name } = await fetchDocument(url, { ...this.#options.fetching, maxBytes }, signal);
    const document = await readDocument(bytes, name, this.#options.limits, signal);
    return this.#keep(organizationId, document, url);
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
    await blobs.put(text, Buffer.from(JSON.stringify(document.chapters)));
    if (picture !== null) await blobs.put(picture, cover!.bytes);
    const book = await store.transaction(
      ({ books }) =>
        books.create(organizationId, {
          title: document.title,
          author: document.author ?? null,
          language: document.language ?? null,
          kind: document.kind,
          source: source.slice(0, 2048),
          text,
          cover: picture,
          coverType: cover?.mediaType ?? null,
          chapters: document.chapters.map((chapter) => ({ title: chapter.title, characters: charactersOf(chapter) })),
        }),
      'locked',
    );
    return { book, chapters: await store.books.chapters(organizationId, book.id) };
  }
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

/** Changes with everything that the sound of a chapter depends on. */
export function howOf(
  format: BookFormat,
  { speaker, language, modelId }: SpeechSettings,
  { speed }: BookRequest,
): string {
  const all = JSON.stringify([format, speaker, language, modelId, speed]);
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
