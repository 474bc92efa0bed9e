import type { FastifyBaseLogger } from 'fastify';
import type { ServiceError } from '../../errors/service-error.ts';
import type { SpeechMeter, SpeechObserver } from '../../speech/settings.ts';
import type { ActivityOwner } from '../../usage/activity.ts';
import type { UsageCounter } from '../../usage/meter.ts';
import type { SpeechMetrics } from './metrics.ts';

/** How speech leaves the server: the `transport` of its metrics and of the ends of its connections. */
export type SpeechTransport = 'bytes' | 'sse' | 'websocket' | 'preview' | 'conversation';

/** Puts what a context tells of itself into the metrics of its transport, and into the log what an operator may have to mend. */
export function speechObserver(
  metrics: SpeechMetrics,
  transport: SpeechTransport,
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
): SpeechObserver {
  return {
    firstAudio: (engine, seconds) => metrics.timeToFirstAudio.observe({ transport, engine }, seconds),
    segment: (engine, audioSeconds, wallSeconds, wordTimes) => {
      metrics.spokenSegments.inc({ engine, word_times: wordTimes });
      if (audioSeconds > 0) metrics.realTimeFactor.observe({ engine }, wallSeconds / audioSeconds);
    },
    leftOut(engine, sounds) {
      const fresh = metrics.leftOutSounds.add(engine, sounds);
      if (fresh.length > 0) log.warn({ engine, sounds: fresh }, 'an engine has nothing for sounds and leaves them out');
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

/**
 * A fault of the server that the client is sent as an event; the request id of the logger's lines is that of the event. What the
 * server refuses on purpose, being busy or about to stop, is none: refusals of admission are counted and summed up in the log.
 */
export function logFault(
  log: Pick<FastifyBaseLogger, 'error'>,
  error: ServiceError,
  contextId: string | undefined,
): void {
  if (error.code === 'unavailable' && error.cause === undefined) return;
  log.error(
    { err: error.cause ?? error, error_code: error.code, ...(contextId !== undefined && { context_id: contextId }) },
    'speech failed',
  );
}

/**
 * Puts what a context speaks onto the account of its caller: one credit for each character (docs/rules.md#credit), and into the
 * charts of its organization.
 * @param isLive whether a listener waits for it; else its first audio is not among those of the charts
 */
export function speechMeter(
  usage: UsageCounter,
  { organizationId, keyId: apiKeyId }: { readonly organizationId: string; readonly keyId: string },
  isLive = true,
): SpeechMeter {
  const { activity } = usage;
  const owner = (voiceId: string): ActivityOwner => ({ organizationId, apiKeyId, capability: 'tts', voiceId });
  return {
    spoken({ modelId, voiceId }, credits) {
      usage.add({ organizationId, capability: 'tts', modelId, voiceId, apiKeyId, credits });
      activity?.characters(owner(voiceId), credits);
    },
    ...(activity !== undefined && {
      sounded: ({ voiceId }, seconds) => activity.audio(owner(voiceId), seconds),
      ...(isLive && { firstAudio: ({ voiceId }, seconds) => activity.firstAudio(owner(voiceId), seconds) }),
    }),
  };
}
