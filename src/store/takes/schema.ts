/** The table of the history; what holds for all tables stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

/** Pages of the console on which takes are made. */
export const takeOrigins = ['speak', 'change', 'join'] as const;
/** One of {@link takeOrigins}. */
export type TakeOrigin = (typeof takeOrigins)[number];

/** Audio that a member made and keeps, with what it was made from. */
export interface TakeTable {
  readonly id: string;
  readonly organization_id: string;
  /** The member whose take it is; no other one sees it. */
  readonly user_id: string;
  readonly created_at: string;
  readonly origin: TakeOrigin;
  title: string | null;
  /** 1 for one that stays beyond the days of the history. */
  starred: number;
  /** Of a voice that may be gone. */
  readonly voice_id: string | null;
  readonly voice_name: string;
  readonly model_id: string | null;
  readonly language: string | null;
  readonly container: string;
  /** Of the audio. */
  readonly seconds: number;
  /** Bytes of the audio. */
  readonly size: number;
  /** Bytes that count for the limit: audio, text, words and settings. */
  readonly bytes: number;
  /** Key of the object with the audio. */
  readonly blob: string;
  /** JSON: how it was spoken. */
  readonly settings: string;
  /** Beginning of the text. */
  readonly excerpt: string;
  /** Folded title, name of the voice and beginning of the text. */
  search: string;
  readonly text: string;
  /** JSON: the words and when each is heard. */
  readonly words: string;
}

/** A link that plays a take without a session. */
export interface TakeShareTable {
  readonly id: string;
  readonly organization_id: string;
  /** The member whose take it is. */
  readonly user_id: string;
  readonly take_id: string;
  /** Of the token in its address. */
  readonly hash: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface TakesSchema {
  readonly takes: TakeTable;
  readonly take_shares: TakeShareTable;
}

/** A take as stored; `settings` and `words` are JSON text. */
export type TakeRow = Selectable<TakeTable>;
