/** The part of the package that is used here; it ships no types. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakWorker {
    rate: number;
    pitch: number;
    range: number;
    volume: number;
    readonly samplerate: number;
    /** 0 when the voice was loaded. */
    set_voice(name: string): number;
    /** @param text address of UTF-8 text ending in a zero byte. @param callback index from `addFunction`. */
    synth_(text: number, callback: number): void;
    /**
     * @param text  address of UTF-8 text ending in a zero byte
     * @param mode  1: IPA; 0: mnemonics
     * @returns the address of a text ending in a zero byte: sounds joined by `_`, words by spaces, clauses by ` | `
     */
    text_to_phonemes(text: { readonly ptr: number }, mode: number): { readonly ptr: number };
    getSizeOfEventStruct_(): number;
  }

  export interface EspeakFileSystem {
    readFile(path: string): Uint8Array;
    writeFile(path: string, content: string | Uint8Array): void;
    unlink(path: string): void;
    analyzePath(path: string): { exists: boolean };
  }

  export interface EspeakModule {
    readonly HEAPU8: Uint8Array;
    readonly HEAP16: Int16Array;
    readonly HEAP32: Int32Array;
    readonly FS: EspeakFileSystem;
    readonly espeakEVENT_LIST_TERMINATED: number;
    readonly espeakEVENT_WORD: number;
    readonly espeakEVENT_PHONEME: number;
    readonly eSpeakNGWorker: new () => EspeakWorker;
    _malloc(bytes: number): number;
    _free(address: number): void;
    addFunction(callback: (pcm: number, samples: number, events: number) => number, signature: string): number;
  }

  export interface EspeakOptions {
    /** The contents of `espeak-ng.data`, so that the package does not read the file itself. */
    getPreloadedPackage?: (name: string, size: number) => ArrayBuffer;
    print?: (line: string) => void;
    printErr?: (line: string) => void;
  }

  export default function load(options?: EspeakOptions): Promise<EspeakModule>;
}
