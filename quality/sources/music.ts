/** Sounds of music without a voice, as `Int16Array` at 16 kHz: each kind by seeds, which choose keys, tempi and rhythms. */
import { vadRate } from '../../src/audio/vad/detectors.ts';
import { seededRandom } from '../../test/support/random.ts';

/** Of a piece. */
export const musicSeconds = 6;
const length = musicSeconds * vadRate;

/** Semitones above the root of a chord. */
const chords = [
  [0, 4, 7, 12],
  [0, 3, 7, 12],
  [0, 5, 9, 12],
  [-3, 0, 4, 9],
];

type Random = () => number;

function hertz(semitones: number): number {
  return 220 * 2 ** (semitones / 12);
}

/** Adds a plucked note: six harmonics that die away, the high ones first. */
function pluck(into: Float32Array, atSeconds: number, pitch: number, gain: number, decay: number): void {
  const from = Math.round(atSeconds * vadRate);
  for (let at = Math.max(0, from); at < into.length; at++) {
    const time = (at - from) / vadRate;
    if (time > 4 * decay) return;
    let sum = 0;
    for (let part = 1; part <= 6; part++) {
      sum += (Math.exp((-time * part ** 0.7) / decay) / part) * Math.sin(2 * Math.PI * pitch * part * time);
    }
    into[at]! += gain * sum * Math.min(1, time / 0.005);
  }
}

/** Adds a held note with vibrato, as strings and organs have it. */
function hold(into: Float32Array, atSeconds: number, seconds: number, pitch: number, gain: number): void {
  const [from, to] = [Math.round(atSeconds * vadRate), Math.round((atSeconds + seconds) * vadRate)];
  let phase = 0;
  for (let at = from; at < Math.min(to, into.length); at++) {
    const time = (at - from) / vadRate;
    phase += (pitch * (1 + 0.008 * Math.sin(2 * Math.PI * 5.5 * time))) / vadRate;
    const envelope = Math.min(1, time / 0.06, (to - at) / vadRate / 0.06);
    for (let part = 1; part <= 8; part++) {
      into[at]! += ((gain * envelope) / part) * Math.sin(2 * Math.PI * phase * part);
    }
  }
}

/** Adds a stroke: noise, or a tone that falls, that dies away. */
function strike(into: Float32Array, atSeconds: number, kind: 'kick' | 'snare' | 'hat', random: Random): void {
  const decay = { kick: 0.12, snare: 0.1, hat: 0.03 }[kind];
  const from = Math.round(atSeconds * vadRate);
  let before = 0;
  for (let at = from; at < Math.min(into.length, from + 5 * decay * vadRate); at++) {
    const time = (at - from) / vadRate;
    const noise = random() - 0.5;
    const tone = Math.sin(2 * Math.PI * (45 * time + 8 * (1 - Math.exp(-time / 0.03))));
    // A difference of neighbours leaves the high half of the noise.
    const sound = { kick: tone, snare: noise + 0.3 * tone, hat: 0.6 * (noise - before) }[kind];
    before = noise;
    into[at]! += 0.7 * sound * Math.exp(-time / decay);
  }
}

function drums(into: Float32Array, random: Random): void {
  const beat = 60 / (80 + 80 * random());
  for (let step = 0; (step * beat) / 4 < musicSeconds; step++) {
    const at = (step * beat) / 4;
    if (step % 8 === 0 || random() < 0.1) strike(into, at, 'kick', random);
    if (step % 8 === 4) strike(into, at, 'snare', random);
    if (step % 2 === 0 || random() < 0.3) strike(into, at, 'hat', random);
  }
}

function progression(random: Random, each: (chord: readonly number[], at: number, seconds: number) => void): void {
  const root = Math.floor(12 * random()) - 6;
  const seconds = 0.8 + random();
  for (let at = 0; at < musicSeconds; at += seconds) {
    const chord = chords[Math.floor(chords.length * random())]!;
    each(
      chord.map((note) => note + root),
      at,
      seconds,
    );
  }
}

const kinds = {
  'chords of plucked strings': (into: Float32Array, random: Random) =>
    progression(random, (chord, at) => chord.forEach((note, i) => pluck(into, at + 0.02 * i, hertz(note), 0.2, 0.6))),
  'held chords': (into: Float32Array, random: Random) =>
    progression(random, (chord, at, seconds) => chord.forEach((note) => hold(into, at, seconds, hertz(note), 0.1))),
  arpeggios: (into: Float32Array, random: Random) =>
    progression(random, (chord, at, seconds) => {
      for (let step = 0; step < 8; step++) {
        pluck(into, at + (step * seconds) / 8, hertz(chord[step % chord.length]! + 12), 0.35, 0.25);
      }
    }),
  'a melody alone': (into: Float32Array, random: Random) => {
    const notes = [0, 2, 4, 5, 7, 9, 11, 12];
    for (let at = 0; at < musicSeconds; at += 0.45) {
      hold(into, at, 0.42, hertz(notes[Math.floor(notes.length * random())]!), 0.3);
    }
  },
  drums,
  'drums with chords': (into: Float32Array, random: Random) => {
    drums(into, random);
    progression(random, (chord, at, seconds) => chord.forEach((note) => hold(into, at, seconds, hertz(note), 0.06)));
  },
} as const;

/** The kinds of pieces. */
export const musicKinds = Object.keys(kinds) as (keyof typeof kinds)[];

/** A piece with its largest sample at half of full scale. */
export function pieceOf(kind: keyof typeof kinds, seed: number): Int16Array {
  const samples = new Float32Array(length);
  kinds[kind](samples, seededRandom(seed));
  const largest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Int16Array.from(samples, (sample) => (16_384 * sample) / largest);
}
