/** The voices that a server says it has: `GET {url}/audio/voices`. */
import { z } from 'zod';
import { readText } from '../../outbound/answer.ts';
import { HttpClient } from '../../outbound/http-client.ts';
import { HttpError } from '../../outbound/http-error.ts';
import { maxVoices, voiceName, type UpstreamSetting, type UpstreamVoice } from './settings.ts';

export interface VoiceListOptions {
  /** From the request to the end of the answer. Default 5,000 ms. */
  readonly voiceListMs?: number;
  /** Of the answer. Default 1 MiB. */
  readonly maxVoiceListBytes?: number;
  /** Ends the question. */
  readonly signal?: AbortSignal | undefined;
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
  { voiceListMs = 5000, maxVoiceListBytes = 2 ** 20, signal }: VoiceListOptions = {},
): Promise<readonly UpstreamVoice[]> {
  const http = new HttpClient({ reach: 'any', totalMs: voiceListMs, idleMs: 0 });
  const headers = { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  try {
    const answer = await http.send({ url: `${url}/audio/voices`, headers }, signal);
    const text = await readText(answer, maxVoiceListBytes);
    if (text === undefined) throw new Error(`its list of voices is longer than ${maxVoiceListBytes} bytes`);
    if (answer.status !== 200) throw new Error(`it answered ${answer.status} when it was asked for its voices`);
    return voicesOf(text);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { kind, code = 'no connection' } = error;
    const isLate = kind === 'timeout';
    const problem = isLate
      ? `did not tell its voices within ${voiceListMs} ms`
      : `cannot be asked for its voices (${code})`;
    throw new Error(`it ${problem}`, { cause: error });
  } finally {
    await http.close();
  }
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
