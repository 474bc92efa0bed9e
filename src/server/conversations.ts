/** The part of the application on which one talks to agents. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { AppOptions } from './options.ts';
import { connectionLimits } from './speech.ts';
import type { AgentConfig } from '../agents/config.ts';
import type { AgentService } from '../agents/agents.ts';
import { BackgroundSounds } from '../agents/background-sounds.ts';
import type { ToolService } from '../agents/tools.ts';
import { webhookCaller } from '../conversation/webhook-tool.ts';
import type { AccessTokens } from '../identity/access-tokens.ts';
import { conversationRoutes } from '../routes/conversations/index.ts';
import { conversationMetrics } from '../routes/conversations/metrics.ts';
import { sessionSeconds } from '../routes/conversations/session-tokens.ts';
import { logFallback } from '../routes/stt/options.ts';
import type { SttMetrics } from '../routes/stt/metrics.ts';
import type { SpeechMetrics } from '../routes/tts/index.ts';
import { speechMeter, speechObserver } from '../routes/tts/observer.ts';
import type { SpeechRequestReader } from '../routes/tts/speech-request.ts';
import { newestVersion } from '../versions/index.ts';

/** What is shared with other routes. */
export interface ConversationParts {
  readonly agents: AgentService;
  readonly tools: ToolService;
  readonly reader: SpeechRequestReader;
  readonly registry: Registry;
  readonly metrics: SpeechMetrics;
  readonly hearingMetrics: SttMetrics;
  readonly tokens: AccessTokens;
}

/** Sockets of conversations, and their tokens. */
export async function addConversationRoutes(
  app: FastifyInstance,
  options: AppOptions,
  { agents, tools, reader, registry, metrics, hearingMetrics, tokens }: ConversationParts,
): Promise<void> {
  const { config, store, blobs, secrets, limiters, meter, calls, languageModels, recognizers, scheduler } = options;
  const { allowPrivateWebhooks: allowPrivate } = config;
  await app.register(
    conversationRoutes({
      ...{ agents, tools, calls, languageModels, recognizers, scheduler, secrets, tokens },
      readVoice: (agent, organizationId) => readVoice(agent, organizationId, reader),
      observe: ({ principal, log }) => ({
        meter: speechMeter(meter, principal),
        observer: speechObserver(metrics, 'conversation', log),
        onFallback: logFallback(log, hearingMetrics),
      }),
      metrics: conversationMetrics(registry),
      backgroundSounds: new BackgroundSounds({ store, blobs }),
      callWebhook: webhookCaller({ secrets, allowPrivate }),
      sessionUses: limiters.rate('agent-sessions', { limit: 1, windowMs: 2 * sessionSeconds * 1000 }),
      patience: patienceOf(config),
      maxSeconds: config.maxCallSeconds,
      socketLimits: connectionLimits(config),
      publicUrl: config.publicUrl,
    }),
  );
}

/** How long turns wait, in milliseconds: the others give way to the first. */
export function patienceOf({ turnMinMs: minMs, turnFinishedMs, turnMaxMs }: Config) {
  return { minMs, finishedMs: Math.min(turnFinishedMs, minMs), maxMs: Math.max(turnMaxMs, minMs) };
}

/** @throws {ServiceError} */
function readVoice({ audio, language }: AgentConfig, organizationId: string, reader: SpeechRequestReader) {
  const { voice_id: id, pronunciation_dictionary_id: dictionary } = audio.output;
  return reader.read(
    {
      model_id: 'sonorant-1',
      voice: { mode: 'id', id },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
      language: language.primary,
      pronunciation_dict_id: dictionary,
    },
    { organizationId, version: newestVersion },
  );
}
