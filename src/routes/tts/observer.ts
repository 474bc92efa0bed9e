import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../../http/index.ts';
import type { SpeechMeter, SpeechObserver } from '../../speech/settings.ts';
import type { Usage } from '../../usage/meter.ts';
import type { SpeechTransport } from './reports.ts';

/** Puts what a context tells of itself into the metrics of its transport, and into the log what an operator may have to mend. */
export function speechObserver(
  metrics: Metrics,
  transport: SpeechTransport,
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
): SpeechObserver {
  return {
    firstAudio: (engine, seconds) => metrics.timeToFirstAudio.observe({ transport, engine }, seconds),
    segment: (engine, audioSeconds, wallSeconds, wordTimes) => {
      metrics.spokenSegments.inc({ engine, word_times: wordTimes });
      if (audioSeconds > 0) metrics.realTimeFactor.observe({ engine }, wallSeconds / audioSeconds);
    },
    underrun: () => metrics.underruns.inc({ transport }),
    repeated: (engine) => metrics.repeatedSegments.inc({ engine }),
    unspoken: (engine, language) => log.debug({ engine, language }, 'no voice for words of another language'),
    fellBack(from, to, reason) {
      metrics.fallbacks.inc({ from, to });
      log.warn({ from, to, reason }, 'another engine speaks');
    },
  };
}

/** Where usage is counted. */
export interface UsageCounter {
  /** Counts before it returns. */
  readonly add: (usage: Usage) => void;
}

/** Puts what a context speaks onto the account of its caller: one credit for each character (docs/rules.md#credit). */
export function speechMeter(
  usage: UsageCounter,
  { organizationId, keyId }: { readonly organizationId: string; readonly keyId: string },
): SpeechMeter {
  return {
    spoken: ({ modelId, voiceId }, credits) =>
      usage.add({ organizationId, capability: 'tts', modelId, voiceId, apiKeyId: keyId, credits }),
  };
}
