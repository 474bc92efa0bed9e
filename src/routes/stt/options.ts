/** What the routes of speech to text work with; `src/server/hearing.ts` puts it together. */
import type { FastifyBaseLogger } from 'fastify';
import type { ConnectionLimits } from '../../http/index.ts';
import type { RecognizerPool } from '../../hearing/recognizer-pool.ts';
import type { UsageCounter } from '../../usage/meter.ts';
import type { SttMetrics } from './metrics.ts';

export interface SttRouteOptions {
  readonly pool: RecognizerPool;
  readonly usage: UsageCounter;
  readonly metrics: SttMetrics;
  /** How long a turn waits for more, in milliseconds: undecided, text looks finished, looks unfinished. */
  readonly patience: { readonly minMs: number; readonly finishedMs: number; readonly maxMs: number };
  /** Of every socket. */
  readonly socketLimits: ConnectionLimits;
  /** Without a message for so long a socket that hears is closed. Default 180,000 ms. */
  readonly idleMs?: number | undefined;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
  readonly limits: {
    /** Largest file in bytes. Default 100,000,000. */
    readonly maxFileBytes: number;
  };
}

/** Puts into the log that another recognizer heard a piece. */
export function logFallback(log: Pick<FastifyBaseLogger, 'warn'>, metrics: SttMetrics) {
  return (recognizer: string, error: Error): void => {
    metrics.fallbacks.inc({ recognizer });
    log.warn({ recognizer, reason: error.message }, 'another recognizer hears');
  };
}
