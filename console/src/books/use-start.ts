import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { sonorant } from '../base/api.ts';
import type { Book, BookSpeech } from './books.ts';

/** How a book is to be spoken, and which chapters of it. */
export interface StartOptions extends BookSpeech {
  readonly chapters: readonly number[];
}

/** Begins to have a book spoken; in the same way as before, it goes on behind the chapters that are made. */
export function useStart(id: string): UseMutationResult<Book, Error, StartOptions> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chapters, ...speech }: StartOptions) =>
      sonorant.post('/books/{id}/start', { path: { id }, body: { ...speech, chapters: [...chapters] } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['books'] }),
  });
}
