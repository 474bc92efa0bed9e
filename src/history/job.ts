/** What the server does with histories by itself: what is too old, too much, or without a member goes. */
import type { JobHandler } from '../jobs/handler.ts';
import type { Store } from '../store/index.ts';
import type { HistoryLimits } from './history.ts';

const dayMs = 86_400_000;

/**
 * Removes takes in small transactions, each with the jobs that delete their objects. Where the server keeps no history any more, what
 * is there stays until it is deleted by its owner.
 */
export function forgetTakes(
  store: Pick<Store, 'takes' | 'takeShares' | 'transaction'>,
  { days, bytes }: HistoryLimits,
  now: () => number = Date.now,
): JobHandler {
  return async (_job, { signal }) => {
    const all = async (removeSome: (takes: Store['takes']) => Promise<number>): Promise<void> => {
      do signal.throwIfAborted();
      while ((await store.transaction(({ takes }) => removeSome(takes))) > 0);
    };
    await all((takes) => takes.removeLeft());
    await store.takeShares.removeExpired(new Date(now()));
    if (days === 0 || bytes === 0) return;
    const before = new Date(now() - days * dayMs);
    await all((takes) => takes.removeOld(before));
    for (const owner of await store.takes.above(bytes)) await all((takes) => takes.trim(owner, bytes));
  };
}
