import { endingOf, type Ending } from '../../text/line-breaks.ts';
import type { Segment, Token } from '../../text/types.ts';
import type { EngineVoice } from '../adapter.ts';
import type { SpeechParameters } from './binding.ts';

const normalWordsPerMinute = 175;
const slowestWordsPerMinute = 80;
const fastestWordsPerMinute = 450;

/** Silence behind the last sound at 175 words a minute, in seconds, by the mark that ends the segment: with the start of the next sound what eSpeak itself puts between two clauses of one text. */
const pauseSeconds: Readonly<Record<Ending, number>> = { sentence: 0.31, clause: 0.15, none: 0 };

/**
 * eSpeak's own range is that of a voice that reads a list: with half as much more, the pitch of a sentence spreads as that of a person
 * who reads. That lifts the mean by a twentieth, which the pitch takes back. A clone has its speaker's range.
 */
const own = { range: 75, pitch: 46 } as const;
const clone = { range: 50, pitch: 50 } as const;
/** The breathy variant in English, the one language whose words are recognised here: with more, PocketSphinx mistakes more of them. */
const breathy = { variant: 'f5', language: 'en', range: 58, pitch: 49 } as const;
/** Tones move it otherwise. */
const ownPitchOfTones: Readonly<Record<string, number>> = { zh: 49, vi: 54, th: 42 };

/**
 * eSpeak's parameters. Rates below 0.46 and above 2.57 are out of its range and become the nearest it has. A pitch parameter
 * p multiplies the voice's pitch by 2^((p − 50) / 50), so 0.5–1.97 can be reached; the range is linear and of Hz, 50 being
 * that of the voice's file, and ends at twice that: it goes with the pitch, so that the spread in semitones stays.
 * @param voice its pitch is a multiplier, 0.5–2
 */
export function toParameters(
  { prosody, language }: Pick<Segment, 'prosody' | 'language'>,
  voice: Pick<EngineVoice, 'pitch' | 'profile' | 'variant'>,
): SpeechParameters {
  const isClone = voice.profile !== undefined;
  const { range, pitch } = isClone ? clone : ownMelody(voice.variant, language);
  const multiplier = (voice.pitch ?? 1) * prosody.pitch;
  return {
    wordsPerMinute: within(normalWordsPerMinute * prosody.rate, slowestWordsPerMinute, fastestWordsPerMinute),
    pitch: within(pitch + 50 * Math.log2(multiplier), 0, 99),
    range: within(range * prosody.range * (isClone ? 1 : multiplier), 0, 99),
  };
}

function ownMelody(variant: string | undefined, language: string): { readonly range: number; readonly pitch: number } {
  if (variant === breathy.variant && language === breathy.language) return breathy;
  return { range: own.range, pitch: ownPitchOfTones[language] ?? own.pitch };
}

/**
 * Seconds of silence behind the last sound of the segment: eSpeak pauses between clauses of one text but not at its end, and segments are
 * spoken one by one. None where the segment ends inside a clause.
 */
export function trailingPause(tokens: readonly Token[], wordsPerMinute: number): number {
  return (pauseSeconds[endingOf(tokens.at(-1)?.text ?? '')] * normalWordsPerMinute) / wordsPerMinute;
}

function within(value: number, low: number, high: number): number {
  return Math.round(Math.max(low, Math.min(high, value)));
}
