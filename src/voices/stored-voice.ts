/** Voices as rows of the database, and back. */
import type { EngineVoice } from '../engines/adapter.ts';
import type { EmitEvent, NewVoice, Repositories, StoredAccent, VoiceRow } from '../store/index.ts';
import type { Language } from './languages.ts';
import { findAccent } from './locales.ts';
import { voiceMetadata } from './metadata.ts';
import type { Gender, Voice, VoiceAccent } from './voice.ts';

/** Reads the row, whose accents and speaker are JSON. */
export function storedVoice(row: VoiceRow): Voice {
  return {
    id: row.id,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    gender: row.gender as Gender | null,
    language: row.language as Language,
    accents: JSON.parse(row.accents) as VoiceAccent[],
    ownerId: row.organization_id,
    access: row.access,
    status: row.status,
    createdAt: row.created_at,
    speaker: JSON.parse(row.speaker) as EngineVoice,
    ...(row.clip !== null && { clip: { key: row.clip, transcript: row.clip_transcript ?? undefined } }),
  };
}

/**
 * The accents of a voice as a row holds them: the native one first, if any.
 * @param native id of an accent
 * @param added ids of accents
 */
export function accentRows(native: string | null, added: readonly string[] = []): StoredAccent[] {
  return [...(native === null ? [] : [native]), ...added].map((id) => ({
    accent: id,
    locale: findAccent(id)!.locale,
    isNative: id === native,
  }));
}

/** A voice before it has an id and a row. */
export interface VoiceDraft extends Omit<NewVoice, 'language' | 'gender' | 'speaker' | 'accents'> {
  readonly language: Language;
  readonly gender: Gender | null;
  readonly speaker: EngineVoice;
  /** Id of its native accent; null when it is not known. */
  readonly accent: string | null;
}

/** The organization that a new voice belongs to, and the request that makes it, which the events of the voice name. */
export interface Requester {
  readonly organizationId: string;
  readonly requestId?: string | undefined;
}

/**
 * Writes a voice and its event `voice.created`. Call it in a transaction, after the object of its clip is stored.
 * @param requester the organization that gets the voice, and the request that makes it, if one does
 */
export async function createVoiceRow(
  repositories: Pick<Repositories, 'voices' | 'webhookDeliveries'>,
  emitEvent: EmitEvent,
  { organizationId, requestId }: Requester,
  { accent, ...draft }: VoiceDraft,
): Promise<Voice> {
  const row = await repositories.voices.create(organizationId, { ...draft, accents: accentRows(accent) });
  const voice = storedVoice(row);
  await emitEvent(repositories, { organizationId, type: 'voice.created', data: voiceMetadata(voice), requestId });
  return voice;
}
