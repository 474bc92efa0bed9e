/** Schemas for what query strings carry as text; their messages say what is allowed, since every value comes as a string. */
import { z } from 'zod';

const expected = (allowed: string) => ({ error: ({ input }: { readonly input?: unknown }) => `${input === undefined ? 'Required' : 'Invalid input'}: expected ${allowed}` });

/** A decimal integer from `min` to `max`; text like `1e1`, `0x10` or an empty one is refused. */
export const queryInteger = (min: number, max: number) => {
  const message = expected(`an integer from ${min} to ${max}`);
  return z.preprocess((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value), z.int(message).min(min, message).max(max, message));
};

/** `true` or `false`. */
export const queryBoolean = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean(expected('true or false')));

/** A parameter that may be repeated: one value or several become an array. */
export const queryList = <T extends z.ZodType<string>>(item: T) => z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item));
