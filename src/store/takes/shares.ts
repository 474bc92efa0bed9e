/** Links that play a take of a member without a session. Of the text of a link only a hash is kept. */
import type { Kysely, Selectable } from 'kysely';
import { newId, randomText } from '../ids.ts';
import { hashKey } from '../identity/key-format.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import type { TakeRow, TakeShareTable } from './schema.ts';
import type { TakeOwner } from './takes.ts';

/** A link as stored. */
export type TakeShareRow = Selectable<TakeShareTable>;

/** A link as lists have it, with what names its take. */
export interface ListedTakeShare extends Omit<TakeShareRow, 'hash'> {
  readonly title: string | null;
  readonly excerpt: string;
}

/** What a link plays. */
export interface SharedTake {
  readonly take: TakeRow;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Characters of a token: 256 bits. */
export const shareTokenLength = 43;

/** Rows of links, scoped to the member whose takes they play; they go with the take. */
export interface TakeShares {
  /** @returns the text for the address too, which exists nowhere else; undefined when the member has no such take */
  readonly create: (
    owner: TakeOwner,
    takeId: string,
    expiresAt: Date,
  ) => Promise<{ readonly share: TakeShareRow; readonly token: string } | undefined>;
  /** Those that have not expired, newest first. @param takeId of one take only */
  readonly page: (
    owner: TakeOwner,
    request: PageRequest & { readonly takeId?: string | undefined },
  ) => Promise<PageOf<ListedTakeShare>>;
  /** Those that have not expired. */
  readonly count: (owner: TakeOwner) => Promise<number>;
  /** False when there is none. */
  readonly remove: (owner: TakeOwner, id: string) => Promise<boolean>;
  /** What a link plays, by the {@link hashKey} of its token; undefined once it has expired or its owner is no member any more. */
  readonly findByHash: (hash: string) => Promise<SharedTake | undefined>;
  /** Removes those that expired before. */
  readonly removeExpired: (before: Date) => Promise<void>;
}

export function takeShares(db: Kysely<Schema>, now: () => Date): TakeShares {
  const live = ({ organizationId, userId }: TakeOwner) =>
    db
      .selectFrom('take_shares')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .where('expires_at', '>', now().toISOString());
  return {
    async create({ organizationId, userId }, takeId, expiresAt) {
      const take = await db
        .selectFrom('takes')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .where('id', '=', takeId)
        .executeTakeFirst();
      if (take === undefined) return undefined;
      const token = randomText(shareTokenLength);
      const share = await db
        .insertInto('take_shares')
        .values({
          ...{ id: newId('share'), organization_id: organizationId, user_id: userId, take_id: take.id },
          ...{ hash: hashKey(token), created_at: now().toISOString(), expires_at: expiresAt.toISOString() },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { share, token };
    },
    page(owner, { takeId, ...request }) {
      const query = live(owner).select((eb) => [
        ...(['id', 'organization_id', 'user_id', 'take_id', 'created_at', 'expires_at'] as const),
        eb.selectFrom('takes').select('title').whereRef('takes.id', '=', 'take_shares.take_id').as('title'),
        eb
          .selectFrom('takes')
          .select('excerpt')
          .whereRef('takes.id', '=', 'take_shares.take_id')
          .$asScalar()
          .$notNull()
          .as('excerpt'),
      ]);
      return selectPage(takeId === undefined ? query : query.where('take_id', '=', takeId), request);
    },
    async count(owner) {
      const { count } = await live(owner)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    async remove({ organizationId, userId }, id) {
      const removed = await db
        .deleteFrom('take_shares')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },
    async findByHash(hash) {
      const found = await db
        .selectFrom('take_shares')
        .innerJoin('takes', 'takes.id', 'take_shares.take_id')
        .innerJoin('members', (join) =>
          join
            .onRef('members.organization_id', '=', 'take_shares.organization_id')
            .onRef('members.user_id', '=', 'take_shares.user_id'),
        )
        .where('take_shares.hash', '=', hash)
        .where('take_shares.expires_at', '>', now().toISOString())
        .selectAll('takes')
        .select('take_shares.expires_at')
        .executeTakeFirst();
      if (found === undefined) return undefined;
      const { expires_at: expiresAt, ...take } = found;
      return { take, expiresAt };
    },
    async removeExpired(before) {
      await db.deleteFrom('take_shares').where('expires_at', '<', before.toISOString()).execute();
    },
  };
}
