import { endingOf, type Ending } from '../../text/line-breaks.ts';
import type { Prosody, Token } from '../../text/types.ts';
import type { SpeechParameters } from './binding.ts';

const normalWordsPerMinute = 175;
const slowestWordsPerMinute = 80;
const fastestWordsPerMinute = 450;

/** Silence that eSpeak itself puts between two clauses of one text at 175 words a minute, in seconds, by the mark that ends the first. */
const pauseSeconds: Readonly<Record<Ending, number>> = { sentence: 0.3, clause: 0.15, none: 0 };

/**
 * eSpeak's parameters. Rates below 0.46 and above 2.57 are out of its range and become the nearest it has. A pitch parameter
 * p multiplies the voice's pitch by 2^((p − 50) / 50), so 0.5–1.97 can be reached; the range is linear, 50 being the voice's own.
 * @param voicePitch multiplier of the voice, 0.5–2
 */
export function toParameters(prosody: Prosody, voicePitch: number): SpeechParameters {
  return {
    wordsPerMinute: within(normalWordsPerMinute * prosody.rate, slowestWordsPerMinute, fastestWordsPerMinute),
    pitch: within(50 + 50 * Math.log2(voicePitch * prosody.pitch), 0, 99),
    range: within(50 * prosody.range, 0, 99),
  };
}

/**
 * Samples of silence after the segment: eSpeak pauses between clauses of one text but not at its end, and segments are
 * spoken one by one. None where the segment ends inside a clause.
 */
export function trailingSilence(tokens: readonly Token[], wordsPerMinute: number, sampleRate: number): number {
  const seconds = pauseSeconds[endingOf(tokens.at(-1)?.text ?? '')];
  return Math.round((seconds * sampleRate * normalWordsPerMinute) / wordsPerMinute);
}

function within(value: number, low: number, high: number): number {
  return Math.round(Math.max(low, Math.min(high, value)));
}
