/** What goes into the history. */
import type { Word } from '@sonorant/client';
import type { KeptTake } from './history.ts';
import type { Take } from '../audio/take.ts';

/** What a take was made from. */
export interface MadeFrom {
  readonly origin: KeptTake['origin'];
  readonly title?: string;
  readonly text: string;
  readonly voice: { readonly id: string; readonly name: string };
  readonly model: string | null;
  readonly language: string | null;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Audio that is whole. */
export interface WholeSound {
  /** A WAV file of 16 bits, mono, at the rate of the page; or a take that is over. */
  readonly sound: Blob | Take;
  readonly seconds: number;
  readonly words: readonly Word[];
}
