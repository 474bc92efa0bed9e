/** The history of a member: takes that are kept, within limits, until they are too old or deleted (docs/decisions/0061-history-of-takes.md). */
import { ServiceError } from '../errors/service-error.ts';
import {
  databasePurgeJobKind,
  type ListedTake,
  type NewTake,
  type PageOf,
  type PageRequest,
  type Principal,
  type Store,
  type TakeFilter,
  type TakeOwner,
  type TakeRow,
} from '../store/index.ts';

/** What is kept. One of them 0: nothing new is. */
export interface HistoryLimits {
  /** Takes without a star are removed when they are so old. Default 30 (`SONORANT_HISTORY_DAYS`). */
  readonly days: number;
  /** Of one member; the oldest without a star make room. Default 1 GB (`SONORANT_HISTORY_BYTES`). */
  readonly bytes: number;
}

/** Whether takes are kept, and what there is. */
export interface HistoryState {
  /** Whether the server keeps takes at all. */
  readonly isOn: boolean;
  /** Whether the member wants it. */
  readonly isWanted: boolean;
  readonly takes: number;
  readonly bytes: number;
}

export interface HistoryOptions {
  readonly store: Pick<Store, 'takes' | 'users' | 'jobs' | 'transaction'>;
  readonly limits: HistoryLimits;
}

/** Keeps, finds and removes takes of members. */
export class HistoryService {
  readonly limits: HistoryLimits;
  readonly #store: HistoryOptions['store'];

  constructor({ store, limits }: HistoryOptions) {
    this.#store = store;
    this.limits = limits;
  }

  /** Whether the server keeps takes. */
  get isOn(): boolean {
    return this.limits.days > 0 && this.limits.bytes > 0;
  }

  /**
   * Whose history a session sees: that of its account. The link of the start stands for the first admin, who gets an email later and
   * finds everything again.
   * @throws {ServiceError} `forbidden` for a session that a key began, which several people may have
   */
  async ownerOf(principal: Principal): Promise<TakeOwner> {
    const { organizationId } = principal;
    if (principal.kind === 'session' && principal.userId !== null) return { organizationId, userId: principal.userId };
    const isByLink = principal.kind === 'session' && principal.keyId === principal.sessionId;
    const first = isByLink
      ? (await this.#store.users.list(organizationId)).findLast(({ role }) => role === 'admin')
      : undefined;
    if (first !== undefined) return { organizationId, userId: first.id };
    throw new ServiceError(
      'forbidden',
      'A history belongs to a member, and a key belongs to no one in particular: sign in with an email and a password to have one.',
    );
  }

  async state(owner: TakeOwner): Promise<HistoryState> {
    const { takes } = this.#store;
    const isWanted = (await takes.isWanted(owner)) ?? false;
    return { isOn: this.isOn, isWanted, ...(await takes.sums(owner)) };
  }

  setWanted(owner: TakeOwner, isWanted: boolean): Promise<void> {
    return this.#store.takes.setWanted(owner, isWanted);
  }

  /** @throws {ServiceError} `forbidden` where nothing is kept, by the settings of the server or the wish of the member */
  async requireOn(owner: TakeOwner): Promise<void> {
    if (!this.isOn) {
      throw new ServiceError(
        'forbidden',
        'This server keeps no history: SONORANT_HISTORY_DAYS or SONORANT_HISTORY_BYTES is 0.',
      );
    }
    if ((await this.#store.takes.isWanted(owner)) !== true) {
      throw new ServiceError('forbidden', 'Your history is switched off: nothing is kept.');
    }
  }

  /**
   * Whether a take of so many bytes finds room beside those with a star: {@link keep} tells exactly, this before it is sent.
   * @param least bytes that it has at least; more than the limit is for the upload to refuse
   * @throws {ServiceError} `history_full`
   */
  async requireRoom(owner: TakeOwner, least: number): Promise<void> {
    const { bytes } = this.limits;
    if (least <= bytes && (await this.#store.takes.starredBytes(owner)) + least > bytes) throw this.#full();
  }

  #full(): ServiceError {
    return new ServiceError(
      'history_full',
      `Takes with a star fill your history of ${this.limits.bytes} bytes, and stay: delete some, or take their stars away.`,
    );
  }

  /**
   * Writes the row of a take whose object is there, and makes room for it.
   * @throws {ServiceError} as {@link requireOn}; `history_full` where what has a star leaves no room
   */
  keep(owner: TakeOwner, take: NewTake): Promise<TakeRow> {
    return this.#store.transaction(async ({ takes }) => {
      // In the transaction: who is removed meanwhile leaves nothing behind.
      if ((await takes.isWanted(owner)) !== true) throw new ServiceError('forbidden', 'Your history is switched off.');
      const row = await takes.create(owner, take);
      while ((await takes.trim(owner, this.limits.bytes, row.id)) > 0);
      if ((await takes.sums(owner)).bytes > this.limits.bytes) throw this.#full();
      return row;
    });
  }

  page(owner: TakeOwner, request: PageRequest & TakeFilter): Promise<PageOf<ListedTake>> {
    return this.#store.takes.page(owner, request);
  }

  voices(owner: TakeOwner): ReturnType<Store['takes']['voices']> {
    return this.#store.takes.voices(owner);
  }

  /** @throws {ServiceError} `not_found` */
  async get(owner: TakeOwner, id: string): Promise<TakeRow> {
    return found(await this.#store.takes.find(owner, id));
  }

  /** @throws {ServiceError} `not_found` */
  async update(owner: TakeOwner, id: string, change: Parameters<Store['takes']['update']>[2]): Promise<TakeRow> {
    return found(await this.#store.transaction(({ takes }) => takes.update(owner, id, change)));
  }

  /**
   * Its object goes a moment later.
   * @throws {ServiceError} `not_found`
   */
  async remove(owner: TakeOwner, id: string): Promise<void> {
    const isRemoved = await this.#store.transaction(async ({ takes, jobs }) => {
      if (!(await takes.remove(owner, id))) return false;
      await jobs.enqueue({ kind: databasePurgeJobKind, payload: null });
      return true;
    });
    if (!isRemoved) throw noTake();
  }

  /** All of them, in steps: cut off, it has removed whole takes. Returns how many. */
  async removeAll(owner: TakeOwner): Promise<number> {
    let count = 0;
    for (;;) {
      const removed = await this.#store.transaction(({ takes }) => takes.removeSome(owner));
      if (removed === 0) break;
      count += removed;
    }
    if (count > 0) await this.#store.jobs.enqueue({ kind: databasePurgeJobKind, payload: null });
    return count;
  }
}

function found(row: TakeRow | undefined): TakeRow {
  if (row === undefined) throw noTake();
  return row;
}

function noTake(): ServiceError {
  return new ServiceError('not_found', 'No take of yours has this id: it was deleted, or its days are over.');
}
