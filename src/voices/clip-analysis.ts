/**
 * Whether a clip is good enough to make a voice from (docs/rules.md#clip-quality), with what was measured and what is needed in
 * the error.
 */
import { decodeClip, type ClipLimits, type ClipSource, type SpeechMeasures } from '../audio/clip/index.ts';
import { DecodingError, type AudioFileFormat, type DecodingFault } from '../audio/decoding/index.ts';
import type { Timbre } from '../audio/timbre/timbre.ts';
import type { ClipNote } from '../engines/adapter.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';

/** What a clip has to be. The defaults refuse clips without audible speech, not those that only sound poor. */
export interface ClipRequirements {
  /** Least seconds of speech, pauses not counted. Default 1. */
  readonly minSpeechSeconds: number;
  /** Least level of the loud parts in dB, full scale being 0. Default −50. */
  readonly minLevelDb: number;
  /** Largest share of samples at full scale. Default 0.02. */
  readonly maxClippedShare: number;
  /** Least share of voiced sound outside of pauses. Default 0.2; speech has about 0.5. */
  readonly minVoicedShare: number;
  /** Least change of the sound's colour ({@link SpeechMeasures.colourSpread}). Default 1.3; speech has 2 and more. */
  readonly minColourSpread: number;
}

/** The defaults. */
export const clipRequirements: ClipRequirements = {
  minSpeechSeconds: 1,
  minLevelDb: -50,
  maxClippedShare: 0.02,
  minVoicedShare: 0.2,
  minColourSpread: 1.3,
};

/** What was measured in a clip that meets the requirements. */
export interface ClipAnalysis {
  readonly format: AudioFileFormat;
  readonly seconds: number;
  /** Seconds without pauses. */
  readonly speechSeconds: number;
  /** Seconds of voiced sound in them. */
  readonly voicedSeconds: number;
  /** Median fundamental frequency in Hz. */
  readonly medianPitch: number;
  /** 10th and 90th percentile of it in Hz. */
  readonly lowPitch: number;
  readonly highPitch: number;
  /** Undefined where it has too few vowels to tell. */
  readonly timbre?: Timbre | undefined;
  /** What makes a voice from it less like its speaker; none when absent. */
  readonly notes?: readonly ClipNote[] | undefined;
}

/** Speech that stands out less from what is between it, in dB, is noisy. */
const minSpeechToNoise = 12;

export interface AnalysisOptions extends ClipLimits {
  /** The part of the request that the clip came in, which errors name. Default `clip`. */
  readonly field?: string | undefined;
  readonly requirements?: ClipRequirements | undefined;
}

/**
 * Decodes a clip, measures it and judges it.
 * @param source the file's bytes, or how to get them when its turn comes
 * @throws {ServiceError} `invalid_request` naming the field, saying what was measured and what is needed; `unavailable`
 * when too many clips are being decoded
 */
export async function analyseClip(source: ClipSource, options: AnalysisOptions = {}): Promise<ClipAnalysis> {
  const { field = 'clip', requirements = clipRequirements } = options;
  try {
    const { format, measures } = await decodeClip(source, options);
    const problem = problemOf(measures, requirements);
    if (problem !== undefined) throw invalidField(field, problem);
    const { seconds, activeSeconds, voicedSeconds, pitch, timbre } = measures;
    return {
      format,
      seconds,
      speechSeconds: activeSeconds,
      voicedSeconds,
      medianPitch: pitch!.median,
      lowPitch: pitch!.low,
      highPitch: pitch!.high,
      timbre,
      notes: notesOn(measures),
    };
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, field) : error;
  }
}

/** What a client is told of a clip that could not be decoded. */
export function clipError(error: DecodingError, field: string): ServiceError {
  return (isOfServer(error.fault) ? lateError(error) : invalidField(field, error.message)) as ServiceError;
}

/** What fails in work on a clip that was found good: the server is too slow for it, or too busy. */
export function lateError(error: unknown): unknown {
  if (!(error instanceof DecodingError)) return error;
  return new ServiceError('unavailable', `${error.message}.`, { retryAfterSeconds: 2, cause: error });
}

/** What makes speech that can be used worse than it could be. */
export function notesOn({ levelDb, floorDb, hasTwoPitches }: SpeechMeasures): ClipNote[] {
  return [
    ...(hasTwoPitches ? (['several_speakers'] as const) : []),
    ...(levelDb - floorDb < minSpeechToNoise ? (['noisy'] as const) : []),
  ];
}

function isOfServer(fault: DecodingFault): boolean {
  return fault === 'busy';
}

/** The first thing that is wrong with a clip as a recording of speech, in the order in which a listener would notice. */
export function problemOf(measures: SpeechMeasures, needed: ClipRequirements = clipRequirements): string | undefined {
  const { seconds, levelDb, clippedShare, activeSeconds, voicedSeconds, colourSpread, pitch } = measures;
  const needsSpeech = `at least ${needed.minSpeechSeconds} s of speech ${needed.minSpeechSeconds === 1 ? 'is' : 'are'} needed`;
  if (seconds < needed.minSpeechSeconds) {
    return `The clip is too short: it lasts ${seconds.toFixed(2)} s; ${needsSpeech}`;
  }
  if (levelDb < needed.minLevelDb) {
    return `The clip is silent: its loud parts lie ${(-levelDb).toFixed(0)} dB below full scale; at most ${-needed.minLevelDb} dB may be`;
  }
  if (clippedShare > needed.maxClippedShare) {
    return `The clip is clipped: ${percent(clippedShare)} of its samples are at full scale; at most ${percent(needed.maxClippedShare)} may be. Record it at a lower level`;
  }
  const voicedShare = activeSeconds === 0 ? 0 : voicedSeconds / activeSeconds;
  if (pitch === undefined || voicedShare < needed.minVoicedShare) {
    return `The clip has no speech: ${percent(voicedShare)} of its sound is voiced; at least ${percent(needed.minVoicedShare)} must be`;
  }
  if (colourSpread < needed.minColourSpread) {
    return `The clip has no speech: its sound is steady like a tone (it changes its colour by a factor of ${colourSpread.toFixed(2)}; speech does by ${needed.minColourSpread} and more)`;
  }
  if (activeSeconds < needed.minSpeechSeconds) {
    return `The clip has too little speech: ${activeSeconds.toFixed(2)} s without pauses; ${needsSpeech}`;
  }
  return undefined;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
