/** Records of the journal: one line for the credits of one segment, recognition, recording or call. */
import type { UsageRow } from '../store/index.ts';

/** Credits and what they are attributed to; what was done says what else that is. */
export type Usage = {
  readonly organizationId: string;
  readonly apiKeyId: string;
  /** A positive integer. */
  readonly credits: number;
} & (SpeechUsage | RecognitionUsage | CallUsage | VoiceChangeUsage);

/** Characters of a segment that was spoken. Model and voice are as the caller named them. */
interface SpeechUsage {
  readonly capability: 'tts';
  readonly modelId: string;
  readonly voiceId: string;
}

/** Seconds of audio that were recognized. */
interface RecognitionUsage {
  readonly capability: 'stt';
  readonly modelId: string;
}

/** Seconds of a recording that were given another voice, as the caller named it. */
interface VoiceChangeUsage {
  readonly capability: 'voice_changer';
  readonly voiceId: string;
}

/** Minutes of a call. */
interface CallUsage {
  readonly capability: 'agent';
}

/**
 * A line of JSON: an array, so that no part of a line is a line of its own. It has the same fields for all usage, empty where
 * there is no model or voice.
 * @param day UTC day, `YYYY-MM-DD`
 */
export function encodeRecord(usage: Usage, day: string): Buffer {
  const { organizationId, capability, apiKeyId, credits } = usage;
  const modelId = 'modelId' in usage ? usage.modelId : '';
  const voiceId = 'voiceId' in usage ? usage.voiceId : '';
  return encoded([organizationId, day, capability, modelId, voiceId, apiKeyId, credits]);
}

/** The same line for a sum. */
export function encodeRow(row: UsageRow): Buffer {
  const { organization_id, day, capability, model_id, voice_id, api_key_id, credits } = row;
  return encoded([organization_id, day, capability, model_id, voice_id, api_key_id, credits]);
}

function encoded(fields: readonly (string | number)[]): Buffer {
  return Buffer.from(`${JSON.stringify(fields)}\n`);
}

/** Undefined for what is not a record: the rest of a line that was cut off. */
export function decodeRecord(line: string): UsageRow | undefined {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(fields) || fields.length !== 7) return undefined;
  const texts = fields.slice(0, 6) as unknown[];
  const credits: unknown = fields[6];
  if (!texts.every((text) => typeof text === 'string') || !Number.isSafeInteger(credits) || (credits as number) <= 0) {
    return undefined;
  }
  const [organization_id, day, capability, model_id, voice_id, api_key_id] = texts as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { organization_id, day, capability, model_id, voice_id, api_key_id, credits: credits as number };
}

/**
 * One row for each combination of day and attribution, always in the same order, so that two writers of the same rows
 * cannot deadlock.
 */
export function sumRecords(records: readonly UsageRow[]): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const record of records) {
    const { credits, ...rest } = record;
    const key = JSON.stringify(Object.values(rest));
    sums.set(key, { ...rest, credits: credits + (sums.get(key)?.credits ?? 0) });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
