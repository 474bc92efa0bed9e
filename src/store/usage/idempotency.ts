/** Requests that carried an `Idempotency-Key`: one of them runs, the others get its answer. */
import type { Kysely } from 'kysely';
import type { IdempotencyKeyTable } from './schema.ts';
import type { Schema } from '../schema.ts';

/** The answer that is replayed: status, the headers that belong to what was created, body. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was given to {@link IdempotencyKeys.answer}, sealed by the caller. */
  readonly body: string;
}

/** The right to carry out the request. */
export interface KeyClaim {
  readonly organizationId: string;
  /** SHA-256 of the caller's key in hex. */
  readonly key: string;
  /** When it was claimed, which tells this claim from a later one of the same key. */
  readonly at: string;
}

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: KeyClaim }
  /** The key was used for another request. */
  | { readonly kind: 'mismatch' }
  /** The same request is running. */
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer };

/** Claims on `Idempotency-Key`s and the answers kept for them, scoped to organizations. */
export interface IdempotencyKeys {
  /**
   * @param key     SHA-256 of the caller's key in hex
   * @param request SHA-256 of what is asked for, in hex
   * @param leaseMs a claim that is neither renewed, answered nor released for so long belongs to a process that is gone
   */
  readonly claim: (organizationId: string, key: string, request: string, leaseMs: number) => Promise<ClaimResult>;
  /** Holds the claim for so long from now. False when another request has claimed the key, or the claim has ended. */
  readonly renew: (claim: KeyClaim, leaseMs: number) => Promise<boolean>;
  /** Keeps the answer for `keepMs`. False when the lease has run out and another request has claimed the key. */
  readonly answer: (claim: KeyClaim, answer: KeptAnswer, keepMs: number) => Promise<boolean>;
  /** Nothing was done: the key is free again. */
  readonly release: (claim: KeyClaim) => Promise<void>;
  /** Removes what is past its time, of all organizations. */
  readonly removeExpired: () => Promise<void>;
}

/** Keys that one statement removes: the embedded database does nothing else meanwhile. */
const removedAtOnce = 1000;

export function idempotencyKeys(db: Kysely<Schema>, now: () => Date): IdempotencyKeys {
  const later = (ms: number): string => new Date(now().getTime() + ms).toISOString();

  async function take(
    organizationId: string,
    key: string,
    request: string,
    leaseMs: number,
  ): Promise<KeyClaim | undefined> {
    const at = now().toISOString();
    const state = { request, status: null, headers: null, body: null, created_at: at, expires_at: later(leaseMs) };
    const row = await db
      .insertInto('idempotency_keys')
      .values({ organization_id: organizationId, key, ...state })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'key']).doUpdateSet(state).where('idempotency_keys.expires_at', '<=', at),
      )
      .returning('key')
      .executeTakeFirst();
    return row === undefined ? undefined : { organizationId, key, at };
  }

  const running = ({ organizationId, key, at }: KeyClaim) => ({ organization_id: organizationId, key, created_at: at });

  return {
    async claim(organizationId, key, request, leaseMs) {
      for (;;) {
        const claim = await take(organizationId, key, request, leaseMs);
        if (claim !== undefined) return { kind: 'claimed', claim };
        const row = await db
          .selectFrom('idempotency_keys')
          .selectAll()
          .where('organization_id', '=', organizationId)
          .where('key', '=', key)
          .executeTakeFirst();
        // Released in between: it can be claimed now.
        if (row !== undefined) return row.request === request ? resultOf(row) : { kind: 'mismatch' };
      }
    },
    async renew(claim, leaseMs) {
      const { numUpdatedRows } = await db
        .updateTable('idempotency_keys')
        .set({ expires_at: later(leaseMs) })
        .where((eb) => eb.and(running(claim)))
        .where('status', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async answer(claim, { status, headers, body }, keepMs) {
      const { numUpdatedRows } = await db
        .updateTable('idempotency_keys')
        .set({ status, headers: JSON.stringify(headers), body, expires_at: later(keepMs) })
        .where((eb) => eb.and(running(claim)))
        .where('status', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async release(claim) {
      await db
        .deleteFrom('idempotency_keys')
        .where((eb) => eb.and(running(claim)))
        .where('status', 'is', null)
        .execute();
    },
    async removeExpired() {
      const expired = db
        .selectFrom('idempotency_keys')
        .select(['organization_id', 'key'])
        .where('expires_at', '<=', now().toISOString())
        .limit(removedAtOnce);
      for (;;) {
        const { numDeletedRows } = await db
          .deleteFrom('idempotency_keys')
          .where((eb) => eb(eb.refTuple('organization_id', 'key'), 'in', expired.$asTuple('organization_id', 'key')))
          .where('expires_at', '<=', now().toISOString())
          .executeTakeFirst();
        if (numDeletedRows < removedAtOnce) return;
      }
    },
  };
}

function resultOf({ status, headers, body }: Pick<IdempotencyKeyTable, 'status' | 'headers' | 'body'>): ClaimResult {
  return status === null
    ? { kind: 'running' }
    : { kind: 'answered', answer: { status, headers: JSON.parse(headers!) as Record<string, string>, body: body! } };
}
