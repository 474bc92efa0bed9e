/** What the job of a book writes, as long as its run is wanted. */
import { sql } from 'kysely';
import type { BookRun, Runs } from './contract.ts';
import { clearChapters, clearParts, discard, type Means } from './means.ts';

export function bookRuns(means: Means): Runs {
  const { db, time } = means;
  const running = ({ organization_id: organizationId, book_id: id, run }: BookRun) =>
    db
      .updateTable('books')
      .set({ updated_at: time() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('run', '=', run)
      .where('status', 'in', ['queued', 'speaking']);
  const isRunning = async (run: BookRun): Promise<boolean> =>
    (await running(run).executeTakeFirst()).numUpdatedRows > 0n;
  return {
    async advance(run, doneCharacters, seconds) {
      const { numUpdatedRows } = await running(run)
        .set({ status: 'speaking', done_characters: doneCharacters, seconds, error: null })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async renew(run, { how, engine }) {
      const { numUpdatedRows } = await running(run).set({ how, engine }).executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await clearChapters(means, run, (chapter) => chapter('how', '!=', how));
      await clearParts(means, run, (part) => part('how', '!=', how));
      return true;
    },
    async keepChapter(run, number, chapter) {
      if (!(await isRunning(run))) return false;
      await db
        .updateTable('book_chapters')
        .set(chapter)
        .where('organization_id', '=', run.organization_id)
        .where('book_id', '=', run.book_id)
        .where('number', '=', number)
        .execute();
      await clearParts(means, run, (part) => part('chapter', '=', number));
      return true;
    },
    async keepPart(run, part) {
      if (!(await isRunning(run))) return false;
      const { chapter, number, how } = part;
      await clearParts(means, run, (old) =>
        old.and([old('chapter', '=', chapter), old('number', '=', number), old('how', '!=', how)]),
      );
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('book_parts')
        .values({ ...part, organization_id: run.organization_id, book_id: run.book_id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    async finish(run, { audio, audioBytes, subtitles, seconds }) {
      if (!(await isRunning(run))) return false;
      const before = await db
        .selectFrom('books')
        .select(['audio_blob', 'subtitles_blob', 'request'])
        .where('organization_id', '=', run.organization_id)
        .where('id', '=', run.book_id)
        .executeTakeFirstOrThrow();
      await running(run)
        .set({
          ...{ status: 'completed', error: null, audio_blob: audio, audio_bytes: audioBytes, seconds },
          ...{ audio_request: before.request, audio_run: run.run, subtitles_blob: subtitles },
        })
        .set({ done_characters: sql<number>`characters` })
        .execute();
      await discard(means, [before.audio_blob, before.subtitles_blob]);
      await clearChapters(means, run);
      await clearParts(means, run);
      return true;
    },
    async note(run, problem) {
      const { numUpdatedRows } = await running(run).set({ error: problem }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async fail(run, error) {
      const { numUpdatedRows } = await running(run).set({ status: 'failed', error }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
