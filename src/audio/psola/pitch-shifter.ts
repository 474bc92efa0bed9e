/**
 * Moves the pitch of speech and leaves its times, its formants and its voiceless sounds as they are: TD-PSOLA (Moulines and Charpentier,
 * "Pitch-synchronous waveform processing techniques for text-to-speech synthesis using diphones", Speech Communication 9, 1990).
 * A recording is cut at the peaks of its periods, and its periods are added up again at the distances of the wanted pitch.
 */
import { pitchMarks, type PitchMark } from './pitch-marks.ts';
import type { PitchTrack } from './pitch-track.ts';

/** Samples that are given at once, at least, but for the last ones. */
const blockLength = 2400;
/** The most that a pitch is moved, in semitones. */
export const maxSemitones = 24;

/** One piece of the recording, that around a mark: it begins at the mark before and ends at the mark behind. */
interface Grain {
  readonly mark: PitchMark;
  readonly left: number;
  readonly right: number;
}

/**
 * Pieces of the changed recording in their order, together as long as it.
 * @param samples mono, full scale ±1
 * @param sampleRate Hz
 * @param semitonesAt by how much the pitch is moved at a time in seconds; beyond {@link maxSemitones} it is moved by that
 */
export function* shiftPitch(
  samples: Float32Array,
  sampleRate: number,
  track: PitchTrack,
  semitonesAt: (seconds: number) => number,
): Generator<Float32Array, void, void> {
  const ratioAt = (at: number): number =>
    2 ** (Math.min(maxSemitones, Math.max(-maxSemitones, semitonesAt(at / sampleRate))) / 12);
  const sum = new OverlapAdder(samples);
  for (const sound of soundsOf(pitchMarks(samples, sampleRate, track))) {
    if (sound[0]!.mark.sound === 0) sum.add(sound[0]!, sound[0]!.mark.at, 1);
    else addVoiced(sound, ratioAt, sum);
    // What follows reaches back to this sound's last mark.
    yield* sum.take(sound.at(-1)!.mark.at);
  }
  yield* sum.take(samples.length, true);
}

/** The grains of each voiced sound together, all others alone. */
function* soundsOf(marks: Iterable<PitchMark>): Generator<readonly Grain[]> {
  let before: PitchMark | undefined;
  let mark: PitchMark | undefined;
  let sound: Grain[] = [];
  for (const behind of withEnd(marks)) {
    if (mark !== undefined) {
      const left = mark.at - (before?.at ?? mark.at);
      const grain: Grain = { mark, left, right: (behind?.at ?? mark.at) - mark.at };
      sound.push(grain);
      if (mark.sound === 0 || behind?.sound !== mark.sound) {
        yield sound;
        sound = [];
      }
    }
    [before, mark] = [mark, behind];
  }
}

function* withEnd(marks: Iterable<PitchMark>): Generator<PitchMark | undefined> {
  yield* marks;
  yield undefined;
}

function addVoiced(sound: readonly Grain[], ratioAt: (at: number) => number, sum: OverlapAdder): void {
  const last = sound.at(-1)!.mark;
  const end = last.at + last.period / 2;
  let nearest = 0;
  for (let at = sound[0]!.mark.at; at < end;) {
    const away = (index: number): number => Math.abs(sound[index]!.mark.at - at);
    while (nearest + 1 < sound.length && away(nearest + 1) <= away(nearest)) nearest++;
    const ratio = ratioAt(at);
    // So many more periods in the same time have as much more power.
    sum.add(sound[nearest]!, Math.round(at), 1 / Math.sqrt(ratio));
    at += sound[nearest]!.mark.period / ratio;
  }
}

class OverlapAdder {
  readonly #samples: Float32Array;
  /** Output from `#given` on. */
  #output = new Float32Array(4 * blockLength);
  #given = 0;

  constructor(samples: Float32Array) {
    this.#samples = samples;
  }

  /** Adds a grain with its mark at a place of the output, under halves of Hann windows that add up to 1 with those of its neighbours. */
  add({ mark, left, right }: Grain, at: number, gain: number): void {
    this.#reserve(at + right);
    const [samples, output] = [this.#samples, this.#output];
    const [source, start] = [mark.at, at - this.#given];
    // The cosine of equal steps, by Chebyshev's recurrence.
    let twice = 2 * Math.cos(Math.PI / right);
    let before = twice / 2;
    let here = 1;
    for (let index = 0; index < right; index++) {
      const from = source + index;
      const to = start + index;
      if (to >= 0 && from < samples.length) output[to]! += gain * (0.5 + 0.5 * here) * samples[from]!;
      const next = twice * here - before;
      before = here;
      here = next;
    }
    twice = 2 * Math.cos(Math.PI / left);
    before = 1;
    here = twice / 2;
    for (let index = 1; index < left; index++) {
      const from = source - index;
      const to = start - index;
      if (to >= 0 && from >= 0) output[to]! += gain * (0.5 + 0.5 * here) * samples[from]!;
      const next = twice * here - before;
      before = here;
      here = next;
    }
  }

  /** What no grain is added to any more, when there is enough of it. */
  *take(until: number, isEnd = false): Generator<Float32Array> {
    const length = Math.min(until, this.#samples.length) - this.#given;
    if (length <= 0 || (length < blockLength && !isEnd)) return;
    this.#reserve(until);
    yield this.#output.slice(0, length);
    this.#output.copyWithin(0, length);
    this.#output.fill(0, this.#output.length - length);
    this.#given += length;
  }

  #reserve(end: number): void {
    const needed = end - this.#given;
    if (needed <= this.#output.length) return;
    const grown = new Float32Array(2 * needed);
    grown.set(this.#output);
    this.#output = grown;
  }
}
