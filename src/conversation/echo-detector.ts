/**
 * Whether what a line brings is the agent's own voice coming back: a loudspeaker beside a microphone. The last samples of the caller are
 * compared with what was heard of the agent before, at every delay (normalized cross-correlation).
 */
import { createResampler } from '../audio/resampler.ts';
import { FourierTransform } from '../audio/timbre/fourier.ts';

export interface EchoDetectorOptions {
  /** Hz of the samples of both sides. */
  readonly sampleRate: number;
  /** Longest delay of an echo, in milliseconds. Default 700. */
  readonly maxDelayMs?: number;
  /** Correlation of the two, 0–1, from which on it is an echo. Default 0.5, which one window of 160 ms in forty of another voice reaches. */
  readonly likeness?: number;
  /** Sound that is quieter is neither: dB below full scale. Default −46. */
  readonly quietest?: number;
}

/** What the caller's side has brought last. */
export type EchoVerdict = 'echo' | 'caller' | 'quiet';

/** Hz at which both are compared. */
const analysisRate = 8000;
/** Milliseconds of the caller that are compared. */
const windowMs = 160;
/** The agent's samples may be told so much later than they come back, in milliseconds. */
const lateMs = 60;
/** Pre-emphasis, so that the low frequencies that all voices share do not decide. */
const emphasis = 0.95;

/** See the head of this file. Positions are samples on one timeline. */
export class EchoDetector {
  readonly #options: Required<EchoDetectorOptions>;
  readonly #agent: History;
  readonly #caller: History;
  #transform: FourierTransform | undefined;

  constructor({ maxDelayMs = 700, likeness = 0.5, quietest = -46, sampleRate }: EchoDetectorOptions) {
    this.#options = { sampleRate, maxDelayMs, likeness, quietest };
    const samples = (ms: number): number => Math.round((ms / 1000) * sampleRate);
    this.#caller = new History(samples(windowMs));
    this.#agent = new History(samples(windowMs + maxDelayMs + lateMs));
  }

  /** What was heard of the agent. */
  played(at: number, samples: Int16Array): void {
    this.#agent.write(at, samples);
  }

  /** What came from the caller's side. */
  heard(at: number, samples: Int16Array): void {
    this.#caller.write(at, samples);
  }

  /** Of the last {@link windowMs} of the caller's side: 5 ms of work. */
  judge(): EchoVerdict {
    const { sampleRate, quietest, likeness } = this.#options;
    const { end } = this.#caller;
    const late = Math.round((lateMs / 1000) * sampleRate);
    const caller = this.#caller.read(end);
    const power = caller.reduce((sum, sample) => sum + sample * sample, 0) / caller.length / 32_768 ** 2;
    if (power < 10 ** (quietest / 10)) return 'quiet';
    const agent = this.#agent.read(end + late);
    if (agent.every((sample) => sample === 0)) return 'caller';
    return this.#likeness(emphasized(caller, sampleRate), emphasized(agent, sampleRate)) >= likeness
      ? 'echo'
      : 'caller';
  }

  /** The largest of |Σ caller[n]·agent[n + delay]| ÷ (‖caller‖·‖agent at that delay‖). */
  #likeness(caller: Float64Array, agent: Float64Array): number {
    const delays = agent.length - caller.length;
    const size = 2 ** Math.ceil(Math.log2(agent.length));
    this.#transform ??= new FourierTransform(size);
    const products = correlated(this.#transform, caller, agent);
    const callerEnergy = energyOf(caller);
    let energy = energyOf(agent.subarray(0, caller.length));
    // Where the agent was silent, nothing comes back.
    const least = energyOf(agent) * 1e-4;
    let most = 0;
    for (let delay = 0; delay <= delays; delay++) {
      if (energy > least) most = Math.max(most, Math.abs(products[delay]!) / Math.sqrt(callerEnergy * energy));
      energy += (agent[delay + caller.length] ?? 0) ** 2 - agent[delay]! ** 2;
    }
    return most;
  }
}

function energyOf(samples: Float64Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}

/** Σ short[n]·long[n + delay] for each delay, by their spectra. */
function correlated(transform: FourierTransform, short: Float64Array, long: Float64Array): Float64Array {
  const { size } = transform;
  const [shortRe, shortIm] = [new Float64Array(size), new Float64Array(size)];
  const [longRe, longIm] = [new Float64Array(size), new Float64Array(size)];
  shortRe.set(short);
  longRe.set(long);
  transform.transform(shortRe, shortIm);
  transform.transform(longRe, longIm);
  for (let k = 0; k < size; k++) {
    const re = longRe[k]! * shortRe[k]! + longIm[k]! * shortIm[k]!;
    longIm[k] = longIm[k]! * shortRe[k]! - longRe[k]! * shortIm[k]!;
    longRe[k] = re;
  }
  // The inverse, with the parts exchanged.
  transform.transform(longIm, longRe);
  return longRe.map((value) => value / size);
}

function emphasized(samples: Int16Array, sampleRate: number): Float64Array {
  const resampler = createResampler({ inputRate: sampleRate, outputRate: analysisRate });
  const all = Float64Array.from([...resampler.write(samples), ...resampler.end()]);
  return all.map((sample, index) => sample - emphasis * (all[index - 1] ?? 0));
}

/** The last samples of a stream with gaps, which are silence. */
class History {
  readonly #samples: Int16Array;
  #end = 0;

  /** @param length samples that are kept */
  constructor(length: number) {
    this.#samples = new Int16Array(length);
  }

  /** Position behind the last sample. */
  get end(): number {
    return this.#end;
  }

  write(at: number, samples: Int16Array): void {
    const { length } = this.#samples;
    for (let gap = Math.max(this.#end, at - length); gap < at; gap++) this.#samples[gap % length] = 0;
    // Samples may come behind later ones: those that are too old have no place any more.
    const first = Math.max(0, samples.length - length, this.#end - length - at);
    for (let index = first; index < samples.length; index++) {
      this.#samples[(at + index) % length] = samples[index]!;
    }
    this.#end = Math.max(this.#end, at + samples.length);
  }

  /** The samples before a position; silence where there are none. */
  read(end: number): Int16Array {
    const { length } = this.#samples;
    return Int16Array.from({ length }, (_, index) => {
      const at = end - length + index;
      return at >= 0 && at < this.#end && at >= this.#end - length ? this.#samples[at % length]! : 0;
    });
  }
}
