/** When a server wants to be asked again (RFC 9110, section 10.2.3). */

/**
 * @param value the header `retry-after`: whole seconds or an HTTP date
 * @returns how long to wait, in ms, 0 for a date that has passed; undefined when it cannot be read
 */
export function retryAfterMs(value: string | undefined, now = new Date()): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // RFC 9110, section 5.6.7: a date begins with its weekday; the form of asctime alone names no zone, and means GMT.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** Longest pause that a server may ask for: one with a wrong clock is not silenced for years. */
const maxPauseMs = 60_000;

/** The same, at most {@link maxPauseMs}; undefined where it asks for none. */
export function boundedRetryAfterMs(value: string | undefined): number | undefined {
  const ms = retryAfterMs(value) ?? 0;
  return ms === 0 ? undefined : Math.min(ms, maxPauseMs);
}
