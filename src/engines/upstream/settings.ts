/** The setting `SONORANT_UPSTREAMS`: the servers that speak over `POST {url}/audio/speech`. */
import { z } from 'zod';
import { isConvertible } from '../../audio/pipeline.ts';
import {
  firstIssue,
  nameOfEntry,
  readServerList,
  serverAddress,
  serverId,
  serverKey,
  serverLanguage,
} from '../../outbound/server-list.ts';

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

const entrySchema = z.strictObject({
  id: serverId,
  url: serverAddress,
  model: z.string().min(1).max(200),
  key: serverKey.optional(),
  languages: z.array(serverLanguage).min(1).optional(),
  voices: z
    .array(
      z.union([
        voiceName,
        z.strictObject({
          name: voiceName,
          gender: z.enum(['masculine', 'feminine', 'gender_neutral']).optional(),
          language: serverLanguage.optional(),
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
  const list = await readServerList('SONORANT_UPSTREAMS', text);
  const settings = list.map((entry, index) => readEntry(entry, index, languages));
  const ids = settings.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice >= 0) {
    throw new Error(`SONORANT_UPSTREAMS: ${nameOfEntry(list[twice], twice)}: id: another entry before it has the same`);
  }
  return settings;
}

function readEntry(entry: unknown, index: number, known: readonly string[] | undefined): UpstreamSetting {
  const refuse = (field: string, why: string): never => {
    throw new Error(`SONORANT_UPSTREAMS: ${nameOfEntry(entry, index)}: ${field}${field === '' ? '' : ': '}${why}`);
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
