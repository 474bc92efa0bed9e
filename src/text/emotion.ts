/** Emotion as a table: how each name of the interface changes rate, pitch, intonation and loudness. */
import type { Prosody, ProsodySupport } from './types.ts';

/** The request's `generation_config`, already checked. */
export interface GenerationConfig {
  /** 0.6–1.5, default 1. */
  readonly speed?: number;
  /** 0.5–2, default 1. */
  readonly volume?: number;
  /** One of {@link emotionNames}; anything else is spoken as `neutral`. */
  readonly emotion?: string;
}

/** What the tags of the transcript have set so far; speed and volume multiply the request's, the emotion replaces it. */
export interface TagProsody {
  readonly speed: number;
  readonly volume: number;
  readonly emotion?: string;
}

/** How a segment is to be spoken beyond what the request says. */
export interface SegmentProsody extends TagProsody {
  /** Multiplier of the sentence's place in its paragraph. Default 1. */
  readonly pitch?: number;
}

type Multipliers = readonly [rate: number, pitch: number, range: number, volume: number];

/*
 * Directions after the reviews of vocal emotion (Scherer 1986; Juslin and Laukka 2003): arousal raises rate, pitch, range
 * and loudness, sadness and tiredness lower all four, fear raises pitch and rate but not loudness, anger is loud and wide.
 * The steps are small, so that every voice stays itself.
 */
const emotions: Readonly<Record<string, Multipliers>> = {
  neutral: [1, 1, 1, 1],
  happy: [1.06, 1.08, 1.25, 1.08],
  excited: [1.14, 1.12, 1.4, 1.18],
  enthusiastic: [1.1, 1.1, 1.35, 1.15],
  elated: [1.1, 1.12, 1.4, 1.12],
  euphoric: [1.12, 1.14, 1.45, 1.15],
  triumphant: [1.02, 1.08, 1.35, 1.25],
  amazed: [1.02, 1.12, 1.4, 1.1],
  surprised: [1.06, 1.15, 1.45, 1.12],
  flirtatious: [0.95, 1.05, 1.3, 0.95],
  curious: [1.02, 1.06, 1.25, 1],
  content: [0.97, 1.01, 1.05, 0.97],
  peaceful: [0.9, 0.97, 0.9, 0.88],
  serene: [0.88, 0.97, 0.88, 0.86],
  calm: [0.92, 0.97, 0.88, 0.92],
  grateful: [0.97, 1.03, 1.12, 1],
  affectionate: [0.94, 1.03, 1.12, 0.93],
  trust: [0.97, 0.99, 1, 1],
  sympathetic: [0.92, 0.98, 1.02, 0.9],
  anticipation: [1.05, 1.05, 1.2, 1.04],
  mysterious: [0.88, 0.94, 0.95, 0.85],
  angry: [1.06, 1.04, 1.35, 1.3],
  mad: [1.08, 1.05, 1.4, 1.32],
  outraged: [1.1, 1.1, 1.5, 1.4],
  frustrated: [1.04, 1.03, 1.25, 1.15],
  agitated: [1.12, 1.07, 1.3, 1.15],
  threatened: [1.08, 1.08, 1.2, 1.05],
  disgusted: [0.94, 0.95, 1.1, 1.04],
  contempt: [0.93, 0.95, 0.95, 1],
  envious: [0.97, 0.98, 1.05, 0.98],
  sarcastic: [0.92, 0.98, 1.3, 1],
  ironic: [0.94, 0.99, 1.25, 1],
  sad: [0.85, 0.93, 0.75, 0.82],
  dejected: [0.82, 0.92, 0.68, 0.78],
  melancholic: [0.84, 0.94, 0.75, 0.82],
  disappointed: [0.9, 0.95, 0.82, 0.88],
  hurt: [0.88, 0.98, 0.85, 0.82],
  guilty: [0.88, 0.95, 0.8, 0.82],
  bored: [0.88, 0.95, 0.6, 0.88],
  tired: [0.84, 0.93, 0.65, 0.8],
  rejected: [0.86, 0.94, 0.76, 0.82],
  nostalgic: [0.9, 0.98, 0.92, 0.9],
  wistful: [0.88, 0.98, 0.88, 0.86],
  apologetic: [0.93, 0.99, 0.92, 0.88],
  hesitant: [0.86, 1, 0.95, 0.88],
  insecure: [0.92, 1.03, 0.92, 0.84],
  confused: [0.93, 1.04, 1.15, 0.95],
  resigned: [0.86, 0.93, 0.7, 0.84],
  anxious: [1.08, 1.07, 1.1, 0.95],
  panicked: [1.2, 1.16, 1.35, 1.15],
  alarmed: [1.14, 1.14, 1.4, 1.25],
  scared: [1.1, 1.12, 1.15, 0.92],
  proud: [0.97, 1.02, 1.2, 1.12],
  confident: [1, 0.98, 1.15, 1.12],
  distant: [0.93, 0.97, 0.75, 0.82],
  skeptical: [0.95, 0.98, 1.18, 1],
  contemplative: [0.88, 0.97, 0.88, 0.9],
  determined: [1, 0.98, 1.12, 1.15],
};

/** Every emotion the interface names. */
export const emotionNames: readonly string[] = Object.keys(emotions);

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value * 1e4) / 1e4));
}

const everything: ProsodySupport = { rate: true, pitch: true, emotion: false };

/**
 * Multiplies the request's values, the tags', the sentence's and the emotion's, within the ranges of {@link Prosody}.
 * @param support what the engine speaks by itself: what it does not is 1, and an emotion that it takes by name changes no value
 */
export function prosody(config: GenerationConfig, tags: SegmentProsody, support: ProsodySupport = everything): Prosody {
  const [rate, pitch, range, volume] = emotions[support.emotion ? 'neutral' : emotionOf(config, tags)]!;
  return {
    rate: support.rate ? clamp((config.speed ?? 1) * tags.speed * rate, 0.3, 3) : 1,
    volume: clamp((config.volume ?? 1) * tags.volume * volume, 0.25, 4),
    pitch: support.pitch ? clamp(pitch * (tags.pitch ?? 1), 0.5, 2) : 1,
    range: support.pitch ? clamp(range, 0, 2) : 1,
  };
}

/** The emotion in force, one of {@link emotionNames}. */
export function emotionOf(config: GenerationConfig, tags: TagProsody): string {
  const name = (tags.emotion ?? config.emotion ?? 'neutral').toLowerCase();
  return Object.hasOwn(emotions, name) ? name : 'neutral';
}
