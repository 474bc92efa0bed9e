import { has } from '../../versions/index.ts';
import { nativeAccent, type Voice, type VoiceAccent } from '../../voices/voice.ts';
import type { OlderWireVoice, OldestWireVoice, WireVoice } from './schema.ts';

export const expansions = ['preview_file_url', 'is_starred', 'embedding'] as const;
/** What a list or a get adds to a voice on request. No voice has an embedding, so that one adds nothing. */
export type Expansion = (typeof expansions)[number];

/** Owner shown for a built-in voice where a version requires one. */
const builtInOwner = 'sonorant';

const localesOf = (accents: readonly VoiceAccent[]): { locale: string; is_native: boolean }[] => {
  const byLocale = new Map<string, boolean>();
  for (const { locale, isNative } of accents) byLocale.set(locale, isNative || byLocale.get(locale) === true);
  return [...byLocale].map(([locale, native]) => ({ locale, is_native: native }));
};

const common = (voice: Voice, organizationId: string, expand: ReadonlySet<Expansion>) => ({
  id: voice.id,
  is_owner: voice.ownerId === organizationId,
  name: voice.name,
  description: voice.description,
  gender: voice.gender,
  created_at: voice.createdAt,
  language: voice.language,
  ...(expand.has('is_starred') && { is_starred: false }),
  ...(expand.has('preview_file_url') && { preview_file_url: null }),
});

/** Every member any client of version 2026-08-14 knows. */
const newest = (voice: Voice, organizationId: string, expand: ReadonlySet<Expansion>): WireVoice => {
  const native = nativeAccent(voice);
  return {
    ...common(voice, organizationId, expand),
    status: voice.status,
    access: voice.access,
    visibility: voice.access === 'public' ? 'all' : 'owner',
    tagline: voice.tagline,
    accents: voice.accents.map(({ accent, locale, isNative }) => ({ accent, locale, is_native: isNative })),
    locales: localesOf(voice.accents),
    accent: native?.accent ?? null,
    country: native?.locale.slice(-2) ?? null,
    is_pro: false,
  };
};

const older = (voice: Voice, organizationId: string, expand: ReadonlySet<Expansion>): OlderWireVoice => ({
  ...common(voice, organizationId, expand),
  is_public: voice.access === 'public',
});

/** A voice in version 2024-06-10. */
export const oldestVoice = (voice: Voice): OldestWireVoice => ({
  id: voice.id,
  user_id: voice.ownerId ?? builtInOwner,
  is_public: voice.access === 'public',
  name: voice.name,
  description: voice.description,
  created_at: voice.createdAt,
  language: voice.language,
});

/**
 * A voice as one organization sees it.
 * @param version a date from 2024-11-13 on; for the one before it see {@link oldestVoice}
 */
export const wireVoice = (voice: Voice, version: string, organizationId: string, expand: ReadonlySet<Expansion>): WireVoice | OlderWireVoice =>
  has(version, 'voiceAccess') ? newest(voice, organizationId, expand) : older(voice, organizationId, expand);
