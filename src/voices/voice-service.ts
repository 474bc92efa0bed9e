/** Makes, changes and removes voices. An organization changes its own ones only; others are not found. */
import { buffer } from 'node:stream/consumers';
import type { EngineSource } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { Access, EmitEvent, Store, VoiceChanges, VoiceRow } from '../store/index.ts';
import {
  accentFor,
  localizableAccent,
  localizedSpeaker,
  withAddedAccents,
  withNativeAccent,
  withoutAccent,
} from './accent-changes.ts';
import { blendDescription, blendedVoice, requireBlending } from './blending.ts';
import { analyseClip, type AnalysisOptions } from './clip-analysis.ts';
import { cloneSpeaker, genderOf, profileOf, requireCloning } from './cloning.ts';
import type { Language } from './languages.ts';
import type { VoiceLibrary } from './library.ts';
import { voiceMetadata } from './metadata.ts';
import { createVoiceRow, storedVoice, type Requester } from './stored-voice.ts';
import { nativeAccent, type Gender, type Voice } from './voice.ts';

export interface VoiceServiceOptions {
  readonly store: Pick<Store, 'transaction' | 'voices' | 'namedBlobs'>;
  readonly blobs: Pick<Blobs, 'get' | 'delete'>;
  readonly emitEvent: EmitEvent;
  readonly library: VoiceLibrary;
  /** The engines of this server. */
  readonly source: EngineSource;
  /** Limits of a clip's length and of its decoding. */
  readonly clipLimits?: Pick<AnalysisOptions, 'maxSeconds' | 'deadlineMs'> | undefined;
  /** Default {@link analyseClip}. */
  readonly analyse?: typeof analyseClip;
}

interface NewVoiceText {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly access: Access;
}

/** A voice that is to sound like the speaker of a clip. */
export interface CloneRequest extends NewVoiceText {
  readonly language: Language;
  /** Id or alias of an accent of the language. */
  readonly accent: string | null;
  readonly baseVoiceId: string | null;
  /**
   * Key of the clip's object, which becomes the voice's or is deleted. The clip is read back from there when it is its turn to
   * be decoded: uploads that wait for their turn hold no memory.
   */
  readonly clip: string;
  /** What is said in the clip; null when the owner does not say. */
  readonly clipTranscript?: string | null;
}

/** A voice that is to speak like another one in an accent. */
export interface LocalizeRequest extends NewVoiceText {
  readonly voiceId: string;
  /** Id or alias of the accent. */
  readonly accent: string;
  /** In place of the source's. */
  readonly gender?: Gender | undefined;
  /** Also takes accents that are not localizable: the older form of the request could name them. Default false. */
  readonly anyAccent?: boolean | undefined;
}

/** A voice that is to lie between two others. */
export interface BlendRequest extends Omit<NewVoiceText, 'description'> {
  readonly voiceId: string;
  readonly otherVoiceId: string;
  /** Share of the other voice, 0–1. */
  readonly weight: number;
  /** Default what it is made of. */
  readonly description?: string | undefined;
}

/** Members that are absent stay as they are. */
export interface VoiceEdit extends Partial<NewVoiceText> {
  readonly gender?: Gender | null;
  /** Id or alias of an accent of its language; null when it is not known. */
  readonly accent?: string | null;
}

/** For a voice that does not exist or that the organization may not use. */
export function voiceNotFound(): ServiceError {
  return new ServiceError('voice_not_found', 'No voice has this id. GET /voices lists the voices you can use.');
}

/** The voices of organizations, in the database and the object store. */
export class VoiceService {
  readonly #options: VoiceServiceOptions;

  constructor(options: VoiceServiceOptions) {
    this.#options = options;
  }

  /**
   * Makes a voice from a clip. When it fails, the clip is deleted.
   * @throws {ServiceError} `invalid_request` for a bad clip or accent, `voice_not_found` for the base voice, `unavailable` when
   * too many clips are being decoded, `not_implemented` on a server without an engine that clones, `unsupported_language` when
   * that engine does not speak the language
   */
  async clone(requester: Requester, request: CloneRequest): Promise<Voice> {
    try {
      return await this.#clone(requester, request);
    } catch (error) {
      await this.#discard(request.clip).catch(() => undefined);
      throw error;
    }
  }

  async #clone(
    { organizationId, requestId }: Requester,
    { clip, clipTranscript = null, baseVoiceId, language, accent: accentId, ...texts }: CloneRequest,
  ): Promise<Voice> {
    const { store, source, library, clipLimits, emitEvent, analyse = analyseClip } = this.#options;
    const { engines } = source;
    const accent = accentId === null ? null : accentFor(language, accentId).id;
    requireCloning(engines, language);
    const analysis = await analyse(() => this.#bytes(clip), { ...clipLimits, field: 'clip' });
    const base = baseVoiceId === null ? undefined : await library.get(baseVoiceId, organizationId);
    if (baseVoiceId !== null && base === undefined) {
      throw new ServiceError(
        'voice_not_found',
        'No voice has the id given as "base_voice_id". GET /voices lists the voices you can use.',
      );
    }
    const profile = profileOf(analysis);
    const draft = {
      ...texts,
      language,
      accent,
      clip,
      clipTranscript,
      gender: genderOf(profile.medianPitch),
      baseVoiceId: base?.id ?? null,
      speaker: cloneSpeaker({ profile, language, accent, base }, engines),
    };
    return store.transaction((repositories) =>
      createVoiceRow(repositories, emitEvent, { organizationId, requestId }, draft),
    );
  }

  /**
   * Makes a new voice that speaks like another one in an accent, which brings its language along.
   * @throws {ServiceError} `voice_not_found`, `invalid_request` for the accent, `not_implemented` or `unsupported_language` when
   * no engine of this server speaks it
   */
  async localize(
    { organizationId, requestId }: Requester,
    { voiceId, accent: accentId, gender, anyAccent = false, ...texts }: LocalizeRequest,
  ): Promise<Voice> {
    const { store, library, source, emitEvent } = this.#options;
    const accent = localizableAccent('accent', accentId, anyAccent);
    const original = await library.get(voiceId, organizationId);
    if (original === undefined) throw voiceNotFound();
    const draft = {
      ...texts,
      language: accent.language,
      accent: accent.id,
      gender: gender ?? original.gender,
      baseVoiceId: original.id,
      speaker: localizedSpeaker(original, accent, source.engines),
    };
    return store.transaction((repositories) =>
      createVoiceRow(repositories, emitEvent, { organizationId, requestId }, draft),
    );
  }

  /**
   * Makes a new voice between two voices of one model, with the language and the accent of the first.
   * @throws {ServiceError} `voice_not_found`, and as {@link blendedVoice}
   */
  async blend(
    { organizationId, requestId }: Requester,
    { voiceId, otherVoiceId, weight, description, ...texts }: BlendRequest,
  ): Promise<Voice> {
    const { store, library, source, emitEvent } = this.#options;
    requireBlending(source.engines);
    const first = await library.get(voiceId, organizationId);
    const other = await library.get(otherVoiceId, organizationId);
    if (first === undefined || other === undefined) throw voiceNotFound();
    const blend = { first, other, weight };
    const draft = {
      ...texts,
      ...blendedVoice(blend, source.engines, { first: 'voice_id', other: 'other_voice_id' }),
      description: description ?? blendDescription(blend),
      language: first.language,
      accent: nativeAccent(first)?.accent ?? null,
      baseVoiceId: first.id,
    };
    return store.transaction((repositories) =>
      createVoiceRow(repositories, emitEvent, { organizationId, requestId }, draft),
    );
  }

  /**
   * Changes what is given.
   * @throws {ServiceError} `voice_not_found`, `invalid_request` for an accent of another language
   */
  edit(requester: Requester, id: string, { accent, ...rest }: VoiceEdit): Promise<Voice> {
    const { engines } = this.#options.source;
    return this.#change(requester, id, (row) => {
      if (accent === undefined) return rest;
      return {
        ...rest,
        ...withNativeAccent(row, accent === null ? null : accentFor(storedVoice(row).language, accent), engines),
      };
    });
  }

  /**
   * Adds accents beside the voice's own one.
   * @param ids ids or aliases
   * @throws {ServiceError} `voice_not_found`, `invalid_request`
   */
  async addAccents(requester: Requester, id: string, ids: readonly string[]): Promise<Voice> {
    const added = ids.map((accent, index) => localizableAccent(`accents[${index}]`, accent));
    return this.#change(requester, id, (row) => ({ accents: withAddedAccents(row, added) }));
  }

  /**
   * Removes an added accent.
   * @throws {ServiceError} `voice_not_found`, `not_found` for the accent, `invalid_request` for the voice's own one
   */
  removeAccent(requester: Requester, id: string, accent: string): Promise<Voice> {
    return this.#change(requester, id, (row) => ({ accents: withoutAccent(row, accent) }));
  }

  /**
   * Deletes a voice; a job deletes its clip.
   * @throws {ServiceError} `voice_not_found`
   */
  async remove({ organizationId, requestId }: Requester, id: string): Promise<void> {
    const { store, emitEvent } = this.#options;
    await store.transaction(async (repositories) => {
      if ((await repositories.voices.remove(organizationId, id)) === undefined) throw voiceNotFound();
      await emitEvent(repositories, { organizationId, requestId, type: 'voice.deleted', data: { id } });
    });
  }

  #change(
    { organizationId, requestId }: Requester,
    id: string,
    changes: (row: VoiceRow) => VoiceChanges,
  ): Promise<Voice> {
    const { store, emitEvent } = this.#options;
    return store.transaction(async (repositories) => {
      const { voices } = repositories;
      const row = await voices.findOwn(organizationId, id);
      const changed = row === undefined ? undefined : await voices.update(organizationId, id, changes(row));
      if (changed === undefined) throw voiceNotFound();
      const voice = storedVoice(changed);
      const data = voiceMetadata(voice);
      await emitEvent(repositories, { organizationId, requestId, type: 'voice.updated', data });
      return voice;
    });
  }

  async #bytes(key: string): Promise<Uint8Array> {
    const content = await this.#options.blobs.get(key);
    if (content === undefined) {
      throw new ServiceError('unavailable', 'The clip was stored and could not be read again; try again later.', {
        cause: new Error(`the object ${key} is gone`),
      });
    }
    return buffer(content);
  }

  /**
   * Deletes a clip that no row names: a transaction may have been committed although its answer was lost. When the database
   * cannot be asked, the clip stays, and the sweep of orphans deletes it.
   */
  async #discard(clip: string): Promise<void> {
    const { store, blobs } = this.#options;
    if (!(await store.namedBlobs([clip])).has(clip)) await blobs.delete(clip);
  }
}
