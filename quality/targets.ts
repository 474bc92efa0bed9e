/** What is asked of the sound: every target of the parts, and how a figure is held against it. */
import type { Row } from '../bench/report/table.ts';

export interface Target {
  /** For the column of the table. */
  readonly text: string;
  meets(value: number): boolean;
}

export const targets = {
  /** LUFS of a voice at volume 1. */
  loudness: between(-20.7, -19.3, 'LUFS', 1),
  /** LUFS of a short answer, and the share of answers that have it. */
  answerLoudness: between(-21, -19, 'LUFS', 0),
  answerShare: atLeast(0.95),
  /** dBTP at any volume. */
  truePeak: atMost(-1, 'dBTP'),
  /** Our own meter against that of ffmpeg, in LU. */
  meterDifference: atMost(0.1, 'LU'),
  /** Seconds of a gap between two sentences, and at a comma, at speed 1. */
  sentenceGap: between(0.3, 0.4, 's', 2),
  commaGap: between(0.12, 0.18, 's', 2),
  /** Longest silence in a sentence without punctuation that is longer than an engine's segment, in seconds. */
  phraseGap: atMost(0.18, 's'),
  /** Seconds before the first sound. */
  leadingSilence: atMost(0.02, 's'),
  /** Seconds that a tag inside a sentence adds to the silence between two words: less than the closure of a stop, which is no pause. */
  tagCost: atMost(0.03, 's'),
  /** Substitutions, insertions and deletions of words more than the bare engine has, and than the raw format has. */
  wordErrorCost: atMost(0.05, ''),
  /** Seconds between the times of words and forced alignment. */
  wordTimeMedian: atMost(0.015, 's'),
  wordTime95: atMost(0.08, 's'),
  /** Seconds between the times of words that were found by alignment and those of the engine that spoke them. */
  heardWordMedian: atMost(0.02, 's'),
  heardWord95: atMost(0.12, 's'),
  /** Share by which a measured factor differs from the one that was asked. */
  speedError: atMost(0.03, ''),
  pitchError: atMost(0.05, ''),
  /** dB by which the change of level differs from the volume that was asked, where the limiter has nothing to do. */
  volumeError: atMost(0.1, 'dB'),
  /** Seconds by which a break differs from its tag. */
  breakError: atMost(0.001, 's'),
  /** Share of sentences or recordings whose words cannot be compared, since the aligner does not follow them. */
  notAligned: atMostShare(0.1),
  /** Counts of what may not happen: different bytes, silent languages, silent letters. */
  none: atMost(0, ''),
  /** Share of cases read as a style guide has it. */
  englishCases: atLeast(0.95),
  otherCases: atLeast(0.9),
  /** Share of texts that are read as something else than they mean. */
  readingErrors: atMostShare(0.015),
  /** Share by which the median fundamental frequency of a clone differs from its clip's. */
  clonePitch: atMost(0.03, ''),
  /** Distance of a clone's spectrum from its clip's, by that of the voice it is made on. */
  cloneDistance: atMost(0.5, ''),
  /** Semitones of the standard deviation of the pitch within a sentence, and from the first sentence of a paragraph down to the last. */
  pitchSpread: between(1.2, 4.4, 'semitones', 1),
  paragraphFall: between(1, 3, 'semitones', 0),
  /** Words of a clone that are mistaken beyond those of the voice that it is made on. */
  cloneWords: atMost(0.05, ''),
  /** Share of clones that are nearest to their own clip: six of eight. */
  cloneIdentified: atLeast(0.75),
  /** Of a recording in another voice: share by which its length differs. */
  changedDuration: atMost(0.01, ''),
  /** Seconds by which its rise and fall, and its words, are moved. */
  changedTime95: atMost(0.02, 's'),
  /** Correlation of its melody with the recording's. */
  changedMelody: atLeastNumber(0.9),
  /** Share by which its median fundamental frequency differs from the voice's. */
  changedPitch: atMost(0.03, ''),
  /** Distance of its spectrum from the voice's, by that of the recording. */
  changedDistance: atMost(0.5, ''),
  /** LUFS. */
  changedLoudness: between(-21, -19, 'LUFS', 0),
  /** Where speech is joined to a recording: dB of a step of loudness, and of the noise between words; share of the pitch. */
  jointStep: atMost(2, 'dB'),
  jointNoise: atMost(3, 'dB'),
  jointPitch: atMost(0.1, ''),
  /** Time of the normalisation by the time of eSpeak for the same text. */
  normalisationTime: atMost(0.02, ''),
} as const satisfies Readonly<Record<string, Target>>;

/** A figure and what is asked of it. */
export interface Figure {
  readonly value: number;
  readonly target: Target;
}

/** A row that passes when each of its figures does; without figures it only informs. */
export function rowOf(id: string, what: string, measured: string, figures: readonly Figure[] = []): Row {
  const aim = [...new Set(figures.map(({ target }) => target.text))].join('; ');
  if (figures.length === 0) return { id, what, aim, measured };
  return { id, what, aim, measured, pass: figures.every(({ value, target }) => target.meets(value)) };
}

function between(low: number, high: number, unit: string, digits: number): Target {
  return {
    text: `${number(low, digits)}–${number(high, digits)} ${unit}`,
    meets: (value) => value >= low && value <= high,
  };
}

function atMost(limit: number, unit: string): Target {
  return { text: `≤ ${number(limit)} ${unit}`.trimEnd(), meets: (value) => value <= limit };
}

function atMostShare(share: number): Target {
  return { text: `≤ ${share * 100} %`, meets: (value) => value <= share };
}

function atLeast(share: number): Target {
  return { text: `≥ ${share * 100} %`, meets: (value) => value >= share };
}

function atLeastNumber(limit: number): Target {
  return { text: `≥ ${limit}`, meets: (value) => value >= limit };
}

function number(value: number, digits?: number): string {
  return (digits === undefined ? String(value) : value.toFixed(digits)).replace('-', '−');
}
