/**
 * The inner loop of the resampler: a polyphase FIR filter in WebAssembly SIMD. It is written here instruction by
 * instruction, because it is one loop of forty instructions and this keeps the source free of binary files and of a
 * second compiler. Opcodes: WebAssembly core specification 2.0, sections 5.4 (instructions) and 5.5 (modules).
 */
import { webAssembly, type WasmMemory, type WasmModule } from '../webassembly.ts';

/** Taps are summed in four vectors of four numbers, so their count must be a multiple of this. */
export const tapsPerStep = 16;

/**
 * For `count` outputs: `out[n] = Σ input[at + k] · table[phase · taps + k]`, then `at` and `phase` move on by the step.
 * All addresses are bytes in the kernel's memory, all numbers float32. Sums run in a fixed order, so the result does not
 * depend on how the outputs are divided between calls.
 */
export type FilterKernel = (
  input: number,
  table: number,
  taps: number,
  out: number,
  count: number,
  phase: number,
  phases: number,
  stepWhole: number,
  stepPhase: number,
) => void;

type Code = readonly (number | Code)[];

const i32 = 0x7f;
const v128 = 0x7b;
const noResult = 0x40;

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Signed LEB128 of a number in −64…63, all that is needed here. */
function constant(value: number): Code {
  return [0x41, value & 0x7f];
}

function get(local: number): Code {
  return [0x20, local];
}

function set(local: number): Code {
  return [0x21, local];
}

function tee(local: number): Code {
  return [0x22, local];
}

const add = 0x6a;
const subtract = 0x6b;
const multiply = 0x6c;
const shiftLeft = 0x74;
const lessUnsigned = 0x49;
const notLessUnsigned = 0x4f;
const end = 0x0b;
const loop: Code = [0x03, noResult];
const ifTrue: Code = [0x04, noResult];
const repeatIf: Code = [0x0d, 0];
const block: Code = [0x02, noResult];
const addF32 = 0x92;
const storeF32: Code = [0x38, 2, 0];
function simd(opcode: number, ...immediate: number[]): Code {
  return [0xfd, ...unsigned(opcode), ...immediate];
}

function loadVector(offset: number): Code {
  return simd(0x00, 2, offset);
}

const zeroVector = simd(0x0c, ...new Array<number>(16).fill(0));
const addVector = simd(0xe4);
const multiplyVector = simd(0xe6);
function lane(index: number): Code {
  return simd(0x1f, index);
}

// Parameters, then locals.
const [input, table, taps, out, count, phase, phases, stepWhole, stepPhase] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [rowBytes, sample, coefficient, rowEnd, sum0, sum1, sum2, sum3] = [9, 10, 11, 12, 13, 14, 15, 16];
const parameters = 9;
const sums = [sum0, sum1, sum2, sum3];

function multiplyAdd(sum: number, offset: number): Code {
  return [
    get(sum),
    get(sample),
    loadVector(offset),
    get(coefficient),
    loadVector(offset),
    multiplyVector,
    addVector,
    set(sum),
  ];
}

function advance(local: number, by: Code): Code {
  return [get(local), by, add, set(local)];
}

const body: Code = [
  get(taps),
  constant(2),
  shiftLeft,
  set(rowBytes),
  get(stepWhole),
  constant(2),
  shiftLeft,
  set(stepWhole),
  block,
  get(count),
  0x45 /* is zero */,
  repeatIf,
  loop,
  get(input),
  set(sample),
  get(phase),
  get(rowBytes),
  multiply,
  get(table),
  add,
  tee(coefficient),
  get(rowBytes),
  add,
  set(rowEnd),
  sums.map((sum) => [zeroVector, set(sum)]),
  loop,
  sums.map((sum, index) => multiplyAdd(sum, 16 * index)),
  // 64 as a signed LEB128 takes two bytes.
  advance(sample, [0x41, 0xc0, 0x00]),
  advance(coefficient, [0x41, 0xc0, 0x00]),
  get(coefficient),
  get(rowEnd),
  lessUnsigned,
  repeatIf,
  end,
  get(out),
  get(sum0),
  get(sum1),
  addVector,
  get(sum2),
  get(sum3),
  addVector,
  addVector,
  set(sum0),
  get(sum0),
  lane(0),
  get(sum0),
  lane(1),
  addF32,
  get(sum0),
  lane(2),
  get(sum0),
  lane(3),
  addF32,
  addF32,
  storeF32,
  advance(out, constant(4)),
  advance(input, get(stepWhole)),
  advance(phase, get(stepPhase)),
  get(phase),
  get(phases),
  notLessUnsigned,
  ifTrue,
  get(phase),
  get(phases),
  subtract,
  set(phase),
  advance(input, constant(4)),
  end,
  get(count),
  constant(1),
  subtract,
  tee(count),
  repeatIf,
  end,
  end,
];

function flatten(code: Code): number[] {
  return code.flatMap((part) => (typeof part === 'number' ? [part] : flatten(part)));
}

function sized(content: number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function section(id: number, content: number[]): number[] {
  return [id, ...sized(content)];
}

function name(text: string): number[] {
  return sized([...Buffer.from(text)]);
}

function assemble(): Uint8Array {
  const locals = [2, 4, i32, sums.length, v128];
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, ...sized(new Array<number>(parameters).fill(i32)), 0]),
    ...section(2, [1, ...name('host'), ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('filter'), 0x00, 0]),
    ...section(10, [1, ...sized([...locals, ...flatten(body), end])]),
  ]);
}

let compiled: WasmModule | undefined;

/** The kernel working on `memory`, which must have at least one page. The code is compiled once in a thread. */
export function createKernel(memory: WasmMemory): FilterKernel {
  const module = (compiled ??= new webAssembly.Module(assemble()));
  return new webAssembly.Instance(module, { host: { memory } }).exports.filter as FilterKernel;
}
