/** How near a clone comes to its clip, by what is measured in both (docs/rules.md#clone-similarity). */
import type { BandLevels } from '../audio/timbre/bands.ts';
import type { SpeakerProfile } from '../engines/adapter.ts';

/** What of a voice is compared. */
export type ComparedVoice = Pick<SpeakerProfile, 'medianPitch' | 'timbre'>;

/** What two voices differ in. */
export interface VoiceSimilarity {
  /** Of the median pitches: the second over the first, less 1. */
  readonly pitch: number;
  /** Root mean square of the relative differences of the formants that both have; undefined where one has none. */
  readonly formants: number | undefined;
  /** Root mean square difference of the long-term spectra in dB, whatever their levels; undefined where one has none. */
  readonly spectrum: number | undefined;
  /**
   * All three together: 1 is as near as the nearest recordings of one speaker; 0 is as far as two speakers usually are, or farther.
   * Another recording of the same speaker has 0.8 to 1. Undefined where formants or spectrum are: the pitch alone makes no voice.
   */
  readonly overall: number | undefined;
}

/** What of each is about as much of a difference to a listener as of the others. */
const units = { pitch: 0.1, formants: 0.08, spectrum: 3 } as const;
/**
 * Values of {@link voiceDistance} by `node quality/clones.ts`, of eight speakers of the engines: two recordings of one of them with
 * different words are 0.5 to 1.05 apart (median 0.7), those of two 1.2 to 6.5 (median 3).
 */
const anchors = { nearestRecordings: 0.5, otherSpeaker: 3 } as const;

/**
 * @param clip what was measured in the clip
 * @param spoken what was measured in speech of its clone
 */
export function similarityOf(clip: ComparedVoice, spoken: ComparedVoice): VoiceSimilarity {
  const [formants, spectrum] = [formantDistance(clip, spoken), spectralDistanceOf(clip, spoken)];
  const distance = voiceDistance(clip, spoken);
  const { nearestRecordings, otherSpeaker } = anchors;
  return {
    pitch: spoken.medianPitch / clip.medianPitch - 1,
    formants: formants && Math.expm1(formants),
    spectrum,
    overall:
      distance === undefined
        ? undefined
        : Math.min(1, Math.max(0, (otherSpeaker - distance) / (otherSpeaker - nearestRecordings))),
  };
}

/**
 * Pitch, formants and spectrum in {@link units}, root mean square.
 * @returns undefined where one of the two has no timbre, or no formant or band that the other has
 */
export function voiceDistance(a: ComparedVoice, b: ComparedVoice): number | undefined {
  const [formants, spectrum] = [formantDistance(a, b), spectralDistanceOf(a, b)];
  if (formants === undefined || spectrum === undefined) return undefined;
  return rootMeanSquare([
    Math.log(b.medianPitch / a.medianPitch) / units.pitch,
    formants / units.formants,
    spectrum / units.spectrum,
  ]);
}

/** Of the logarithms. */
function formantDistance({ timbre: a }: ComparedVoice, { timbre: b }: ComparedVoice): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const count = Math.min(a.formants.length, b.formants.length);
  return rootMeanSquare(a.formants.slice(0, count).map((formant, index) => Math.log(b.formants[index]! / formant)));
}

function spectralDistanceOf({ timbre: a }: ComparedVoice, { timbre: b }: ComparedVoice): number | undefined {
  return a && b && spectralDistance(a.spectrum, b.spectrum);
}

/** In dB, of the bands that both have, whatever their levels; undefined where they share none. */
export function spectralDistance(a: BandLevels, b: BandLevels): number | undefined {
  const differences = a.flatMap((level, band) => {
    const other = b[band] ?? null;
    return level === null || other === null ? [] : [level - other];
  });
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return rootMeanSquare(differences.map((value) => value - mean));
}

function rootMeanSquare(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

/** The same in a sentence. */
export function similarityInWords({ pitch, formants, spectrum }: VoiceSimilarity): string {
  const percent = (share: number): string => `${Math.round(100 * Math.abs(share))} %`;
  return [
    `Pitch ${percent(pitch)} apart`,
    formants === undefined ? 'formants not measured' : `formants ${percent(formants)} apart on average`,
    spectrum === undefined ? 'spectrum not measured.' : `spectrum ${spectrum.toFixed(1)} dB apart on average.`,
  ].join(', ');
}
