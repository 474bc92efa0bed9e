/** Links that play one take of a member until they expire (docs/decisions/0065-share-links.md). */
import { invalidField, ServiceError } from '../errors/service-error.ts';
import {
  hashKey,
  shareTokenLength,
  type ListedTakeShare,
  type PageOf,
  type PageRequest,
  type SharedTake,
  type Store,
  type TakeOwner,
  type TakeShareRow,
} from '../store/index.ts';

export interface ShareOptions {
  readonly store: Pick<Store, 'takeShares'>;
  /** Longest life of a link (`SONORANT_SHARE_MAX_DAYS`). 0: there are none. */
  readonly maxDays: number;
  /** Links of one member at once. Default 1,000. */
  readonly maxLinks?: number;
  /** Default: the system's clock. */
  readonly now?: (() => Date) | undefined;
}

/** Life of a link that names none; less where {@link ShareOptions.maxDays} is. */
const usualDays = 7;
const dayMs = 86_400_000;
const tokenForm = new RegExp(`^[0-9A-Za-z]{${shareTokenLength}}$`);

/** Makes, lists, ends and follows links to takes. */
export class ShareService {
  readonly maxDays: number;
  readonly #store: ShareOptions['store'];
  readonly #maxLinks: number;
  readonly #now: () => Date;

  constructor({ store, maxDays, maxLinks = 1000, now = () => new Date() }: ShareOptions) {
    this.#store = store;
    this.maxDays = maxDays;
    this.#maxLinks = maxLinks;
    this.#now = now;
  }

  /**
   * @returns with the token of its address, which is told this once
   * @throws {ServiceError} `forbidden` where sharing is off, `invalid_request` for too many days or links, `not_found`
   */
  async create(
    owner: TakeOwner,
    takeId: string,
    days = Math.min(usualDays, this.maxDays),
  ): Promise<{ readonly share: TakeShareRow; readonly token: string }> {
    if (this.maxDays === 0) {
      throw new ServiceError('forbidden', 'This server shares no takes: SONORANT_SHARE_MAX_DAYS is 0.');
    }
    if (days > this.maxDays) throw invalidField('days', `A link of this server lives at most ${this.maxDays} days`);
    if ((await this.#store.takeShares.count(owner)) >= this.#maxLinks) {
      throw invalidField('id', `You have ${this.#maxLinks} links that work, and no more can be made: end some of them`);
    }
    const expiresAt = new Date(this.#now().getTime() + days * dayMs);
    const made = await this.#store.takeShares.create(owner, takeId, expiresAt);
    if (made === undefined) throw new ServiceError('not_found', 'No take of yours has this id.');
    return made;
  }

  page(
    owner: TakeOwner,
    request: PageRequest & { readonly takeId?: string | undefined },
  ): Promise<PageOf<ListedTakeShare>> {
    return this.#store.takeShares.page(owner, request);
  }

  /** @throws {ServiceError} `not_found` */
  async remove(owner: TakeOwner, id: string): Promise<void> {
    if (await this.#store.takeShares.remove(owner, id)) return;
    throw new ServiceError('not_found', 'No link of yours has this id: it was ended, or it has expired.');
  }

  /** What a link plays; undefined for each reason why it plays nothing. */
  async follow(token: string): Promise<SharedTake | undefined> {
    if (this.maxDays === 0 || !tokenForm.test(token)) return undefined;
    return this.#store.takeShares.findByHash(hashKey(token));
  }
}
