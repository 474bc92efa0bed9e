/** Small schemas that agents and their tools share. */
import { z } from 'zod';

/** What is wrong with a value: where in it, and what. */
export type Finding = readonly [path: readonly (string | number)[], message: string];

/** For `superRefine`: each finding becomes a problem of the value. */
export function allOf<T>(
  find: (value: T) => readonly Finding[],
): (value: T, context: z.core.$RefinementCtx<T>) => void {
  return (value, context) => {
    for (const [path, message] of find(value)) context.addIssue({ code: 'custom', message, path: [...path] });
  };
}

const variable = '[A-Za-z_][A-Za-z0-9_]{0,63}';
const variablePattern = new RegExp(`^${variable}$`);
const reserved = ['system__', 'secret__'];

/** What is wrong with the name of a variable that a client defines; undefined when nothing is. */
export function variableProblem(name: string): string | undefined {
  if (!variablePattern.test(name)) {
    return 'Invalid name: expected a letter or "_", then letters, digits or "_", 64 characters at most';
  }
  return reserved.some((prefix) => name.startsWith(prefix))
    ? `Names that begin with ${reserved.map((prefix) => `"${prefix}"`).join(' or ')} are reserved`
    : undefined;
}

/** A variable that is read: one of the caller's or of the server's. */
export const variableName = z.string().regex(variablePattern, {
  error: 'Invalid name: expected a letter or "_", then letters, digits or "_", 64 characters at most',
});

/** A variable that is written. */
export const ownVariableName = z.string().superRefine(
  allOf((name) => {
    const problem = variableProblem(name);
    return problem === undefined ? [] : [[[], problem]];
  }),
);

const phonePattern = new RegExp(`^(?:\\+[1-9][0-9]{1,14}|\\{\\{ *${variable} *\\}\\})$`);

export const phoneNumber = z
  .string()
  .regex(phonePattern, {
    error: 'Expected a phone number in E.164 form such as "+14155550123", or one variable such as "{{number}}"',
  })
  .describe('E.164, or one `{{variable}}`.');

/** Names such as `Europe/Berlin`; offsets such as `+01:00`, which `Intl` takes too, are none. */
export const timezone = z
  .string()
  .refine(isTimezone, { error: 'Expected the IANA name of a time zone, such as "Europe/Berlin" or "UTC"' })
  .describe('IANA name of a time zone.');

/** Zones that were asked for: to ask `Intl` takes longer than all else about a configuration. There are some hundreds, in any case of letters. */
const knownTimezones = new Set<string>();
const maxKnownTimezones = 2000;

function isTimezone(name: string): boolean {
  if (knownTimezones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (knownTimezones.size < maxKnownTimezones) knownTimezones.add(name);
    return true;
  } catch {
    return false;
  }
}

export const preToolSpeech = z
  .enum(['auto', 'force'])
  .describe('Whether the agent says something before it uses the tool: when it seems right, or always.');

/** Whether no item comes twice; objects are the same when their members are, in the same order. */
export function areDistinct(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}

/**
 * An object whose members the client names. One with far too many is refused before its members are checked: reporting
 * a problem of each would block the event loop.
 */
export function fewMembers<S extends z.ZodType>(record: S) {
  return z.preprocess((given, context) => {
    if (typeof given !== 'object' || given === null || Object.keys(given).length <= 1000) return given;
    context.addIssue({ code: 'custom', message: 'Too many members' });
    return z.NEVER;
  }, record);
}
