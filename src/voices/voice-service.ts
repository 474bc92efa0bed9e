/** Where voices are made and changed. Everything here is about an organization's own voices; for others they do not exist. */
import { buffer } from 'node:stream/consumers';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import type { Access, Store, VoiceChanges, VoiceRow } from '../store/index.ts';
import {
  accentFor,
  localizableAccent,
  localizedSpeaker,
  withAddedAccents,
  withNativeAccent,
  withoutAccent,
} from './accent-changes.ts';
import { analyseClip, type AnalysisOptions } from './clip-analysis.ts';
import { cloneSpeaker, genderOf, profileOf, requireCloning, type CloningEngine } from './cloning.ts';
import type { Language } from './languages.ts';
import type { VoiceLibrary } from './library.ts';
import { createVoiceRow, storedVoice } from './stored-voice.ts';
import type { Gender, Voice } from './voice.ts';

export interface VoiceServiceOptions {
  readonly store: Pick<Store, 'transaction' | 'voices' | 'namedBlobs'>;
  readonly blobs: Pick<Blobs, 'get' | 'delete'>;
  readonly library: VoiceLibrary;
  readonly engines: readonly CloningEngine[];
  /** Limits of a clip's length and of its decoding. */
  readonly clipLimits?: Pick<AnalysisOptions, 'maxSeconds' | 'deadlineMs'> | undefined;
}

/** Who asks, and with which request. */
export interface Asking {
  readonly organizationId: string;
  readonly requestId?: string | undefined;
}

interface NewVoiceText {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly access: Access;
}

export interface CloneRequest extends NewVoiceText {
  readonly language: Language;
  /** Id or alias of an accent of the language. */
  readonly accent: string | null;
  readonly baseVoiceId: string | null;
  /** Key of the clip's object. It is the voice's from now on, or deleted. */
  readonly clip: string;
}

export interface LocalizeRequest extends NewVoiceText {
  readonly voiceId: string;
  /** Id or alias of the accent. */
  readonly accent: string;
  /** Replaces the source's gender. */
  readonly gender?: Gender | undefined;
  /** Takes accents of the catalogue that are not localizable too: the older form of the request could name them. */
  readonly anyAccent?: boolean | undefined;
}

/** What is absent stays. */
export interface VoiceEdit extends Partial<NewVoiceText> {
  readonly gender?: Gender | null;
  /** Id or alias of an accent of its language; null when it is not known. */
  readonly accent?: string | null;
}

export function voiceNotFound(): ServiceError {
  return new ServiceError('voice_not_found', 'No voice has this id. GET /voices lists the voices you can use.');
}

export class VoiceService {
  readonly #options: VoiceServiceOptions;

  constructor(deps: VoiceServiceOptions) {
    this.#options = deps;
  }

  /**
   * @throws {ServiceError} `invalid_request` for a bad clip or accent, `voice_not_found` for the base voice, `unavailable` when
   * too many clips are being decoded, `not_implemented` on a server without an engine that clones. Then the clip is gone.
   */
  async clone(asking: Asking, request: CloneRequest): Promise<Voice> {
    try {
      return await this.#clone(asking, request);
    } catch (error) {
      await this.#discard(request.clip).catch(() => undefined);
      throw error;
    }
  }

  async #clone(
    { organizationId, requestId }: Asking,
    { clip, baseVoiceId, language, accent: accentId, ...texts }: CloneRequest,
  ): Promise<Voice> {
    const { store, engines, library, clipLimits } = this.#options;
    const accent = accentId === null ? null : accentFor(language, accentId).id;
    requireCloning(engines, language);
    const analysis = await analyseClip(() => this.#bytes(clip), { ...clipLimits, field: 'clip' });
    const base = baseVoiceId === null ? undefined : await library.get(baseVoiceId, organizationId);
    if (baseVoiceId !== null && base === undefined) {
      throw new ServiceError(
        'voice_not_found',
        'No voice has the id given as "base_voice_id". GET /voices lists the voices you can use.',
      );
    }
    const profile = profileOf([analysis]);
    const draft = {
      ...texts,
      language,
      accent,
      clip,
      gender: genderOf(profile.medianPitch),
      baseVoiceId: base?.id ?? null,
      speaker: cloneSpeaker({ profile, language, accent, base }),
    };
    return store.transaction((repositories) => createVoiceRow(repositories, organizationId, draft, requestId));
  }

  /**
   * Makes a new voice that speaks like another one in an accent, which brings its language along.
   * @throws {ServiceError} `voice_not_found`, `invalid_request` for the accent
   */
  async localize(
    { organizationId, requestId }: Asking,
    { voiceId, accent: accentId, gender, anyAccent = false, ...texts }: LocalizeRequest,
  ): Promise<Voice> {
    const { store, library, engines } = this.#options;
    const accent = localizableAccent('accent', accentId, anyAccent);
    const source = await library.get(voiceId, organizationId);
    if (source === undefined) throw voiceNotFound();
    const draft = {
      ...texts,
      language: accent.language,
      accent: accent.id,
      gender: gender ?? source.gender,
      baseVoiceId: source.id,
      speaker: localizedSpeaker(source, accent, engines),
    };
    return store.transaction((repositories) => createVoiceRow(repositories, organizationId, draft, requestId));
  }

  /** @throws {ServiceError} `voice_not_found`, `invalid_request` for an accent of another language */
  edit(organizationId: string, id: string, { accent, ...rest }: VoiceEdit): Promise<Voice> {
    return this.#change(organizationId, id, (row) => {
      if (accent === undefined) return rest;
      return {
        ...rest,
        ...withNativeAccent(row, accent === null ? null : accentFor(storedVoice(row).language, accent)),
      };
    });
  }

  /**
   * @param ids ids or aliases
   * @throws {ServiceError} `voice_not_found`, `invalid_request`
   */
  async addAccents(organizationId: string, id: string, ids: readonly string[]): Promise<Voice> {
    const added = ids.map((accent, index) => localizableAccent(`accents[${index}]`, accent));
    return this.#change(organizationId, id, (row) => ({ accents: withAddedAccents(row, added) }));
  }

  /** @throws {ServiceError} `voice_not_found`, `not_found` for the accent, `invalid_request` for the voice's own one */
  removeAccent(organizationId: string, id: string, accent: string): Promise<Voice> {
    return this.#change(organizationId, id, (row) => ({ accents: withoutAccent(row, accent) }));
  }

  /** @throws {ServiceError} `voice_not_found` */
  async remove(organizationId: string, id: string): Promise<void> {
    const row = await this.#options.store.voices.remove(organizationId, id);
    if (row === undefined) throw voiceNotFound();
    if (row.clip !== null) await this.#options.blobs.delete(row.clip);
  }

  #change(organizationId: string, id: string, changes: (row: VoiceRow) => VoiceChanges): Promise<Voice> {
    return this.#options.store.transaction(async ({ voices }) => {
      const row = await voices.findOwn(organizationId, id);
      const changed = row === undefined ? undefined : await voices.update(organizationId, id, changes(row));
      if (changed === undefined) throw voiceNotFound();
      return storedVoice(changed);
    });
  }

  async #bytes(key: string): Promise<Uint8Array> {
    const content = await this.#options.blobs.get(key);
    if (content === undefined) throw new Error('the clip that was just stored is gone');
    return buffer(content);
  }

  /** A row that was written although its answer was lost keeps its clip. Where nobody can tell, the sweep of orphans will. */
  async #discard(clip: string): Promise<void> {
    const { store, blobs } = this.#options;
    if (!(await store.namedBlobs([clip])).has(clip)) await blobs.delete(clip);
  }
}
