/** The setting `SONORANT_UPSTREAMS`: the servers that speak over `POST {url}/audio/speech`. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isConvertible } from '../../audio/pipeline.ts';

/** A voice of an upstream as its setting has it, or as the server lists it. */
export interface UpstreamVoice {
  /** As the server takes it. */
  readonly name: string;
  /** Null when it is not known. */
  readonly gender: 'masculine' | 'feminine' | 'gender_neutral' | null;
  /** ISO 639-1 code of the one language that it speaks; undefined for a voice that speaks all of its model's. */
  readonly language: string | undefined;
  /** Under which it is listed, where that is not its name. */
  readonly title?: string | undefined;
}

/** One server. */
export interface UpstreamSetting {
  /** Names its engine: `upstream:<id>`. */
  readonly id: string;
  /** Base address, which ends in `/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as the bearer. */
  readonly key: string | undefined;
  /** ISO 639-1 codes; undefined: those of its voices, else English. */
  readonly languages: readonly string[] | undefined;
  /** Undefined: the server is asked for them. */
  readonly voices: readonly UpstreamVoice[] | undefined;
  /** Hz of its `pcm`. */
  readonly sampleRate: number;
  /** Requests at once. */
  readonly concurrency: number;
}

export interface ReadUpstreamsOptions {
  /** ISO 639-1 codes that an entry may name. Default: every code of two letters. */
  readonly languages?: readonly string[];
}

/** OpenAI's `pcm`, and that of most servers of its shape. */
const defaultSampleRate = 24_000;
const defaultConcurrency = 8;

/** Voices of one server, in its setting or in its own list. */
export const maxVoices = 2000;

/** A voice name, of printable characters. */
export const voiceName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{C}+$/u, 'has characters that cannot be printed');

const language = z.string().regex(/^[a-z]{2}$/u, 'is no ISO 639-1 code: two lower-case letters');

const entrySchema = z.strictObject({
  id: z
    .string()
    .max(64)
    .regex(/^[a-z0-9_-]+$/u, 'takes lower-case letters, digits, "-" and "_" only'),
  url: z.string().transform(readBase),
  model: z.string().min(1).max(200),
  key: z
    .string()
    .regex(/^[\x21-\x7e]+$/u, 'has characters that a key cannot have: it takes printable ASCII without spaces')
    .optional(),
  languages: z.array(language).min(1).optional(),
  voices: z
    .array(
      z.union([
        voiceName,
        z.strictObject({
          name: voiceName,
          gender: z.enum(['masculine', 'feminine', 'gender_neutral']).optional(),
          language: language.optional(),
        }),
      ]),
    )
    .min(1)
    .max(maxVoices)
    .optional(),
  sample_rate: z
    .int()
    .min(8000)
    .max(192_000)
    .refine(isConvertible, 'cannot be converted to the rates of responses: it has too little in common with them')
    .default(defaultSampleRate),
  concurrency: z.int().min(1).max(1000).default(defaultConcurrency),
});

/**
 * Reads the setting.
 * @param text a JSON list, or the path of a file with one; nothing where it is undefined or blank
 * @throws {Error} that names the entry and its field, and repeats no value of it: a key may stand in the wrong place
 */
export async function readUpstreams(
  text: string | undefined,
  { languages }: ReadUpstreamsOptions = {},
): Promise<readonly UpstreamSetting[]> {
  if (text === undefined || text.trim() === '') return [];
  const list = parseList(text.trim().startsWith('[') ? text : await readSettingFile(text.trim()));
  const settings = list.map((entry, index) => readEntry(entry, index, languages));
  const ids = settings.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice >= 0) {
    throw new Error(`SONORANT_UPSTREAMS: ${nameOf(list[twice], twice)}: id: another entry before it has the same`);
  }
  return settings;
}

async function readSettingFile(path: string): Promise<string> {
  if (path.startsWith('{')) throw new Error('SONORANT_UPSTREAMS is one JSON object; a list of them is expected: […]');
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as { readonly code?: string };
    // What does not look like a path may be the list itself, in quotes that a shell has left, or a key.
    const shown = /^[\p{L}\p{N} ./\\:_-]{1,200}\.json$/u.test(path) ? `: ${path}` : '';
    throw new Error(
      `SONORANT_UPSTREAMS is neither a JSON list nor the path of a file that can be read (${code})${shown}`,
      { cause: error },
    );
  }
}

/** The parser's message shows a part of the text, in which a key may stand: only the place is told. */
function parseList(text: string): readonly unknown[] {
  const parsed = parseJson(text);
  if ('breaksAt' in parsed) throw new Error(`SONORANT_UPSTREAMS is not JSON: it breaks ${parsed.breaksAt}`);
  if (!Array.isArray(parsed.value)) throw new Error('SONORANT_UPSTREAMS is JSON, but no list: […] is expected');
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

function readEntry(entry: unknown, index: number, known: readonly string[] | undefined): UpstreamSetting {
  const refuse = (field: string, why: string): never => {
    throw new Error(`SONORANT_UPSTREAMS: ${nameOf(entry, index)}: ${field}${field === '' ? '' : ': '}${why}`);
  };
  const read = entrySchema.safeParse(entry);
  if (!read.success) {
    const { field, why } = firstIssue(read.error.issues[0]!);
    return refuse(field, why);
  }
  const { sample_rate: sampleRate, voices: given, key, languages, ...rest } = read.data;
  const voices = given?.map((voice): UpstreamVoice => {
    if (typeof voice === 'string') return { name: voice, gender: null, language: undefined };
    return { name: voice.name, gender: voice.gender ?? null, language: voice.language };
  });
  const named = [
    ...(languages ?? []).map((code, at) => ({ code, field: `languages[${at}]` })),
    ...(voices ?? []).flatMap((voice, at) =>
      voice.language === undefined ? [] : [{ code: voice.language, field: `voices[${at}].language` }],
    ),
  ];
  for (const { code, field } of named) {
    if (known?.includes(code) === false) refuse(field, `"${code}" is no language here; there are ${known.join(', ')}`);
    if (languages?.includes(code) === false) refuse(field, `"${code}" is none of the entry's languages`);
  }
  const names = (voices ?? []).map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) refuse(`voices[${twice}]`, 'another voice before it has the same name');
  return { ...rest, key, voices, sampleRate, languages: languages && [...new Set(languages)] };
}

/** In unions the issue that lies deepest is the one that says most. */
function firstIssue(issue: z.core.$ZodIssue): { field: string; why: string } {
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

/** The id where it is one, and the place in the list. */
function nameOf(entry: unknown, index: number): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  const shown = typeof id === 'string' && /^[\w.-]{1,64}$/u.test(id) ? ` ("${id}")` : '';
  return `entry ${index + 1}${shown}`;
}

/** Without the slash at its end. What a base address cannot have is refused, since it would be dropped or sent in the clear. */
function readBase(text: string, context: z.RefinementCtx): string {
  const problem = problemOf(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  return text.replace(/\/+$/u, '');
}

function problemOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'is no address: http://host:port/v1 is expected';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'takes http and https only';
  if (url.username !== '' || url.password !== '') return 'has a user or a password in it; "key" is the place for that';
  if (url.search !== '' || url.hash !== '') return 'has a "?" or a "#"; it is the base of addresses and ends in /v1';
  if (!/\/v1\/*$/u.test(url.pathname)) return 'does not end in /v1';
  return undefined;
}
