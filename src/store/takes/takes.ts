/** Takes: what members made in the console and keep. Their audio are objects of the blob store; only the member sees them. */
import type { Kysely } from 'kysely';
import { enqueueBlobDeletion, keysOfJob } from '../files/blob-deletions.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import { folded } from '../folded-text.ts';
import { contains } from '../search-text.ts';
import type { TakeRow } from './schema.ts';

/** The member whose takes are meant. */
export interface TakeOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/** A take that is yet to be written; its object is there already. */
export type NewTake = Omit<
  TakeRow,
  'id' | 'organization_id' | 'user_id' | 'created_at' | 'starred' | 'bytes' | 'excerpt' | 'search'
>;

/** A take as lists have it: without its whole text and its words. */
export type ListedTake = Omit<TakeRow, 'text' | 'words' | 'search'>;

/** Which takes a list has. */
export interface TakeFilter {
  /** Part of title, name of the voice or the first {@link searchedLength} characters of the text; case and diacritics do not matter. */
  readonly q?: string | undefined;
  readonly starred?: boolean | undefined;
  readonly voiceId?: string | undefined;
}

/** What a member has. */
export interface TakeSums {
  readonly takes: number;
  readonly bytes: number;
}

/** Rows of takes, scoped to the member who made them. What removes some enqueues the deletion of their objects. */
export interface Takes {
  readonly create: (owner: TakeOwner, take: NewTake) => Promise<TakeRow>;
  readonly find: (owner: TakeOwner, id: string) => Promise<TakeRow | undefined>;
  /** Newest first. */
  readonly page: (owner: TakeOwner, request: PageRequest & TakeFilter) => Promise<PageOf<ListedTake>>;
  /** Voices of takes, each once, by name. */
  readonly voices: (owner: TakeOwner) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  readonly sums: (owner: TakeOwner) => Promise<TakeSums>;
  /** Bytes of those with a star, which {@link trim} leaves. */
  readonly starredBytes: (owner: TakeOwner) => Promise<number>;
  /** Reads before it writes, so call it in a transaction. Undefined when there is none. */
  readonly update: (
    owner: TakeOwner,
    id: string,
    change: { readonly title?: string | null | undefined; readonly starred?: boolean | undefined },
  ) => Promise<TakeRow | undefined>;
  /** Call it in a transaction. False when there is none. */
  readonly remove: (owner: TakeOwner, id: string) => Promise<boolean>;
  /** Removes {@link keysOfJob} takes at most; call it in a transaction, until it gives 0. */
  readonly removeSome: (owner: TakeOwner) => Promise<number>;
  /**
   * Removes the oldest that have no star while there is more than this, {@link keysOfJob} at most; call it in a transaction, until it
   * gives 0. Starred ones and the one to spare stay, even where they are more.
   * @param spared id of a take that stays
   */
  readonly trim: (owner: TakeOwner, maxBytes: number, spared?: string) => Promise<number>;
  /** Whether the member wants a history; undefined for who is no member. */
  readonly isWanted: (owner: TakeOwner) => Promise<boolean | undefined>;
  readonly setWanted: (owner: TakeOwner, isWanted: boolean) => Promise<void>;

  /** Removes those without a star that are older, {@link keysOfJob} at most; call it in a transaction, until it gives 0. */
  readonly removeOld: (before: Date) => Promise<number>;
  /** Removes those of people who are members no more, {@link keysOfJob} at most; call it in a transaction, until it gives 0. */
  readonly removeLeft: () => Promise<number>;
  /** Members who have more bytes than this. */
  readonly above: (maxBytes: number) => Promise<readonly TakeOwner[]>;
}

/** So much of a text stands in lists. */
const excerptLength = 300;
/** So much of a text is searched, in characters. */
export const searchedLength = 4000;

const listed = [
  'id',
  'organization_id',
  'user_id',
  'created_at',
  'origin',
  'title',
  'starred',
  'voice_id',
  'voice_name',
  'model_id',
  'language',
  'container',
  'seconds',
  'size',
  'bytes',
  'blob',
  'settings',
  'excerpt',
] as const satisfies readonly (keyof ListedTake)[];

function searchText({ title, voice_name, text }: Pick<TakeRow, 'title' | 'voice_name' | 'text'>): string {
  return folded(title, voice_name, text.slice(0, searchedLength).toWellFormed());
}

export function takes(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Takes {
  return { ...reading(db), ...changing(db, now), ...removing(db, jobs), ...wishes(db) };
}

function of(db: Kysely<Schema>, { organizationId, userId }: TakeOwner) {
  return db.selectFrom('takes').where('organization_id', '=', organizationId).where('user_id', '=', userId);
}

function reading(db: Kysely<Schema>): Pick<Takes, 'find' | 'page' | 'voices' | 'sums' | 'starredBytes' | 'above'> {
  return {
    find: (owner, id) => of(db, owner).selectAll().where('id', '=', id).executeTakeFirst(),
    page(owner, { q, starred, voiceId, ...request }) {
      let query = of(db, owner).select(listed);
      if (q !== undefined) query = query.where(contains('search', q));
      if (starred !== undefined) query = query.where('starred', '=', starred ? 1 : 0);
      if (voiceId !== undefined) query = query.where('voice_id', '=', voiceId);
      return selectPage(query, request);
    },
    async voices(owner) {
      const rows = await of(db, owner)
        .select((eb) => ['voice_id', eb.fn.max('voice_name').as('name')])
        .where('voice_id', 'is not', null)
        .groupBy('voice_id')
        .orderBy('name')
        .orderBy('voice_id')
        .execute();
      return rows.map(({ voice_id: id, name }) => ({ id: id!, name }));
    },
    async sums(owner) {
      const { takes: count, bytes } = await of(db, owner)
        .select((eb) => [eb.fn.countAll<number>().as('takes'), eb.fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow();
      return { takes: count, bytes: bytes ?? 0 };
    },
    async starredBytes(owner) {
      const { bytes } = await of(db, owner)
        .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
        .where('starred', '=', 1)
        .executeTakeFirstOrThrow();
      return bytes ?? 0;
    },
    async above(maxBytes) {
      const rows = await db
        .selectFrom('takes')
        .select(['organization_id', 'user_id'])
        .groupBy(['organization_id', 'user_id'])
        .having((eb) => eb.fn.sum('bytes'), '>', maxBytes)
        .execute();
      return rows.map(({ organization_id: organizationId, user_id: userId }) => ({ organizationId, userId }));
    },
  };
}

function changing(db: Kysely<Schema>, now: () => Date): Pick<Takes, 'create' | 'update'> {
  return {
    create({ organizationId, userId }, take) {
      const { text, words, settings, size } = take;
      return db
        .insertInto('takes')
        .values({
          ...take,
          id: newId('take'),
          organization_id: organizationId,
          user_id: userId,
          created_at: now().toISOString(),
          starred: 0,
          bytes: size + Buffer.byteLength(text) + Buffer.byteLength(words) + Buffer.byteLength(settings),
          excerpt: text.slice(0, excerptLength).toWellFormed(),
          search: searchText(take),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    async update(owner, id, { title, starred }) {
      const row = await of(db, owner)
        .select(['title', 'starred', 'voice_name', 'text'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const next = { ...row, ...(title !== undefined && { title }) };
      return db
        .updateTable('takes')
        .set({
          title: next.title,
          starred: starred === undefined ? row.starred : Number(starred),
          search: searchText(next),
        })
        .where('organization_id', '=', owner.organizationId)
        .where('user_id', '=', owner.userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },
  };
}

function removing(
  db: Kysely<Schema>,
  jobs: Jobs,
): Pick<Takes, 'remove' | 'removeSome' | 'trim' | 'removeOld' | 'removeLeft'> {
  const removeRows = async (ids: readonly string[]): Promise<number> => {
    // Before anything is removed; it also holds where there is nothing to remove.
    if (!db.isTransaction) {
      throw new Error('takes are removed in a transaction, with the jobs that delete their objects');
    }
    if (ids.length === 0) return 0;
    const removed = await db.deleteFrom('takes').where('id', 'in', ids).returning('blob').execute();
    await enqueueBlobDeletion(
      db,
      jobs,
      removed.map(({ blob }) => blob),
    );
    return removed.length;
  };
  const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

  return {
    async remove(owner, id) {
      const row = await of(db, owner).select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined && (await removeRows([row.id])) > 0;
    },
    removeSome: async (owner) => removeRows(idsOf(await of(db, owner).select('id').limit(keysOfJob).execute())),
    async trim(owner, maxBytes, spared = '') {
      const { sums } = reading(db);
      let above = (await sums(owner)).bytes - maxBytes;
      if (above <= 0) return 0;
      const oldest = await of(db, owner)
        .select(['id', 'bytes'])
        .where('starred', '=', 0)
        .where('id', '!=', spared)
        .orderBy('created_at')
        .orderBy('id')
        .limit(keysOfJob)
        .execute();
      const ids: string[] = [];
      for (const { id, bytes } of oldest) {
        if (above <= 0) break;
        ids.push(id);
        above -= bytes;
      }
      return removeRows(ids);
    },
    removeOld: async (before) =>
      removeRows(
        idsOf(
          await db
            .selectFrom('takes')
            .select('id')
            .where('starred', '=', 0)
            .where('created_at', '<', before.toISOString())
            .limit(keysOfJob)
            .execute(),
        ),
      ),
    removeLeft: async () =>
      removeRows(
        idsOf(
          await db
            .selectFrom('takes')
            .leftJoin('members', (join) =>
              join
                .onRef('members.organization_id', '=', 'takes.organization_id')
                .onRef('members.user_id', '=', 'takes.user_id'),
            )
            .where('members.user_id', 'is', null)
            .select('takes.id')
            .limit(keysOfJob)
            .execute(),
        ),
      ),
  };
}

function wishes(db: Kysely<Schema>): Pick<Takes, 'isWanted' | 'setWanted'> {
  return {
    async isWanted({ organizationId, userId }) {
      const member = await db
        .selectFrom('members')
        .select('keeps_takes')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return member === undefined ? undefined : member.keeps_takes !== 0;
    },
    async setWanted({ organizationId, userId }, isWanted) {
      await db
        .updateTable('members')
        .set({ keeps_takes: isWanted ? 1 : 0 })
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute();
    },
  };
}
