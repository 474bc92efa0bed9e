/** The inner loops of the Fourier transform, two values at a time, in WebAssembly SIMD. They add and multiply doubles as JavaScript does. */
import {
  add,
  addDoubles,
  advance,
  compileFunction,
  constant,
  end,
  functionOf,
  get,
  lessUnsigned,
  loadVector,
  loop,
  multiplyDoubles,
  negateDoubles,
  repeatIf,
  set,
  storeVector,
  subtractDoubles,
  type Code,
} from '../wasm-code.ts';
import { fixedMemory, type WasmModule } from '../webassembly.ts';

/**
 * Values stand in pairs: the two real parts, then the two imaginary ones. So value n has its real part at 4·⌊n / 2⌋ + n mod 2 and its
 * imaginary part two places behind.
 */
export const valuesPerPair = 2;
const bytesPerValue = 16;
const bytesPerPair = valuesPerPair * bytesPerValue;
const bytesPerVector = 16;

/** Joins transforms of `width` values, an even number. */
export interface KernelStage {
  readonly width: number;
  /** By how many transforms are joined: two stages of the transform, or one. */
  readonly joined: 4 | 2;
  /** For each pair of k below the width so many vectors of two: of a stage cos and sin, of two stages also those of the second one. */
  readonly factors: Float64Array;
}

/** What stands in its memory is lost when another kernel of the same size is used. */
export interface FourierKernel {
  /** Where the caller puts the values and finds them. */
  readonly values: Float64Array;
  /** Runs all stages. */
  readonly run: () => void;
}

// Parameters, then locals. Addresses and lengths in bytes.
const [data, dataEnd, width, factors] = [0, 1, 2, 3];
const [a, b, c, d, factor, stop] = [4, 5, 6, 7, 8, 9];
const [cosine, sine, cosine2, sine2] = [10, 11, 12, 13];
const [re, im, turnedRe, turnedIm, sumRe, sumIm, differenceRe, differenceIm] = [14, 15, 16, 17, 18, 19, 20, 21];
const [sum2Re, sum2Im, difference2Re, difference2Im] = [22, 23, 24, 25];
const parameters = 4;
const integers = 6;
const vectors = 16;

const imaginary = bytesPerVector;

function plus(one: Code, other: Code): Code {
  return [one, other, addDoubles];
}

function minus(one: Code, other: Code): Code {
  return [one, other, subtractDoubles];
}

function times(one: Code, other: Code): Code {
  return [one, other, multiplyDoubles];
}

function load(address: number, offset: number): Code {
  return [get(address), loadVector(offset)];
}

function store(address: number, offset: number, value: Code): Code {
  return [get(address), value, storeVector(offset)];
}

/** The value at an address times the factor of the first stage. */
function turn(address: number): Code {
  return [
    [load(address, 0), set(re), load(address, imaginary), set(im)],
    [plus(times(get(re), get(cosine)), times(get(im), get(sine))), set(turnedRe)],
    [minus(times(get(im), get(cosine)), times(get(re), get(sine))), set(turnedIm)],
  ];
}

/** Sum and difference of the value at one address and the turned one at another. */
function join(one: number, other: number, into: readonly [number, number, number, number]): Code {
  const [toSumRe, toSumIm, toDifferenceRe, toDifferenceIm] = into;
  return [
    turn(other),
    [plus(load(one, 0), get(turnedRe)), set(toSumRe)],
    [plus(load(one, imaginary), get(turnedIm)), set(toSumIm)],
    [minus(load(one, 0), get(turnedRe)), set(toDifferenceRe)],
    [minus(load(one, imaginary), get(turnedIm)), set(toDifferenceIm)],
  ];
}

const joinFours: Code = [
  join(a, b, [sumRe, sumIm, differenceRe, differenceIm]),
  join(c, d, [sum2Re, sum2Im, difference2Re, difference2Im]),
  [plus(times(get(sum2Re), get(cosine2)), times(get(sum2Im), get(sine2))), set(turnedRe)],
  [minus(times(get(sum2Im), get(cosine2)), times(get(sum2Re), get(sine2))), set(turnedIm)],
  [store(a, 0, plus(get(sumRe), get(turnedRe))), store(a, imaginary, plus(get(sumIm), get(turnedIm)))],
  [store(c, 0, minus(get(sumRe), get(turnedRe))), store(c, imaginary, minus(get(sumIm), get(turnedIm)))],
  // The factor of the second half is −i times that of the first.
  [minus(times(get(difference2Im), get(cosine2)), times(get(difference2Re), get(sine2))), set(turnedRe)],
  [times(get(difference2Re), get(cosine2)), negateDoubles, times(get(difference2Im), get(sine2)), subtractDoubles],
  set(turnedIm),
  [store(b, 0, plus(get(differenceRe), get(turnedRe))), store(b, imaginary, plus(get(differenceIm), get(turnedIm)))],
  [store(d, 0, minus(get(differenceRe), get(turnedRe))), store(d, imaginary, minus(get(differenceIm), get(turnedIm)))],
];

const joinTwos: Code = [
  join(a, b, [sumRe, sumIm, differenceRe, differenceIm]),
  [store(a, 0, get(sumRe)), store(a, imaginary, get(sumIm))],
  [store(b, 0, get(differenceRe)), store(b, imaginary, get(differenceIm))],
];

function bodyOf(joined: 4 | 2): Code {
  const places = [a, b, c, d].slice(0, joined);
  const cosines = [cosine, sine, cosine2, sine2].slice(0, joined);
  return [
    loop,
    [get(data), set(a)],
    places.slice(1).map((place, index) => [get(places[index]!), get(width), add, set(place)]),
    [get(b), set(stop), get(factors), set(factor)],
    loop,
    cosines.map((local, index) => [load(factor, index * bytesPerVector), set(local)]),
    joined === 4 ? joinFours : joinTwos,
    places.map((place) => advance(place, constant(bytesPerPair))),
    advance(factor, constant(cosines.length * bytesPerVector)),
    [get(a), get(stop), lessUnsigned, repeatIf, end],
    // The last place has come to the beginning of the next transforms.
    [get(places.at(-1)!), set(data)],
    [get(data), get(dataEnd), lessUnsigned, repeatIf, end],
  ];
}

type Run = (data: number, dataEnd: number, width: number, factors: number) => void;

const modules = new Map<4 | 2, WasmModule>();

function moduleOf(joined: 4 | 2): WasmModule {
  let module = modules.get(joined);
  if (module === undefined) {
    module = compileFunction({ parameters, locals: { integers, vectors }, body: bodyOf(joined) });
    modules.set(joined, module);
  }
  return module;
}

/** @param size values, a power of two @param stages in their order */
export function fourierKernel(size: number, stages: readonly KernelStage[]): FourierKernel {
  const valueBytes = size * bytesPerValue;
  const bytes = stages.reduce((sum, stage) => sum + stage.factors.byteLength, valueBytes);
  const memory = fixedMemory(bytes);
  const functions = new Map<4 | 2, Run>();
  let at = valueBytes;
  const calls = stages.map(({ width: values, joined, factors: given }) => {
    const run = functions.get(joined) ?? (functionOf(moduleOf(joined), memory) as Run);
    functions.set(joined, run);
    new Float64Array(memory.buffer, at, given.length).set(given);
    const call = { run, widthBytes: values * bytesPerValue, factorsAt: at };
    at += given.byteLength;
    return call;
  });
  return {
    values: new Float64Array(memory.buffer, 0, size * 2),
    run: () => {
      for (const { run, widthBytes, factorsAt } of calls) run(0, valueBytes, widthBytes, factorsAt);
    },
  };
}
