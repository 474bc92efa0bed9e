import { versionHas } from '../../versions/index.ts';
import { ownerOf, visibilityOf, voiceMetadata, type VoiceMetadata } from '../../voices/metadata.ts';
import { nativeAccent, type Voice, type VoiceAccent } from '../../voices/voice.ts';
import type { OlderWireVoice, OldestWireVoice, SpeakerProfile, WireBlend, WireVoice } from './schema.ts';

export const expansions = [
  'preview_file_url',
  'is_starred',
  'embedding',
  'spoken_by',
  'speaker_profile',
  'blend',
] as const;
/** What a list or a get adds to a voice on request. No voice has an embedding: that one adds an empty list, where the version knows it. */
export type Expansion = (typeof expansions)[number];

/** For whom a voice is shown, and what was asked for with it. */
export interface VoiceWireOptions {
  /** A date. */
  readonly version: string;
  readonly organizationId: string;
  readonly expand: ReadonlySet<Expansion>;
  /** Address of a voice's spoken sample; null where there is none. */
  readonly previewUrl: (voice: Voice) => string | null;
  /** What speaks a voice, and why; null where nothing here does. */
  readonly spokenBy: (voice: Voice) => { readonly engine: string; readonly reason: string } | null;
}

function localesOf(accents: readonly VoiceAccent[]): { locale: string; is_native: boolean }[] {
  const byLocale = new Map<string, boolean>();
  for (const { locale, isNative } of accents) byLocale.set(locale, isNative || byLocale.get(locale) === true);
  return [...byLocale].map(([locale, native]) => ({ locale, is_native: native }));
}

function common(voice: Voice, { organizationId, expand, previewUrl, spokenBy }: VoiceWireOptions) {
  return {
    id: voice.id,
    is_owner: voice.ownerId === organizationId,
    name: voice.name,
    description: voice.description,
    gender: voice.gender,
    created_at: voice.createdAt,
    language: voice.language,
    ...(expand.has('is_starred') && { is_starred: false }),
    ...(expand.has('preview_file_url') && { preview_file_url: previewUrl(voice) }),
    ...(expand.has('spoken_by') && { spoken_by: spokenBy(voice) }),
    ...(expand.has('speaker_profile') && { speaker_profile: speakerProfile(voice) }),
    ...(expand.has('blend') && { blend: blendOf(voice) }),
  };
}

/** What was measured of the speaker of a clone; null for a voice that is none. */
function speakerProfile({ speaker: { profile } }: Voice): SpeakerProfile | null {
  if (profile === undefined) return null;
  const { medianPitch, pitchSpread, timbre, notes = [] } = profile;
  return {
    pitch_hz: medianPitch,
    pitch_spread: pitchSpread,
    formants_hz: timbre === undefined ? null : [...timbre.formants],
    vocal_tract_cm: timbre?.tractLength ?? null,
    spectrum_db: timbre === undefined ? null : [...timbre.spectrum],
    tilt_db_per_octave: timbre?.tilt ?? null,
    harmonics_to_noise_db: timbre?.harmonicity ?? null,
    syllables_per_second: timbre?.syllableRate ?? null,
    notes: [...notes],
  };
}

/** What a voice is mixed of; null for one that is not. */
function blendOf({ speaker: { engine, name, blend } }: Voice): WireBlend | null {
  return blend === undefined ? null : { engine, speakers: [name, blend.name], weight: blend.weight };
}

/** Of voices that look the same to everyone, as long as nothing more is asked for: they are made once, and written once. */
const newestOfAll = new WeakMap<Voice, WireVoice>();
const olderOfAll = new WeakMap<Voice, OlderWireVoice>();

/** The form of a built-in voice, frozen; that of any other voice is made anew. */
function remembered<T extends object>(
  forms: WeakMap<Voice, T>,
  make: (voice: Voice, options: VoiceWireOptions) => T,
  voice: Voice,
  options: VoiceWireOptions,
): T {
  if (voice.ownerId !== null || options.expand.size > 0) return make(voice, options);
  const known = forms.get(voice);
  if (known !== undefined) return known;
  const made = Object.freeze(make(voice, options));
  forms.set(voice, made);
  return made;
}

/** Every member any client of version 2026-08-14 knows. */
function newest(voice: Voice, options: VoiceWireOptions): WireVoice {
  const native = nativeAccent(voice);
  return {
    ...common(voice, options),
    status: voice.status,
    access: voice.access,
    visibility: visibilityOf(voice),
    tagline: voice.tagline,
    accents: voice.accents.map(({ accent, locale, isNative }) => ({ accent, locale, is_native: isNative })),
    locales: localesOf(voice.accents),
    accent: native?.accent ?? null,
    country: native?.locale.slice(-2) ?? null,
    is_pro: false,
  };
}

function older(voice: Voice, options: VoiceWireOptions): OlderWireVoice {
  return {
    ...common(voice, options),
    is_public: voice.access === 'public',
    ...(options.expand.has('embedding') && !versionHas(options.version, 'noEmbeddings') && { embedding: [] }),
  };
}

/** A voice in version 2024-06-10. Old clients read one without an embedding as broken. */
export function oldestVoice(voice: Voice): OldestWireVoice {
  return { ...oldMetadata(voice), embedding: [] };
}

function oldMetadata(voice: Voice): OldestWireVoice {
  return {
    id: voice.id,
    user_id: ownerOf(voice),
    is_public: voice.access === 'public',
    name: voice.name,
    description: voice.description,
    created_at: voice.createdAt,
    language: voice.language,
  };
}

/** A voice as one organization sees it in a list of version 2024-11-13 or later. */
export function listedVoice(voice: Voice, options: VoiceWireOptions): WireVoice | OlderWireVoice {
  return versionHas(options.version, 'voiceAccess')
    ? remembered(newestOfAll, newest, voice, options)
    : remembered(olderOfAll, older, voice, options);
}

/** A voice as one organization sees it, in every version. */
export function wireVoice(voice: Voice, options: VoiceWireOptions): WireVoice | OlderWireVoice | OldestWireVoice {
  return versionHas(options.version, 'pagedVoices') ? listedVoice(voice, options) : oldestVoice(voice);
}

/** What the maker of a voice is told. */
export function madeVoice(voice: Voice, version: string): VoiceMetadata | OldestWireVoice {
  return versionHas(version, 'voiceAccess') ? voiceMetadata(voice) : oldMetadata(voice);
}
