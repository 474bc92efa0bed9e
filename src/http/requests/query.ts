/** Schemas for what query strings carry as text; their messages say what is allowed, since every value comes as a string. */
import { z } from 'zod';

function expected(allowed: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      `${input === undefined ? 'Required' : 'Invalid input'}: expected ${allowed}`,
  };
}

/**
 * A decimal integer from `min` to `max`; text like `1e1`, `0x10` or an empty one is refused.
 * @param above whether more than `max`, however much, counts as `max`
 */
export function queryInteger(min: number, max: number, above: 'refused' | 'clamped' = 'refused') {
  const message = expected(above === 'refused' ? `an integer from ${min} to ${max}` : `an integer, ${min} or more`);
  // Beyond this they are no safe integers, which would be a second problem of the same number.
  const read = (text: string): number => Math.min(Math.max(Number(text), min - 1), above === 'refused' ? max + 1 : max);
  const integer = z.int(message).min(min, message);
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? read(value) : value),
    above === 'refused' ? integer.max(max, message) : integer,
  );
}

/** `true` or `false`. */
export function queryBoolean() {
  return z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean(expected('true or false')),
  );
}

/** A parameter that may be repeated: one value or several become an array. */
export function queryList<T extends z.ZodType<string>>(item: T) {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item));
}

/** RFC 3339 with a time zone, as text. In a query string `+` stands for a space, and not every client escapes it. */
export function queryTime() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(' ', '+') : value),
    z.iso.datetime({ offset: true }),
  );
}
