/** What a file tells of the book that it holds. */
import type { Cover } from '../documents/index.ts';

/** What players show of a book. */
export interface BookDetails {
  readonly title: string;
  readonly author: string | undefined;
  readonly language: string | undefined;
  readonly cover: Cover | undefined;
}

/** A chapter of the finished file, in seconds. */
export interface BookChapter {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}
