import { availableParallelism } from 'node:os';

/**
 * Runs a task for each item, as many at once as there are cores.
 * @returns the results in the order of the items
 */
export async function inParallel<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
