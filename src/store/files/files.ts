/** Metadata of uploaded files and of saved audio. Their bytes are objects of the blob store. */
import type { Kysely } from 'kysely';
import { enqueueBlobDeletion } from './blob-deletions.ts';
import { folded } from '../folded-text.ts';
import { contains } from '../search-text.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { FileRow } from './schema.ts';
import type { Schema } from '../schema.ts';

export interface NewFile {
  /** A new one when absent. */
  readonly id?: string | undefined;
  readonly filename: string;
  readonly purpose: string;
  /** Bytes. */
  readonly size: number;
  /** Key of the object, which is there already. */
  readonly blob: string;
}

export interface FileFilter {
  readonly purpose?: string | undefined;
  /** Part of the file name; case and diacritics do not matter. */
  readonly q?: string | undefined;
}

/** Rows of files, scoped to the organization that owns them. The bytes are objects of {@link Blobs}. */
export interface Files {
  readonly create: (organizationId: string, file: NewFile) => Promise<FileRow>;
  readonly find: (organizationId: string, id: string) => Promise<FileRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest & FileFilter) => Promise<PageOf<FileRow>>;
  /** With the job that deletes its object: call it in a transaction. Undefined when there was none. */
  readonly remove: (organizationId: string, id: string) => Promise<FileRow | undefined>;
}

/** The id of a file that is yet to be made. */
export function newFileId(): string {
  return newId('file');
}

export function files(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Files {
  const all = (organizationId: string) =>
    db.selectFrom('files').selectAll().where('organization_id', '=', organizationId);

  return {
    create: (organizationId, { id = newFileId(), filename, purpose, size, blob }) =>
      db
        .insertInto('files')
        .values({
          id,
          organization_id: organizationId,
          filename,
          purpose,
          size,
          blob,
          search: folded(filename),
          created_at: now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page(organizationId, { purpose, q, ...request }) {
      let query = all(organizationId);
      if (purpose !== undefined) query = query.where('purpose', '=', purpose);
      if (q !== undefined) query = query.where(contains('search', q));
      return selectPage(query, request);
    },
    async remove(organizationId, id) {
      const removed = await db
        .deleteFrom('files')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      await enqueueBlobDeletion(db, jobs, removed === undefined ? [] : [removed.blob]);
      return removed;
    },
  };
}
