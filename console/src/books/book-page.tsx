import type { ReactElement } from 'react';
import { baseUrl, sonorant } from '../base/api.ts';
import { DetailPage } from '../components/pages/detail-page.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { formatInteger, isolated } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';
import { languageName } from '../speak/voices.ts';
import '../styles/books.css';
import { BookForm } from './book-form.tsx';
import { BookResult } from './book-result.tsx';
import { isActive, kinds, pollMs, type BookWithChapters } from './books.ts';
import { DeleteBook } from './delete-book.tsx';

/** One book: what is in it, who reads it, how far that is, and what came of it. */
export default function BookPage(): ReactElement {
  return (
    <DetailPage
      title="Book"
      collection="books"
      load={(id, signal) => sonorant.get('/books/{id}', { path: { id }, signal })}
      refetchInterval={(book) => isActive(book) && pollMs}
      nameOf={({ title }) => title}
      actions={(book) => <DeleteBook book={book} label={`Delete ${isolated(book.title)}`} isPage />}
    >
      {(book) => (
        <>
          <section className="card" aria-label="About the book">
            <About book={book} />
          </section>
          {book.status !== 'ready' && <BookResult book={book} />}
          <BookForm key={book.id} book={book} />
        </>
      )}
    </DetailPage>
  );
}

function About({ book }: { readonly book: BookWithChapters }): ReactElement {
  const { id, author, language, kind, source, chapters, created_at: at, has_cover: hasCover } = book;
  const characters = chapters.reduce((sum, chapter) => sum + chapter.characters, 0);
  return (
    <div className="book-about">
      {hasCover && <img className="book-cover" src={`${baseUrl}/books/${encodeURIComponent(id)}/cover`} alt="" />}
      <Facts
        facts={[
          ['Author', author === null ? '–' : <Entered text={author} />],
          ['Language', language === null ? 'The file does not say' : languageName(language)],
          [kinds[kind], <Entered text={source} />],
          ['Length', `${formatInteger(chapters.length)} chapters, ${formatInteger(characters)} characters`],
          ['Opened', <Moment at={at} />],
        ]}
      />
    </div>
  );
}
