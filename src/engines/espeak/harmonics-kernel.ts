/** The sum of the harmonics of one sample, the inner loop of eSpeak's synthesizer (`Wavegen` in `wavegen.c`), in WebAssembly. */
import {
  add,
  advance,
  and,
  block,
  compileFunction,
  constant,
  end,
  functionOf,
  get,
  leave,
  lessUnsigned,
  loadInteger,
  loadShort,
  loop,
  multiply,
  repeat,
  set,
  shiftRight,
  subtract,
  type Code,
} from '../../audio/wasm-code.ts';
import type { WasmMemory } from '../../audio/webassembly.ts';

const bytesPerAmplitude = 4;
const amplitudesPerStep = 4;

// Parameters, then locals.
const [phaseStep, amplitude, lowLast, highLast, low] = [0, 1, 2, 3, 4];
const parameters = 5;
const [phase, high] = [5, 6];

/** One harmonic: the table of sines has 2048 numbers of 16 bits for a turn, a phase 65,536 parts. */
function addHarmonic(sum: number, index: number, sines: number): Code {
  return [
    advance(phase, get(phaseStep)),
    [get(sum), get(amplitude), loadInteger(index * bytesPerAmplitude)],
    [get(phase), constant(0xffe0), and, constant(4), shiftRight, loadShort(sines)],
    [multiply, add, set(sum)],
  ];
}

/** So many harmonics at a time, as long as there are as many up to the last. */
function addHarmonics(sum: number, last: number, count: number, sines: number): Code {
  const bytes = constant(count * bytesPerAmplitude);
  return [
    [block, loop],
    [get(last), get(amplitude), bytes, add, lessUnsigned, leave],
    Array.from({ length: count }, (_, index) => addHarmonic(sum, index + 1, sines)),
    advance(amplitude, bytes),
    [repeat, end, end],
  ];
}

/**
 * @param phaseStep from one harmonic to the next, in 65,536 parts of a turn: the phase of the first
 * @param amplitude address of the amplitudes, numbers of 32 bits; that of the first harmonic is the second
 * @param lowLast   address of the amplitude of the last low harmonic, not above `amplitude` where there is none
 * @param highLast  of the last harmonic, not above `lowLast` where there is no high one
 * @param low       what the low ones are added to, and the high ones subtracted from, modulo 2³²
 */
export type SumHarmonics = (
  phaseStep: number,
  amplitude: number,
  lowLast: number,
  highLast: number,
  low: number,
) => number;

/** @param sines address of the table */
export function harmonicsKernel(memory: WasmMemory, sines: number): SumHarmonics {
  const sumOf = (sum: number, last: number): Code => [
    addHarmonics(sum, last, amplitudesPerStep, sines),
    addHarmonics(sum, last, 1, sines),
  ];
  const module = compileFunction({
    parameters,
    result: true,
    locals: { integers: 2, vectors: 0 },
    body: [sumOf(low, lowLast), sumOf(high, highLast), get(low), get(high), subtract],
  });
  return functionOf(module, memory) as SumHarmonics;
}
