/** Pronunciation dictionaries. Public ones are visible to every organization; only their owners change them. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import { removeOwned } from '../owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Access, PronunciationDictRow } from './schema.ts';
import type { Schema } from '../schema.ts';

/** A word or phrase and how it is said. */
export interface PronunciationItem {
  readonly text: string;
  /** Words to say instead, or phones as in `<<h|ə|l|oʊ>>`. */
  readonly pronunciation: string;
  readonly case_sensitive: boolean;
}

/** What the owner of a dictionary sets. The items are in the order they were given. */
export interface PronunciationDictContent {
  readonly name: string;
  readonly description: string;
  readonly items: readonly PronunciationItem[];
  readonly access: Access;
}

/** Pronunciation dictionaries by organization; public ones are readable by all organizations. */
export interface PronunciationDicts {
  readonly create: (organizationId: string, content: PronunciationDictContent) => Promise<PronunciationDictRow>;
  /** One of the organization or a public one. */
  readonly find: (organizationId: string, id: string) => Promise<PronunciationDictRow | undefined>;
  /** The organization's own and the public ones, newest first. */
  readonly page: (organizationId: string, request: PageRequest) => Promise<PageOf<PronunciationDictRow>>;
  /** Changes what is given of one that the organization owns; undefined when it owns none of this id. */
  readonly update: (
    organizationId: string,
    id: string,
    change: Partial<PronunciationDictContent>,
  ) => Promise<PronunciationDictRow | undefined>;
  /** False when the organization owns none of this id. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
}

export function pronunciationDicts(db: Kysely<Schema>, now: () => Date): PronunciationDicts {
  const visible = (organizationId: string) =>
    db
      .selectFrom('pronunciation_dicts')
      .selectAll()
      .where((eb) => eb.or([eb('organization_id', '=', organizationId), eb('access', '=', 'public')]));

  return {
    create(organizationId, { items, ...content }) {
      const time = now().toISOString();
      return db
        .insertInto('pronunciation_dicts')
        .values({
          id: newId('pdict'),
          organization_id: organizationId,
          ...content,
          items: JSON.stringify(items),
          pinned: 0,
          created_at: time,
          updated_at: time,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    find: (organizationId, id) => visible(organizationId).where('id', '=', id).executeTakeFirst(),
    page: (organizationId, request) => selectPage(visible(organizationId), request),
    update: (organizationId, id, { items, ...change }) =>
      db
        .updateTable('pronunciation_dicts')
        .set({
          ...change,
          ...(items !== undefined && { items: JSON.stringify(items) }),
          updated_at: now().toISOString(),
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    remove: (organizationId, id) => removeOwned(db, 'pronunciation_dicts', organizationId, id),
  };
}

/** What stands in a row's `items`. */
export function pronunciationItems(row: Pick<PronunciationDictRow, 'items'>): readonly PronunciationItem[] {
  return JSON.parse(row.items) as readonly PronunciationItem[];
}
