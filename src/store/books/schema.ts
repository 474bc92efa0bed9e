/** The tables of books and their chapters; what holds for all of them stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

/** `ready`: read and not asked for yet; `queued` and `speaking`: its job waits or runs. */
export const bookStatuses = ['ready', 'queued', 'speaking', 'completed', 'failed', 'cancelled'] as const;
/** A status of {@link bookStatuses}. */
export type BookStatus = (typeof bookStatuses)[number];

export interface BookTable {
  readonly id: string;
  readonly organization_id: string;
  readonly title: string;
  readonly author: string | null;
  /** As the file tells it. */
  readonly language: string | null;
  /** Of the file: `epub`, `pdf` and so on. */
  readonly kind: string;
  /** Name or address of the file. */
  readonly source: string;
  /** Key of the object with the text of its chapters. */
  readonly text_blob: string;
  /** Key of the object of its picture. */
  readonly cover_blob: string | null;
  readonly cover_type: string | null;
  status: BookStatus;
  /** JSON: how it was asked to be spoken last. */
  request: string | null;
  /** What its audio was to be made with then; null before that, and where it was asked for before the column was there. */
  how: string | null;
  /** Id of the engine that speaks it; null as `how` is. */
  engine: string | null;
  /** What asked for it last, for the bill. */
  api_key_id: string | null;
  /** Counts how often it was asked for: a job of an earlier time does nothing. */
  run: number;
  error: string | null;
  /** Of the chapters that were asked for. */
  characters: number;
  done_characters: number;
  /** Of the audio, as far as it is made. */
  seconds: number;
  /** Key of the object of the whole; stays until that of another request is finished. */
  audio_blob: string | null;
  /** JSON: the request that the object of the whole was made for; null: {@link BookTable.request}. */
  audio_request: string | null;
  /** Its run. */
  audio_run: number | null;
  audio_bytes: number | null;
  /** Key of the object of its subtitles, as JSON. */
  subtitles_blob: string | null;
  readonly created_at: string;
  updated_at: string;
}

export interface BookChapterTable {
  readonly book_id: string;
  readonly organization_id: string;
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly characters: number;
  /** 1 where it is asked for. */
  selected: number;
  /** Tells what its audio was made with; null where there is none. */
  how: string | null;
  /** Key of the object of its frames. */
  audio_blob: string | null;
  /** Key of the object of its words. */
  words_blob: string | null;
  bytes: number | null;
  samples: number | null;
  spoken_samples: number | null;
}

/** A part of a chapter that is longer than one, until the chapter is put together. */
export interface BookPartTable {
  readonly book_id: string;
  readonly organization_id: string;
  /** Number of the chapter, from 1. */
  readonly chapter: number;
  /** From 1. */
  readonly number: number;
  readonly characters: number;
  readonly how: string;
  /** Key of the object of its frames. */
  readonly audio_blob: string;
  /** Key of the object of its words. */
  readonly words_blob: string;
  readonly bytes: number;
  readonly samples: number;
  readonly spoken_samples: number;
}

export interface BooksSchema {
  readonly books: BookTable;
  readonly book_chapters: BookChapterTable;
  readonly book_parts: BookPartTable;
}

/** A book as stored. */
export type BookRow = Selectable<BookTable>;
/** A chapter as stored. */
export type BookChapterRow = Selectable<BookChapterTable>;
/** A part of a chapter as stored. */
export type BookPartRow = Selectable<BookPartTable>;
