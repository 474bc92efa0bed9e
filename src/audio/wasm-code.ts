/**
 * Writes small WebAssembly modules instruction by instruction: inner loops of SIMD that way need no binary files in the source and no
 * second compiler. Opcodes: WebAssembly core specification 2.0, sections 5.4 (instructions) and 5.5 (modules).
 */
import { webAssembly, type WasmMemory, type WasmModule } from './webassembly.ts';

/** Bytes of instructions, in groups. */
export type Code = readonly (number | Code)[];

const noResult = 0x40;
/** Of the types, in the binary format. */
export const typeCodes = { integer: 0x7f, double: 0x7c, vector: 0x7b } as const;
/** An integer of 32 bits, a double, or a vector of 128 bits. */
export type WasmType = keyof typeof typeCodes;

/** Unsigned LEB128. */
export function unsignedNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsignedNumber(value >>> 7)];
}

/** Signed LEB128. */
function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

/** A number of 32 bits. */
export function constant(value: number): Code {
  return [0x41, ...signed(value)];
}

/** A local on the stack. */
export function get(local: number): Code {
  return [0x20, local];
}

/** What is on the stack into a local. */
export function set(local: number): Code {
  return [0x21, local];
}

/** What is on the stack into a local; it stays on the stack. */
export function tee(local: number): Code {
  return [0x22, local];
}

/** The instructions take two numbers of 32 bits from the stack. */
export const add = 0x6a;
/** The second number from the first. */
export const subtract = 0x6b;
/** Modulo 2³². */
export const multiply = 0x6c;
/** Bit by bit. */
export const and = 0x71;
/** Zeros come in at the right. */
export const shiftLeft = 0x74;
/** Zeros come in. */
export const shiftRight = 0x76;
/** 1 of 0, else 0. */
export const isZero = 0x45;
/** 1 where the first number is less than the second, as numbers without a sign. */
export const lessUnsigned = 0x49;
export const notLessUnsigned = 0x4f;
/** Of a loop or a block. */
export const end = 0x0b;
/** What {@link repeat} and {@link repeatIf} begin anew. */
export const loop: Code = [0x03, noResult];
/** Until {@link end}, or {@link otherwise}: where what is on the stack is not 0. */
export const ifTrue: Code = [0x04, noResult];
/** Until {@link end}: where it is 0. */
export const otherwise = 0x05;
/** To the start of the innermost loop, or out of the innermost block. */
export const repeatIf: Code = [0x0d, 0];
/** To the start of the innermost loop. */
export const repeat: Code = [0x0c, 0];
/** Out of the block around the innermost loop, if so. */
export const leave: Code = [0x0d, 1];
/** What {@link leave} ends; each block and loop has an {@link end}. */
export const block: Code = [0x02, noResult];
/** A double. */
export function double(value: number): Code {
  return [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
}

export const storeF32: Code = [0x38, 2, 0];

const addF32 = 0x92;

function simd(opcode: number, ...immediate: number[]): Code {
  return [0xfd, ...unsignedNumber(opcode), ...immediate];
}

/** Four floats from the address on the stack. @param offset bytes, below 128 */
export function loadVector(offset: number): Code {
  return simd(0x00, 2, offset);
}

/** What is on the stack to the address below it. @param offset bytes, below 128 */
export function storeVector(offset: number): Code {
  return simd(0x0b, 2, offset);
}

/** A 32-bit integer from the address on the stack. @param offset bytes, below 128 */
export function loadInteger(offset: number): Code {
  return [0x28, 2, offset];
}

/** A signed 16-bit integer from the address on the stack. @param offset bytes */
export function loadShort(offset: number): Code {
  return [0x2e, 1, ...unsignedNumber(offset)];
}

export const zeroVector = simd(0x0c, ...new Array<number>(16).fill(0));
export const addVector = simd(0xe4);
export const andVector = simd(0x4e);
export const subtractVector = simd(0xe5);
export const multiplyVector = simd(0xe6);
/** Of two doubles each. */
export const addDoubles = simd(0xf0);
export const subtractDoubles = simd(0xf1);
export const multiplyDoubles = simd(0xf2);
export const negateDoubles = simd(0xed);

function lane(index: number): Code {
  return simd(0x1f, index);
}

/** Moves an address or a number on. */
export function advance(local: number, by: Code): Code {
  return [get(local), by, add, set(local)];
}

/** The sum of the lanes of four vectors, always in the same order; the first of them holds their sum afterwards. */
export function sumOfLanes([first, second, third, fourth]: readonly [number, number, number, number]): Code {
  return [
    [get(first), get(second), addVector],
    [get(third), get(fourth), addVector],
    [addVector, set(first)],
    [get(first), lane(0), get(first), lane(1), addF32],
    [get(first), lane(2), get(first), lane(3), addF32],
    addF32,
  ];
}

/** What a function takes and gives. */
export interface WasmSignature {
  readonly parameters: readonly WasmType[];
  /** What the body leaves on the stack. */
  readonly result?: WasmType | undefined;
}

/** A function of a module. */
export interface WasmFunction extends WasmSignature {
  /** Beside the parameters, which have the first numbers. */
  readonly locals: readonly WasmType[];
  readonly body: Code;
  /** The name by which it is exported. */
  readonly exportedAs?: string;
}

/** What a module is made of. */
export interface WasmModuleParts {
  /** By the names under which `host` gives them; they have the first numbers. */
  readonly imports?: readonly (WasmSignature & { readonly name: string })[];
  readonly functions: readonly WasmFunction[];
  /** Global variables, integers that begin with 0. */
  readonly globals?: number;
}

function flatten(code: Code, bytes: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === 'number') bytes.push(part);
    else flatten(part, bytes);
  }
  return bytes;
}

function sized(content: readonly number[]): number[] {
  return [...unsignedNumber(content.length), ...content];
}

/** Of parts, with their number before them. */
function counted(parts: readonly (readonly number[])[]): number[] {
  return [...unsignedNumber(parts.length), ...parts.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

function name(text: string): number[] {
  return sized([...new TextEncoder().encode(text)]);
}

function signature({ parameters, result }: WasmSignature): number[] {
  const list = (of: readonly WasmType[]): number[] => sized(of.map((type) => typeCodes[type]));
  return [0x60, ...list(parameters), ...list(result === undefined ? [] : [result])];
}

/** A module whose memory, of at least one page, comes from `host`. */
export function compileModule({ imports = [], functions, globals = 0 }: WasmModuleParts): WasmModule {
  const host = name('host');
  const bodies = functions.map(({ locals, body }) =>
    sized([...counted(locals.map((type) => [1, typeCodes[type]])), ...flatten(body), end]),
  );
  const exports = functions.flatMap(({ exportedAs }, index) =>
    exportedAs === undefined ? [] : [[...name(exportedAs), 0x00, ...unsignedNumber(imports.length + index)]],
  );
  return new webAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, counted([...imports, ...functions].map(signature))),
      ...section(
        2,
        counted([
          [...host, ...name('memory'), 0x02, 0x00, 1],
          ...imports.map((each, index) => [...host, ...name(each.name), 0x00, ...unsignedNumber(index)]),
        ]),
      ),
      ...section(3, counted(functions.map((_, index) => unsignedNumber(imports.length + index)))),
      ...section(
        6,
        counted(Array.from({ length: globals }, () => [typeCodes.integer, 1, ...flatten(constant(0)), end])),
      ),
      ...section(7, counted(exports)),
      ...section(10, counted(bodies)),
    ]),
  );
}

/** A function of 32-bit integers. */
export interface IntegerFunction {
  readonly parameters: number;
  /** Whether it returns one, which its body leaves on the stack (default false). */
  readonly result?: boolean;
  /** Beside the parameters, which have the first numbers: first the integers, then the vectors. */
  readonly locals: { readonly integers: number; readonly vectors: number };
  readonly body: Code;
}

/** A module with one function of 32-bit integers, `run`, whose memory comes from outside. */
export function compileFunction({ parameters, result = false, locals, body }: IntegerFunction): WasmModule {
  const integers = (length: number): readonly WasmType[] => new Array<WasmType>(length).fill('integer');
  return compileModule({
    functions: [
      {
        parameters: integers(parameters),
        result: result ? 'integer' : undefined,
        locals: [...integers(locals.integers), ...new Array<WasmType>(locals.vectors).fill('vector')],
        body,
        exportedAs: 'run',
      },
    ],
  });
}

/** The function of a module, working on a memory of at least one page. */
export function functionOf(module: WasmModule, memory: WasmMemory): unknown {
  return new webAssembly.Instance(module, { host: { memory } }).exports.run;
}
