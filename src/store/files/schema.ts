/** The tables of files; what holds for all of them stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

export interface FileTable {
  readonly id: string;
  readonly organization_id: string;
  readonly filename: string;
  readonly purpose: string;
  /** Bytes. */
  readonly size: number;
  readonly blob: string;
  /** Folded file name. */
  readonly search: string;
  readonly created_at: string;
}

export interface FilesSchema {
  readonly files: FileTable;
}

/** A file as stored; `blob` is the key of its object. */
export type FileRow = Selectable<FileTable>;
