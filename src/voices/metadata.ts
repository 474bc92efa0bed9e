import type { Voice } from './voice.ts';

/** A new voice in the response that made it (version 2026-08-14) and in the data of `voice.created`. */
export interface VoiceMetadata {
  readonly id: string;
  readonly access: 'private' | 'public';
  readonly visibility: 'owner' | 'all';
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly language: Voice['language'];
  /** The organization it belongs to, as {@link ownerOf} writes it. Deprecated. */
  readonly user_id: string;
}

/** The owner of a voice as one text: an organization as `org_…`, or `sonorant` for a built-in voice. */
export function ownerOf({ ownerId }: Pick<Voice, 'ownerId'>): string {
  return ownerId === null ? 'sonorant' : `org_${ownerId}`;
}

/** Whose lists show a voice; it follows from its access. */
export function visibilityOf({ access }: Pick<Voice, 'access'>): 'owner' | 'all' {
  return access === 'public' ? 'all' : 'owner';
}

/** Writes a voice in that form. */
export function voiceMetadata(voice: Voice): VoiceMetadata {
  return {
    id: voice.id,
    access: voice.access,
    visibility: visibilityOf(voice),
    name: voice.name,
    tagline: voice.tagline,
    description: voice.description,
    created_at: voice.createdAt,
    language: voice.language,
    user_id: ownerOf(voice),
  };
}
