import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { createEncoder } from 'wasm-media-encoders';
import { SharedLoad } from '../shared-load.ts';
import { webAssembly, type WasmModule } from '../webassembly.ts';

/** The LAME encoder, in WebAssembly. */
export type LameEncoder = Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>;

interface Loaded {
  readonly create: typeof createEncoder;
  readonly code: WasmModule;
}

async function load(): Promise<Loaded> {
  const { createEncoder } = await import('wasm-media-encoders');
  return {
    create: createEncoder,
    code: new webAssembly.Module(await readFile(fileURLToPath(import.meta.resolve('wasm-media-encoders/wasm/mp3')))),
  };
}

const loaded = new SharedLoad(load);

/** A new encoder, to be configured. The code is loaded and compiled with the first one in a thread (20 ms), which others share. */
export async function createLameEncoder(): Promise<LameEncoder> {
  const { create, code } = await loaded.get();
  return create('audio/mpeg', code);
}
