/** The keys of organizations. Each change is one transaction with the event that reports it. */
import { invalidField, ServiceError } from '../errors/service-error.ts';
import {
  budgetOf,
  isUsable,
  originsOf,
  scopesOf,
  type ApiKey,
  type KeyChanges,
  type NewKey,
  type Repositories,
  type RotatedKey,
  type Rotation,
  type Store,
} from '../store/index.ts';
import { emitChange } from '../webhooks/envelope.ts';
import { apiKeyData } from '../webhooks/event-data.ts';
import type { Actor } from './actor.ts';

/** Reports a change of a key, in the transaction that makes it. */
export function emitKeyChange(
  repositories: Repositories,
  type: 'api_key.created' | 'api_key.updated' | 'api_key.revoked',
  key: ApiKey,
  requestId?: string,
): Promise<void> {
  return emitChange(repositories, { organizationId: key.organization_id, requestId, type, data: apiKeyData(key) });
}

/** Makes, changes and ends the keys of organizations. */
export class KeyService {
  readonly #store: Pick<Store, 'transaction'>;

  constructor(store: Pick<Store, 'transaction'>) {
    this.#store = store;
  }

  /**
   * @returns also the key in plain text, which exists nowhere else
   * @throws {ServiceError} `invalid_request` for an end that is over or beyond the year 9999
   */
  create(
    { organizationId, userId, requestId }: Actor,
    key: Omit<NewKey, 'organizationId' | 'createdBy'>,
  ): Promise<{ readonly key: ApiKey; readonly secret: string }> {
    return this.#store.transaction(async (repositories) => {
      checkEnd(key.expiresAt);
      checkPages(key);
      const created = await repositories.apiKeys.create({ ...key, organizationId, createdBy: userId });
      await emitKeyChange(repositories, 'api_key.created', created.key, requestId);
      return created;
    });
  }

  /** @throws {ServiceError} `api_key_not_found`; `invalid_request` for scopes or a budget of an admin key */
  change({ organizationId, requestId }: Actor, id: string, changes: KeyChanges): Promise<ApiKey> {
    const { name, scopes, budget, origins } = changes;
    return this.#store.transaction(async (repositories) => {
      const known = await repositories.apiKeys.find(organizationId, id);
      if (known?.kind === 'admin' && scopes !== undefined && scopes !== null) {
        throw invalidField('scopes', 'Only API keys have scopes');
      }
      if (known?.kind === 'admin' && budget !== undefined && budget !== null) {
        throw invalidField('budget', 'Only API keys have a budget');
      }
      if (known !== undefined) checkPages(afterChanges(known, changes), known);
      const changed = await repositories.apiKeys.update(organizationId, id, changes);
      if (changed === undefined) throw noKey();
      if (name !== undefined || scopes !== undefined || budget !== undefined || origins !== undefined) {
        await emitKeyChange(repositories, 'api_key.updated', changed, requestId);
      }
      return changed;
    });
  }

  /**
   * Makes a key of the same kind, name and scopes and ends the old one, after the overlap where there is one.
   * @throws {ServiceError} `api_key_not_found`; `invalid_request` as {@link create}
   */
  rotate(
    { organizationId, userId, requestId }: Actor,
    id: string,
    rotation: Omit<Rotation, 'createdBy'>,
  ): Promise<RotatedKey> {
    return this.#store.transaction(async (repositories) => {
      checkEnd(rotation.expiresAt);
      const rotated = await repositories.apiKeys.rotate(organizationId, id, { ...rotation, createdBy: userId });
      if (rotated === undefined) throw noKey();
      const { key, replaced } = rotated;
      const ending = replaced.revoked_at === null ? 'api_key.updated' : 'api_key.revoked';
      await emitKeyChange(repositories, 'api_key.created', key, requestId);
      await emitKeyChange(repositories, ending, replaced, requestId);
      return rotated;
    });
  }

  /**
   * Ends a key for good.
   * @param which `any` also takes one that has expired, or was revoked, which stays as it is
   * @throws {ServiceError} `api_key_not_found`
   */
  revoke({ organizationId, requestId }: Actor, id: string, which: 'usable' | 'any' = 'usable'): Promise<ApiKey> {
    return this.#store.transaction(async (repositories) => {
      const known = await repositories.apiKeys.find(organizationId, id);
      if (known === undefined || (which === 'usable' && !isUsable(known, new Date()))) throw noKey();
      const ended = (await repositories.apiKeys.revoke(organizationId, id))!;
      if (known.revoked_at === null) await emitKeyChange(repositories, 'api_key.revoked', ended, requestId);
      return ended;
    });
  }
}

/** @throws {ServiceError} `invalid_request` for a moment that is over, and for a year that would not sort as text */
function checkEnd(end: Date | null | undefined): void {
  if (end === undefined || end === null) return;
  if (end.getTime() <= Date.now()) throw invalidField('expires_at', 'Invalid input: expected a time that is to come');
  if (end.getUTCFullYear() > 9999) throw invalidField('expires_at', 'Invalid input: expected a year up to 9999');
}

/** Whether pages can be of this origin, written as browsers send it: `https://www.example.com`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

type PageLimits = Pick<NewKey, 'scopes' | 'budget' | 'origins'>;

function afterChanges(known: ApiKey, { scopes, budget, origins }: KeyChanges): PageLimits {
  return {
    scopes: scopes === undefined ? scopesOf(known) : (scopes ?? undefined),
    budget: budget === undefined ? budgetOf(known) : (budget ?? undefined),
    origins: origins ?? originsOf(known),
  };
}

/**
 * A key for web pages is read by all who open them, and programs can claim any origin: what it may cost is bounded.
 * @param known the key that is changed: one of programs does not become one of pages, which were to read a secret
 * @throws {ServiceError} `invalid_request` where it would open more than speech, or as much of that as one likes
 */
function checkPages({ scopes, budget, origins }: PageLimits, known?: ApiKey): void {
  if (origins === undefined) return;
  if (known !== undefined && originsOf(known) === undefined) {
    throw invalidField('origins', 'Only a key that was made for web pages has them: make a new one');
  }
  if (scopes?.length !== 1 || scopes[0] !== 'tts') {
    throw invalidField('scopes', 'Invalid input: expected ["tts"] for a key with origins');
  }
  if (budget?.action !== 'refuse') {
    throw invalidField('budget', 'Invalid input: expected a budget that refuses for a key with origins');
  }
}

/** Of a key that never was, is another organization's, has expired or was revoked. */
export function noKey(): ServiceError {
  return new ServiceError('api_key_not_found', 'No key that works has this id.');
}
