import { createContext, Script } from 'node:vm';

/** Ends work that does not wait for anything, wherever it is, and fails: a time-out of the test would wait for its end. */
export function withDeadline<T>(milliseconds: number, work: () => T): T {
  return new Script('work()').runInContext(createContext({ work }), { timeout: milliseconds }) as T;
}
