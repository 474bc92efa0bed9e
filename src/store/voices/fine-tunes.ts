/** Fine-tunes: their request, progress and errors. The training itself is a job. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { removeOwned } from '../owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { FineTuneRow } from './schema.ts';
import type { Schema } from '../schema.ts';

/** Kind of the job that trains one fine-tune; its payload is a {@link FineTuneJob}. */
export const fineTuneJobKind = 'fine_tune.train';

/** Payload of a job of the kind {@link fineTuneJobKind}: the fine-tune to train. */
export interface FineTuneJob {
  readonly organization_id: string;
  readonly fine_tune_id: string;
}

export interface NewFineTune {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  /** Id of an accent of the language. */
  readonly accent: string | null;
  readonly modelId: string;
  readonly datasetId: string;
}

/** A problem that the owner of the dataset can solve. */
export interface FineTuneError {
  readonly code: string;
  readonly message: string;
}

/** The two statuses in which a fine-tune ends; neither changes again. */
export type FineTuneEnd = 'completed' | 'failed';

export interface FineTunes {
  /** Writes it with the job that trains it: call it in a transaction. */
  readonly create: (organizationId: string, tune: NewFineTune) => Promise<FineTuneRow>;
  readonly find: (organizationId: string, id: string) => Promise<FineTuneRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<FineTuneRow>>;
  /** Voices it has made stay. False when there was none. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
  /**
   * It is training and has come so far.
   * @param progress 0–1
   * @returns false when it has ended or is no longer there
   */
  readonly advance: (organizationId: string, id: string, progress: number) => Promise<boolean>;
  /**
   * Ends it, once: what belongs to its end is written in the same transaction when this is true.
   * @returns false when it has ended before or is no longer there
   */
  readonly end: (
    organizationId: string,
    id: string,
    status: FineTuneEnd,
    errors: readonly FineTuneError[],
  ) => Promise<boolean>;
}

export function fineTunes(db: Kysely<Schema>, now: () => Date, jobs: Jobs): FineTunes {
  const all = (organizationId: string) =>
    db.selectFrom('fine_tunes').selectAll().where('organization_id', '=', organizationId);
  const running = (organizationId: string, id: string) =>
    db
      .updateTable('fine_tunes')
      .set({ updated_at: now().toISOString() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('status', 'in', ['created', 'training']);

  return {
    async create(organizationId, { name, description, language, accent, modelId, datasetId }) {
      const time = now().toISOString();
      const row = await db
        .insertInto('fine_tunes')
        .values({
          id: newId('fine_tune'),
          organization_id: organizationId,
          name,
          description,
          language,
          accent,
          model_id: modelId,
          dataset_id: datasetId,
          status: 'created',
          progress: 0,
          user_errors: '[]',
          created_at: time,
          updated_at: time,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await jobs.enqueue({
        kind: fineTuneJobKind,
        payload: { organization_id: organizationId, fine_tune_id: row.id } satisfies FineTuneJob,
      });
      return row;
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page: (organizationId, request) => selectPage(all(organizationId), request),
    remove: (organizationId, id) => removeOwned(db, 'fine_tunes', organizationId, id),
    async advance(organizationId, id, progress) {
      const { numUpdatedRows } = await running(organizationId, id)
        .set({ status: 'training', progress })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async end(organizationId, id, status, errors) {
      const done = { status, user_errors: JSON.stringify(errors), ...(status === 'completed' && { progress: 1 }) };
      const { numUpdatedRows } = await running(organizationId, id).set(done).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** What stands in a row's `user_errors`. */
export function fineTuneErrors(row: Pick<FineTuneRow, 'user_errors'>): readonly FineTuneError[] {
  return JSON.parse(row.user_errors) as readonly FineTuneError[];
}
