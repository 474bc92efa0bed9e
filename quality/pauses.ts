/** Pauses as they are heard: before the first sound, at a comma and between two sentences, at a speed of 1. */
import { decibels, loudnessOf, speechLoudness } from '../src/audio/loudness.ts';
import { resampledLength } from '../src/audio/resampler.ts';
import type { EngineVoice, Synthesizer } from '../src/engines/adapter.ts';
import { espeak } from '../src/engines/espeak/index.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { flite } from '../src/engines/flite/index.ts';
import { load as loadFlite } from '../src/engines/flite/synthesizer.ts';
import type { Language } from '../src/voices/languages.ts';
import { sentences as corpus } from '../src/voices/sentences.ts';
import { speechOf } from './sources/speech.ts';

/** Milliseconds. */
export interface VoicePauses {
  /** Its key in the catalogue. */
  readonly voice: string;
  /** Before the first sound. */
  readonly lead: number;
  readonly comma: number;
  /** Between two sentences, each a segment of its own. */
  readonly sentence: number;
}

const frameSeconds = 0.005;
/** Frames below are silent: 25 dB below the mean of speech. */
const silence = speechLoudness - 25;

const commaTexts = [
  'Come in today, maybe tomorrow.',
  'We rowed along, not knowing anything.',
  'My name is Ann, nobody else came.',
];
const sentenceTexts: readonly (readonly [string, string])[] = [
  ['We came in time.', 'Mary was alone.'],
  ['He saw a man.', 'Nobody knew him.'],
  ['It may be a lion.', 'Go now.'],
];

/** Silent frames at the start, and the longest silence between sounds, in ms. */
export function pausesIn(samples: Int16Array, sampleRate: number): { lead: number; longest: number } {
  const frame = resampledLength(frameSeconds, 1, sampleRate);
  const limit = 32_768 * decibels(silence + loudnessOf(samples, sampleRate) - speechLoudness);
  const loud: number[] = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    const energy = samples.subarray(at, at + frame).reduce((sum, value) => sum + value * value, 0) / frame;
    if (Math.sqrt(energy) > limit) loud.push(at / frame);
  }
  const gaps = loud.slice(1).map((at, index) => at - loud[index]! - 1);
  return { lead: (loud[0] ?? 0) * frameSeconds * 1000, longest: Math.max(0, ...gaps) * frameSeconds * 1000 };
}

async function pausesOf(
  synthesizer: Synthesizer,
  voice: EngineVoice,
  rate: number,
  language: string,
): Promise<Omit<VoicePauses, 'voice'>> {
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  const own = corpus[language as Language];
  const lead = median(
    await Promise.all(
      own.map(async (text) => pausesIn(await speechOf(synthesizer, voice, [text], language), rate).lead),
    ),
  );
  const heard = async (texts: readonly (readonly string[])[]): Promise<number> =>
    median(
      await Promise.all(texts.map(async (each) => pausesIn(await speechOf(synthesizer, voice, each), rate).longest)),
    );
  return { lead, comma: await heard(commaTexts.map((text) => [text])), sentence: await heard(sentenceTexts) };
}

export async function measurePauses(): Promise<VoicePauses[]> {
  const rows: VoicePauses[] = [];
  for (const [engine, synthesizer] of [
    [flite, await loadFlite()],
    [espeak, await EspeakSynthesizer.load()],
  ] as const) {
    for (const { key, speaker, language } of engine.voices()) {
      rows.push({ voice: key, ...(await pausesOf(synthesizer, speaker, engine.capabilities.sampleRate, language)) });
    }
  }
  return rows;
}

if (import.meta.main) console.table(await measurePauses());
