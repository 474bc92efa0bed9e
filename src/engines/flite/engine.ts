import type { AbortFlag, Engine, EngineCapabilities, EngineVoice, SpeechSink } from '../adapter.ts';
import type { Segment } from '../../text/types.ts';
import { spokenWords } from '../align.ts';
import { FliteInstance, sampleRate, type FliteCode, type FliteListener, type FliteRun } from './instance.ts';
import { fliteMarks, type Phone } from './marks.ts';
import { fliteVoices, isFliteVoice, type FliteVoiceName } from './voices.ts';
import { cutRuns, fliteTokens, type FliteToken } from './words.ts';

export const capabilities: EngineCapabilities = {
  id: 'flite',
  sampleRate,
  languages: ['en'],
  wordMarks: true,
  phonemeMarks: true,
  streaming: true,
  interruptible: true,
  cloning: 'none',
  segmentation: { maxCodePoints: 140, firstClauseWords: 4 },
};

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
  readonly #abort: AbortFlag;

  constructor(sink: SpeechSink, abort: AbortFlag) {
    this.#sink = sink;
    this.#abort = abort;
  }

  phones(phones: readonly Phone[]): number {
    const spoken = phones.filter(({ word }) => word >= 0);
    const skip = Math.max(0, (spoken[0]?.start ?? 0) - leadSamples);
    const shift = this.total - skip;
    this.heard.push(...spoken.map((phone) => ({ ...phone, start: phone.start + shift, end: phone.end + shift })));
    return skip;
  }

  audio(samples: Int16Array): boolean {
    if (this.#abort.aborted) return false;
    this.total += samples.length;
    this.#sink.audio(samples);
    return true;
  }
}

/** CMU Flite in this thread. */
export class FliteEngine implements Engine {
  readonly capabilities = capabilities;
  readonly #code: FliteCode;
  #instance: FliteInstance;

  constructor(code: FliteCode) {
    this.#code = code;
    this.#instance = new FliteInstance(code);
  }

  speak(segment: Segment, voice: EngineVoice, sink: SpeechSink, abort: AbortFlag): void {
    const { name } = voice;
    if (!isFliteVoice(name)) {
      throw new Error(`flite has no voice '${name}'; it has ${Object.keys(fliteVoices).join(', ')}`);
    }
    const speech = new Speech(sink, abort);
    for (const tokens of cutRuns(fliteTokens(segment.tokens), maxRunLetters)) {
      if (abort.aborted) return;
      this.#run(makeRun(segment, name, voice.pitch ?? 1, tokens), speech);
    }
    if (!abort.aborted) sink.marks(fliteMarks(spokenWords(segment.tokens), speech.heard, speech.total));
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
