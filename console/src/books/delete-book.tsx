import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { sonorant } from '../base/api.ts';
import { Entered } from '../components/forms/entered.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { isActive, type Book } from './books.ts';

export interface DeleteBookProps {
  readonly book: Book;
  /** For a screen reader. */
  readonly label: string;
  /** On the page of the book: the list is opened then. Default false. */
  readonly isPage?: boolean;
}

/** Deletes a book with its audio, after it has asked. */
export function DeleteBook({ book, label, isPage = false }: DeleteBookProps): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { id, title } = book;
  return (
    <RemoveButton
      variant={isPage ? 'danger' : 'quiet'}
      label={label}
      title="Delete this book?"
      remove={() => sonorant.delete('/books/{id}', { path: { id } })}
      onRemoved={() => {
        if (isPage) navigate('/books');
        client.removeQueries({ queryKey: ['books', 'one', id] });
        void client.invalidateQueries({ queryKey: ['books', 'list'] });
      }}
    >
      <p>
        <Entered text={title} /> is gone for good, with the audio that was made of it.
        {isActive(book) && ' It is being spoken at this moment; that ends.'}
      </p>
    </RemoveButton>
  );
}
