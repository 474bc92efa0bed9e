/** A signal between its samples: the inner loop of the interpolation by a windowed sinc, in WebAssembly SIMD. */
import {
  add,
  addVector,
  advance,
  compileFunction,
  constant,
  end,
  functionOf,
  get,
  lessUnsigned,
  loadInteger,
  loadVector,
  loop,
  multiplyVector,
  repeatIf,
  set,
  storeF32,
  sumOfLanes,
  zeroVector,
  type Code,
} from '../wasm-code.ts';
import { fixedMemory, type WasmMemory } from '../webassembly.ts';

/** Taps are summed in four vectors of four numbers, so a row has a multiple of so many; the last ones may be 0. */
export const tapsPerStep = 16;

const bytesPerFloat = 4;
/** Addresses of the first sample and of the row. */
const placeBytes = 8;
const memoryBytes = 2 * 2 ** 20;

// Parameters, then locals. Addresses and lengths in bytes.
const [places, placesEnd, rowBytes, out] = [0, 1, 2, 3];
const [sample, coefficient, rowEnd, sum0, sum1, sum2, sum3] = [4, 5, 6, 7, 8, 9, 10];
const parameters = 4;
const sums = [sum0, sum1, sum2, sum3] as const;

function multiplyAdd(sum: number, offset: number): Code {
  return [
    [get(sum), get(sample), loadVector(offset), get(coefficient), loadVector(offset)],
    [multiplyVector, addVector, set(sum)],
  ];
}

const body: Code = [
  loop,
  [get(places), loadInteger(0), set(sample), get(places), loadInteger(4), set(coefficient)],
  [get(coefficient), get(rowBytes), add, set(rowEnd)],
  sums.map((sum) => [zeroVector, set(sum)]),
  loop,
  sums.map((sum, index) => multiplyAdd(sum, 16 * index)),
  advance(sample, constant(tapsPerStep * bytesPerFloat)),
  advance(coefficient, constant(tapsPerStep * bytesPerFloat)),
  [get(coefficient), get(rowEnd), lessUnsigned, repeatIf, end],
  [get(out), sumOfLanes(sums), storeF32],
  advance(out, constant(bytesPerFloat)),
  advance(places, constant(placeBytes)),
  [get(places), get(placesEnd), lessUnsigned, repeatIf, end],
];

type Run = (places: number, placesEnd: number, rowBytes: number, out: number) => void;

/** Everything runs to its end at once, so all callers of a thread share one memory; `owner` is the one whose numbers stand in it. */
let shared: { readonly memory: WasmMemory; readonly run: Run; owner: Int32Array | undefined } | undefined;

export interface InterpolationShape {
  /** Rows of coefficients one behind the other. */
  readonly table: Float32Array;
  /** Of a row, a multiple of {@link tapsPerStep}. */
  readonly taps: number;
  /** Samples that are put in at a time, at most. */
  readonly inputs: number;
  /** Of each value that comes out, of which there is at least one: it is `Σ input[first + k] · table[row · taps + k]`. */
  readonly places: readonly InterpolationPlace[];
}

export interface InterpolationPlace {
  readonly first: number;
  readonly row: number;
}

/** What stands in its memory is lost when another one of the thread is used. */
export interface InterpolationKernel {
  /** Where the caller puts the samples; so many more are read as a row is long. */
  readonly input: Float32Array;
  /** The values that were made. */
  readonly output: Float32Array;
  /** Makes all values. */
  readonly run: () => void;
}

/** @throws {RangeError} for more than 2 MiB together */
export function interpolationKernel({ table, taps, inputs, places }: InterpolationShape): InterpolationKernel {
  const inputAt = table.byteLength;
  const outputAt = inputAt + (inputs + taps) * bytesPerFloat;
  const placesAt = outputAt + places.length * bytesPerFloat;
  const placesEnd = placesAt + places.length * placeBytes;
  if (placesEnd > memoryBytes) throw new RangeError(`${inputs} samples for ${taps} taps`);
  shared ??= sharedKernel();
  const { memory } = shared;
  const kept = shared;
  const addresses = Int32Array.from(
    places.flatMap(({ first, row }) => [inputAt + first * bytesPerFloat, row * taps * bytesPerFloat]),
  );
  return {
    input: new Float32Array(memory.buffer, inputAt, inputs + taps),
    output: new Float32Array(memory.buffer, outputAt, places.length),
    run: () => {
      if (kept.owner !== addresses) {
        new Float32Array(memory.buffer, 0, table.length).set(table);
        new Int32Array(memory.buffer, placesAt, addresses.length).set(addresses);
        kept.owner = addresses;
      }
      kept.run(placesAt, placesEnd, taps * bytesPerFloat, outputAt);
    },
  };
}

function sharedKernel(): NonNullable<typeof shared> {
  const memory = fixedMemory(memoryBytes);
  const module = compileFunction({ parameters, locals: { integers: 3, vectors: sums.length }, body });
  return { memory, run: functionOf(module, memory) as Run, owner: undefined };
}
