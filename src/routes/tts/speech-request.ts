/** Reads the wire form of a speech request: names, versions and the caller's voices become the settings of a context. */
import type { EngineDescriptor, EngineId, EngineSource } from '../../engines/adapter.ts';
import { ServiceError, invalidField } from '../../errors/service-error.ts';
import { speechSettings } from '../../speech/request.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import { versionHas } from '../../versions/index.ts';
import { blendedVoice } from '../../voices/blending.ts';
import { clipFor, type ClipLibrary } from '../../voices/clip-library.ts';
import type { VoiceLibrary } from '../../voices/library.ts';
import type { VoiceRank } from '../../voices/voice-names.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import { enginesOf } from '../../voices/models.ts';
import type { Voice } from '../../voices/voice.ts';
import { voiceIdOf, type VoiceSpecifier } from '../../voices/voice-specifier.ts';
import type { DictionaryLibrary } from './dictionaries.ts';
import { readOutputFormat } from './output-format.ts';
import type { WireOutputFormat } from './schema.ts';

/** The part of a request that fixes the settings of a context. */
export interface WireSpeech {
  readonly model_id: string;
  readonly voice: VoiceSpecifier;
  /** The voice that it is mixed with, and the share of that one, 0–1; of previews only. */
  readonly blend?: { readonly voice: string; readonly weight: number } | undefined;
  readonly output_format: WireOutputFormat;
  readonly language?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly accent?: string | null | undefined;
  readonly normalization?: string | null | undefined;
  readonly pronunciation_dict_id?: string | null | undefined;
  readonly add_timestamps?: boolean | null | undefined;
  readonly add_phoneme_timestamps?: boolean | null | undefined;
  readonly use_normalized_timestamps?: boolean | null | undefined;
  readonly duration?: unknown;
}

export interface SpeechRequestReaderOptions {
  readonly voices: Pick<VoiceLibrary, 'resolve'>;
  readonly dictionaries: DictionaryLibrary;
  /** The recordings of cloned voices. */
  readonly clips: Pick<ClipLibrary, 'get'>;
  /** The recording of a voice could not be read; the voice is spoken by what was measured in it. */
  readonly onClipProblem?: (error: unknown) => void;
  /** The engines of this server. */
  readonly source: EngineSource;
}

/** Who asks, and in which version of the interface. */
export interface ApiCaller {
  readonly organizationId: string;
  /** The request's version, a date. */
  readonly version: string;
  /** Voices by names that they have on the asking route only. */
  readonly voiceAliases?: VoiceRank;
}

/** Turns the wire form of a request into the settings of a context, for the organization and the version that ask. */
export class SpeechRequestReader {
  readonly #options: SpeechRequestReaderOptions;

  constructor(options: SpeechRequestReaderOptions) {
    this.#options = options;
  }

  /**
   * @throws {ServiceError} `model_not_found`, `voice_not_found`, `not_found` for the dictionary, `unsupported_language`,
   * `unsupported_format`, or `invalid_request` naming the field, or the ids of several voices of the name; `unavailable` while the
   * engine is not here, or the recording cannot be read that it is to clone by
   * @param engine the one that is to speak. Default: the first that can
   */
  async read(wire: WireSpeech, caller: ApiCaller, engine?: EngineId): Promise<SpeechSettings> {
    const { source, clips, onClipProblem } = this.#options;
    const { engines } = source;
    const { version } = caller;
    const asked = engine === undefined ? engines : engineNow(engine, engines);
    const able = enginesOf(wire.model_id, asked);
    const format = readOutputFormat(wire.output_format, version);
    const normalization = readNormalization(wire.normalization) ?? 'auto';
    const maxSeconds = readDuration(wire.duration, version);
    const voice = await this.#voice(voiceIdOf(wire.voice, version), wire.blend, caller);
    const { language = null, locale = null, accent = null } = wire;
    const target = { language, locale, accent };
    const request = {
      modelId: wire.model_id,
      voice,
      clip: await clipFor(voice, target, {
        ...{ engines: able, clips },
        onProblem: engine === undefined ? onClipProblem : rethrow,
      }),
      engine,
      target,
      format,
      normalization,
      wordTimestamps: wire.add_timestamps === true,
      phonemeTimestamps: wire.add_phoneme_timestamps === true,
      normalizedTimestamps: wire.use_normalized_timestamps === true,
      maxSeconds,
    };
    const settings = speechSettings(request, engines);
    return { ...settings, dictionary: await this.#dictionary(wire.pronunciation_dict_id, caller) };
  }

  async #voice(id: string, blend: WireSpeech['blend'], caller: ApiCaller): Promise<Voice> {
    const find = async (asked: string): Promise<Voice> => {
      const { organizationId, version, voiceAliases } = caller;
      const voice = await this.#options.voices.resolve(asked, organizationId, voiceAliases);
      if (voice !== undefined) return voice;
      throw notFound('voice_not_found', `No voice '${asked}'. GET /voices lists the voices you can use.`, version);
    };
    const first = await find(id);
    if (blend === undefined) return first;
    const mixed = { first, other: await find(blend.voice), weight: blend.weight };
    return { ...first, ...blendedVoice(mixed, this.#options.source.engines, { first: 'id', other: 'with' }) };
  }

  async #dictionary(
    id: string | null | undefined,
    { organizationId, version }: ApiCaller,
  ): Promise<SpeechSettings['dictionary']> {
    if (id === null || id === undefined) return undefined;
    const dictionary = await this.#options.dictionaries.get(id, organizationId);
    if (dictionary !== undefined) return dictionary;
    const message = `No pronunciation dictionary '${id}'. GET /pronunciation-dicts/ lists those you can use.`;
    throw notFound('not_found', message, version);
  }
}

/** @throws {ServiceError} `unavailable` while it is not there, or set aside */
function engineNow(engine: EngineId, engines: readonly EngineDescriptor[]): readonly EngineDescriptor[] {
  const own = engines.filter(({ id }) => id === engine);
  if (own.length > 0) return own;
  const message = `The engine ${engine}, which speaks this voice, is not here now; try again later, or with another voice.`;
  throw new ServiceError('unavailable', message, { retryAfterSeconds: 10 });
}

function rethrow(error: unknown): never {
  throw error;
}

/**
 * `auto`, `off` or an ISO 639-1 code; undefined where it was left out.
 * @throws {ServiceError} `invalid_request`
 */
export function readNormalization(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value === 'auto' || value === 'off') return value;
  const tag = parseLanguageTag(value);
  if (tag !== undefined) return tag.language;
  throw invalidField('normalization', `expected auto, off, or a language or locale code, received '${value}'`);
}

/**
 * Seconds; undefined where it was left out, and in versions that ignore it whatever it is.
 * @throws {ServiceError} `invalid_request`
 */
export function readDuration(value: unknown, version: string): number | undefined {
  if (value === null || value === undefined || versionHas(version, 'noDuration')) return undefined;
  if (typeof value === 'number' && value > 0) return value;
  throw invalidField('duration', 'expected a number of seconds above 0');
}

function notFound(code: 'voice_not_found' | 'not_found', message: string, version: string): ServiceError {
  return new ServiceError(code, message, { status: versionHas(version, 'missingIs404') ? 404 : 400 });
}
