/** Datasets: named collections of clips that fine-tunes learn from. */
import type { Kysely } from 'kysely';
import { newId } from './ids.ts';
import { removeOwned } from './owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from './page.ts';
import type { Dataset, DatasetFile, Schema } from './schema.ts';

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

export interface Datasets {
  readonly create: (organizationId: string, dataset: DatasetText) => Promise<Dataset>;
  readonly find: (organizationId: string, id: string) => Promise<Dataset | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<Dataset>>;
  /** False when there is none. */
  readonly update: (organizationId: string, id: string, text: DatasetText) => Promise<boolean>;
  /** With its files. Returns their objects' keys, which are to be deleted next; undefined when there was no such dataset. */
  readonly remove: (organizationId: string, id: string) => Promise<readonly string[] | undefined>;
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
  /** Returns the removed row, whose object the caller deletes next; undefined when there was none. */
  readonly removeFile: (organizationId: string, datasetId: string, id: string) => Promise<DatasetFile | undefined>;
}

export function datasets(db: Kysely<Schema>, now: () => Date): Datasets {
  const all = (organizationId: string) =>
    db.selectFrom('datasets').selectAll().where('organization_id', '=', organizationId);
  const filesOf = (organizationId: string, datasetId: string) =>
    db
      .selectFrom('dataset_files')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('dataset_id', '=', datasetId);
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
    async update(organizationId, id, { name, description }) {
      const { numUpdatedRows } = await db
        .updateTable('datasets')
        .set({ name, description })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(organizationId, id) {
      const removed = await db
        .deleteFrom('dataset_files')
        .where('organization_id', '=', organizationId)
        .where('dataset_id', '=', id)
        .returning('blob')
        .execute();
      const isRemoved = await removeOwned(db, 'datasets', organizationId, id);
      return isRemoved ? removed.map(({ blob }) => blob) : undefined;
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
    removeFile: (organizationId, datasetId, id) =>
      db
        .deleteFrom('dataset_files')
        .where('organization_id', '=', organizationId)
        .where('dataset_id', '=', datasetId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
  };
}
