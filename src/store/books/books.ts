/** Books that are read aloud: what they are, how far they are, the objects they are made of. The work itself is a job. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage } from '../page.ts';
import { rowLocks } from '../row-locks.ts';
import type { Schema } from '../schema.ts';
import type { Books, Runs } from './contract.ts';
import { blobsOf, chaptersOf, discard, nothingMade, partsOf, type Means } from './means.ts';
import { bookRuns } from './runs.ts';
import { bookStart } from './start.ts';

export function books(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Books {
  const means: Means = { db, jobs, time: () => now().toISOString() };
  return { ...bookRows(means), ...bookStart(means), ...bookRuns(means) };
}

function bookRows(means: Means): Omit<Books, keyof Runs | 'start'> {
  const { db, time } = means;
  const all = (organizationId: string) =>
    db.selectFrom('books').selectAll().where('organization_id', '=', organizationId);
  return {
    async create(organizationId, { coverType, text, cover, chapters, ...book }) {
      const row = await db
        .insertInto('books')
        .values({
          ...book,
          id: newId('book'),
          organization_id: organizationId,
          text_blob: text,
          cover_blob: cover,
          cover_type: coverType,
          status: 'ready',
          request: null,
          how: null,
          engine: null,
          api_key_id: null,
          run: 0,
          error: null,
          characters: chapters.reduce((sum, { characters }) => sum + characters, 0),
          done_characters: 0,
          seconds: 0,
          audio_blob: null,
          audio_request: null,
          audio_run: null,
          audio_bytes: null,
          subtitles_blob: null,
          created_at: time(),
          updated_at: time(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const rows = chapters.map(({ title, characters }, index) => ({
        ...{ book_id: row.id, organization_id: organizationId, number: index + 1, title, characters, selected: 1 },
        ...nothingMade,
      }));
      for (let at = 0; at < rows.length; at += 100) {
        await db
          .insertInto('book_chapters')
          .values(rows.slice(at, at + 100))
          .execute();
      }
      return row;
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page: (organizationId, request) => selectPage(all(organizationId), request),
    chapters: (organizationId, id) => chaptersOf(db, organizationId, id),
    parts: (organizationId, id) => partsOf(db, organizationId, id),
    cancel: (organizationId, id) =>
      db
        .updateTable('books')
        .set({ status: 'cancelled', updated_at: time() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('status', 'in', ['queued', 'speaking'])
        .returningAll()
        .executeTakeFirst(),
    async remove(organizationId, id) {
      // A part that is being kept is there, or never will be.
      await rowLocks(db).lock('books', organizationId, id, 'update');
      const made = [...(await chaptersOf(db, organizationId, id)), ...(await partsOf(db, organizationId, id))];
      const row = await db
        .deleteFrom('books')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await discard(means, [row.text_blob, row.cover_blob, row.audio_blob, row.subtitles_blob, ...blobsOf(made)]);
      return row;
    },
  };
}
