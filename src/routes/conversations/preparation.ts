/** What a conversation needs before it may begin: the published agent, its model, its voice, what hears, and room for its speech. */
import type { FastifyRequest } from 'fastify';
import type { AgentConfig } from '../../agents/config.ts';
import type { Agent, AgentService } from '../../agents/agents.ts';
import type { BackgroundSounds } from '../../agents/background-sounds.ts';
import type { ToolDefinition } from '../../agents/tool-definition.ts';
import type { ToolService } from '../../agents/tools.ts';
import type { CallService } from '../../calls/calls.ts';
import type { WebhookCaller } from '../../conversation/webhook-tool.ts';
import type { Reservation } from '../../engines/scheduling/reservation.ts';
import type { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { HearingOptions } from '../../hearing/hearing.ts';
import type { RecognizerPool } from '../../hearing/recognizer-pool.ts';
import type { ConnectionLimits } from '../../http/index.ts';
import type { LanguageModel, LanguageModelDescriptor } from '../../language-models/adapter.ts';
import { languageModelOf } from '../../language-models/registry.ts';
import type { RateLimiter } from '../../limits/rate.ts';
import { nearestSpeed } from '../../speech/request.ts';
import type { SpeechMeter, SpeechObserver, SpeechSettings } from '../../speech/settings.ts';
import type { Secrets } from '../../store/index.ts';
import type { GenerationConfig } from '../../text/reader.ts';
import type { ConversationMetrics } from './metrics.ts';
import type { SessionSettings } from './schema.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { Patience } from './turn-taking.ts';

export interface ConversationRouteOptions {
  readonly agents: Pick<AgentService, 'get'>;
  readonly tools: Pick<ToolService, 'get'>;
  readonly calls: Pick<CallService, 'begin'>;
  readonly languageModels: readonly LanguageModelDescriptor[];
  readonly recognizers: RecognizerPool;
  readonly scheduler: Scheduler;
  /** The voice of a configuration, for raw samples. @throws {ServiceError} */
  readonly readVoice: (config: AgentConfig, organizationId: string) => Promise<SpeechSettings>;
  /** What counts and observes the speech and the hearing of a request. */
  readonly observe: (request: FastifyRequest) => ConversationObservers;
  readonly metrics: ConversationMetrics;
  readonly backgroundSounds: Pick<BackgroundSounds, 'get'>;
  readonly callWebhook: WebhookCaller;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly tokens: SessionTokens;
  /** Counts the calls of each token of a session: one. */
  readonly sessionUses: RateLimiter;
  /** How long turns wait, in milliseconds. */
  readonly patience: Patience;
  /** Longest call in seconds. */
  readonly maxSeconds: number;
  readonly socketLimits: ConnectionLimits;
  readonly publicUrl?: string | undefined;
}

/** See {@link ConversationRouteOptions.observe}. */
export interface ConversationObservers {
  readonly meter: SpeechMeter;
  readonly observer: SpeechObserver;
  readonly onFallback: NonNullable<HearingOptions['onFallback']>;
}

/** All that is known of a conversation before its line is. */
export interface PreparedConversation {
  readonly agent: Agent;
  /** With what the session overrides. */
  readonly config: AgentConfig;
  readonly tools: readonly ToolDefinition[];
  readonly descriptor: LanguageModelDescriptor;
  readonly model: LanguageModel;
  /** For any format of raw samples. */
  readonly settings: SpeechSettings;
  readonly generationConfig: GenerationConfig;
  readonly reservation: Reservation;
  /** Undefined: nothing hears the language of the agent. */
  readonly hearing: ReturnType<RecognizerPool['choose']> | undefined;
  /** Given when the session was made. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Finds and reserves all of it. The reservation is to be released.
 * @throws {ServiceError} `unavailable`, `concurrency_limited`, and what the voice of the agent is refused with
 */
export async function prepareConversation(
  request: FastifyRequest,
  agent: Agent,
  session: SessionSettings,
  options: ConversationRouteOptions,
): Promise<PreparedConversation> {
  const { tools: toolService, languageModels, scheduler, recognizers } = options;
  const { organizationId } = request.principal;
  const config = overridden(agent.version.config, session);
  const descriptor = languageModelOf(languageModels, config.model.id);
  if (descriptor === undefined) {
    throw new ServiceError('unavailable', `This server has no model "${config.model.id}", which the agent names.`);
  }
  const definitions = await Promise.all(config.tools.map(({ id }) => toolService.get(organizationId, id)));
  const settings = await options.readVoice(config, organizationId);
  const { speed, volume, emotion } = config.audio.output;
  return {
    agent,
    config,
    tools: definitions.map(({ definition }) => definition),
    descriptor,
    model: descriptor.open(),
    settings,
    generationConfig: {
      ...(speed !== null && { speed: nearestSpeed(speed, settings) }),
      ...(volume !== null && { volume }),
      ...(emotion !== null && { emotion }),
    },
    hearing: hearingOf(config, recognizers),
    variables: session.dynamic_variables ?? {},
    // Last: nothing behind it fails.
    reservation: scheduler.reserve(settings.speaker.engine),
  };
}

function overridden(config: AgentConfig, { config_overrides: over = {} }: SessionSettings): AgentConfig {
  const { instructions, initial_message: first, language, audio } = over;
  const { voice_id: voice, speed } = audio?.output ?? {};
  return {
    ...config,
    ...(instructions !== undefined && { instructions }),
    ...(first !== undefined && { initial_message: first }),
    ...(language !== undefined && { language }),
    audio: {
      ...config.audio,
      output: {
        ...config.audio.output,
        ...(voice !== undefined && { voice_id: voice }),
        ...(speed !== undefined && { speed }),
      },
    },
  };
}

/** What is typed is answered also where nothing hears. */
function hearingOf({ language }: AgentConfig, recognizers: RecognizerPool): PreparedConversation['hearing'] {
  try {
    return recognizers.choose({ model: undefined, language: language.primary });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
