/** Books and their chapters. */
export * from './books.ts';
export { bookStatuses } from './schema.ts';
export type { BookChapterRow, BookRow, BookStatus } from './schema.ts';
