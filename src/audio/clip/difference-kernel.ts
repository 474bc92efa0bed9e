/** The inner loop of the pitch finder: how much a frame differs from itself a lag later, in WebAssembly SIMD. */
import {
  addVector,
  andVector,
  advance,
  compileFunction,
  constant,
  end,
  functionOf,
  get,
  lessUnsigned,
  loadVector,
  loop,
  multiplyVector,
  repeatIf,
  set,
  storeF32,
  subtract,
  subtractVector,
  sumOfLanes,
  tee,
  zeroVector,
  type Code,
} from '../wasm-code.ts';
import { fixedMemory, type WasmMemory } from '../webassembly.ts';

/** Samples that are compared in one step of the loop. */
const samplesPerStep = 16;

const bytesPerFloat = 4;
const memoryBytes = 65_536;
/** Bits of the differences that count in the last step. */
const maskAt = 0;
const samplesAt = samplesPerStep * bytesPerFloat;

// Parameters, then locals. Addresses and lengths in bytes.
const [frame, frameEnd, mask, later, out, count] = [0, 1, 2, 3, 4, 5];
const [here, there, sum0, sum1, sum2, sum3, step] = [6, 7, 8, 9, 10, 11, 12];
const parameters = 6;
const sums = [sum0, sum1, sum2, sum3] as const;

/** @param kept what of the difference counts, if not all */
function addSquare(sum: number, offset: number, kept: Code = []): Code {
  return [
    [get(here), loadVector(offset), get(there), loadVector(offset), subtractVector, kept, set(step)],
    [get(sum), get(step), get(step), multiplyVector, addVector, set(sum)],
  ];
}

const body: Code = [
  loop,
  [get(frame), set(here), get(later), set(there)],
  sums.map((sum) => [zeroVector, set(sum)]),
  loop,
  sums.map((sum, index) => addSquare(sum, 16 * index)),
  advance(here, constant(samplesPerStep * bytesPerFloat)),
  advance(there, constant(samplesPerStep * bytesPerFloat)),
  [get(here), get(frameEnd), lessUnsigned, repeatIf, end],
  // What is left of the width is a part of one more step.
  sums.map((sum, index) => addSquare(sum, 16 * index, [get(mask), loadVector(16 * index), andVector])),
  [get(out), sumOfLanes(sums), storeF32],
  advance(out, constant(bytesPerFloat)),
  advance(later, constant(bytesPerFloat)),
  [get(count), constant(1), subtract, tee(count), repeatIf, end],
];

type Run = (frame: number, frameEnd: number, mask: number, later: number, out: number, count: number) => void;

/** Everything runs to its end at once, so all callers of a thread share one memory. */
let shared: { readonly memory: WasmMemory; readonly run: Run } | undefined;

/** Compares the samples that were put into it. What stands in it is lost when another one of the thread is used. */
export interface DifferenceKernel {
  /** Where the caller puts the samples: the width and all lags. */
  readonly samples: Float32Array;
  /** Of each lag: the sum of the squared differences that {@link run} has found, as float32 in an order that is always the same. */
  readonly sums: Float32Array;
  /** For `count` lags from the first one: `sums[lag] = Σ (samples[i] − samples[i + lag])²`, i below the width. At least one. */
  readonly run: (lag: number, count: number) => void;
}

/**
 * @param width samples that are compared, at least 16
 * @param lags so many from 0 on
 * @throws {RangeError} for a narrower width, and where the samples and the sums take more than 64 KiB
 */
export function differenceKernel(width: number, lags: number): DifferenceKernel {
  const length = width + lags;
  const sumsAt = samplesAt + length * bytesPerFloat;
  const whole = Math.floor(width / samplesPerStep) * samplesPerStep;
  if (whole === 0 || sumsAt + lags * bytesPerFloat > memoryBytes) {
    throw new RangeError(`${lags} lags of ${width} samples`);
  }
  shared ??= sharedKernel();
  const { memory, run } = shared;
  const mask = new Int32Array(memory.buffer, maskAt, samplesPerStep);
  return {
    samples: new Float32Array(memory.buffer, samplesAt, length),
    sums: new Float32Array(memory.buffer, sumsAt, lags),
    run: (lag, count) => {
      for (let index = 0; index < samplesPerStep; index++) mask[index] = index < width - whole ? -1 : 0;
      const [end, later] = [samplesAt + whole * bytesPerFloat, samplesAt + lag * bytesPerFloat];
      run(samplesAt, end, maskAt, later, sumsAt + lag * bytesPerFloat, count);
    },
  };
}

function sharedKernel(): { readonly memory: WasmMemory; readonly run: Run } {
  const memory = fixedMemory(memoryBytes);
  const module = compileFunction({ parameters, locals: { integers: 2, vectors: sums.length + 1 }, body });
  return { memory, run: functionOf(module, memory) as Run };
}
