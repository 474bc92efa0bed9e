/** Voices between two voices of one engine that blends: a Kokoro model, whose voices are vectors (docs/decisions/0069-blended-voices.md). */
import type { EngineDescriptor, EngineVoice } from '../engines/adapter.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { VoiceDraft } from './stored-voice.ts';
import type { Voice } from './voice.ts';

/** Where between two voices a third one lies. */
export interface Blend {
  readonly first: Voice;
  readonly other: Voice;
  /** Share of the other one, 0–1. It is taken in hundredths. */
  readonly weight: number;
}

/** Fields of a request that name the voices, for messages. */
interface BlendFields {
  readonly first: string;
  readonly other: string;
}

/** What a blend takes from its voices: the language and the accent of the first one, the gender of the nearer one. */
export type BlendedVoice = Pick<VoiceDraft, 'speaker' | 'gender'>;

/** The engines here that speak between two of their voices. */
export function blendingEngines<T extends Pick<EngineDescriptor, 'capabilities'>>(engines: readonly T[]): readonly T[] {
  return engines.filter(({ capabilities }) => capabilities.blending === true);
}

/**
 * The engines here that speak between two of their voices.
 * @throws {ServiceError} `not_implemented` where none does
 */
export function requireBlending(engines: readonly EngineDescriptor[]): readonly EngineDescriptor[] {
  const able = blendingEngines(engines);
  if (able.length > 0) return able;
  throw new ServiceError(
    'not_implemented',
    'No model of this server speaks between two voices. Kokoro does: install kokoro-multi-lang-v1_0, or install it again where an older version did.',
  );
}

/**
 * @param engines those of this server
 * @param fields  by which the request names the voices
 * @throws {ServiceError} as {@link requireBlending}; `invalid_request` naming the field of a voice
 * that is none of such an engine's own, or of another one than the first, or the first one again
 */
export function blendedVoice(
  { first, other, weight }: Blend,
  engines: readonly EngineDescriptor[],
  fields: BlendFields,
): BlendedVoice {
  const able = requireBlending(engines);
  const names = able.map(({ id }) => id).join(', ');
  for (const [field, voice] of [
    [fields.first, first],
    [fields.other, other],
  ] as const) {
    if (!isPure(voice.speaker) || !able.some(({ id }) => id === voice.speaker.engine)) {
      throw invalidField(field, `Not a voice that can be blended: expected one that ${names} brings along`);
    }
  }
  if (first.speaker.engine !== other.speaker.engine) {
    throw invalidField(fields.other, `Expected another voice of ${first.speaker.engine}, which speaks the first one`);
  }
  if (first.speaker.name === other.speaker.name) {
    throw invalidField(fields.other, 'Expected another voice than the first');
  }
  const share = Math.round(weight * 100) / 100;
  return {
    speaker: { ...first.speaker, blend: { name: other.speaker.name, weight: share } },
    gender: share > 0.5 ? other.gender : first.gender,
  };
}

/** What is said of a blend where its maker says nothing. */
export function blendDescription({ first, other, weight }: Blend): string {
  const percent = Math.round(weight * 100);
  return `Between ${first.name} (${100 - percent} %) and ${other.name} (${percent} %).`;
}

/** A speaker of an engine as it brings it along. */
function isPure({ profile, clip, blend }: EngineVoice): boolean {
  return profile === undefined && clip === undefined && blend === undefined;
}
