import { createLoudnessMeter } from '../../audio/loudness.ts';
import { RecentlyUsed } from '../../collections/recently-used.ts';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { EngineVoice, SpeechSink } from '../adapter.ts';
import { capabilities } from './capabilities.ts';
import { levels, measuredVariants, otherVariants } from './levels.ts';

/** Place of the plain voice in a row of {@link levels}. */
const plain = 0;
/** The file by which variants are compared that were not measured with each file. */
const commonFile = 'en-us';

/**
 * How loud a variant is with a language file, in LUFS at volume 1. Measured for every file with every variant that a voice has; the
 * other variants with one file, from which the others differ as the plain voice does.
 * @param file a key of `voiceFiles`
 */
export function levelOf(file: string, variant: string | undefined): number | undefined {
  const row = levels[file];
  if (row === undefined) return undefined;
  const column = measuredVariants.indexOf(variant ?? '');
  if (column >= 0) return row[column];
  const common = otherVariants[variant!];
  return common === undefined ? undefined : common + row[plain]! - levels[commonFile]![plain]!;
}

/** Numbers, which eSpeak reads in every language. */
const probe = ['1', '2', '3', '4', '5,', '6', '7', '8', '9', '10.'];

/** Loudness of voices that are in no table, since their variant is made for a clone: compared with the voice they are made from. */
export class CloneLevels {
  readonly #speak: (segment: Segment, voice: EngineVoice, sink: SpeechSink) => void;
  readonly #known: RecentlyUsed<number>;

  /**
   * @param speak what the engine does
   * @param limit levels that are kept. Default 256
   */
  constructor(speak: (segment: Segment, voice: EngineVoice, sink: SpeechSink) => void, limit = 256) {
    this.#speak = speak;
    this.#known = new RecentlyUsed(limit);
  }

  /** LUFS of a clone; costs some 20 ms at first. @param language ISO 639-1 code of what is spoken */
  of(file: string, voice: EngineVoice, language: string): number | undefined {
    const { profile, ...original } = voice;
    const base = levelOf(file, voice.variant);
    if (profile === undefined || base === undefined) return base;
    const difference = this.#measured(voice, language) - this.#measured(original, language);
    return Number.isFinite(difference) ? base + difference : base;
  }

  #measured(voice: EngineVoice, language: string): number {
    return this.#known.getOrInsertComputed(JSON.stringify([language, voice]), () => this.#measure(voice, language));
  }

  #measure(voice: EngineVoice, language: string): number {
    const meter = createLoudnessMeter(capabilities.sampleRate);
    const tokens = probe.map((text) => ({ text, spoken: [text], continues: false }));
    const segment: Segment = { tokens, prosody: neutralProsody, language, pauseSeconds: 0 };
    this.#speak(segment, voice, { audio: (samples) => meter.write(samples), marks: () => undefined });
    return meter.integrated();
  }
}
