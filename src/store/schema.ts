/**
 * The tables as Kysely types. The schema is neutral between SQL dialects: text, integer and real only, ids are text,
 * times are ISO 8601 text in UTC with milliseconds (so text order is time order), objects are JSON text, booleans 0 and 1.
 * `search` columns hold the folded text of what a list's `q` looks in ({@link folded}).
 */
import type { AgentsSchema } from './agents/schema.ts';
import type { BooksSchema } from './books/schema.ts';
import type { CallsSchema } from './calls/schema.ts';
import type { FilesSchema } from './files/schema.ts';
import type { IdentitySchema } from './identity/schema.ts';
import type { JobsSchema } from './jobs/schema.ts';
import type { TakesSchema } from './takes/schema.ts';
import type { UsageSchema } from './usage/schema.ts';
import type { VoicesSchema } from './voices/schema.ts';
import type { WebhooksSchema } from './webhooks/schema.ts';

/** Values of the installation itself, by name. */
export interface SettingTable {
  /** Name of it. */
  readonly id: string;
  readonly value: string;
}

/** Every table, by its name. */
export interface Schema
  extends
    AgentsSchema,
    BooksSchema,
    CallsSchema,
    FilesSchema,
    IdentitySchema,
    JobsSchema,
    TakesSchema,
    UsageSchema,
    VoicesSchema,
    WebhooksSchema {
  readonly settings: SettingTable;
}
