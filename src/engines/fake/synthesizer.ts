/** A tone for each word, and every way to break the contract of a synthesizer. */
import type { Segment } from '../../text/types.ts';
import { EngineUnavailableError, type EngineVoice, type Mark, type SpeechSink, type Synthesizer } from '../adapter.ts';
import type { FakeSynthesizerOptions } from './index.ts';

/** Words that make the fake engine misbehave where they stand in a text. */
export const misdeeds = {
  /** Throws. */
  throws: 'FAIL',
  /** Says that it cannot speak now. */
  declines: 'DECLINE',
  /** Never answers. */
  hangs: 'HANG',
  /** Never answers, and never gives its thread back. */
  spins: 'SPIN',
  /** Ends its thread. */
  exits: 'EXIT',
  /** Gives its marks twice. */
  marksTwice: 'TWICE',
  /** Gives its marks twice in a callback of its own; heard where the engine waits. */
  marksAside: 'ASIDE',
  /** Gives no marks although it claims them. */
  noMarks: 'MUTE',
  /** Gives its marks from the last to the first. */
  marksBackwards: 'BACK',
  /** Gives a mark behind its audio. */
  marksBeyond: 'BEYOND',
  /** Goes on giving audio and marks after it has ended, and after a cancel. */
  answersLate: 'LATE',
  /** Gives audio without an end; where it waits, until it is aborted. */
  endless: 'ENDLESS',
} as const;

export function load(options: FakeSynthesizerOptions = {}): Promise<Synthesizer> {
  if (options.failsToLoad !== undefined) return Promise.reject(new Error(options.failsToLoad));
  return Promise.resolve(new FakeSynthesizer(options));
}

/** Nothing wakes what waits for it. */
const idle = new Int32Array(new SharedArrayBuffer(4));

interface SpokenWord {
  readonly text: string;
  readonly token: number;
  readonly word: number;
}

class FakeSynthesizer implements Synthesizer {
  readonly #options: Required<Omit<FakeSynthesizerOptions, 'failsToLoad' | 'failsToWarmUp' | 'level' | 'warmUps'>>;
  readonly #level: number | undefined;
  readonly #warmUps: Int32Array<SharedArrayBuffer> | undefined;
  readonly #failsToWarmUp: string | undefined;
  /** Segments spoken, from which a voice that never repeats itself draws its lengths. */
  #count = 0;
  /** Segments begun. */
  #begun = 0;
  /** Of precomputed sound, as long as the longest segment so far. */
  #tone = new Int16Array(0);

  constructor(options: FakeSynthesizerOptions) {
    this.#level = options.level;
    this.#warmUps = options.warmUps;
    this.#failsToWarmUp = options.failsToWarmUp;
    this.#options = {
      sampleRate: 24_000,
      wordSeconds: 0.25,
      chunkSeconds: 0.1,
      chunkMs: 0,
      hasMarks: true,
      marksFirst: false,
      waits: false,
      cost: 0,
      coldSegments: 0,
      repeats: true,
      isPrecomputed: false,
      voices: ['Tonia', 'Toni'],
      ...options,
    };
  }

  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): void | Promise<void> {
    const { waits } = this.#options;
    const words = segment.tokens.flatMap(({ spoken }, token) => spoken.map((text, word) => ({ text, token, word })));
    const has = (misdeed: string): boolean => words.some(({ text }) => text.startsWith(misdeed));
    if (has(misdeeds.hangs)) return new Promise(() => undefined);
    if (has(misdeeds.endless)) return waits ? this.#waitForever(sink, signal) : this.#speakForever(sink);
    this.#fail(has, voice);
    if (has(misdeeds.marksAside)) setImmediate(() => [1, 2].forEach(() => sink.marks([])));
    const { pcm, marks } = this.#tones(words, segment, voice);
    if (has(misdeeds.marksBackwards)) marks.reverse();
    if (has(misdeeds.marksBeyond)) marks.push({ ...marks.at(-1)!, end: pcm.length + 1 });
    const given = !this.#options.hasMarks || has(misdeeds.noMarks) ? [] : marks;
    const { marksFirst } = this.#options;
    if (marksFirst) sink.marks(given);
    const end = (): void => {
      if (has(misdeeds.answersLate)) this.#speakLate(sink);
      if (signal.aborted) return;
      if (!marksFirst) sink.marks(given);
      if (has(misdeeds.marksTwice)) sink.marks(given);
    };
    if (waits) return this.#giveSlowly(pcm, sink, signal).then(end);
    for (const chunk of this.#chunks(pcm)) {
      if (signal.aborted) return;
      sink.audio(chunk);
    }
    end();
  }

  level(): number | undefined {
    return this.#level;
  }

  #fail(has: (misdeed: string) => boolean, { name }: EngineVoice): void {
    if (!this.#options.voices.includes(name)) throw new Error(`the fake engine has no voice ${name}`);
    if (has(misdeeds.declines)) throw new EngineUnavailableError('the fake engine was told to decline');
    if (has(misdeeds.throws)) throw new Error('the fake engine was told to fail');
    if (has(misdeeds.exits)) process.exit(1);
    if (has(misdeeds.spins)) for (;;);
  }

  warmUp(): void {
    if (this.#failsToWarmUp !== undefined) throw new Error(this.#failsToWarmUp);
    if (this.#warmUps !== undefined) Atomics.add(this.#warmUps, 0, 1);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #tones(words: readonly SpokenWord[], { prosody }: Segment, voice: EngineVoice): { pcm: Int16Array; marks: Mark[] } {
    const { sampleRate, wordSeconds, repeats, isPrecomputed } = this.#options;
    const chance = repeats ? 1 : 1 + (++this.#count % 7) / 100;
    const length = Math.round((wordSeconds * sampleRate * chance) / prosody.rate);
    const pcm = isPrecomputed ? this.#precomputed(length * words.length) : new Int16Array(length * words.length);
    const marks = words.map(({ text, token, word }, index): Mark => {
      const [start, end] = [index * length, (index + 1) * length];
      if (isPrecomputed) return { kind: 'word', token, word, start, end };
      if (voice.clip !== undefined) {
        pcm.set(voice.clip.samples.subarray(0, length), start);
        return { kind: 'word', token, word, start, end };
      }
      const hertz = toneOf(text, voice) * prosody.pitch * (voice.pitch ?? 1);
      fillTone(pcm.subarray(start, end), sampleRate / hertz / 2);
      return { kind: 'word', token, word, start, end };
    });
    return { pcm, marks };
  }

  #precomputed(samples: number): Int16Array {
    if (this.#tone.length < samples) fillTone((this.#tone = new Int16Array(samples)), this.#options.sampleRate / 300);
    return this.#tone.subarray(0, samples);
  }

  async #giveSlowly(pcm: Int16Array, sink: SpeechSink, signal: AbortSignal): Promise<void> {
    const slowness = ++this.#begun <= this.#options.coldSegments ? 20 : 1;
    for (const chunk of this.#chunks(pcm)) {
      await this.#work(slowness * chunk.length);
      if (signal.aborted) return;
      sink.audio(chunk);
    }
  }

  #work(samples: number): Promise<unknown> {
    const { cost, sampleRate } = this.#options;
    if (cost === 0) return new Promise(setImmediate);
    return new Promise((resolve) => setTimeout(resolve, (1000 * cost * samples) / sampleRate));
  }

  async #waitForever(sink: SpeechSink, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await new Promise(setImmediate);
      sink.audio(new Int16Array(this.#options.sampleRate));
    }
  }

  #speakForever(sink: SpeechSink): void {
    for (;;) sink.audio(new Int16Array(this.#options.sampleRate));
  }

  #speakLate(sink: SpeechSink, times = 5): void {
    setImmediate(() => {
      sink.audio(new Int16Array(this.#options.sampleRate));
      sink.marks([]);
      if (times > 1) this.#speakLate(sink, times - 1);
    });
  }

  *#chunks(pcm: Int16Array): Generator<Int16Array> {
    const size = Math.max(1, Math.round(this.#options.chunkSeconds * this.#options.sampleRate));
    for (let at = 0; at < pcm.length; at += size) {
      if (this.#options.chunkMs > 0) Atomics.wait(idle, 0, 0, this.#options.chunkMs);
      yield pcm.slice(at, at + size);
    }
  }
}

/** Hz, 110–220: follows from the word and the voice, so that different texts differ. */
function toneOf(text: string, { name }: EngineVoice): number {
  let seed = name.length;
  for (const character of text) seed = (seed * 31 + character.codePointAt(0)!) % 997;
  return 110 + (seed % 111);
}

/** A square wave. */
function fillTone(samples: Int16Array, halfPeriod: number): void {
  for (let index = 0; index < samples.length; index++) {
    samples[index] = Math.floor(index / halfPeriod) % 2 === 0 ? 4000 : -4000;
  }
}
