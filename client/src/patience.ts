/** What lets the `fetch` of Node and of Bun wait longer than they do by themselves; to others it means nothing. */

/** Both give up an answer that has not begun, or has paused, for so long. */
const runtimeLimitMs = 300_000;

/** The part of a dispatcher of `undici`, which Node's `fetch` sends by, that is used. */
interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/** Where every version of it keeps the one of the process. */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1');

/**
 * Members of the options of `fetch`, for a request with a longer limit of its own.
 * @param timeoutMs that limit
 */
export function patience(timeoutMs: number): object {
  if (timeoutMs < runtimeLimitMs) return {};
  const { [globalDispatcher]: dispatcher } = globalThis as { readonly [globalDispatcher]?: Dispatcher };
  const patient: Dispatcher | undefined = dispatcher && {
    dispatch: (options, handler) => dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  };
  return { timeout: false, ...(patient !== undefined && { dispatcher: patient }) };
}
