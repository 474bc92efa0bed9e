/** The part of `@jitsi/rnnoise-wasm` that is used: RNNoise, a recurrent network that parts speech from noise, as WebAssembly. */
declare module '@jitsi/rnnoise-wasm/dist/rnnoise.js' {
  export interface RnnoiseModule {
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _rnnoise_create(): number;
    _rnnoise_destroy(state: number): void;
    /** 480 samples at 48 kHz in the range of 16-bit integers. @returns the probability of speech */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  export default function create(options: { readonly wasmBinary: Uint8Array }): Promise<RnnoiseModule>;
}
