/** Voices, the datasets and fine-tunes that make them, and pronunciation dictionaries. */
import type { Kysely } from 'kysely';
import { datasets, type Datasets } from './datasets.ts';
import { fineTunes, type FineTunes } from './fine-tunes.ts';
import { pronunciationDicts, type PronunciationDicts } from './pronunciation-dicts.ts';
import { voices, type Voices } from './voices.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Schema } from '../schema.ts';

export {
  datasetDeletionJobKind,
  type DatasetDeletionJob,
  type Datasets,
  type DatasetText,
  type NewDatasetFile,
} from './datasets.ts';
export {
  fineTuneErrors,
  fineTuneJobKind,
  type FineTuneEnd,
  type FineTuneError,
  type FineTuneJob,
  type FineTunes,
  type NewFineTune,
} from './fine-tunes.ts';
export {
  pronunciationItems,
  type PronunciationDictContent,
  type PronunciationDicts,
  type PronunciationItem,
} from './pronunciation-dicts.ts';
export type {
  Access,
  Dataset,
  DatasetFile,
  FineTuneRow,
  FineTuneStatus,
  PronunciationDictRow,
  VoiceRow,
} from './schema.ts';
export type { NewVoice, StoredAccent, VoiceChanges, VoiceRowFilter, Voices } from './voices.ts';

export interface VoiceRepositories {
  readonly voices: Voices;
  readonly datasets: Datasets;
  readonly fineTunes: FineTunes;
  readonly pronunciationDicts: PronunciationDicts;
}

export function voiceRepositories(db: Kysely<Schema>, now: () => Date, jobs: Jobs): VoiceRepositories {
  return {
    voices: voices(db, now, jobs),
    datasets: datasets(db, now, jobs),
    fineTunes: fineTunes(db, now, jobs),
    pronunciationDicts: pronunciationDicts(db, now),
  };
}
