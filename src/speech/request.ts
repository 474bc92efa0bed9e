/** From what a caller asks for, in the terms of the domain, to the settings of a context. */
import { hasEncoderState, type OutputFormat } from '../audio/formats.ts';
import type { Capabilities, EngineDescriptor, EngineId, VoiceClip } from '../engines/adapter.ts';
import { invalidField } from '../errors/service-error.ts';
import type { Dictionary } from '../text/dictionary.ts';
import type { GenerationConfig } from '../text/reader.ts';
import { enginesOf } from '../voices/models.ts';
import {
  fallbackSpeakers,
  foreignSpeaker,
  speakerFor,
  speechTarget,
  type LanguageRequest,
} from '../voices/speakers.ts';
import type { Voice } from '../voices/voice.ts';
import type { SpeechSettings } from './settings.ts';

export interface SynthesisRequest {
  /** A model family, ours or a hosted alias. */
  readonly modelId: string;
  readonly voice: Voice;
  /** Its recording, where an engine may speak it by that. */
  readonly clip?: VoiceClip | undefined;
  /** The one of the engines that is to speak. Default: the first that can. */
  readonly engine?: EngineId | undefined;
  /** Language, locale and accent to speak; the voice's own where absent. */
  readonly target?: LanguageRequest;
  readonly format: OutputFormat;
  /** `auto` (default), `off`, or an ISO 639-1 code. */
  readonly normalization?: string;
  readonly dictionary?: Dictionary | undefined;
  readonly wordTimestamps?: boolean;
  readonly phonemeTimestamps?: boolean;
  readonly normalizedTimestamps?: boolean;
  /** Seconds of audio. */
  readonly maxSeconds?: number | undefined;
}

/**
 * @param engines those of this server, in order of preference
 * @throws {ServiceError} `model_not_found`, `unsupported_language`, or `invalid_request` naming the field
 */
export function speechSettings(request: SynthesisRequest, engines: readonly EngineDescriptor[]): SpeechSettings {
  const { modelId, voice, clip, target = {} } = request;
  const able = enginesOf(modelId, engines);
  const speech = speechTarget(voice, target);
  const asked = request.engine === undefined ? able : able.filter(({ id }) => id === request.engine);
  const speaker = speakerFor(voice, speech, asked, clip);
  const engine = able.find(({ id }) => id === speaker.engine)!;
  const { capabilities, placement } = engine;
  return {
    modelId,
    isEmbedded: placement === 'shared',
    syllableRate: engine.syllableRate?.(speaker),
    voiceId: voice.id,
    speaker,
    capabilities,
    fallbacks: fallbackSpeakers(voice, speech, able, speaker, clip),
    speakerOf: (language, engine) => foreignSpeaker(voice, language, able, engine, hasEncoderState(request.format)),
    language: speech.language,
    format: request.format,
    normalization: request.normalization ?? 'auto',
    dictionary: request.dictionary,
    wordTimestamps: request.wordTimestamps ?? false,
    phonemeTimestamps: request.phonemeTimestamps ?? false,
    normalizedTimestamps: request.normalizedTimestamps ?? false,
    maxSeconds: request.maxSeconds,
  };
}

/**
 * Refuses what the engine cannot do (docs/rules.md#generation-config).
 * @throws {ServiceError} `invalid_request` naming the field
 */
export function requireProsody({ capabilities, speaker }: SpeechSettings, { speed = 1 }: GenerationConfig): void {
  if (speed === 1) return;
  if (!capabilities.prosody.rate) {
    throw invalidField('generation_config.speed', `the engine ${speaker.engine} has one speed; leave it out or send 1`);
  }
  const { min, max } = ratesOf(capabilities);
  if (speed >= min && speed <= max) return;
  throw invalidField(
    'generation_config.speed',
    `the engine ${speaker.engine} speaks at ${min} to ${max}, not at ${speed}`,
  );
}

/** The speed nearest to this one that the engine has; 1 where it has one only. */
export function nearestSpeed(speed: number, { capabilities }: SpeechSettings): number {
  if (!capabilities.prosody.rate) return 1;
  const { min, max } = ratesOf(capabilities);
  return Math.min(max, Math.max(min, speed));
}

function ratesOf({ rates = { min: 0.3, max: 3 } }: Capabilities): { readonly min: number; readonly max: number } {
  return rates;
}
