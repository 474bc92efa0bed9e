/** The inner loop of the resampler: a polyphase FIR filter in WebAssembly SIMD. */
import {
  add,
  addVector,
  advance,
  block,
  compileFunction,
  constant,
  end,
  functionOf,
  get,
  ifTrue,
  isZero,
  lessUnsigned,
  loadVector,
  loop,
  multiply,
  multiplyVector,
  notLessUnsigned,
  repeatIf,
  set,
  shiftLeft,
  storeF32,
  subtract,
  sumOfLanes,
  tee,
  zeroVector,
  type Code,
} from '../wasm-code.ts';
import type { WasmMemory, WasmModule } from '../webassembly.ts';

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

// Parameters, then locals.
const [input, table, taps, out, count, phase, phases, stepWhole, stepPhase] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [rowBytes, sample, coefficient, rowEnd, sum0, sum1, sum2, sum3] = [9, 10, 11, 12, 13, 14, 15, 16];
const parameters = 9;
const sums = [sum0, sum1, sum2, sum3] as const;

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
  isZero,
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
  advance(sample, constant(64)),
  advance(coefficient, constant(64)),
  get(coefficient),
  get(rowEnd),
  lessUnsigned,
  repeatIf,
  end,
  get(out),
  sumOfLanes(sums),
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

let compiled: WasmModule | undefined;

/** The kernel working on `memory`, which must have at least one page. The code is compiled once in a thread. */
export function createKernel(memory: WasmMemory): FilterKernel {
  compiled ??= compileFunction({ parameters, locals: { integers: 4, vectors: sums.length }, body });
  return functionOf(compiled, memory) as FilterKernel;
}
