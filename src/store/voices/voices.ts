/** Voices that organizations made: cloned, localized, fine-tuned. Each may use its own and those that are public. */
import { randomUUID } from 'node:crypto';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { enqueueBlobDeletion } from '../files/blob-deletions.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { folded } from '../folded-text.ts';
import { beginsWithLine, contains } from '../search-text.ts';
import { firstRows, pageOfRows, selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Access, VoiceRow } from './schema.ts';
import type { Schema } from '../schema.ts';
import { statement } from '../statement.ts';

/** An accent as it stands in a row's `accents`. */
export interface StoredAccent {
  readonly accent: string;
  readonly locale: string;
  readonly isNative: boolean;
}

/** A voice that is yet to be written. */
export interface NewVoice {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly gender: string | null;
  readonly language: string;
  /** The native one first. */
  readonly accents: readonly StoredAccent[];
  readonly access: Access;
  /** What speaks it: plain data. */
  readonly speaker: unknown;
  readonly baseVoiceId?: string | null | undefined;
  /** Key of the clip it was made from, which is there already. */
  readonly clip?: string | null | undefined;
  /** What the clip says. */
  readonly clipTranscript?: string | null | undefined;
  readonly fineTuneId?: string | null | undefined;
}

/** What can be changed later; what is absent stays. */
export type VoiceChanges = Partial<
  Pick<NewVoice, 'name' | 'tagline' | 'description' | 'gender' | 'accents' | 'access' | 'speaker'>
>;

/** All given conditions hold together. */
export interface VoiceRowFilter {
  /** Part of the name, the description or the id; case and diacritics do not matter. */
  readonly q?: string | undefined;
  /** Whether it belongs to the asking organization. */
  readonly isOwner?: boolean | undefined;
  readonly gender?: string | undefined;
  readonly language?: string | undefined;
  /** Code of the native accent's locale. */
  readonly locale?: string | undefined;
  /** Archived ones too. */
  readonly includeArchived?: boolean | undefined;
  readonly fineTuneId?: string | undefined;
}

/** Rows that are asked for by one name. */
export const namedLimit = 100;

/** Voices made by organizations. Built-in voices are not rows: `voices/` joins the two. */
export interface Voices {
  readonly create: (organizationId: string, voice: NewVoice) => Promise<VoiceRow>;
  /** One the organization may use: its own or a public one. */
  readonly find: (organizationId: string, id: string) => Promise<VoiceRow | undefined>;
  /** One that belongs to the organization. */
  readonly findOwn: (organizationId: string, id: string) => Promise<VoiceRow | undefined>;
  /**
   * The active ones of a name, whose case and diacritics do not matter: the organization's own, or the public ones of others.
   * Newest first, {@link namedLimit} at most.
   */
  readonly named: (organizationId: string, name: string, whose: 'own' | 'public') => Promise<readonly VoiceRow[]>;
  /** Own and public ones, newest first. */
  readonly page: (organizationId: string, request: PageRequest & VoiceRowFilter) => Promise<PageOf<VoiceRow>>;
  /** The end of the same list in the same order: at most `limit` rows; `hasMore` tells of rows before them. */
  readonly lastPage: (organizationId: string, limit: number, filter: VoiceRowFilter) => Promise<PageOf<VoiceRow>>;
  /** Reads before it writes, so call it in a transaction. Undefined when the organization owns no such voice. */
  readonly update: (organizationId: string, id: string, changes: VoiceChanges) => Promise<VoiceRow | undefined>;
  /** With the job that deletes its clip: call it in a transaction. Undefined when the organization owns no such voice. */
  readonly remove: (organizationId: string, id: string) => Promise<VoiceRow | undefined>;
}

/** How an accent is written in a row; {@link nativeLocale} looks for it. */
function accentsText(accents: readonly StoredAccent[]): string {
  return JSON.stringify(accents.map(({ accent, locale, isNative }) => ({ accent, locale, isNative })));
}

function nativeLocale(locale: string): string {
  return `"locale":${JSON.stringify(locale)},"isNative":true`;
}

function searchText(row: Pick<VoiceRow, 'name' | 'description' | 'id'>): string {
  return folded(row.name, row.description, row.id);
}

type VoiceQuery = SelectQueryBuilder<Schema, 'voices', VoiceRow>;

/** The organization's own and the public ones. */
function visibleTo(db: Kysely<Schema>, organizationId: string): VoiceQuery {
  return db
    .selectFrom('voices')
    .selectAll()
    .where((eb) => eb.or([eb('organization_id', '=', organizationId), eb('access', '=', 'public')]));
}

interface VoiceKey {
  readonly organizationId: string;
  readonly id: string;
}

const findVisible = statement((db, { organizationId, id }: VoiceKey) =>
  visibleTo(db, organizationId).where('id', '=', id),
);

interface FirstRows {
  readonly organizationId: string;
  readonly rows: number;
}

/** What most lists ask for: nothing but the first page. */
const firstVisible = statement((db, { organizationId, rows }: FirstRows) =>
  firstRows(narrowed(visibleTo(db, organizationId), organizationId, {}), rows),
);

export function voices(db: Kysely<Schema>, now: () => Date, jobs: Jobs): Voices {
  const own = (organizationId: string) =>
    db.selectFrom('voices').selectAll().where('organization_id', '=', organizationId);
  const listed = (organizationId: string, filter: VoiceRowFilter): VoiceQuery =>
    narrowed(visibleTo(db, organizationId), organizationId, filter);

  return {
    create(organizationId, voice) {
      const {
        speaker,
        accents,
        baseVoiceId = null,
        clip = null,
        clipTranscript = null,
        fineTuneId = null,
        ...rest
      } = voice;
      const time = now().toISOString();
      const id = randomUUID();
      return db
        .insertInto('voices')
        .values({
          ...rest,
          id,
          organization_id: organizationId,
          status: 'active',
          accents: accentsText(accents),
          speaker: JSON.stringify(speaker),
          base_voice_id: baseVoiceId,
          clip,
          clip_transcript: clipTranscript,
          fine_tune_id: fineTuneId,
          search: searchText({ ...rest, id }),
          created_at: time,
          updated_at: time,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    find: async (organizationId, id) => (await findVisible(db, { organizationId, id })).rows[0],
    async named(organizationId, name, whose) {
      const rows = await listed(organizationId, { isOwner: whose === 'own' })
        .where(beginsWithLine('search', name))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(namedLimit)
        .execute();
      // A name of several lines begins with a line, too.
      return rows.filter((row) => folded(row.name) === folded(name));
    },
    findOwn: (organizationId, id) => own(organizationId).where('id', '=', id).executeTakeFirst(),
    async page(organizationId, { limit, starting_after, ending_before, ...filter }) {
      if (starting_after === undefined && ending_before === undefined && isEmpty(filter)) {
        return pageOfRows((await firstVisible(db, { organizationId, rows: limit + 1 })).rows, limit);
      }
      return selectPage(listed(organizationId, filter), { limit, starting_after, ending_before });
    },
    async lastPage(organizationId, limit, filter) {
      const found = await listed(organizationId, filter)
        .orderBy('created_at', 'asc')
        .orderBy('id', 'asc')
        .limit(limit + 1)
        .execute();
      return { rows: found.slice(0, limit).reverse(), hasMore: found.length > limit };
    },
    async update(organizationId, id, { accents, speaker, ...texts }) {
      const row = await own(organizationId).where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      return db
        .updateTable('voices')
        .set({
          ...texts,
          ...(accents !== undefined && { accents: accentsText(accents) }),
          ...(speaker !== undefined && { speaker: JSON.stringify(speaker) }),
          search: searchText({ ...row, ...texts }),
          updated_at: now().toISOString(),
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },
    async remove(organizationId, id) {
      const removed = await db
        .deleteFrom('voices')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      await enqueueBlobDeletion(db, jobs, typeof removed?.clip === 'string' ? [removed.clip] : []);
      return removed;
    },
  };
}

/** Whether {@link narrowed} adds nothing but what it adds always. */
function isEmpty({ q, isOwner, gender, language, locale, includeArchived, fineTuneId }: VoiceRowFilter): boolean {
  const given = [q, isOwner, gender, language, locale, fineTuneId];
  return includeArchived !== true && given.every((condition) => condition === undefined);
}

function narrowed(
  query: VoiceQuery,
  organizationId: string,
  { q, isOwner, gender, language, locale, includeArchived = false, fineTuneId }: VoiceRowFilter,
): VoiceQuery {
  let narrow = query;
  if (q !== undefined) narrow = narrow.where(contains('search', q));
  if (isOwner !== undefined) narrow = narrow.where('organization_id', isOwner ? '=' : '!=', organizationId);
  if (gender !== undefined) narrow = narrow.where('gender', '=', gender);
  if (language !== undefined) narrow = narrow.where('language', '=', language);
  if (locale !== undefined) narrow = narrow.where('accents', 'like', `%${nativeLocale(locale)}%`);
  if (!includeArchived) narrow = narrow.where('status', '=', 'active');
  if (fineTuneId !== undefined) narrow = narrow.where('fine_tune_id', '=', fineTuneId);
  return narrow;
}
