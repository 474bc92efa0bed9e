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
  /** Segments spoken again because their thread was lost. */
  readonly repeatedSegments: Counter<'engine'>;
  /** Contexts that another engine spoke, since theirs could not. */
  readonly fallbacks: Counter<'from' | 'to'>;
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
      help: 'Spoken segments, by where the times of their words come from: exact, aligned or estimated; none where they were not asked for or are not known.',
      labelNames: ['engine', 'word_times'],
      registers,
    }),
    underruns: new Counter({
      name: 'sonorant_underruns_total',
      help: 'Times that sent audio ran out before more came.',
      labelNames: ['transport'],
      registers,
    }),
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
