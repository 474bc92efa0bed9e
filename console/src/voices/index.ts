import type { PageEntry } from '../app/page-entry.ts';

/** Voices, and making them. */
export const pages: readonly PageEntry[] = [];
