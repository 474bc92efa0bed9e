/** Between a voice and its row. */
import type { EngineVoice } from '../engines/adapter.ts';
import type { NewVoice, Repositories, StoredAccent, VoiceRow } from '../store/index.ts';
import type { Language } from './languages.ts';
import { findAccent } from './locales.ts';
import { voiceMetadata } from './metadata.ts';
import type { Gender, Voice, VoiceAccent } from './voice.ts';

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
  };
}

/** The accents of a voice as a row holds them: the native one first, if any. */
export function accentRows(native: string | null, added: readonly string[] = []): StoredAccent[] {
  return [...(native === null ? [] : [native]), ...added].map((id) => ({
    accent: id,
    locale: findAccent(id)!.locale,
    isNative: id === native,
  }));
}

/** A voice that is yet to be made, in the terms of this folder. */
export interface VoiceDraft extends Omit<NewVoice, 'language' | 'gender' | 'speaker' | 'accents'> {
  readonly language: Language;
  readonly gender: Gender | null;
  readonly speaker: EngineVoice;
  /** Id of its native accent; null when nobody said it. */
  readonly accent: string | null;
}

/**
 * Writes a voice and tells the organization's webhooks of it. Call it in a transaction, after the object of its clip is there.
 * @param requestId the request that asked for it, if one did
 */
export async function createVoiceRow(
  { voices, webhookDeliveries }: Pick<Repositories, 'voices' | 'webhookDeliveries'>,
  organizationId: string,
  draft: VoiceDraft,
  requestId?: string,
): Promise<Voice> {
  const { accent, ...rest } = draft;
  const voice = storedVoice(await voices.create(organizationId, { ...rest, accents: accentRows(accent) }));
  await webhookDeliveries.emit({ organizationId, type: 'voice.created', data: voiceMetadata(voice), requestId });
  return voice;
}
