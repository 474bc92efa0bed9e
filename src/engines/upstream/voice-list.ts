/** The voices that a server says it has: `GET {url}/audio/voices`. */
import { z } from 'zod';
import { maxVoices, voiceName, type UpstreamSetting, type UpstreamVoice } from './settings.ts';

export interface VoiceListOptions {
  /** From the request to the end of the answer. Default 5,000 ms. */
  readonly voiceListMs?: number;
  /** Of the answer. Default 1 MiB. */
  readonly maxVoiceListBytes?: number;
}

/** What a server says beside the name is taken where it can be understood. */
const voiceSchema = z.object({
  id: voiceName.optional(),
  voice_id: voiceName.optional(),
  name: voiceName.optional(),
  language: z.string().optional().catch(undefined),
  gender: z.string().optional().catch(undefined),
});
const listSchema = z.array(z.union([voiceName, voiceSchema]));

/** As servers write them. */
const genders: Readonly<Record<string, UpstreamVoice['gender']>> = {
  masculine: 'masculine',
  male: 'masculine',
  feminine: 'feminine',
  female: 'feminine',
  gender_neutral: 'gender_neutral',
  neutral: 'gender_neutral',
};

/**
 * Asks a server for its voices: a list, or an object with one as `voices` or `data`, of names or of objects with `id`, `voice_id` or
 * `name` (the first of them that is there is the name that the server takes), and `language` and `gender` where it tells them; or an
 * object whose members are the names.
 * @throws {Error} that says why there are none, without the key
 */
export async function fetchVoices(
  { url, key }: UpstreamSetting,
  { voiceListMs = 5000, maxVoiceListBytes = 2 ** 20 }: VoiceListOptions = {},
): Promise<readonly UpstreamVoice[]> {
  const signal = AbortSignal.timeout(voiceListMs);
  try {
    const answer = await fetch(`${url}/audio/voices`, {
      headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      redirect: 'manual',
      signal,
    });
    const text = await readText(answer, maxVoiceListBytes);
    if (answer.status !== 200) throw new Error(`it answered ${answer.status} when it was asked for its voices`);
    return voicesOf(text);
  } catch (error) {
    if (signal.aborted) throw new Error(`it did not tell its voices within ${voiceListMs} ms`, { cause: error });
    if (!(error instanceof TypeError)) throw error;
    // That is how fetch tells that there was no connection.
    const { code = 'no connection' } = (error.cause ?? {}) as { readonly code?: string };
    throw new Error(`it cannot be asked for its voices (${code})`, { cause: error });
  }
}

async function readText(answer: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.byteLength;
    if (size > maxBytes) throw new Error(`its list of voices is longer than ${maxBytes} bytes`);
  }
  return Buffer.concat(parts).toString('utf8');
}

function voicesOf(text: string): readonly UpstreamVoice[] {
  const unknown = new Error(
    'its list of voices is none: a JSON list of names, or of objects with id or name, is expected',
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw unknown;
  }
  const read = listSchema.safeParse(listIn(parsed));
  if (!read.success) throw unknown;
  const voices = read.data.flatMap((voice) => upstreamVoice(typeof voice === 'string' ? { id: voice } : voice) ?? []);
  if (voices.length === 0) throw new Error('it lists no voices');
  if (voices.length > maxVoices) throw new Error(`it lists ${voices.length} voices; ${maxVoices} are taken`);
  return [...new Map(voices.toReversed().map((voice) => [voice.name, voice])).values()].toReversed();
}

function upstreamVoice(listed: z.output<typeof voiceSchema>): UpstreamVoice | undefined {
  const name = listed.id ?? listed.voice_id ?? listed.name;
  if (name === undefined) return undefined;
  const gender = listed.gender?.toLowerCase() ?? '';
  return {
    name,
    gender: (Object.hasOwn(genders, gender) ? genders[gender] : undefined) ?? null,
    language: /^([a-z]{2})([-_]|$)/u.exec(listed.language ?? '')?.[1],
    ...(listed.name !== undefined && { title: listed.name }),
  };
}

function listIn(parsed: unknown): unknown {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return parsed;
  const inner = 'voices' in parsed ? parsed.voices : 'data' in parsed ? parsed.data : parsed;
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
  return Object.keys(inner);
}
