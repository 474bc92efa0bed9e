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
  type Code,
} from '../../audio/wasm-code.ts';
import type { WasmMemory, WasmModule } from '../../audio/webassembly.ts';

const bytesPerAmplitude = 4;
const amplitudesPerStep = 4;

// Parameters.
const [phase, phaseStep, amplitude, last, sum, sines] = [0, 1, 2, 3, 4, 5];

/** One harmonic: the table of sines has 2048 numbers of 16 bits for a turn, a phase 65,536 parts. */
function addHarmonic(index: number): Code {
  return [
    advance(phase, get(phaseStep)),
    [get(sum), get(amplitude), loadInteger(index * bytesPerAmplitude)],
    [get(phase), constant(0xffe0), and, constant(4), shiftRight, get(sines), add, loadShort],
    [multiply, add, set(sum)],
  ];
}

/** So many harmonics at a time, as long as there are as many. */
function addHarmonics(count: number): Code {
  const bytes = constant(count * bytesPerAmplitude);
  return [
    [block, loop],
    [get(last), get(amplitude), bytes, add, lessUnsigned, leave],
    Array.from({ length: count }, (_, index) => addHarmonic(index + 1)),
    advance(amplitude, bytes),
    [repeat, end, end],
  ];
}

/**
 * @param phase     of the harmonic before the first one
 * @param phaseStep from one harmonic to the next, in 65,536 parts of a turn
 * @param amplitude address before that of the first amplitude, a number of 32 bits
 * @param last      address of the last one; nothing is added where it is not above `amplitude`
 * @param sum       what they are added to, modulo 2³²
 * @param sines     address of the table
 */
export type SumHarmonics = (
  phase: number,
  phaseStep: number,
  amplitude: number,
  last: number,
  sum: number,
  sines: number,
) => number;

let compiled: WasmModule | undefined;

export function harmonicsKernel(memory: WasmMemory): SumHarmonics {
  compiled ??= compileFunction({
    parameters: 6,
    result: true,
    locals: { integers: 0, vectors: 0 },
    body: [addHarmonics(amplitudesPerStep), addHarmonics(1), get(sum)],
  });
  return functionOf(compiled, memory) as SumHarmonics;
}
