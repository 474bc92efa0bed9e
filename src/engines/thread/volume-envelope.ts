/** The volume of a segment whose words have volumes of their own: it changes between two words, without a step and without a pause. */
import { toFloats, type Samples } from '../../audio/resampler.ts';
import type { Segment } from '../../text/types.ts';
import type { Mark } from '../adapter.ts';

/** How long a change takes; it ends where the first word with the new volume begins. */
const rampSeconds = 0.01;

/** From this sample on, this factor on the segment's volume. */
interface VolumeStep {
  readonly at: number;
  readonly factor: number;
}

export class VolumeEnvelope {
  readonly #segment: Segment;
  readonly #ramp: number;
  /** Undefined until the marks are known; till then the samples wait. */
  #turns: readonly VolumeStep[] | undefined;
  readonly #waiting: Float32Array[] = [];
  /** Samples given out. */
  #given = 0;

  private constructor(segment: Segment, sampleRate: number) {
    this.#segment = segment;
    this.#ramp = Math.round(rampSeconds * sampleRate);
  }

  /**
   * @param sampleRate Hz, the engine's
   * @returns undefined where all words have the volume of the segment
   */
  static of(segment: Segment, sampleRate: number): VolumeEnvelope | undefined {
    return segment.tokens.some(({ volume }) => volume !== undefined)
      ? new VolumeEnvelope(segment, sampleRate)
      : undefined;
  }

  /** @returns what is ready: nothing before the marks are known */
  write(samples: Samples): Float32Array[] {
    this.#waiting.push(toFloats(samples));
    return this.#turns === undefined ? [] : this.#flush();
  }

  /** The marks of the segment, in samples of the engine. */
  marks(marks: readonly Mark[]): Float32Array[] {
    this.#turns = turnsOf(this.#segment, marks);
    return this.#flush();
  }

  /** The rest, also where no marks came. */
  end(): Float32Array[] {
    this.#turns ??= [];
    return this.#flush();
  }

  #flush(): Float32Array[] {
    const ready = this.#waiting.splice(0);
    for (const samples of ready) {
      this.#shape(samples, this.#turns!);
      this.#given += samples.length;
    }
    return ready;
  }

  #shape(samples: Float32Array, turns: readonly VolumeStep[]): void {
    let turn = turns.findIndex(({ at }) => at > this.#given);
    if (turn < 0) turn = turns.length;
    for (let index = 0; index < samples.length; index++) {
      const place = this.#given + index;
      while (turn < turns.length && turns[turn]!.at <= place) turn++;
      samples[index] = samples[index]! * this.#factorAt(place, turns, turn);
    }
  }

  /** @param next the first turn behind the place */
  #factorAt(place: number, turns: readonly VolumeStep[], next: number): number {
    const now = turns[next - 1]?.factor ?? 1;
    const coming = turns[next];
    if (coming === undefined || place < coming.at - this.#ramp) return now;
    return coming.factor + ((now - coming.factor) * (coming.at - place)) / this.#ramp;
  }
}

/** Where the volume changes: at the first word of each token whose volume is another than that of the token before. */
function turnsOf({ tokens, prosody }: Segment, marks: readonly Mark[]): VolumeStep[] {
  const turns: VolumeStep[] = [];
  let factor = 1;
  let end = 0;
  for (const mark of marks) {
    if (mark.kind !== 'word') continue;
    const wanted = (tokens[mark.token]?.volume ?? prosody.volume) / prosody.volume;
    // A word without a length has no sound.
    if (wanted !== factor && mark.end > mark.start) {
      factor = wanted;
      turns.push({ at: Math.max(end, mark.start), factor });
    }
    end = Math.max(end, mark.end);
  }
  return turns;
}
