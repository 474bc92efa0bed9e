/**
 * The part of the WebAssembly interface this folder uses. The language's own library declares it only together with
 * the browser's whole DOM, which a server must not see.
 */

/** Compiled code, shared by any number of instances. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmTable {
  readonly length: number;
  set(index: number, value: unknown): void;
}

export interface WasmGlobal {
  value: number;
}

interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;
