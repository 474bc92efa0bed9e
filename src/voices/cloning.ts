/** From what was measured of a speaker to a voice that speaks like him. */
import type { Capabilities, EngineId, EngineVoice, SpeakerProfile } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ClipAnalysis } from './clip-analysis.ts';
import { languageNames, type Language } from './languages.ts';
import { mainLocaleOf } from './locales.ts';
import { espeakLanguage, mainVariant } from './speakers.ts';
import type { Gender, Voice } from './voice.ts';

/** What the choice of an engine for clones needs to know of it. */
export type CloningEngine = Pick<Capabilities, 'languages' | 'cloning'> & { readonly id: EngineId };

/** Between the usual pitches of men, about 85–155 Hz, and of women and children, 165 Hz and more. */
const feminineFrom = 160;

/** What the ear would guess from the pitch alone. */
export function genderOf(medianPitch: number): Gender {
  return medianPitch < feminineFrom ? 'masculine' : 'feminine';
}

/**
 * One profile of one speaker's clips, each counting by how long he is heard in it.
 * @param analyses at least one
 */
export function profileOf(analyses: readonly ClipAnalysis[]): SpeakerProfile {
  const whole = analyses.reduce((sum, { voicedSeconds }) => sum + voicedSeconds, 0);
  const mean = (value: (analysis: ClipAnalysis) => number): number =>
    analyses.reduce((sum, analysis) => sum + value(analysis) * (analysis.voicedSeconds / whole), 0);
  const medianPitch = mean((analysis) => analysis.medianPitch);
  const spread = mean(({ highPitch, lowPitch, medianPitch: median }) => (highPitch - lowPitch) / median);
  return { medianPitch: rounded(medianPitch, 1), pitchSpread: rounded(Math.min(1, Math.max(0.1, spread)), 3) };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export interface CloneOf {
  readonly profile: SpeakerProfile;
  readonly language: Language;
  /** Id of the accent it speaks the language with; the main one when null. */
  readonly accent: string | null;
  /** The voice whose timbre it takes; the main one of the guessed gender when absent or when its engine does not clone. */
  readonly base?: Voice | undefined;
}

/** What speaks a clone: eSpeak, the engine that takes a profile. */
export function cloneSpeaker({ profile, language, accent, base }: CloneOf): EngineVoice {
  const variant =
    base?.speaker.engine === 'espeak'
      ? base.speaker.variant
      : mainVariant(base?.gender ?? genderOf(profile.medianPitch));
  return {
    engine: 'espeak',
    name: espeakLanguage(language, accent ?? mainLocaleOf(language).accents[0]!.id),
    ...(variant !== undefined && { variant }),
    profile,
  };
}

/** The engines that speak clones here. */
const cloners: readonly EngineId[] = ['espeak'];

/**
 * @param engines those of this server
 * @throws {ServiceError} `not_implemented` when none of them clones, `unsupported_language` when those that do lack the language
 */
export function requireCloning(engines: readonly CloningEngine[], language?: Language): void {
  const able = engines.filter(({ id, cloning }) => cloning !== 'none' && cloners.includes(id));
  if (able.length === 0) {
    throw new ServiceError(
      'not_implemented',
      `None of the engines of this server speaks voices made from clips; it needs ${cloners.join(' or ')}.`,
    );
  }
  if (language !== undefined && !able.some(({ languages }) => languages.includes(language))) {
    throw new ServiceError(
      'unsupported_language',
      `The engine that speaks voices made from clips does not speak ${languageNames[language]} (${language}).`,
    );
  }
}
