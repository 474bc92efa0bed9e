/** Datasets: named collections of clips that fine-tunes learn from. */
import type { Kysely } from 'kysely';
import { enqueueBlobDeletion, keysOfJob } from '../files/blob-deletions.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Dataset, DatasetFile } from './schema.ts';
import type { Schema } from '../schema.ts';

export interface DatasetText {
  readonly name: string;
  readonly description: string;
}

export interface NewDatasetFile {
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** Key of the object, which is there already. */
  readonly blob: string;
}

/** Kind of the job that removes the files of a deleted dataset; its payload is a {@link DatasetDeletionJob}. */
export const datasetDeletionJobKind = 'dataset.delete';

/** Payload of a job of the kind {@link datasetDeletionJobKind}: the dataset that was deleted. */
export interface DatasetDeletionJob {
  readonly organization_id: string;
  readonly dataset_id: string;
}

/** Datasets that were deleted are seen by {@link Datasets.purge} only. */
export interface Datasets {
  readonly create: (organizationId: string, dataset: DatasetText) => Promise<Dataset>;
  readonly find: (organizationId: string, id: string) => Promise<Dataset | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<Dataset>>;
  /** Undefined when there is none. */
  readonly update: (organizationId: string, id: string, text: DatasetText) => Promise<Dataset | undefined>;
  /**
   * From now on it and its files are not found any more; the job that removes them is written with it: call it in a
   * transaction. False when there was none.
   */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
  /**
   * Removes files of a deleted dataset, {@link keysOfJob} at most, with the job that deletes their objects, or, when none is left,
   * the dataset: call it in a transaction, again and again.
   * @returns false when nothing is left to remove
   */
  readonly purge: (organizationId: string, id: string) => Promise<boolean>;
  /** Undefined when there is no such dataset. */
  readonly addFile: (
    organizationId: string,
    datasetId: string,
    file: NewDatasetFile,
  ) => Promise<DatasetFile | undefined>;
  /** Newest first. */
  readonly filePage: (organizationId: string, datasetId: string, request: PageRequest) => Promise<PageOf<DatasetFile>>;
  /** All of them, in the order they came. */
  readonly allFiles: (organizationId: string, datasetId: string) => Promise<readonly DatasetFile[]>;
  /** With the job that deletes its object: call it in a transaction. Undefined when there was none. */
  readonly removeFile: (organizationId: string, datasetId: string, id: string) => Promise<DatasetFile | undefined>;
}

export function datasets(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Datasets {
  const all = (organizationId: string) =>
    db.selectFrom('datasets').selectAll().where('organization_id', '=', organizationId).where('deleted_at', 'is', null);
  const filesOf = (organizationId: string, datasetId: string) =>
    db
      .selectFrom('dataset_files')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('dataset_id', 'in', all(organizationId).where('id', '=', datasetId).clearSelect().select('id'));
  const find = (organizationId: string, id: string) => all(organizationId).where('id', '=', id).executeTakeFirst();

  return {
    create: (organizationId, { name, description }) =>
      db
        .insertInto('datasets')
        .values({
          id: newId('dataset'),
          organization_id: organizationId,
          name,
          description,
          created_at: now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    find,
    page: (organizationId, request) => selectPage(all(organizationId), request),
    update: (organizationId, id, { name, description }) =>
      db
        .updateTable('datasets')
        .set({ name, description })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    async remove(organizationId, id) {
      if (!db.isTransaction) throw new Error('a dataset is deleted in a transaction');
      const { numUpdatedRows } = await db
        .updateTable('datasets')
        .set({ deleted_at: now().toISOString() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await jobs.enqueue({
        kind: datasetDeletionJobKind,
        payload: { organization_id: organizationId, dataset_id: id } satisfies DatasetDeletionJob,
      });
      return true;
    },
    async purge(organizationId, id) {
      const deleted = db
        .selectFrom('datasets')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('deleted_at', 'is not', null);
      const removed = await db
        .deleteFrom('dataset_files')
        .where(
          'id',
          'in',
          db.selectFrom('dataset_files').select('id').where('dataset_id', 'in', deleted).limit(keysOfJob),
        )
        .returning('blob')
        .execute();
      await enqueueBlobDeletion(
        db,
        jobs,
        removed.map(({ blob }) => blob),
      );
      if (removed.length > 0) return true;
      await db.deleteFrom('datasets').where('id', 'in', deleted).execute();
      return false;
    },
    async addFile(organizationId, datasetId, { filename, size, blob }) {
      if ((await find(organizationId, datasetId)) === undefined) return undefined;
      return db
        .insertInto('dataset_files')
        .values({
          id: newId('file'),
          organization_id: organizationId,
          dataset_id: datasetId,
          filename,
          size,
          blob,
          created_at: now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    filePage: (organizationId, datasetId, request) => selectPage(filesOf(organizationId, datasetId), request),
    allFiles: (organizationId, datasetId) =>
      filesOf(organizationId, datasetId).orderBy('created_at').orderBy('id').execute(),
    async removeFile(organizationId, datasetId, id) {
      const removed = await db
        .deleteFrom('dataset_files')
        .where('id', 'in', filesOf(organizationId, datasetId).where('id', '=', id).clearSelect().select('id'))
        .returningAll()
        .executeTakeFirst();
      await enqueueBlobDeletion(db, jobs, removed === undefined ? [] : [removed.blob]);
      return removed;
    },
  };
}
