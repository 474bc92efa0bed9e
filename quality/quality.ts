/** What a part of the measurements is given, and what it gives. */
import type { Table } from '../bench/report/table.ts';
import type { LocalSynthesizer } from './sources/local-synthesizer.ts';

export interface Quality {
  /** The form for every commit: a few voices and texts, and nothing that is not in this repository. */
  readonly short: boolean;
  /** A folder of recordings for the parts that change or join some; undefined: those that are made here. */
  readonly clips: string | undefined;
  /** Speaks as a server does. */
  readonly synthesizer: LocalSynthesizer;
  /** Says what is being measured. */
  readonly progress: (text: string) => void;
}

export interface Part {
  /** Of its section of the page. */
  readonly title: string;
  /** Programs of Debian that it runs; its short form does without. */
  readonly packages: readonly string[];
  /** Whether it belongs to the short form. */
  readonly isShort: boolean;
  measure(quality: Quality): Promise<Omit<Table, 'title'>>;
}
