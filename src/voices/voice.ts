import type { EngineVoice } from '../engines/adapter.ts';
import type { Language } from './languages.ts';
import { mainAccentOf } from './locales.ts';

/** Genders of the interface. */
export const genders = ['masculine', 'feminine', 'gender_neutral'] as const;
/** One of {@link genders}. */
export type Gender = (typeof genders)[number];

/** A voice that a request can name, built in, cloned or localized. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  /** At most 32 characters; empty when unset. */
  readonly tagline: string;
  readonly description: string;
  readonly gender: Gender | null;
  readonly language: Language;
  /** The accents it can speak with, its native one first; empty when unknown. */
  readonly accents: readonly VoiceAccent[];
  /** Id of the organization it belongs to; null for a built-in voice, which every organization can use. */
  readonly ownerId: string | null;
  readonly access: 'private' | 'public';
  readonly status: 'active' | 'archived';
  /** ISO 8601. */
  readonly createdAt: string;
  /** What speaks it, in its native accent. */
  readonly speaker: EngineVoice;
  /** The recording it was made from, where there is one. */
  readonly clip?: StoredClip | undefined;
}

/** The recording a voice was made from. */
export interface StoredClip {
  /** Key of its object. */
  readonly key: string;
  /** What is said in it, where the owner gave it. */
  readonly transcript: string | undefined;
}

/** An accent that a voice speaks with. */
export interface VoiceAccent {
  /** Id of an accent of the interface. */
  readonly accent: string;
  readonly locale: string;
  readonly isNative: boolean;
}

/** The accent a voice speaks with when a request names none; undefined when it is none of the interface's. */
export function nativeAccent(voice: Voice): VoiceAccent | undefined {
  return voice.accents.find((accent) => accent.isNative);
}

/** Id of that accent; of a voice without one that is known, the main one of its language. */
export function spokenAccent(voice: Voice): string {
  return nativeAccent(voice)?.accent ?? mainAccentOf(voice.language).id;
}
