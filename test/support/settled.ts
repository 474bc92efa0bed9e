/** What has been settled is known to those that wait for it: all microtasks have run, and what they made. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
