/** From a validated wire request to what the speech core works with. */
import { ServiceError, invalidField } from '../errors/service-error.ts';
import type { Capabilities, EngineId } from '../engines/adapter.ts';
import type { OutputFormat } from '../audio/formats.ts';
import { enginesOf } from '../voices/models.ts';
import { parseLanguageTag } from '../voices/locales.ts';
import { speakerFor, speechTarget } from '../voices/speakers.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { versionHas } from '../versions/index.ts';
import { voiceIdOf, type VoiceSpecifier } from '../voices/voice-specifier.ts';
import type { DictionaryLibrary } from './dictionaries.ts';
import { readOutputFormat } from './output-format.ts';
import type { WireOutputFormat } from './schema.ts';
import type { SpeechSettings } from './settings.ts';

/** The part of a request that fixes the settings of a context. */
export interface WireSpeech {
  readonly model_id: string;
  readonly voice: VoiceSpecifier;
  readonly output_format: WireOutputFormat;
  readonly language?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly accent?: string | null | undefined;
  readonly normalization?: string | null | undefined;
  readonly pronunciation_dict_id?: string | null | undefined;
  readonly add_timestamps?: boolean | null | undefined;
  readonly add_phoneme_timestamps?: boolean | null | undefined;
  readonly use_normalized_timestamps?: boolean | null | undefined;
}

export interface SpeechResolverOptions {
  readonly voices: VoiceLibrary;
  /** Without it no dictionary is known. */
  readonly dictionaries?: DictionaryLibrary | undefined;
  /** The loaded engines in order of preference. */
  readonly engines: readonly EngineId[];
  capabilitiesOf(id: EngineId): Capabilities & { readonly id: EngineId };
}

export interface Asker {
  readonly organizationId: string;
  /** The request's version, a date. */
  readonly version: string;
}

function readNormalization(value: string | null | undefined): string {
  if (value === null || value === undefined || value === 'auto') return 'auto';
  if (value === 'off') return 'off';
  const tag = parseLanguageTag(value);
  if (tag === undefined) {
    throw invalidField('normalization', `expected auto, off, or a language or locale code, received '${value}'`);
  }
  return tag.language;
}

export class SpeechResolver {
  readonly #options: SpeechResolverOptions;

  constructor(deps: SpeechResolverOptions) {
    this.#options = deps;
  }

  /**
   * @throws {ServiceError} `model_not_found`, `voice_not_found`, `not_found` for the dictionary, `unsupported_language`, `unsupported_format`, or
   * `invalid_request` naming the field
   */
  async resolve(wire: WireSpeech, asker: Asker): Promise<SpeechSettings> {
    const engines = enginesOf(wire.model_id, this.#options.engines).map((id) => this.#options.capabilitiesOf(id));
    const format: OutputFormat = readOutputFormat(wire.output_format, asker.version);
    const normalization = readNormalization(wire.normalization);
    const voiceId = voiceIdOf(wire.voice, asker.version);
    const voice = await this.#options.voices.get(voiceId, asker.organizationId);
    if (voice === undefined) {
      throw this.#notFound(
        'voice_not_found',
        `No voice '${voiceId}'. GET /voices lists the voices you can use.`,
        asker.version,
      );
    }
    const { language = null, locale = null, accent = null } = wire;
    const target = speechTarget(voice, { language, locale, accent });
    const speaker = speakerFor(voice, target, engines);
    const dictionary = await this.#dictionary(wire.pronunciation_dict_id, asker);
    return {
      modelId: wire.model_id,
      voiceId,
      speaker,
      format,
      normalization,
      dictionary,
      limits: this.#options.capabilitiesOf(speaker.engine).segmentation,
      language: target.language,
      wordTimestamps: wire.add_timestamps === true,
      phonemeTimestamps: wire.add_phoneme_timestamps === true,
      normalizedTimestamps: wire.use_normalized_timestamps === true,
    };
  }

  async #dictionary(id: string | null | undefined, asker: Asker): Promise<SpeechSettings['dictionary']> {
    if (id === null || id === undefined) return undefined;
    const dictionary = await this.#options.dictionaries?.get(id, asker.organizationId);
    if (dictionary === undefined) {
      throw this.#notFound(
        'not_found',
        `No pronunciation dictionary '${id}'. GET /pronunciation-dicts/ lists those you can use.`,
        asker.version,
      );
    }
    return dictionary;
  }

  #notFound(code: 'voice_not_found' | 'not_found', message: string, version: string): ServiceError {
    return new ServiceError(code, message, { status: versionHas(version, 'missingIs404') ? 404 : 400 });
  }
}
