import type { Caller, Metrics } from '../../http/index.ts';
import type { SpeechObserver } from '../../speech/settings.ts';
import type { Usage } from '../../usage/index.ts';

export interface ObserverOptions {
  readonly metrics: Metrics;
  /** Counts before it returns. */
  readonly meter: { readonly add: (usage: Usage) => void };
  readonly caller: Caller;
  readonly transport: 'bytes' | 'sse' | 'websocket';
}

/** Puts what a context tells of itself into the metrics of its transport and into the usage of its caller. */
export function speechObserver({ metrics, meter, caller, transport }: ObserverOptions): SpeechObserver {
  return {
    // One credit for each character (docs/rules.md#credit).
    spoken: ({ modelId, voiceId }, characters) =>
      meter.add({
        organizationId: caller.organizationId,
        capability: 'tts',
        modelId,
        voiceId,
        apiKeyId: caller.keyId,
        credits: characters,
      }),
    firstAudio: (engine, seconds) => metrics.timeToFirstAudio.observe({ transport, engine }, seconds),
    segment: (engine, audioSeconds, wallSeconds) => {
      if (audioSeconds > 0) metrics.realTimeFactor.observe({ engine }, wallSeconds / audioSeconds);
    },
    underrun: () => metrics.underruns.inc({ transport }),
  };
}
