/** What the table of models says of each. */
import type { ModelKind } from '../model-files/manifest.ts';
import type { Checksum } from './checksum.ts';

/** One file of a model as it is published. */
export interface PublishedFile {
  /** Without a user and password. */
  readonly url: string;
  /** The header `authorization` of its requests, from the user and password of an address. Default none. */
  readonly authorization?: string | undefined;
  /** Bytes; about, where no checksum is recorded. */
  readonly size: number;
  /** Any of them is right; null when none is recorded: the file cannot be verified. */
  readonly checksums: readonly Checksum[] | null;
}

/** A model that can be added by its name. */
export interface CatalogueEntry {
  /** In small letters, as it is installed. */
  readonly name: string;
  readonly kind: ModelKind;
  /** How it is built, as what runs its kind calls it. */
  readonly family: string;
  /** ISO 639-1 codes of those that are spoken here, or heard; empty where its files name them, and where they make no difference. */
  readonly languages: readonly string[];
  /** Built-in speakers; 0 for a model that speaks with cloned voices only. Of voices. */
  readonly speakers?: number;
  /** It hears while it is spoken to. Of recognizers. */
  readonly streaming?: boolean;
  /** SPDX identifier, or in words where there is none; null when it is not known before its model card is read. */
  readonly licence: string | null;
  /** Address of the page that says what the model is; of its licence too, unless `licencePage` is another one. */
  readonly modelCard: string;
  /** Address of the page that states the licence, where the model's own does not. */
  readonly licencePage?: string;
  /** Bytes of its networks behind unpacking, where its publisher says them; those of files that are networks need not be said. */
  readonly graphBytes?: number;
  /** A small text file that states the licence, read before the licence is asked about. */
  readonly cardFile?: PublishedFile;
  readonly files: readonly PublishedFile[];
}
