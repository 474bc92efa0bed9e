import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatShare, isolated } from '../components/format.ts';
import { ListPage, madeColumn, nameColumn } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';
import { AddBook } from './add-book.tsx';
import { isActive, kinds, pollMs, states, type Book } from './books.ts';
import { DeleteBook } from './delete-book.tsx';

/** Books, and the form that reads another one. */
export default function BooksPage(): ReactElement {
  const list = useList<Book>({
    queryKey: ['books', 'list'],
    load: (query, signal) => sonorant.get('/books', { query, signal }),
    refetchInterval: (books) => (books.some(isActive) ? pollMs : false),
  });
  return (
    <ListPage
      title="Books"
      lead="A book, a document or a web page, read aloud to one file with chapters. The server goes on when you close this page."
      noun="book"
      list={list}
      columns={[
        nameColumn('/books', ({ title }: Book) => title),
        { title: 'Author', cell: ({ author }) => <Entered text={author ?? '–'} /> },
        { title: 'File', cell: ({ kind }) => kinds[kind] },
        { title: 'State', cell: (book) => <BookState book={book} /> },
        madeColumn,
        { title: 'Actions', cell: (book) => <DeleteBook book={book} label={`Delete ${isolated(book.title)}`} /> },
      ]}
    >
      <AddBook />
    </ListPage>
  );
}

function BookState({ book: { status, progress } }: { readonly book: Book }): ReactElement {
  const { name, tone } = states[status];
  return (
    <Badge tone={tone}>
      {name}
      {status === 'speaking' && `, ${formatShare(progress.percent / 100)}`}
    </Badge>
  );
}
