/** The tables of voices, datasets, fine-tunes and pronunciation dictionaries; what holds for all of them stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

/** `public`: every organization may use it; `private`: its owner only. */
export type Access = 'private' | 'public';

/** A voice made here: cloned, localized or fine-tuned. Built-in voices are code, not rows. */
export interface VoiceTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  tagline: string;
  description: string;
  gender: string | null;
  readonly language: string;
  /** JSON of `VoiceAccent[]`, the native one first. */
  accents: string;
  access: Access;
  status: 'active' | 'archived';
  /** JSON of the `EngineVoice` that speaks it. */
  speaker: string;
  readonly base_voice_id: string | null;
  /** Blob of the clip it was made from. */
  readonly clip: string | null;
  /** What the clip says, where the owner gave it. */
  readonly clip_transcript: string | null;
  readonly fine_tune_id: string | null;
  /** Folded name, description and id. */
  search: string;
  readonly created_at: string;
  updated_at: string;
}

export interface DatasetTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  description: string;
  readonly created_at: string;
  /** When it was deleted: a job is removing its files. */
  deleted_at: string | null;
}

export interface DatasetFileTable {
  readonly id: string;
  readonly organization_id: string;
  readonly dataset_id: string;
  readonly filename: string;
  readonly size: number;
  readonly blob: string;
  readonly created_at: string;
}

/** States of a fine-tune, in this order; the last two are its ends. */
export type FineTuneStatus = 'created' | 'training' | 'completed' | 'failed';

export interface FineTuneTable {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly accent: string | null;
  readonly model_id: string;
  readonly dataset_id: string;
  status: FineTuneStatus;
  /** 0–1. */
  progress: number;
  /** JSON of `{ code, message }[]`. */
  user_errors: string;
  readonly created_at: string;
  updated_at: string;
}

export interface PronunciationDictTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  description: string;
  /** JSON of the items. */
  items: string;
  access: Access;
  pinned: number;
  readonly created_at: string;
  updated_at: string;
}

export interface VoicesSchema {
  readonly voices: VoiceTable;
  readonly datasets: DatasetTable;
  readonly dataset_files: DatasetFileTable;
  readonly fine_tunes: FineTuneTable;
  readonly pronunciation_dicts: PronunciationDictTable;
}

/** A made voice as stored; `accents` and `speaker` are JSON text. */
export type VoiceRow = Selectable<VoiceTable>;
/** A dataset as stored, without its files. */
export type Dataset = Selectable<DatasetTable>;
/** A clip of a dataset as stored; `blob` is the key of its object. */
export type DatasetFile = Selectable<DatasetFileTable>;
/** A fine-tune as stored; `fineTuneErrors` reads its `user_errors`. */
export type FineTuneRow = Selectable<FineTuneTable>;
/** A dictionary as stored; `pronunciationItems` reads its `items`. */
export type PronunciationDictRow = Selectable<PronunciationDictTable>;
