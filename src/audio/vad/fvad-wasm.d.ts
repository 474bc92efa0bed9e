/** The part of `@echogarden/fvad-wasm` that is used: libfvad, the voice activity detection of WebRTC, as WebAssembly. */
declare module '@echogarden/fvad-wasm' {
  export interface FvadModule {
    readonly HEAP16: Int16Array;
    _malloc: (bytes: number) => number;
    _free: (pointer: number) => void;
    /** 0 when there is no memory. */
    _fvad_new: () => number;
    _fvad_free: (instance: number) => void;
    _fvad_reset: (instance: number) => void;
    /** @param mode 0 (takes most for speech) to 3 */
    _fvad_set_mode: (instance: number, mode: number) => number;
    _fvad_set_sample_rate: (instance: number, hertz: number) => number;
    /** 1: speech; 0: none; −1: a length that is not 10, 20 or 30 ms. */
    _fvad_process: (instance: number, samples: number, length: number) => number;
  }
  export default function create(): Promise<FvadModule>;
}
