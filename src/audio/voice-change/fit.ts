/** Finds what is to be done with a recording to make it sound like a voice, by changing a part of it on trial. */
import { speechFrames, type SpeechMeasures } from '../clip/measures.ts';
import { loudnessOfSpeech, speechLoudness } from '../loudness.ts';
import { joinFloats } from '../samples.ts';
import { measureTimbre, type Timbre } from '../timbre/timbre.ts';
import { changedRate, shifted, type TargetVoice } from './shift.ts';
import { isAscending, VoiceFilter, type Envelope } from './voice-filter.ts';

/** What is done behind the pitch. */
export interface Fit {
  /** Undefined: formants and spectrum stay. */
  readonly filter: VoiceFilter | undefined;
  /** Linear. */
  readonly gain: number;
}

/** What a fit is made from. */
export interface Fitting {
  /** Of the recording, at {@link changedRate} and as loud as what is changed. */
  readonly excerpt: Float32Array;
  /** dB by which the whole recording is louder than the excerpt. */
  readonly restDb: number;
  /** Of the recording; it has a pitch. */
  readonly measures: SpeechMeasures;
  readonly target: TargetVoice;
}

/**
 * How much of the way to the target formants (in octaves) and bands (in dB) are moved: the last part of it makes a voice no more like the
 * target's, and costs words.
 */
const [formantShare, spectrumShare] = [0.5, 0.8] as const;
/** What is changed on trial: so many seconds in so many parts, each the loudest of its stretch of the excerpt. */
const trial = { seconds: 4, parts: 4 } as const;
/** Of them so many moments are measured, and so many vowels for the formants. */
const measured = { frames: 200, vowels: 60 } as const;

export function fitVoice({ excerpt, restDb, measures, target }: Fitting): Fit {
  const part = loudestParts(excerpt);
  const moved = joinFloats([...shifted(part, measures, target)]);
  const { filter, loudness } = fitted(part, moved, measures, target);
  // The rest of the recording is as much quieter as it was.
  const rest = loudnessOfSpeech(excerpt, changedRate) - loudnessOfSpeech(part, changedRate) + restDb;
  return { filter, gain: 10 ** ((speechLoudness - loudness - rest) / 20) };
}

/**
 * The filter, corrected once by what comes out of it, and the LUFS of the part behind it. What the shift and the filter do is measured in the
 * part and taken to hold for the whole recording, which has other sounds.
 */
function fitted(
  part: Float32Array,
  moved: Float32Array,
  { pitch, timbre: own }: SpeechMeasures,
  { medianPitch, timbre: target }: TargetVoice,
): { readonly filter: VoiceFilter | undefined; readonly loudness: number } {
  const loudness = loudnessOfSpeech(moved, changedRate);
  if (target === undefined) return { filter: undefined, loudness };
  const { active, levelDb } = speechFrames(part, changedRate, measured.frames);
  const timbreOf = (samples: Float32Array, median: number) =>
    measureTimbre({
      ...{ samples, sampleRate: changedRate, active, levelDb, medianPitch: median, syllableRate: 0 },
      maxVowels: measured.vowels,
    });
  const [before, behind] = [timbreOf(part, pitch!.median), timbreOf(moved, medianPitch)];
  if (behind === undefined) return { filter: undefined, loudness };
  const wanted = own === undefined ? target : between(own, target);
  const shift = own === undefined || before === undefined ? behind : carried(own, before, behind);
  const first = VoiceFilter.from(changedRate, shift, loudness, wanted);
  const spectra = first.spectra();
  const tried = joinFloats([...first.filtered([moved], spectra)]);
  const heard = timbreOf(tried, medianPitch);
  if (heard === undefined) return { filter: first, loudness: loudnessOfSpeech(tried, changedRate) };
  const filter = first.corrected(carried(shift, behind, heard), wanted);
  const louder = filter.louderThan(first, spectra);
  return { filter, loudness: loudnessOfSpeech(tried, changedRate) + (Number.isFinite(louder) ? louder : 0) };
}

/** What lies between the recording and the target, as far as words allow it. */
function between(own: Timbre, target: Timbre): Envelope {
  return {
    formants: target.formants.map((asked, index) => {
      const formant = own.formants[index];
      return formant === undefined ? asked : formant * (asked / formant) ** formantShare;
    }),
    spectrum: target.spectrum.map((asked, band) => {
      const level = own.spectrum[band] ?? null;
      return asked === null || level === null ? asked : level + spectrumShare * (asked - level);
    }),
  };
}

/** What becomes of the whole, by what has become of a part of it. */
function carried(whole: Envelope, before: Envelope, behind: Envelope): Envelope {
  const formants = behind.formants.map((formant, index) => {
    const [all, was] = [whole.formants[index], before.formants[index]];
    return all === undefined || was === undefined ? formant : (all * formant) / was;
  });
  return {
    formants: isAscending(formants) ? formants : behind.formants,
    spectrum: behind.spectrum.map((level, band) => {
      const [all, was] = [whole.spectrum[band] ?? null, before.spectrum[band] ?? null];
      return level === null || all === null || was === null ? level : all + level - was;
    }),
  };
}

/** Of each of so many stretches of the recording the part with the most energy, one behind the other; all of a short recording. */
function loudestParts(samples: Float32Array): Float32Array {
  const length = Math.round((trial.seconds * changedRate) / trial.parts);
  const stretch = Math.floor(samples.length / trial.parts);
  if (stretch <= length) return samples;
  return joinFloats(
    Array.from({ length: trial.parts }, (_, index) =>
      loudestPart(samples.subarray(index * stretch, (index + 1) * stretch), length),
    ),
  );
}

function loudestPart(samples: Float32Array, length: number): Float32Array {
  const hop = changedRate / 10;
  let best = { at: 0, energy: -1 };
  for (let at = 0; at + length <= samples.length; at += hop) {
    let energy = 0;
    for (let index = at; index < at + length; index += 4) energy += samples[index]! * samples[index]!;
    if (energy > best.energy) best = { at, energy };
  }
  return samples.subarray(best.at, best.at + length);
}
