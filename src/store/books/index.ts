/** Books and their chapters. */
export * from './books.ts';
export * from './contract.ts';
export { bookStatuses } from './schema.ts';
export type { BookChapterRow, BookPartRow, BookRow, BookStatus } from './schema.ts';
