/** What the process of PocketSphinx and its owner send each other. */
import type { ProcessTypes } from '../../processes/protocol.ts';
import type { Recognized } from '../adapter.ts';

/** Where the libraries and the model of the Debian packages are. */
export interface PocketsphinxConfig {
  /** File or soname of `libpocketsphinx`. */
  readonly library: string;
  /** File or soname of `libsphinxbase`. */
  readonly baseLibrary: string;
  /** Folder of the acoustic model. */
  readonly acousticModel: string;
  /** File of the language model. */
  readonly languageModel: string;
  /** File of the words and how they are said. */
  readonly dictionary: string;
}

export interface PocketsphinxProcess extends ProcessTypes {
  readonly config: PocketsphinxConfig;
  readonly info: undefined;
  /** `vocabulary`: phrases besides which nothing is heard; empty: the language model decides. */
  readonly request: { readonly vocabulary: readonly string[]; readonly wantsPartials: boolean };
  /** Samples at 16 kHz. */
  readonly input: Int16Array;
  readonly part:
    { readonly kind: 'partial'; readonly text: string } | { readonly kind: 'final'; readonly heard: Recognized };
  readonly attachment: never;
}
