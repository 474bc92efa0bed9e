/** Settings that list servers of OpenAI's shape, as JSON or in a file: what all of them share. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Names the server in messages, lists and requests. */
export const serverId = z
  .string()
  .max(64)
  .regex(/^[a-z0-9_-]+$/u, 'takes lower-case letters, digits, "-" and "_" only');

/** Base address, which ends in `/v1`; read without the slash at its end. */
export const serverAddress = z.string().transform(readBase(/\/v1\/*$/u, 'does not end in /v1'));

/** The same where some servers go on behind their version, such as `/v1beta/openai`. */
export const serverBase = z.string().transform(readBase(/\/v1\w*(?:\/|$)/u, 'has no /v1 in its path'));

/** Sent as the bearer. */
export const serverKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/u, 'has characters that a key cannot have: it takes printable ASCII without spaces');

/** ISO 639-1. */
export const serverLanguage = z.string().regex(/^[a-z]{2}$/u, 'is no ISO 639-1 code: two lower-case letters');

/**
 * Reads the list of a setting.
 * @param text JSON, or the path of a file with it; nothing where it is undefined or blank
 * @throws {Error} that repeats no value of it: a key may stand in the wrong place
 */
export async function readServerList(variable: string, text: string | undefined): Promise<readonly unknown[]> {
  if (text === undefined || text.trim() === '') return [];
  return parseList(variable, text.trim().startsWith('[') ? text : await readSettingFile(variable, text.trim()));
}

async function readSettingFile(variable: string, path: string): Promise<string> {
  if (path.startsWith('{')) throw new Error(`${variable} is one JSON object; a list of them is expected: […]`);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as { readonly code?: string };
    // What does not look like a path may be the list itself, in quotes that a shell has left, or a key.
    const shown = /^[\p{L}\p{N} ./\\:_-]{1,200}\.json$/u.test(path) ? `: ${path}` : '';
    throw new Error(`${variable} is neither a JSON list nor the path of a file that can be read (${code})${shown}`, {
      cause: error,
    });
  }
}

/** The parser's message shows a part of the text, in which a key may stand: only the place is told. */
function parseList(variable: string, text: string): readonly unknown[] {
  const parsed = parseJson(text);
  if ('breaksAt' in parsed) throw new Error(`${variable} is not JSON: it breaks ${parsed.breaksAt}`);
  if (!Array.isArray(parsed.value)) throw new Error(`${variable} is JSON, but no list: […] is expected`);
  return parsed.value;
}

function parseJson(text: string): { readonly value: unknown } | { readonly breaksAt: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const place = /at position \d+( \(line \d+ column \d+\))?/u.exec((error as Error).message)?.[0];
    return { breaksAt: place ?? 'off at its end' };
  }
}

/** The field that is wrong, and why. In unions the issue that lies deepest is the one that says most. */
export function firstIssue(issue: z.core.$ZodIssue): { field: string; why: string } {
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors
      .flat()
      .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    if (deepest !== undefined) return firstIssue(deepest);
  }
  const field = issue.path.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}${path === '' ? '' : '.'}${String(part)}`),
    '',
  );
  if (issue.code === 'unrecognized_keys') {
    return { field, why: `does not take ${issue.keys.map((each) => `"${each.slice(0, 64)}"`).join(', ')}` };
  }
  return { field, why: issue.message };
}

/** An entry in a message: the place in the list, and the id where it is one. */
export function nameOfEntry(entry: unknown, index: number): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  const shown = typeof id === 'string' && /^[\w.-]{1,64}$/u.test(id) ? ` ("${id}")` : '';
  return `entry ${index + 1}${shown}`;
}

/** Without the slash at its end. What a base address cannot have is refused, since it would be dropped or sent in the clear. */
function readBase(path: RegExp, otherwise: string): (text: string, context: z.RefinementCtx) => string {
  return (text, context) => {
    const problem = problemOf(text) ?? (path.test(new URL(text).pathname) ? undefined : otherwise);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    return text.replace(/\/+$/u, '');
  };
}

function problemOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'is no address: http://host:port/v1 is expected';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'takes http and https only';
  if (url.username !== '' || url.password !== '') return 'has a user or a password in it; "key" is the place for that';
  if (url.search !== '' || url.hash !== '') return 'has a "?" or a "#"; it is the base of addresses and ends in /v1';
  return undefined;
}
