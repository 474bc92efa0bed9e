/** One profile of one speaker from several clips. */
import type { Timbre } from '../audio/timbre/timbre.ts';
import { clipNotes, type SpeakerProfile } from '../engines/adapter.ts';
import type { ClipAnalysis } from './clip-analysis.ts';
import { profileOf } from './cloning.ts';

/** A clip farther from the median clip than this is taken as another speaker's: octaves of pitch and of the formants' mean. */
const sameSpeaker = { pitch: 0.4, formants: 0.18 } as const;

interface Weighted {
  readonly profile: SpeakerProfile;
  /** Seconds with a voice. */
  readonly weight: number;
}

/**
 * The mean of the profiles of all clips, each weighted by its seconds with a voice: what differs from clip to clip by what is said
 * averages out. A few clips of another speaker, far from the median one, are left out.
 * @param analyses at least one
 */
export function jointProfile(analyses: readonly ClipAnalysis[]): SpeakerProfile {
  const all = analyses.map((analysis) => ({ profile: profileOf(analysis), weight: analysis.voicedSeconds }));
  const own = ofSameSpeaker(all);
  const timbres = own.flatMap(({ profile: { timbre }, weight }) => (timbre === undefined ? [] : [{ timbre, weight }]));
  const notes = clipNotes.filter((note) => own.some(({ profile }) => profile.notes?.includes(note)));
  return {
    medianPitch: rounded(mean(own, ({ profile }) => profile.medianPitch)!),
    pitchSpread: rounded(
      mean(own, ({ profile }) => profile.pitchSpread)!,
      3,
    ),
    ...(timbres.length > 0 && { timbre: meanTimbre(timbres) }),
    ...(notes.length > 0 && { notes }),
  };
}

function ofSameSpeaker(all: readonly Weighted[]): readonly Weighted[] {
  const pitch = median(all, ({ profile }) => Math.log2(profile.medianPitch))!;
  const formants = median(all, formantPlace);
  const near = all.filter((item) => {
    const place = formantPlace(item);
    return (
      Math.abs(Math.log2(item.profile.medianPitch) - pitch) <= sameSpeaker.pitch &&
      (place === undefined || formants === undefined || Math.abs(place - formants) <= sameSpeaker.formants)
    );
  });
  return near.length === 0 ? all : near;
}

/** Mean of the first three formants in octaves. */
function formantPlace({ profile: { timbre } }: Weighted): number | undefined {
  if (timbre === undefined) return undefined;
  return timbre.formants.slice(0, 3).reduce((sum, formant) => sum + Math.log2(formant), 0) / 3;
}

function meanTimbre(timbres: readonly { readonly timbre: Timbre; readonly weight: number }[]): Timbre {
  const of = (value: (timbre: Timbre) => number | null | undefined, digits = 1): number | null => {
    const result = mean(timbres, ({ timbre }) => value(timbre) ?? undefined);
    return result === undefined ? null : rounded(result, digits);
  };
  const formantCount = Math.max(...timbres.map(({ timbre }) => timbre.formants.length));
  return {
    formants: Array.from({ length: formantCount }, (_, index) => of(({ formants }) => formants[index], 0)!),
    tractLength: of(({ tractLength }) => tractLength)!,
    spectrum: timbres[0]!.timbre.spectrum.map((_, band) => of(({ spectrum }) => spectrum[band])),
    tilt: of(({ tilt }) => tilt)!,
    harmonicity: of(({ harmonicity }) => harmonicity)!,
    syllableRate: of(({ syllableRate }) => syllableRate)!,
  };
}

/** The values of the items that have one. */
function valuesOf<T extends { readonly weight: number }>(
  items: readonly T[],
  value: (item: T) => number | undefined,
): { readonly value: number; readonly weight: number }[] {
  return items.flatMap((item) => {
    const own = value(item);
    return own === undefined ? [] : [{ value: own, weight: item.weight }];
  });
}

/** Over the items that have the value; undefined where none has. */
function mean<T extends { readonly weight: number }>(
  items: readonly T[],
  value: (item: T) => number | undefined,
): number | undefined {
  const known = valuesOf(items, value);
  const whole = known.reduce((sum, { weight }) => sum + weight, 0);
  return whole === 0 ? undefined : known.reduce((sum, item) => sum + item.value * (item.weight / whole), 0);
}

/** The value that half of the weight lies below. */
function median(items: readonly Weighted[], value: (item: Weighted) => number | undefined): number | undefined {
  const sorted = valuesOf(items, value).sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  return (sorted.find(({ weight }) => (sum += weight) >= half) ?? sorted.at(-1))?.value;
}

function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
