/** A book is asked for. */
import { bookJobKind, type BookRun, type Books, type BookStart } from './contract.ts';
import { chaptersOf, clearChapters, clearParts, type BookKey, type Means } from './means.ts';
import type { BookChapterRow, BookRow } from './schema.ts';

/** Numbers of chapters in one statement: databases bound how many values one has. */
const numbersAtOnce = 500;

export function bookStart(means: Means): Pick<Books, 'start'> {
  const { db, jobs } = means;
  return {
    async start(organizationId, id, start) {
      const before = await db
        .selectFrom('books')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', 'not in', ['queued', 'speaking'])
        .executeTakeFirst();
      if (before === undefined) return undefined;
      const rows = await chaptersOf(db, organizationId, id);
      const wanted = new Set(start.chapters);
      if (isFinished(before, rows, start, wanted)) return before;
      const selected = rows.filter(({ number }) => wanted.has(number));
      // First of all: it holds the row, and of two starts at once one ends here with nothing written.
      const row = await begin(means, before, start, selected);
      if (row === undefined) return undefined;
      const book: BookKey = { organization_id: organizationId, book_id: id };
      await select(means, book, selected, rows.length);
      await clearChapters(means, book, (chapter) =>
        chapter.or([chapter('how', '!=', start.how), chapter('selected', '=', 0)]),
      );
      await clearParts(means, book, (part) =>
        part.or([
          part('how', '!=', start.how),
          part.exists(
            part
              .selectFrom('book_chapters')
              .select('book_chapters.number')
              .whereRef('book_chapters.book_id', '=', 'book_parts.book_id')
              .whereRef('book_chapters.number', '=', 'book_parts.chapter')
              .where('book_chapters.selected', '=', 0),
          ),
        ]),
      );
      const payload: BookRun = { ...book, run: row.run };
      await jobs.enqueue({ kind: bookJobKind, payload });
      return row;
    },
  };
}

/** Whether its audio is what is asked for. */
function isFinished(
  { status, request, how }: BookRow,
  chapters: readonly BookChapterRow[],
  start: BookStart,
  wanted: ReadonlySet<number>,
): boolean {
  if (status !== 'completed' || request !== start.request || how !== start.how) return false;
  return chapters.every(({ number, selected }) => wanted.has(number) === (selected === 1));
}

function begin(
  { db, time }: Means,
  before: BookRow,
  { request, how, engine, apiKeyId }: BookStart,
  selected: readonly BookChapterRow[],
): Promise<BookRow | undefined> {
  return db
    .updateTable('books')
    .set({
      ...{ status: 'queued', request, how, engine, api_key_id: apiKeyId, run: before.run + 1, error: null },
      characters: selected.reduce((sum, { characters }) => sum + characters, 0),
      ...{ done_characters: 0, seconds: 0, updated_at: time() },
      // Audio that was finished before these columns were there is that of the request before.
      ...(before.audio_blob !== null &&
        before.audio_request === null && { audio_request: before.request, audio_run: before.run }),
    })
    .where('organization_id', '=', before.organization_id)
    .where('id', '=', before.id)
    .where('run', '=', before.run)
    .where('status', 'not in', ['queued', 'speaking'])
    .returningAll()
    .executeTakeFirst();
}

async function select({ db }: Means, book: BookKey, chapters: readonly BookChapterRow[], ofAll: number): Promise<void> {
  const set = (selected: 0 | 1) =>
    db
      .updateTable('book_chapters')
      .set({ selected })
      .where('organization_id', '=', book.organization_id)
      .where('book_id', '=', book.book_id);
  if (chapters.length === ofAll) {
    await set(1).execute();
    return;
  }
  await set(0).execute();
  for (let at = 0; at < chapters.length; at += numbersAtOnce) {
    const numbers = chapters.slice(at, at + numbersAtOnce).map(({ number }) => number);
    await set(1).where('number', 'in', numbers).execute();
  }
}
