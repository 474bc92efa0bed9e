import type { Metrics } from '../../http/metrics.ts';
import type { SpeechObserver } from '../../speech/settings.ts';

/** Puts what a context tells of itself into the metrics of its transport. */
export const metricsObserver = (metrics: Metrics, transport: 'bytes' | 'sse' | 'websocket'): SpeechObserver => ({
  firstAudio: (engine, seconds) => metrics.timeToFirstAudio.observe({ transport, engine }, seconds),
  segment: (engine, audioSeconds, wallSeconds) => {
    if (audioSeconds > 0) metrics.realTimeFactor.observe({ engine }, wallSeconds / audioSeconds);
  },
  underrun: () => metrics.underruns.inc({ transport }),
});
