/** Metrics of speech to text. */
import { Counter, Histogram, type Registry } from 'prom-client';

/** See {@link sttMetrics}. */
export type SttMetrics = ReturnType<typeof sttMetrics>;

/** Adds them to the metrics of the server. */
export function sttMetrics(registry: Registry) {
  const registers = [registry];
  return {
    seconds: new Counter({
      name: 'sonorant_recognized_seconds_total',
      help: 'Seconds of audio that were heard, by transport and recognizer.',
      labelNames: ['transport', 'recognizer'] as const,
      registers,
    }),
    realTimeFactor: new Histogram({
      name: 'sonorant_recognition_real_time_factor',
      help: 'Time that a file took for each second of its audio.',
      labelNames: ['recognizer'] as const,
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    fallbacks: new Counter({
      name: 'sonorant_recognizer_fallbacks_total',
      help: 'Pieces of speech that another recognizer heard since this one failed.',
      labelNames: ['recognizer'] as const,
      registers,
    }),
  };
}
