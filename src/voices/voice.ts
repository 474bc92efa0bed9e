import type { EngineVoice } from '../engines/adapter.ts';
import type { Language } from './languages.ts';

export const genders = ['masculine', 'feminine', 'gender_neutral'] as const;
export type Gender = (typeof genders)[number];

/** A voice a caller can name, built in or cloned. */
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
  /** Organization it belongs to; null for a built-in voice, which everyone can use. */
  readonly ownerId: string | null;
  readonly access: 'private' | 'public';
  readonly status: 'active' | 'archived';
  /** ISO 8601. */
  readonly createdAt: string;
  /** What speaks it, in its native accent. */
  readonly speaker: EngineVoice;
}

export interface VoiceAccent {
  /** Id of an accent of the catalogue. */
  readonly accent: string;
  readonly locale: string;
  readonly isNative: boolean;
}

/** The accent a voice speaks with when nothing is asked; undefined when it is none of the catalogue's. */
export function nativeAccent(voice: Voice): VoiceAccent | undefined {
  return voice.accents.find((accent) => accent.isNative);
}
