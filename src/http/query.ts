/** Schemas for what query strings carry as text. */
import { z } from 'zod';

/** A decimal integer from `min` to `max`; text like `1e1`, `0x10` or an empty one is refused. */
export const queryInteger = (min: number, max: number) =>
  z.preprocess((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value), z.int().min(min).max(max));

/** `true` or `false`. */
export const queryBoolean = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());

/** A parameter that may be repeated: one value or several become an array. */
export const queryList = <T extends z.ZodType<string>>(item: T) => z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item));
