/** The tables of jobs; what holds for all of them stands in `../schema.ts`. */
import type { Generated, Selectable } from 'kysely';

export type JobStatus = 'pending' | 'running' | 'done' | 'failed';

/** Work that outlives the process. A running job whose lease has run out can be claimed by any process. */
export interface JobTable {
  readonly id: string;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  /** What it uses that may be slow: the webhook of a delivery. Jobs of one lane are limited together. */
  readonly lane: Generated<string>;
  status: JobStatus;
  attempts: number;
  run_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  error: string | null;
  /** When its handler first asked to run again; null where it has not. */
  waits_since: string | null;
  readonly created_at: string;
  updated_at: string;
}

export interface JobsSchema {
  readonly jobs: JobTable;
}

/** A job as stored; `payload` is JSON text. */
export type Job = Selectable<JobTable>;
