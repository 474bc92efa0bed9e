import { SonorantError } from '@sonorant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sonorant } from '../base/api.ts';
import { useSessionCheck } from '../base/session.ts';
import { uploadKey, uploading } from '../base/upload.ts';
import { isolated } from '../components/format.ts';
import { useOpenPage } from '../components/pages/use-open-page.ts';
import type { BookWithChapters } from './books.ts';

/** A file, or an address. */
export type Source = File | string;

export interface Opening {
  /** What is being read, or was last. */
  readonly source: Source | undefined;
  /** What has been sent of a file, 0 to 1. */
  readonly share: number;
  readonly isPending: boolean;
  readonly error: unknown;
  /** What is being read is cancelled for it. */
  readonly open: (source: Source) => void;
  readonly cancel: () => void;
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Has the server read a file or an address, then opens the page of the book. */
export function useOpening(): Opening {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(undefined);
  // A file keeps its key: sent again after a lost connection, its book is there once.
  const keys = useRef(new Map<Source, string>());
  const client = useQueryClient();
  const checkSession = useSessionCheck();
  const openPage = useOpenPage();
  const reading = useMutation({
    mutationFn: (source: Source): Promise<BookWithChapters> => {
      const { signal } = (controller.current = new AbortController());
      const idempotencyKey = keys.current.get(source) ?? uploadKey();
      keys.current.set(source, idempotencyKey);
      setShare(0);
      return source instanceof File
        ? uploading(setShare).post('/books/upload', { form: { file: source }, signal, idempotencyKey })
        : sonorant.post('/books', { body: { url: source }, signal, idempotencyKey, timeoutMs: Infinity });
    },
    onSuccess: (book) => {
      client.setQueryData(['books', 'one', book.id], book);
      void client.invalidateQueries({ queryKey: ['books', 'list'] });
      openPage(`/books/${book.id}`, `${isolated(book.title)} was opened: it is among the books.`);
    },
    onError: (error, source) => {
      // What was refused is read anew when it is sent again: the server may take it by then.
      if (error instanceof SonorantError) keys.current.delete(source);
      checkSession();
    },
  });
  const cancel = (): void => controller.current?.abort(new DOMException('Cancelled.', 'AbortError'));
  return {
    source: reading.variables,
    share,
    isPending: reading.isPending,
    error: isCancelled(reading.error) ? null : reading.error,
    open: (source) => {
      cancel();
      reading.mutate(source);
    },
    cancel,
  };
}
