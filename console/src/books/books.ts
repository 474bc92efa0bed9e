/** Books as the server has them, and what it takes. */
import type { Schemas } from '@sonorant/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { consoleRequest } from '../base/api.ts';

export type Book = Schemas['Book'];
export type BookWithChapters = Schemas['BookWithChapters'];
export type BookSpeech = NonNullable<Book['speech']>;
export type BookFormat = BookSpeech['format'];

/** `GET /console/api/book-limits`. */
export interface BookLimits {
  /** Of a file. */
  readonly max_bytes: number;
  /** What this server can make: M4B needs ffmpeg. */
  readonly formats: readonly BookFormat[];
}

/** How often a book that is spoken is looked at. */
export const pollMs = 1000;

/** Media types and endings that can be read. */
export const bookFiles = [
  'application/epub+zip',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/html',
  'text/markdown',
  'text/plain',
  ...['.epub', '.pdf', '.docx', '.html', '.htm', '.xhtml', '.md', '.markdown', '.txt'],
];

export function useBookLimits(): UseQueryResult<BookLimits> {
  return useQuery({
    queryKey: ['book-limits'],
    queryFn: ({ signal }) => consoleRequest<BookLimits>('GET', '/book-limits', { signal }),
    staleTime: 60_000,
  });
}

/** Whether its job waits or runs. */
export function isActive({ status }: Pick<Book, 'status'>): boolean {
  return status === 'queued' || status === 'speaking';
}

/** States as people read them, and how they look. */
export const states: Readonly<
  Record<Book['status'], { readonly name: string; readonly tone: 'neutral' | 'good' | 'warning' | 'bad' }>
> = {
  ready: { name: 'Not spoken yet', tone: 'neutral' },
  queued: { name: 'Waits', tone: 'warning' },
  speaking: { name: 'Being spoken', tone: 'warning' },
  completed: { name: 'Done', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  cancelled: { name: 'Cancelled', tone: 'neutral' },
};

/** Names of kinds of files. */
export const kinds: Readonly<Record<Book['kind'], string>> = {
  epub: 'EPUB',
  pdf: 'PDF',
  docx: 'Word document',
  markdown: 'Markdown',
  html: 'Web page',
  text: 'Text',
};

/** Why a book is not spoken, as a person reads it; a full disk is told by the system in its own words. */
export function reasonOf(error: string): string {
  if (!/ENOSPC|no space left/i.test(error)) return error;
  return 'The disk of the server is full. The chapters that are made are kept: free some space, then go on.';
}

/** `1 h 05 min`, `3 min 20 s`, `12 s`. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
