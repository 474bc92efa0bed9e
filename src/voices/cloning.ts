/** From what was measured of a speaker in clips to a voice that sounds like that speaker (docs/rules.md#clone-voice). */
import type { Timbre } from '../audio/timbre/timbre.ts';
import type { EngineDescriptor, EngineVoice, SpeakerProfile, VoiceTarget } from '../engines/adapter.ts';
import { allEngines } from '../engines/registry.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ClipAnalysis } from './clip-analysis.ts';
import { castFirst, enginesSpeaking, takesAccents } from './engine-choice.ts';
import { languageNames, type Language } from './languages.ts';
import { mainAccentOf } from './locales.ts';
import type { Gender, Voice } from './voice.ts';

/** Between the usual pitches of men, about 85–155 Hz, and of women and children, 165 Hz and more. */
const feminineFrom = 160;

/** What a listener would guess from the pitch alone, in Hz. */
export function genderOf(medianPitch: number): Gender {
  return medianPitch < feminineFrom ? 'masculine' : 'feminine';
}

/** What a clip tells of its speaker. */
export function profileOf({ medianPitch, lowPitch, highPitch, timbre, notes = [] }: ClipAnalysis): SpeakerProfile {
  const spread = (highPitch - lowPitch) / medianPitch;
  return {
    medianPitch: rounded(medianPitch, 1),
    pitchSpread: rounded(Math.min(1, Math.max(0.1, spread)), 3),
    ...(timbre !== undefined && { timbre: roundedTimbre(timbre) }),
    ...(notes.length > 0 && { notes }),
  };
}

/** As exact as it is measured. */
function roundedTimbre({ formants, tractLength, spectrum, tilt, harmonicity, syllableRate }: Timbre): Timbre {
  return {
    formants: formants.map((formant) => Math.round(formant)),
    tractLength: rounded(tractLength, 1),
    spectrum: spectrum.map((level) => (level === null ? null : rounded(level, 1))),
    tilt: rounded(tilt, 1),
    harmonicity: rounded(harmonicity, 1),
    syllableRate: rounded(syllableRate, 1),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** What a clone is made of. */
export interface CloneOf {
  readonly profile: SpeakerProfile;
  readonly language: Language;
  /** Id of the accent it speaks the language with; the main one when null. */
  readonly accent: string | null;
  /**
   * The voice whose timbre it takes. Of a voice whose engine does not clone it takes the gender only; when absent, the one
   * that the profile suggests.
   */
  readonly base?: Voice | undefined;
}

/**
 * What speaks a clone: the engine of its base voice if that clones, else the first that does.
 * @param engines those of this server, in order of preference
 * @throws {ServiceError} as {@link requireCloning}
 */
export function cloneSpeaker(
  { profile, language, accent, base }: CloneOf,
  engines: readonly EngineDescriptor[],
): EngineVoice {
  const gender = base?.gender ?? genderOf(profile.medianPitch);
  return castByCloning(
    { language, accent: accent ?? mainAccentOf(language).id, gender, profile },
    engines,
    base?.speaker,
  );
}

/**
 * Casts a voice with an engine that clones: that of `base`, which then keeps its timbre, else the first one.
 * @throws {ServiceError} as {@link requireCloning}
 */
export function castByCloning(
  target: Omit<VoiceTarget, 'base'> & { readonly language: Language },
  engines: readonly EngineDescriptor[],
  base?: EngineVoice,
): EngineVoice {
  const able = requireCloning(engines, target.language);
  const speaker = castFirst(able, target, base) ?? castOnOwnVoice(able, target);
  if (speaker === undefined) throw lacksLanguage(target.language);
  return speaker;
}

/**
 * A voice in an accent that is asked for. A clone on a recorded voice, which has one accent, goes to an engine that has the other one where
 * there is one; every other voice stays with its engine.
 * @param own the engine of the voice
 * @param engines those that may speak, in order of preference
 */
export function castInAccent(
  voice: EngineVoice,
  own: EngineDescriptor,
  target: Omit<VoiceTarget, 'base' | 'profile'>,
  engines: readonly EngineDescriptor[],
): EngineVoice | undefined {
  const { profile } = voice;
  const recorded = own.voices().find(({ speaker }) => speaker.name === voice.name)?.accent;
  const isMoved = profile !== undefined && !takesAccents(own) && recorded !== target.accent;
  const moved = isMoved ? castFirst(cloningEngines(engines).filter(takesAccents), { ...target, profile }) : undefined;
  return moved ?? own.cast({ ...target, base: voice });
}

/** Of engines that need a voice of their own as the base: the first that speaks the target without its profile. */
function castOnOwnVoice(
  engines: readonly EngineDescriptor[],
  { profile, ...plain }: Omit<VoiceTarget, 'base'>,
): EngineVoice | undefined {
  for (const engine of engines) {
    const base = engine.cast(plain);
    const speaker = base && engine.cast({ ...plain, profile, base });
    if (speaker !== undefined) return speaker;
  }
  return undefined;
}

/**
 * The engines that speak voices made from clips, in the same order. An engine that clones zero-shot is not among them: it
 * needs the clip, and a voice carries no more than a profile.
 */
export function cloningEngines(engines: readonly EngineDescriptor[]): EngineDescriptor[] {
  return engines.filter(clones);
}

/** Whether the engine is one of {@link cloningEngines}. */
export function clones({ capabilities }: EngineDescriptor): boolean {
  return capabilities.cloning === 'profile';
}

/**
 * The engines that speak voices made from clips, in the language if one is given; at least one, in the same order.
 * @param engines those of this server
 * @throws {ServiceError} `not_implemented` when none of them clones, `unsupported_language` when those that do lack the language
 */
export function requireCloning(engines: readonly EngineDescriptor[], language?: Language): EngineDescriptor[] {
  const cloning = cloningEngines(engines);
  if (cloning.length === 0) {
    const known = cloningEngines(allEngines).map(({ id }) => id);
    throw new ServiceError(
      'not_implemented',
      `None of the engines of this server speaks voices made from clips; it needs ${known.join(' or ')}.`,
    );
  }
  if (language === undefined) return cloning;
  const able = enginesSpeaking(language, cloning);
  if (able.length === 0) throw lacksLanguage(language);
  return able;
}

function lacksLanguage(language: Language): ServiceError {
  return new ServiceError(
    'unsupported_language',
    `The engine that speaks voices made from clips does not speak ${languageNames[language]} (${language}).`,
  );
}
