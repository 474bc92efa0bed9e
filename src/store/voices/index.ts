/** Voices, the datasets and fine-tunes that make them, and pronunciation dictionaries. */
import type { Kysely } from 'kysely';
import { datasets } from './datasets.ts';
import { fineTunes } from './fine-tunes.ts';
import { pronunciationDicts } from './pronunciation-dicts.ts';
import { voices } from './voices.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Schema } from '../schema.ts';

export * from './datasets.ts';
export * from './fine-tunes.ts';
export * from './pronunciation-dicts.ts';
export type * from './schema.ts';
export type * from './voices.ts';

/** One repository for each kind of row. */
export type VoiceRepositories = Readonly<ReturnType<typeof voiceRepositories>>;

export function voiceRepositories(db: Kysely<Schema>, now: () => Date, jobs: Jobs) {
  return {
    voices: voices(db, now, jobs),
    datasets: datasets(db, now, jobs),
    fineTunes: fineTunes(db, now, jobs),
    pronunciationDicts: pronunciationDicts(db, now),
  };
}
