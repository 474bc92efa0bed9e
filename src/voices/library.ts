import { builtInVoices, findBuiltInVoice } from './catalogue.ts';
import type { LanguageTag } from './locales.ts';
import type { SpeakingEngine } from './speakers.ts';
import { nativeAccent, type Gender, type Voice } from './voice.ts';

/** What a list of voices is narrowed to; all given conditions hold together. */
export interface VoiceFilter {
  /** Part of the name, the description or the id; case and diacritics do not matter. */
  readonly text?: string;
  /** Whether the voice belongs to the asking organization. */
  readonly isOwner?: boolean;
  readonly gender?: Gender;
  /** Native language, or native locale where the tag has one. */
  readonly tag?: LanguageTag;
  /** Archived voices too; false when absent. */
  readonly includeArchived?: boolean;
}

/** Where voices come from, seen by one organization at a time: its own, the public ones and the built-in ones. */
export interface VoiceLibrary {
  /** Newest first, then by id; built-in voices last, in the catalogue's order. */
  list(filter: VoiceFilter, organizationId: string): Promise<readonly Voice[]>;
  /** The voice with this id or alias, archived or not; undefined where there is none or the organization may not use it. */
  get(id: string, organizationId: string): Promise<Voice | undefined>;
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const matchesTag = (voice: Voice, { language, locale }: LanguageTag): boolean =>
  voice.language === language && (locale === undefined || nativeAccent(voice)?.locale === locale.code);

/** Whether a voice passes a filter; for libraries that do not ask a database. */
export const matches = (voice: Voice, filter: VoiceFilter, organizationId: string): boolean => {
  const { text, isOwner, gender, tag } = filter;
  if (filter.includeArchived !== true && voice.status === 'archived') return false;
  if (isOwner !== undefined && isOwner !== (voice.ownerId === organizationId)) return false;
  if (gender !== undefined && gender !== voice.gender) return false;
  if (tag !== undefined && !matchesTag(voice, tag)) return false;
  return text === undefined || [voice.name, voice.description, voice.id].some((field) => folded(field).includes(folded(text)));
};

/**
 * The built-in voices as a library. It lists the voices whose own engine is among those loaded and speaks their language.
 * `get` knows all others too: their ids go on working on a server without that engine, in a voice that another engine lends
 * ({@link speakerFor}), so a stored id does not depend on how a server is set up.
 */
export const builtInLibrary = (engines: readonly SpeakingEngine[]): VoiceLibrary => {
  const speaks = (voice: Voice): boolean => engines.some((engine) => engine.id === voice.speaker.engine && engine.languages.includes(voice.language));
  const listed = builtInVoices.filter(speaks);
  return {
    list: (filter, organizationId) => Promise.resolve(listed.filter((voice) => matches(voice, filter, organizationId))),
    get: (id) => Promise.resolve(findBuiltInVoice(id)),
  };
};
