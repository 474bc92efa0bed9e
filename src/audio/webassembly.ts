/**
 * The part of the WebAssembly interface that is used here and by the engines. The language's own library declares it only together with
 * the browser's whole DOM, which a server must not see.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** A compiled module: code only, shared by any number of instances. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

/** The functions that compiled code calls by number. */
export interface WasmTable {
  readonly length: number;
  set(index: number, value: unknown): void;
}

/** A global variable of compiled code. */
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
  /** Sizes in pages of 64 KiB. */
  readonly Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
}

/** The runtime's `WebAssembly`, as far as it is used. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

const pageBytes = 65_536;

/** A memory of at least so many bytes, which does not grow. */
export function fixedMemory(bytes: number): WasmMemory {
  const pages = Math.ceil(bytes / pageBytes);
  return new webAssembly.Memory({ initial: pages, maximum: pages });
}
