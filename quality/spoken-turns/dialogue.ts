/** A dialogue of {@link Dialogue} as one speaker's audio, with the truth: what was said when, and where each turn ended. */
import { recognizerRate } from '../../src/recognizers/adapter.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { bang, cough, hum, keyClicks, laughter, scaled } from '../interruptions/sounds.ts';
import type { LocalSynthesizer, TimedWord } from '../sources/local-synthesizer.ts';
import { seededRandom } from '../../test/support/random.ts';
import type { Dialogue } from '../turns/dialogues.ts';

/** Seconds from the stream's first sample. */
export interface SpokenTurn {
  /** Of its first word. */
  readonly start: number;
  /** Of its last word. */
  readonly end: number;
}

export interface SpokenDialogue {
  /** Mono at {@link recognizerRate}, −32768…32767. */
  readonly samples: Int16Array;
  readonly words: readonly TimedWord[];
  readonly turns: readonly SpokenTurn[];
}

/** What is around the speech. */
export type Room = 'quiet' | 'noise';

/** Between two turns: longer than any patience. */
const betweenSeconds = 7;
/** What the engine leaves behind the last word of a text is cut off there: the pause is made here. */
const tailSeconds = 0.03;
/** Behind the end of a turn, in a room with noise. */
const eventSeconds = 3.4;
/** dB of the room's noise below the loudness of the speech, both as RMS of what is not silent. */
const noiseDecibels = 20;

export async function speakDialogue(
  synthesizer: LocalSynthesizer,
  { turns }: Dialogue,
  voice: Voice,
  room: Room,
): Promise<SpokenDialogue> {
  const track = new Track();
  track.pause(1);
  const truths: SpokenTurn[] = [];
  const events = [cough, keyClicks, bang, laughter];
  for (const [index, turn] of turns.entries()) {
    const first = track.words.length;
    await speakTurn(track, turn, (text) => synthesizer.speak({ voice, text }, recognizerRate));
    truths.push({ start: track.words[first]!.start, end: track.words.at(-1)!.end });
    if (room === 'quiet') track.pause(betweenSeconds);
    else {
      track.pause(eventSeconds);
      const event = scaled(events[index % events.length]!(), -12);
      track.write(event);
      track.pause(betweenSeconds - eventSeconds - event.length / recognizerRate);
    }
  }
  return { samples: track.mixed(room), words: track.words, turns: truths };
}

/** Words of a turn, with `<seconds>` for a pause within it and `*` for a cough. */
async function speakTurn(
  track: Track,
  turn: string,
  speak: (text: string) => Promise<{ samples: Int16Array; words: readonly TimedWord[] }>,
): Promise<void> {
  for (const part of turn.split(/\s*(<[\d.]+>|\*)\s*/u).filter((each) => each !== '')) {
    if (part === '*') track.write(scaled(cough(), -12));
    else if (part.startsWith('<')) track.pause(Number(part.slice(1, -1)));
    else track.speak(await speak(part));
  }
}

/** Audio that grows, and the words in it. */
class Track {
  readonly words: TimedWord[] = [];
  readonly #parts: Float32Array[] = [];
  #length = 0;
  /** Of what was spoken. */
  #energy = 0;
  #spoken = 0;

  pause(seconds: number): void {
    this.write(new Float32Array(Math.max(0, Math.round(seconds * recognizerRate))));
  }

  write(samples: Float32Array): void {
    this.#parts.push(samples);
    this.#length += samples.length;
  }

  speak({ samples, words }: { samples: Int16Array; words: readonly TimedWord[] }): void {
    const offset = this.#length / recognizerRate;
    for (const word of words) this.words.push({ ...word, start: offset + word.start, end: offset + word.end });
    const end = Math.round((words.at(-1)!.end + tailSeconds) * recognizerRate);
    const part = Float32Array.from(samples.subarray(0, end), (sample) => sample / 32_768);
    this.#energy += part.reduce((sum, sample) => sum + sample * sample, 0);
    this.#spoken += part.length;
    this.write(part);
  }

  mixed(room: Room): Int16Array {
    const all = new Float32Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    if (room === 'noise') addNoise(all, Math.sqrt(this.#energy / this.#spoken) * 10 ** (-noiseDecibels / 20));
    return Int16Array.from(all, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
  }
}

/** A fan and the mains: noise that falls by 6 dB an octave above 300 Hz, and hum 10 dB below it. */
function addNoise(all: Float32Array, rms: number): void {
  const random = seededRandom(11);
  const pole = Math.exp((-2 * Math.PI * 300) / recognizerRate);
  const noise = new Float32Array(all.length);
  let last = 0;
  let energy = 0;
  for (let at = 0; at < noise.length; at++) {
    last = pole * last + (random() - 0.5);
    noise[at] = last;
    energy += last * last;
  }
  const mains = hum();
  const gain = rms / Math.sqrt(energy / noise.length);
  const mainsGain = (rms * 10 ** (-10 / 20)) / rmsOf(mains);
  for (let at = 0; at < all.length; at++) all[at]! += gain * noise[at]! + mainsGain * mains[at % mains.length]!;
}

function rmsOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
