/** The functions of libpocketsphinx and libsphinxbase (0.8+5prealpha, as Debian has them) that are used, through koffi. */
import type { PocketsphinxConfig } from './protocol.ts';

/** A pointer of the library. */
type Pointer = object | null;

interface Functions {
  readonly args: () => Pointer;
  readonly parse: (
    into: Pointer,
    definitions: Pointer,
    count: number,
    args: readonly string[],
    strict: number,
  ) => Pointer;
  readonly init: (config: Pointer) => Pointer;
  readonly startStream: (decoder: Pointer) => number;
  readonly start: (decoder: Pointer) => number;
  readonly process: (decoder: Pointer, samples: Int16Array, count: number, noSearch: number, whole: number) => number;
  readonly end: (decoder: Pointer) => number;
  readonly hypothesis: (decoder: Pointer, score: number[]) => string | null;
  readonly firstSegment: (decoder: Pointer, score: number[]) => Pointer;
  readonly nextSegment: (segment: Pointer) => Pointer;
  readonly segmentWord: (segment: Pointer) => string | null;
  readonly segmentFrames: (segment: Pointer, start: number[], end: number[]) => void;
  readonly setGrammar: (decoder: Pointer, name: string, jsgf: string) => number;
  readonly setSearch: (decoder: Pointer, name: string) => number;
  readonly searchName: (decoder: Pointer) => string | null;
  readonly lookUp: (decoder: Pointer, word: string) => Pointer;
}

/** A word and its frames, the last one included; a frame is 10 ms. */
export interface DecodedWord {
  readonly word: string;
  readonly first: number;
  readonly last: number;
}

async function loadFunctions({ library, baseLibrary }: PocketsphinxConfig): Promise<Functions> {
  const { default: koffi } = await import('koffi');
  // First: the other one needs it.
  const base = koffi.load(baseLibrary);
  const sphinx = koffi.load(library);
  return {
    args: sphinx.func('void *ps_args()'),
    parse: base.func('void *cmd_ln_parse_r(void *inout, void *definitions, int argc, const char **argv, int strict)'),
    init: sphinx.func('void *ps_init(void *config)'),
    startStream: sphinx.func('int ps_start_stream(void *decoder)'),
    start: sphinx.func('int ps_start_utt(void *decoder)'),
    process: sphinx.func(
      'int ps_process_raw(void *decoder, const int16_t *data, size_t count, int no_search, int full)',
    ),
    end: sphinx.func('int ps_end_utt(void *decoder)'),
    hypothesis: sphinx.func('const char *ps_get_hyp(void *decoder, _Out_ int32_t *score)'),
    firstSegment: sphinx.func('void *ps_seg_iter(void *decoder, _Out_ int32_t *score)'),
    nextSegment: sphinx.func('void *ps_seg_next(void *segment)'),
    segmentWord: sphinx.func('const char *ps_seg_word(void *segment)'),
    segmentFrames: sphinx.func('void ps_seg_frames(void *segment, _Out_ int *start, _Out_ int *end)'),
    setGrammar: sphinx.func('int ps_set_jsgf_string(void *decoder, const char *name, const char *jsgf)'),
    setSearch: sphinx.func('int ps_set_search(void *decoder, const char *name)'),
    searchName: sphinx.func('const char *ps_get_search(void *decoder)'),
    lookUp: sphinx.func('void *ps_lookup_word(void *decoder, const char *word)'),
  };
}

/** One decoder with its model, some 150 MB. Its calls hold the thread. */
export class Decoder {
  readonly #library: Functions;
  readonly #decoder: Pointer;
  /** The search with the language model. */
  readonly #open: string;

  /** @throws {Error} when the libraries or the model are not there */
  static async load(config: PocketsphinxConfig): Promise<Decoder> {
    const library = await loadFunctions(config);
    const args = [
      ...['pocketsphinx', '-hmm', config.acousticModel, '-lm', config.languageModel, '-dict', config.dictionary],
      // Voice activity was judged before, and times count from the first sample.
      ...['-remove_silence', 'no', '-logfn', '/dev/null'],
    ];
    const settings = library.parse(null, library.args(), args.length, args, 1);
    const decoder = settings === null ? null : library.init(settings);
    if (decoder === null) throw new Error('the model cannot be loaded');
    return new Decoder(library, decoder);
  }

  private constructor(library: Functions, decoder: Pointer) {
    this.#library = library;
    this.#decoder = decoder;
    this.#open = library.searchName(decoder) ?? '_default';
  }

  /** Whether the dictionary has a word, in small letters. */
  knows(word: string): boolean {
    return this.#library.lookUp(this.#decoder, word) !== null;
  }

  /**
   * Begins an utterance.
   * @param grammar in JSGF; undefined: the language model decides
   */
  start(grammar: string | undefined): void {
    const { setGrammar, setSearch, startStream, start } = this.#library;
    const name = grammar === undefined ? this.#open : 'phrases';
    if (grammar !== undefined && setGrammar(this.#decoder, name, grammar) < 0) {
      throw new Error('the phrases make no grammar');
    }
    if (setSearch(this.#decoder, name) < 0) throw new Error('the search cannot be chosen');
    // Otherwise times would count from the utterance before.
    if (startStream(this.#decoder) < 0 || start(this.#decoder) < 0) throw new Error('no utterance can be begun');
  }

  /**
   * @param isWhole it is all of the utterance: then its cepstral mean is taken over all of it, which is heard better than with the mean
   *   of what was heard before, and the same way whatever that was
   */
  write(samples: Int16Array, isWhole: boolean): void {
    if (this.#library.process(this.#decoder, samples, samples.length, 0, isWhole ? 1 : 0) < 0) {
      throw new Error('the samples cannot be decoded');
    }
  }

  /** What has been heard so far. */
  get text(): string {
    return this.#library.hypothesis(this.#decoder, [0]) ?? '';
  }

  /** Ends the utterance. @returns its words, pauses and fillers included */
  end(): DecodedWord[] {
    const { end, firstSegment, nextSegment, segmentWord, segmentFrames } = this.#library;
    if (end(this.#decoder) < 0) throw new Error('the utterance cannot be ended');
    const words: DecodedWord[] = [];
    let segment = firstSegment(this.#decoder, [0]);
    while (segment !== null) {
      const [first, last] = [[0], [0]];
      segmentFrames(segment, first, last);
      words.push({ word: segmentWord(segment) ?? '', first: first[0]!, last: last[0]! });
      segment = nextSegment(segment);
    }
    return words;
  }
}
