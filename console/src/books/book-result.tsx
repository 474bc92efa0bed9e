import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { baseUrl, sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatSize } from '../components/format.ts';
import { Progress } from '../components/progress.tsx';
import { formatLength, isActive, reasonOf, states, type Book, type BookWithChapters } from './books.ts';
import { useStart } from './use-start.ts';

export interface BookResultProps {
  readonly book: BookWithChapters;
}

/** How far a book is spoken, or what came of it. */
export function BookResult({ book }: BookResultProps): ReactElement {
  const { name, tone } = states[book.status];
  return (
    <section className="card" aria-labelledby="book-state">
      <div className="row">
        <h2 id="book-state">Audio</h2>
        <Badge tone={tone}>{name}</Badge>
      </div>
      {isActive(book) && <Running book={book} />}
      {book.status === 'completed' && <Downloads book={book} />}
      {(book.status === 'cancelled' || book.status === 'failed') && <Stopped book={book} />}
    </section>
  );
}

function Running({ book }: { readonly book: Book }): ReactElement {
  const client = useQueryClient();
  const { id, progress, status, error } = book;
  const cancel = useMutation({
    mutationFn: () => sonorant.post('/books/{id}/cancel', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['books'] }),
  });
  const made = progress.seconds === 0 ? '' : `, ${formatLength(progress.seconds)} of audio`;
  return (
    <>
      <Progress label={status === 'queued' ? 'Waits for its turn' : `Speaking${made}`} share={progress.percent / 100} />
      {error !== null && <p role="status">It waits: {reasonOf(error)}</p>}
      <div className="row">
        <Button onPress={() => cancel.mutate()} isPending={cancel.isPending}>
          Cancel
        </Button>
        <small>You can close this page; the server goes on.</small>
      </div>
      {cancel.error !== null && <ErrorMessage error={cancel.error} title="Not cancelled" />}
    </>
  );
}

function Stopped({ book }: BookResultProps): ReactElement {
  const start = useStart(book.id);
  const made = book.chapters.filter((chapter) => chapter.is_spoken).length;
  const { speech, error, status } = book;
  return (
    <>
      <p role={status === 'failed' ? 'alert' : 'status'}>
        {error !== null && <span className="error-text">{reasonOf(error)} </span>}
        {made === 0
          ? 'No chapter was made.'
          : `${made} ${made === 1 ? 'chapter is' : 'chapters are'} made, and kept for when you go on.`}
      </p>
      {speech !== null && (
        <div>
          <Button
            variant="primary"
            isPending={start.isPending}
            onPress={() =>
              start.mutate({
                ...speech,
                chapters: book.chapters.filter((chapter) => chapter.is_selected).map(({ number }) => number),
              })
            }
          >
            Resume
          </Button>
        </div>
      )}
      {start.error !== null && <ErrorMessage error={start.error} title="It was not begun" />}
    </>
  );
}

function Downloads({ book }: BookResultProps): ReactElement {
  const { id, title, progress, audio_bytes: bytes, speech } = book;
  const path = `${baseUrl}/books/${encodeURIComponent(id)}`;
  const format = speech?.format ?? 'mp3';
  return (
    <>
      <p>
        {formatLength(progress.seconds)}, {formatSize(bytes ?? 0)}
      </p>
      <audio controls preload="none" src={`${path}/audio`} aria-label={`Audio of ${title}`} />
      <div className="row">
        <a className="button primary" href={`${path}/audio`} download={`${title}.${format}`}>
          Download {format.toUpperCase()}
        </a>
        {(['srt', 'vtt'] as const).map((kind) => (
          <a
            key={kind}
            className="button secondary"
            href={`${path}/subtitles?format=${kind}`}
            download={`${title}.${kind}`}
          >
            Subtitles {kind.toUpperCase()}
          </a>
        ))}
      </div>
    </>
  );
}
