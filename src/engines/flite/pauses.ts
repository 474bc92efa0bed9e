/**
 * The pauses of flite, which differ from voice to voice, brought to the lengths that other engines have. The samples of a pause are
 * known by its phones before they are spoken; what is too much is left out of its middle, what lacks is filled with silence.
 */
import type { Phone } from './marks.ts';
import { ownPauses } from '../../text/line-breaks.ts';
import { sampleRate } from './instance.ts';

/**
 * A pause by the mark before it, in seconds at rate 1: what is heard is up to 50 ms longer, where a sound dies away, or begins with its
 * closure. At commas, of which speech has the most, 5 ms of that are taken off, at the end of sentences the mean of it.
 */
const sentencePause = ownPauses.sentence - 0.02;
const clausePause = ownPauses.clause - 0.005;
/** Behind a run that ends within a phrase: its last sound fades, which is all that is heard of the cut. */
const borderPause = 0;

/** Share of a pause that is kept at its start, where the sound before dies away; the rest at its end. */
const startShare = 0.6;
/** Samples over which sound fades where something is left out or put in. */
const fade = 64;

/** Samples that are left out, `to` not included, and the silence that is heard instead. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly silence: number;
}

function pauseAfter(mark: string): number | undefined {
  if (/[.?!]/u.test(mark)) return sentencePause;
  return /[,;:]/u.test(mark) ? clausePause : undefined;
}

/**
 * @param phones of a run
 * @param marks  the punctuation behind each spoken word, by its index; none or an empty one within a phrase
 * @param rate   of the speech, which pauses follow
 */
export function createPauses(phones: readonly Phone[], marks: ReadonlyMap<number, string>, rate: number): Pauses {
  const edits: Edit[] = [];
  const samplesOf = (seconds: number): number => Math.round((seconds * sampleRate) / rate);
  for (const [index, { word, start, end }] of phones.entries()) {
    const before = phones[index - 1];
    if (word >= 0 || before === undefined || index === phones.length - 1) continue;
    const seconds = pauseAfter(marks.get(before.word) ?? '');
    if (seconds !== undefined) edits.push(editOf(start, end, samplesOf(seconds)));
  }
  const last = phones.findLast(({ word }) => word >= 0);
  const pause = last === undefined ? 0 : samplesOf(pauseAfter(marks.get(last.word) ?? '') ?? borderPause);
  return new Pauses(edits, (last?.end ?? 0) + pause, pause / sampleRate);
}

function editOf(start: number, end: number, wanted: number): Edit {
  const kept = Math.min(wanted, end - start);
  const from = start + Math.round(startShare * kept);
  return { from, to: end - (kept - (from - start)), silence: wanted - kept };
}

/** Changes the samples of one run as they come. */
export class Pauses {
  readonly #edits: readonly Edit[];
  readonly #end: number;
  /** Of the pause at its end. */
  readonly seconds: number;
  /** Samples of the run that have come. */
  #at = 0;
  /** The first edit that has not begun. */
  #next = 0;

  /**
   * @param end     where the run ends: what follows is left out, what lacks is silence
   * @param seconds of the pause there
   */
  constructor(edits: readonly Edit[], end: number, seconds: number) {
    this.#edits = edits;
    this.seconds = seconds;
    this.#end = end;
  }

  /** Where a sample of the run is heard. */
  place(sample: number): number {
    return this.#edits.reduce(
      (place, { from, to, silence }) => (sample < from ? place : place + silence - (Math.min(sample, to) - from)),
      sample,
    );
  }

  /** Samples that are heard of the run, with what is left out of its start. */
  get length(): number {
    return this.place(this.#end);
  }

  /** Leaves out samples of the run's start, before any that is heard. */
  skip(samples: number): void {
    this.#at += samples;
  }

  /** @returns what is heard of the next samples */
  write(samples: Int16Array): Int16Array {
    const first = this.#at;
    const last = Math.min(first + samples.length, this.#end);
    const begun = this.#edits.slice(this.#next).filter(({ from }) => from < last);
    const output = new Int16Array(samples.length + begun.reduce((sum, { silence }) => sum + silence, 0));
    let length = 0;
    while (this.#at < last) {
      if (this.#edits[this.#next]?.from === this.#at) length += this.#edits[this.#next++]!.silence;
      const heardFrom = this.#edits[this.#next - 1]?.to ?? 0;
      if (this.#at < heardFrom) {
        this.#at = Math.min(heardFrom, last);
        continue;
      }
      const heardTo = Math.min(this.#edits[this.#next]?.from ?? last, last);
      const heard = output.subarray(length, length + heardTo - this.#at);
      heard.set(samples.subarray(this.#at - first, heardTo - first));
      this.#fade(heard);
      length += heard.length;
      this.#at = heardTo;
    }
    this.#at = first + samples.length;
    return output.subarray(0, length);
  }

  /** @returns what lacks at the end */
  rest(): Int16Array {
    return new Int16Array(Math.max(0, this.#end - this.#at));
  }

  /** Lets the next samples rise behind what is left out and fall before it. */
  #fade(heard: Int16Array): void {
    const behind = this.#at - (this.#edits[this.#next - 1]?.to ?? -Infinity);
    const before = (this.#edits[this.#next]?.from ?? this.#end) - this.#at;
    const scale = (from: number, to: number): void => {
      for (let index = from; index < to; index++) {
        const gain = Math.min(1, (before - index) / fade, (behind + index + 1) / fade);
        heard[index] = Math.round(heard[index]! * gain);
      }
    };
    const risen = Math.max(0, Math.min(heard.length, fade - 1 - behind));
    scale(0, risen);
    scale(Math.max(risen, before - fade + 1), heard.length);
  }
}
