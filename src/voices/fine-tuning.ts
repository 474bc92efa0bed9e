/** Fine-tunes: a voice made from all the clips of a dataset, by a job. */
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Blobs } from '../store/blobs/index.ts';
import {
  fineTuneErrors,
  type DatasetFile,
  type FineTuneEnd,
  type FineTuneError,
  type FineTuneJob,
  type FineTuneRow,
  type FineTuneStatus,
  type Repositories,
  type Store,
} from '../store/index.ts';
import { unlessAborted } from '../timing/deadline.ts';
import { analyseClip, type ClipAnalysis } from './clip-analysis.ts';
import { cloneSpeaker, genderOf, requireCloning } from './cloning.ts';
import { jointProfile } from './joint-profile.ts';
import type { Language } from './languages.ts';
import { createVoiceRow } from './stored-voice.ts';
import type { VoiceServiceOptions } from './voice-service.ts';

export interface FineTuneTrainerOptions extends Pick<VoiceServiceOptions, 'emitEvent' | 'clipLimits' | 'analyse'> {
  readonly store: Pick<Store, 'fineTunes' | 'datasets' | 'transaction'>;
  readonly blobs: Pick<Blobs, 'get' | 'probe'>;
  /** Those of this server at this moment, in order of preference. */
  readonly source: { readonly engines: readonly EngineDescriptor[] };
  /** Before a clip is tried again that there was no room for, or that could not be read. Default 5,000 ms. */
  readonly pauseMs?: number | undefined;
}

/** A fine-tune in the responses of its routes and in the data of its events. */
export interface FineTuneMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly accent: string | null;
  /** Deprecated. */
  readonly model_id: string;
  readonly dataset: string;
  readonly status: FineTuneStatus;
  /** 0–1. */
  readonly progress: number;
  readonly user_errors: readonly FineTuneError[];
  /** ISO 8601. */
  readonly created_at: string;
}

/** Reads the row, whose errors are JSON. */
export function fineTuneMetadata(row: FineTuneRow): FineTuneMetadata {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    language: row.language,
    accent: row.accent,
    model_id: row.model_id,
    dataset: row.dataset_id,
    status: row.status,
    progress: row.progress,
    user_errors: fineTuneErrors(row),
    created_at: row.created_at,
  };
}

/** Errors kept of one fine-tune: a large dataset may have thousands of clips. */
const maxErrors = 100;

/** Tries of a clip that a store which can be used does not give. */
const maxReads = 5;

interface JobPayload {
  readonly payload: unknown;
}

/** What the clips of a dataset gave: an analysis or an error for each. */
interface DatasetAnalysis {
  readonly analyses: readonly ClipAnalysis[];
  readonly errors: readonly FineTuneError[];
}

/**
 * Trains the fine-tunes that jobs name. A job may run more than once: each run begins anew, and only one of them ends the
 * fine-tune, since the end, its voice and its events are written in one transaction.
 */
export class FineTuneTrainer {
  readonly #options: FineTuneTrainerOptions;

  constructor(options: FineTuneTrainerOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the fine-tune has ended, or is not there any more.
   * @throws the signal's reason when it is aborted, {@link Error} when the server fails
   */
  async train(job: JobPayload, { signal }: { readonly signal: AbortSignal }): Promise<undefined> {
    const row = await this.#unfinished(job);
    if (row === undefined || !(await this.#advance(row, 0))) return undefined;
    const refusal = this.#refusal(row);
    if (refusal !== undefined) return this.#end(row, 'failed', [refusal]);
    const files = await this.#options.store.datasets.allFiles(row.organization_id, row.dataset_id);
    if (files.length === 0) {
      return this.#end(row, 'failed', [
        {
          code: 'dataset_empty',
          message: 'The dataset has no clips, or no longer exists. Add at least one recording of the speaker.',
        },
      ]);
    }
    const analysis = await this.#analyseAll(row, files, signal);
    if (analysis === 'deleted') return undefined;
    if ('code' in analysis) return this.#end(row, 'failed', [analysis]);
    const { analyses, errors } = analysis;
    if (analyses.length > 0) return this.#end(row, 'completed', errors, analyses);
    return this.#end(row, 'failed', [
      {
        code: 'no_usable_clip',
        message: `None of the ${files.length} clips of the dataset can be used; at least one must be.`,
      },
      ...errors,
    ]);
  }

  /** Ends the fine-tune of a job that will not be run again, because it has failed too often. */
  async onExhausted(job: JobPayload): Promise<void> {
    const row = await this.#unfinished(job);
    if (row !== undefined) {
      await this.#end(row, 'failed', [
        { code: 'internal_error', message: 'The server failed while it trained this fine-tune. Create it again.' },
      ]);
    }
  }

  /** The fine-tune of a job; undefined when it has ended or was deleted. */
  async #unfinished({ payload }: JobPayload): Promise<FineTuneRow | undefined> {
    const { organization_id: organizationId, fine_tune_id: id } = payload as FineTuneJob;
    const row = await this.#options.store.fineTunes.find(organizationId, id);
    return row?.status === 'created' || row?.status === 'training' ? row : undefined;
  }

  #advance({ organization_id: organizationId, id }: FineTuneRow, progress: number): Promise<boolean> {
    return this.#options.store.fineTunes.advance(organizationId, id, progress);
  }

  /** Why no engine of this server speaks the result: the fine-tune may have been created with other engines. */
  #refusal({ language }: FineTuneRow): FineTuneError | undefined {
    try {
      requireCloning(this.#options.source.engines, language as Language);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return { code: error.code, message: error.message };
      throw error;
    }
  }

  /**
   * One clip after the other, so that no more than one is in memory. A clip that there is no room for is waited for in its place.
   * @returns an error where a clip cannot be read
   */
  async #analyseAll(
    row: FineTuneRow,
    files: readonly DatasetFile[],
    signal: AbortSignal,
  ): Promise<DatasetAnalysis | FineTuneError | 'deleted'> {
    const analyses: ClipAnalysis[] = [];
    const errors: FineTuneError[] = [];
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      const done = (clips: number): Promise<boolean> => this.#advance(row, clips / (files.length + 1));
      let reads = 0;
      let result = await this.#analyse(file, signal);
      for (; result === 'busy' || result === 'unreadable'; result = await this.#analyse(file, signal)) {
        if (result === 'unreadable' && ++reads === maxReads) return unreadable(file);
        await unlessAborted(delay(this.#options.pauseMs ?? 5000, undefined, { signal }), signal);
        if (!(await done(index))) return 'deleted';
      }
      if ('code' in result) errors.push(result);
      else analyses.push(result);
      if (!(await done(index + 1))) return 'deleted';
    }
    return { analyses, errors };
  }

  async #analyse(
    file: DatasetFile,
    signal: AbortSignal,
  ): Promise<ClipAnalysis | FineTuneError | 'busy' | 'unreadable'> {
    const { clipLimits, analyse = analyseClip } = this.#options;
    const { filename } = file;
    const clip = await this.#read(file, signal);
    if (clip === 'unreadable') return clip;
    if (clip === undefined) {
      return {
        code: 'clip_missing',
        message: `${filename}: The clip was taken out of the dataset during the training.`,
      };
    }
    try {
      return await analyse(clip, clipLimits);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'unavailable') return 'busy';
      if (error.status >= 500) throw error;
      return { code: 'unusable_clip', message: `${filename}: ${problemIn(error)}` };
    }
  }

  /** @throws {ServiceError} `unavailable` where the store itself cannot be used: then it is no fault of the clip */
  async #read({ blob }: DatasetFile, signal: AbortSignal): Promise<Buffer | undefined | 'unreadable'> {
    const { blobs } = this.#options;
    try {
      const content = await blobs.get(blob);
      return content && (await buffer(content));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
      await blobs.probe(signal);
      return 'unreadable';
    }
  }

  /** Writes the end with its voice and events in one transaction; nothing when it has ended before or was deleted. */
  async #end(
    row: FineTuneRow,
    status: FineTuneEnd,
    errors: readonly FineTuneError[],
    analyses: readonly ClipAnalysis[] = [],
  ): Promise<undefined> {
    const { organization_id: organizationId, id } = row;
    await this.#options.store.transaction(async (repositories) => {
      const { fineTunes } = repositories;
      if (!(await fineTunes.end(organizationId, id, status, shortened(errors)))) return;
      if (status === 'completed') await this.#createVoice(repositories, row, analyses);
      const ended = await fineTunes.find(organizationId, id);
      const data = fineTuneMetadata(ended!);
      await this.#options.emitEvent(repositories, { organizationId, type: `fine_tune.${status}`, data });
    });
  }

  async #createVoice(
    repositories: Repositories,
    { id, organization_id: organizationId, name, description, language, accent }: FineTuneRow,
    analyses: readonly ClipAnalysis[],
  ): Promise<void> {
    const profile = jointProfile(analyses);
    await createVoiceRow(
      repositories,
      this.#options.emitEvent,
      { organizationId },
      {
        name,
        description,
        accent,
        tagline: '',
        access: 'private',
        language: language as Language,
        gender: genderOf(profile.medianPitch),
        fineTuneId: id,
        speaker: cloneSpeaker({ profile, language: language as Language, accent }, this.#options.source.engines),
      },
    );
  }
}

function unreadable({ filename }: DatasetFile): FineTuneError {
  const advice = 'Take it out of the dataset or upload it again, and create the fine-tune anew.';
  return { code: 'clip_unreadable', message: `${filename}: The clip is stored, but cannot be read. ${advice}` };
}

/** The message without the field of a request, which a clip of a dataset does not have. */
function problemIn({ message }: ServiceError): string {
  return message.replace(/^✖ /u, '').replace(/\n\s*→ at \S+$/u, '');
}

function shortened(errors: readonly FineTuneError[]): readonly FineTuneError[] {
  return errors.length <= maxErrors
    ? errors
    : [...errors.slice(0, maxErrors - 1), { code: 'more', message: `and ${errors.length - maxErrors + 1} more` }];
}
