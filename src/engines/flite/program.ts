/** What of the packaged program is called and read: its C functions and the few C structures that have no functions of their own. */
import {
  webAssembly,
  type WasmGlobal,
  type WasmMemory,
  type WasmModule,
  type WasmTable,
} from '../../audio/webassembly.ts';
import { openModule } from './binary.ts';

/** An address in the instance's memory; 0 is none. */
export type Pointer = number;
type Call = (...args: number[]) => number;

const functions = [
  '__wasm_call_ctors',
  'flite_init',
  'flite_set_voice_list',
  'flite_voice_select',
  'malloc',
  'free',
  'new_utterance',
  'utt_init',
  'utt_relation_create',
  'utt_relation',
  'utt_synth_tokens',
  'relation_append',
  'relation_head',
  'item_next',
  'item_append',
  'item_set_string',
  'item_set_float',
  'item_feat_string',
  'item_feat_float',
  'path_to_item',
  'feat_set',
  'feat_set_float',
  'feat_val',
  'uttfunc_val',
  'new_audio_streaming_info',
  'audio_streaming_info_val',
  'val_track',
  'val_cg_db',
  'mlpg',
  'mlsa_resynthesis',
  'diphone_synth',
] as const;
type Functions = Readonly<Record<(typeof functions)[number], Call>>;

export interface Exports extends Functions {
  readonly memory: WasmMemory;
  readonly table: WasmTable;
  readonly stack_pointer: WasmGlobal;
}

export interface FliteCode {
  readonly module: WasmModule;
  readonly mutableFrom: Pointer;
}

/** Compiles the packaged program. */
export async function compileFlite(program: Uint8Array): Promise<FliteCode> {
  const { bytes, mutableFrom } = openModule(program, functions);
  return { module: await webAssembly.compile(bytes), mutableFrom };
}

/** Byte offsets of the few C structures that are read directly (pointers have 4 bytes). */
export const layout = {
  utterance: { features: 0 },
  streaming: { minSamples: 0, callback: 4 },
  wave: { sampleRate: 4, samples: 16 },
  track: { frameCount: 4, frames: 16 },
} as const;

/**
 * Binary of a module whose one function takes so many integers, gives one, and hands on to the import `e.f`: what a table of functions
 * takes (WebAssembly core specification 1.0, chapter 5).
 */
function trampoline(parameters: number): Uint8Array<ArrayBuffer> {
  const type = [1, 0x60, parameters, ...Array.from({ length: parameters }, () => 0x7f), 1, 0x7f];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, type.length, ...type],
    ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
    ...[7, 5, 1, 1, 0x66, 0, 0],
  );
}

/**
 * Puts a function of integers into a table, by which compiled code calls it.
 * @param parameters how many it takes
 * @param fromEnd    place, counted from the end of the table: 1 is the last, up to `addedEntries`
 * @returns the place, counted from its beginning
 */
export function setTableFunction(table: WasmTable, parameters: number, fromEnd: number, hook: Call): number {
  const index = table.length - fromEnd;
  const { exports } = new webAssembly.Instance(new webAssembly.Module(trampoline(parameters)), { e: { f: hook } });
  table.set(index, exports.f);
  return index;
}
