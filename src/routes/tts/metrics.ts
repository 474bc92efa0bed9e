import { Counter, Histogram, type Registry } from 'prom-client';

/** What `/metrics` shows of speech. Times are in seconds. */
export interface SpeechMetrics {
  /** From the request to its first audio byte or chunk. */
  readonly timeToFirstAudio: Histogram<'transport' | 'engine'>;
  /** Time of synthesis over duration of the audio, one observation a segment; below 1 is faster than real time. */
  readonly realTimeFactor: Histogram<'engine'>;
  /** Spoken segments, by where the times of their words come from. */
  readonly spokenSegments: Counter<'engine' | 'word_times'>;
  /** Times that a stream's sent audio ran out before the next came. */
  readonly underruns: Counter<'transport'>;
  /** Sounds that an engine has nothing for and left out, in IPA. */
  readonly leftOutSounds: LeftOutSounds;
  /** Segments spoken again because their thread was lost. */
  readonly repeatedSegments: Counter<'engine'>;
  /** Contexts that another engine spoke, since theirs could not. */
  readonly fallbacks: Counter<'from' | 'to'>;
}

/** Pairs of an engine and a sound that are told apart. */
const mostSounds = 1000;

/** Counts them by engine and sound, and knows which were counted before. */
export class LeftOutSounds {
  readonly #counter: Counter<'engine' | 'sound'>;
  readonly #known = new Set<string>();

  constructor(registers: Registry[]) {
    this.#counter = new Counter({
      name: 'sonorant_left_out_sounds_total',
      help: 'Sounds, in IPA, that an engine has no symbol for, nor a near one, and left out.',
      labelNames: ['engine', 'sound'],
      registers,
    });
  }

  /**
   * @param sounds of those that an engine knows: more than {@link mostSounds} of them are counted together
   * @returns those of the engine that are counted for the first time */
  add(engine: string, sounds: readonly string[]): readonly string[] {
    const fresh = new Set<string>();
    for (const sound of sounds) {
      const key = `${engine} ${sound}`;
      const isKnown = this.#known.has(key);
      if (!isKnown && this.#known.size < mostSounds) {
        this.#known.add(key);
        fresh.add(sound);
      }
      this.#counter.inc({ engine, sound: this.#known.has(key) ? sound : 'other' });
    }
    return [...fresh];
  }
}

/** Adds them to the metrics of the server. */
export function speechMetrics(registry: Registry): SpeechMetrics {
  const registers = [registry];
  return {
    timeToFirstAudio: new Histogram({
      name: 'sonorant_time_to_first_audio_seconds',
      help: 'Time from the request to its first audio.',
      labelNames: ['transport', 'engine'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    realTimeFactor: new Histogram({
      name: 'sonorant_real_time_factor',
      help: 'Time of synthesis over duration of the audio of a segment.',
      labelNames: ['engine'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
      registers,
    }),
    spokenSegments: new Counter({
      name: 'sonorant_spoken_segments_total',
      help: 'Spoken segments, by where the times of their words come from, or would if they were asked for: exact, aligned or estimated; none where they are not known, and where nothing was aligned.',
      labelNames: ['engine', 'word_times'],
      registers,
    }),
    underruns: new Counter({
      name: 'sonorant_underruns_total',
      help: 'Times that sent audio ran out before more came.',
      labelNames: ['transport'],
      registers,
    }),
    leftOutSounds: new LeftOutSounds(registers),
    repeatedSegments: new Counter({
      name: 'sonorant_repeated_segments_total',
      help: 'Segments spoken again because their engine thread was lost.',
      labelNames: ['engine'],
      registers,
    }),
    fallbacks: new Counter({
      name: 'sonorant_fallbacks_total',
      help: 'Contexts that another engine (to) spoke, since theirs (from) could not speak.',
      labelNames: ['from', 'to'],
      registers,
    }),
  };
}
