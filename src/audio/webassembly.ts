/**
 * The part of the WebAssembly interface this folder uses. The language's own library declares it only together with
 * the browser's whole DOM, which a server must not see.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** A compiled module: code only, shared by any number of instances. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  /** Sizes in pages of 64 KiB. */
  readonly Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;
