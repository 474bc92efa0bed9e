import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Sonorant } from '@sonorant/client';
import { useSessionCheck } from '../../base/session.ts';
import { uploadKey, uploading } from '../../base/upload.ts';

/** One upload of several. */
export interface Upload {
  readonly file: File;
  /** 0 to 1. */
  readonly share: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  readonly error?: unknown;
}

export interface Uploads {
  readonly uploads: readonly Upload[];
  readonly isPending: boolean;
  /** Sends files one after another; one that fails does not stop the others. */
  readonly start: (files: readonly File[]) => void;
  /** Sends those again that failed or were cancelled. */
  readonly retry: () => void;
  readonly cancel: () => void;
  /** Forgets those that are done. */
  readonly clear: () => void;
}

export interface UploadsOptions {
  /** Sends one file with the client it is given, which tells how far it is. */
  readonly send: (
    client: Sonorant,
    file: File,
    options: { readonly signal: AbortSignal; readonly idempotencyKey: string },
  ) => Promise<unknown>;
  /** After each file that has arrived. */
  readonly onSent: () => void;
}

/** Whether it was given up, so that it may be sent again. */
export function hasNotArrived({ state }: Upload): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** Uploads of files, with how far each of them is. */
export function useUploads({ send, onSent }: UploadsOptions): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  // A file keeps its key: sent again after a lost connection, it is there once.
  const keys = useRef(new WeakMap<File, string>());
  const controller = useRef<AbortController>(undefined);
  const checkSession = useSessionCheck();
  const change = (file: File, part: Partial<Upload>): void =>
    setUploads((before) => before.map((upload) => (upload.file === file ? { ...upload, ...part } : upload)));

  const sending = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const { signal } = (controller.current = new AbortController());
      for (const file of files) {
        const key = keys.current.get(file) ?? uploadKey();
        keys.current.set(file, key);
        change(file, { state: 'sending', share: 0, error: undefined });
        try {
          signal.throwIfAborted();
          await send(
            uploading((share) => change(file, { share })),
            file,
            { signal, idempotencyKey: key },
          );
          change(file, { state: 'done', share: 1 });
          onSent();
        } catch (error) {
          if (signal.aborted) {
            change(file, { state: 'cancelled' });
          } else {
            change(file, { state: 'failed', error });
            checkSession();
          }
        }
      }
    },
  });
  const missing = uploads.filter(hasNotArrived).map(({ file }) => file);
  return {
    uploads,
    isPending: sending.isPending,
    start: (files) => {
      setUploads(files.map((file) => ({ file, share: 0, state: 'waiting' })));
      sending.mutate(files);
    },
    retry: () => sending.mutate(missing),
    cancel: () => controller.current?.abort(),
    clear: () => setUploads([]),
  };
}
