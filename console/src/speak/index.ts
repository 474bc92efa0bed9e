import type { PageEntry } from '../app/page-entry.ts';

/** Hearing a text, live typing, comparing. */
export const pages: readonly PageEntry[] = [];
