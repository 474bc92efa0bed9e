/** What the repository of books takes, gives and does. */
import type { PageOf, PageRequest } from '../page.ts';
import type { BookChapterRow, BookPartRow, BookRow } from './schema.ts';

/** Kind of the job that speaks a book; its payload is a {@link BookRun}. */
export const bookJobKind = 'books.speak';

/** One time that a book is asked for. */
export interface BookRun {
  readonly organization_id: string;
  readonly book_id: string;
  readonly run: number;
}

export interface NewBook {
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly kind: string;
  readonly source: string;
  /** Keys of objects. */
  readonly text: string;
  readonly cover: string | null;
  readonly coverType: string | null;
  readonly chapters: readonly { readonly title: string; readonly characters: number }[];
}

export interface BookStart {
  /** JSON. */
  readonly request: string;
  /** What the audio of a chapter is made with: that of another is thrown away. */
  readonly how: string;
  /** Id of the engine that speaks it. */
  readonly engine: string;
  /** Numbers of the chapters, from 1. */
  readonly chapters: readonly number[];
  readonly apiKeyId: string;
}

/** A chapter that has been spoken. */
export type MadeChapter = {
  readonly [Name in 'how' | 'audio_blob' | 'words_blob' | 'bytes' | 'samples' | 'spoken_samples']: NonNullable<
    BookChapterRow[Name]
  >;
};

/** A part of a chapter that has been spoken. */
export type MadePart = Omit<BookPartRow, 'book_id' | 'organization_id'>;

export interface FinishedBook {
  readonly audio: string;
  readonly audioBytes: number;
  readonly subtitles: string;
  readonly seconds: number;
}

export interface Books {
  /** With its chapters: call it in a transaction. */
  readonly create: (organizationId: string, book: NewBook) => Promise<BookRow>;
  readonly find: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<BookRow>>;
  /** In their order. */
  readonly chapters: (organizationId: string, id: string) => Promise<readonly BookChapterRow[]>;
  /** Of chapters that are not whole, in their order. */
  readonly parts: (organizationId: string, id: string) => Promise<readonly BookPartRow[]>;
  /**
   * With the job that speaks it, in a transaction. A completed book whose audio was made for the same request and chapters stays as it
   * is. Undefined where there is no such book, or it is being spoken.
   */
  readonly start: (organizationId: string, id: string, start: BookStart) => Promise<BookRow | undefined>;
  /** Ends what waits or runs; chapters that are made stay. Undefined where there is no such book or nothing to end. */
  readonly cancel: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** With the job that deletes its objects, in a transaction. Undefined when there was none. */
  readonly remove: (organizationId: string, id: string) => Promise<BookRow | undefined>;
  /** How far a run is. False when it was cancelled, or is not the last one any more; so for the next six. */
  readonly advance: (run: BookRun, doneCharacters: number, seconds: number) => Promise<boolean>;
  /** In a transaction: what is made in another way is thrown away. */
  readonly renew: (run: BookRun, way: Pick<BookStart, 'how' | 'engine'>) => Promise<boolean>;
  /** In a transaction: the objects of its parts are no longer needed. */
  readonly keepChapter: (run: BookRun, number: number, chapter: MadeChapter) => Promise<boolean>;
  /** In a transaction. False as well where it is kept already. */
  readonly keepPart: (run: BookRun, part: MadePart) => Promise<boolean>;
  /** In a transaction: the objects of the chapters are no longer needed, nor is the audio of the request before. */
  readonly finish: (run: BookRun, book: FinishedBook) => Promise<boolean>;
  /** It goes on, and this is what keeps it for the moment. */
  readonly note: (run: BookRun, problem: string) => Promise<boolean>;
  readonly fail: (run: BookRun, error: string) => Promise<boolean>;
}

/** What the job of a book writes. */
export type Runs = Pick<Books, 'advance' | 'renew' | 'keepChapter' | 'keepPart' | 'finish' | 'note' | 'fail'>;
