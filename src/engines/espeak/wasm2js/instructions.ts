/** What the instructions of JavaScript that `wasm2js` writes are in WebAssembly. Opcodes: WebAssembly core specification 2.0, section 5.4. */
import type { Node } from 'acorn';
import type { Code, WasmSignature, WasmType } from '../../../audio/wasm-code.ts';

/** Of an integer, where it matters: how it is compared, divided and made a double. */
export type Sign = 'signed' | 'unsigned' | 'either' | 'unknown';

/** What an expression leaves on the stack. */
export interface Value {
  readonly type: WasmType;
  readonly code: Code;
  readonly sign: Sign;
  /** Of a literal. */
  readonly number?: number;
}

/** Of the memory; `shift` is the logarithm of the size in bytes. */
export const views = {
  Int8Array: { type: 'integer', shift: 0, load: 0x2c, store: 0x3a, sign: 'signed' },
  Uint8Array: { type: 'integer', shift: 0, load: 0x2d, store: 0x3a, sign: 'either' },
  Int16Array: { type: 'integer', shift: 1, load: 0x2e, store: 0x3b, sign: 'signed' },
  Uint16Array: { type: 'integer', shift: 1, load: 0x2f, store: 0x3b, sign: 'either' },
  Int32Array: { type: 'integer', shift: 2, load: 0x28, store: 0x36, sign: 'signed' },
  Uint32Array: { type: 'integer', shift: 2, load: 0x28, store: 0x36, sign: 'unsigned' },
  Float64Array: { type: 'double', shift: 3, load: 0x2b, store: 0x39, sign: 'signed' },
} as const;
export type View = keyof typeof views;

/** A function that is called. */
export interface Called extends WasmSignature {
  readonly call: Code;
}

/** What names mean that are not the function's own. */
export interface Names {
  readonly views: ReadonlyMap<string, View>;
  /** The functions of `Math`. */
  readonly math: ReadonlyMap<string, string>;
  readonly called: (name: string, parameters: number) => Called;
  /** A function of a table; its number is the first parameter. */
  readonly calledByNumber: (table: string, parameters: number) => Called;
  readonly variable: (name: string) => { readonly read: Code; readonly write: Code };
}

export const integerOperators = new Map([
  ['+', 0x6a],
  ['-', 0x6b],
  ['&', 0x71],
  ['|', 0x72],
  ['^', 0x73],
  ['<<', 0x74],
  ['>>', 0x75],
  ['>>>', 0x76],
  ['==', 0x46],
  ['!=', 0x47],
]);
/** Of integers with and without a sign. */
export const signOperators = new Map([
  ['<', { signed: 0x48, unsigned: 0x49 }],
  ['>', { signed: 0x4a, unsigned: 0x4b }],
  ['<=', { signed: 0x4c, unsigned: 0x4d }],
  ['>=', { signed: 0x4e, unsigned: 0x4f }],
  ['/', { signed: 0x6d, unsigned: 0x6e }],
  ['%', { signed: 0x6f, unsigned: 0x70 }],
]);
export const doubleOperators = new Map([
  ['+', 0xa0],
  ['-', 0xa1],
  ['*', 0xa2],
  ['/', 0xa3],
  ['==', 0x61],
  ['!=', 0x62],
  ['<', 0x63],
  ['>', 0x64],
  ['<=', 0x65],
  ['>=', 0x66],
]);
/** Functions of `Math` that take and give a double. */
export const doubleFunctions = new Map([
  ['abs', 0x99],
  ['ceil', 0x9b],
  ['floor', 0x9c],
  ['trunc', 0x9d],
  ['sqrt', 0x9f],
]);
export const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=']);
export const arithmetic = new Set(['+', '-', '*', '/']);

/** How many there are, of 64 KiB. */
export const memoryPages = [0x3f, 0] as const;
/** What is on the stack, dropped. */
export const drop = 0x1a;
export const countLeadingZeros = 0x67;
export const negateDouble = 0x9a;
export const toDouble = { signed: 0xb7, unsigned: 0xb8 } as const;
/** Of a double outside of 32 bits the nearest integer, of what is no number 0; `wasm2js` asks before. */
export const truncate = [0xfc, 2] as const;
/** Behind it stands the type of what it leaves on the stack. */
export const startIf = 0x04;
export const [branch, branchTable, returnResult] = [0x0c, 0x0e, 0x0f] as const;

/** @throws {Error} always */
export function refuse(node: Node): never {
  throw new Error(`A function that wasm2js wrote has something unknown: ${node.type} at ${node.start}.`);
}
