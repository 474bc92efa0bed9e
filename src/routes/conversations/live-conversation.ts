/** A conversation that runs: joined with its call, which keeps it, and with all that it holds until it ends. */
import type { FastifyRequest } from 'fastify';
import type { OpenCall } from '../../calls/call.ts';
import { BackgroundLine, repeatable } from '../../conversation/background-sound.ts';
import { openCaller } from '../../conversation/caller.ts';
import { Conversation, type ConversationOptions } from '../../conversation/conversation.ts';
import type { ConversationEvent } from '../../conversation/events.ts';
import type { Line } from '../../conversation/line.ts';
import { systemToolsOf } from '../../conversation/system-tools.ts';
import { ConversationTools } from '../../conversation/tools.ts';
import { fillVariables, type Variables } from '../../conversation/variables.ts';
import { recognitionError } from '../../hearing/recognition-error.ts';
import { RecognizerError } from '../../recognizers/adapter.ts';
import { SpeechContext } from '../../speech/context.ts';
import { SpokenText } from '../../text/spoken/index.ts';
import { systemClock } from '../../timing/clock.ts';
import type { ConversationRouteOptions, PreparedConversation } from './preparation.ts';
import { patienceOf } from './turn-taking.ts';
import { conversationVariables } from './variables.ts';

/** Who speaks with whom, as the line says. */
export interface CallParties {
  readonly caller: string;
  readonly called: string;
  /** What else the line brought with it. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface LiveConversationOptions {
  readonly request: FastifyRequest;
  readonly prepared: PreparedConversation;
  readonly routes: ConversationRouteOptions;
  readonly line: Line;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly parties?: CallParties | undefined;
  /** The call stands; the conversation is not ready yet. */
  readonly onCall: (conversation: Conversation, callId: string) => void;
  readonly onEvent: (event: ConversationEvent) => void;
}

/**
 * Begins a call and its conversation, which is ready when this resolves.
 * @throws {VariableProblem} @throws {ServiceError}
 */
export async function beginConversation(options: LiveConversationOptions): Promise<void> {
  const { request, prepared, routes } = options;
  const background = await backgroundOf(options);
  const line = background ?? options.line;
  const { config, agent, tools, descriptor } = prepared;
  const slots = new Set(descriptor.slots(config.instructions));
  const given = { ...prepared.variables, ...options.variables };
  const variables = conversationVariables(given, { config, tools, slots });
  const { organizationId, keyId } = request.principal;
  const call = await routes.calls.begin({
    organizationId,
    keyId,
    agentId: agent.id,
    agentVersionId: agent.version.id,
    agentName: agent.name,
    channel: 'websocket',
    sampleRate: line.sampleRate,
    dynamicVariables: variables,
    parameters: options.parties?.parameters,
    requestId: request.id,
  });
  const all = { ...variables, ...systemVariables(call.id, options) };
  let hasFailed = false;
  let isDropping = false;
  const conversation: Conversation = new Conversation({
    line,
    variables: all,
    agent: {
      model: prepared.model,
      system: (now) => fillVariables(config.instructions, now, slots),
      initialMessage: config.initial_message === null ? null : fillVariables(config.initial_message, all),
      language: config.language.primary,
      temperature: config.model.temperature,
      maxOutputTokens: config.model.max_output_tokens,
      isSpeculative: config.speculative_generation,
      checkInSeconds: config.turn.inactivity_check_in_secs,
      endSeconds: config.turn.inactivity_end_call_secs,
    },
    openCaller: callerOf(options),
    tools: (needs) =>
      new ConversationTools({
        ...needs,
        tools,
        systemTools: systemToolsOf(config, { ...needs, line, alwaysEnds: !descriptor.capabilities.prose }),
        callWebhook: routes.callWebhook,
        clock: systemClock,
      }),
    openSpeech: speechOf(options),
    cleaner: () => new SpokenText(),
    onEvent(event) {
      keep(call, event);
      if (event.type === 'turn_ended') routes.metrics.turnEnded(event);
      if (event.type === 'ready') background?.start();
      else if (event.type === 'ended') background?.stop();
      // What is thrown tells of a beginning that failed.
      if (!hasFailed) options.onEvent(event);
    },
    onAudio: (side, at, samples) => (side === 'caller' ? call.heardCaller(at, samples) : call.playedAgent(at, samples)),
    onFailure(error) {
      const isUnheard = error instanceof RecognizerError;
      if (isUnheard) routes.metrics.speechUnheard();
      else routes.metrics.answerFailed();
      const problem = isUnheard ? 'words of a caller could not be heard' : 'an answer of an agent failed';
      request.log.warn({ err: error, call_id: call.id }, problem);
    },
    onDropped(seconds) {
      routes.metrics.audioDropped(seconds);
      if (isDropping) return;
      request.log.warn({ call_id: call.id }, "a caller's audio is faster than real time: some is dropped");
      isDropping = true;
    },
    maxSeconds: routes.maxSeconds,
  });
  const onEnding = (): void => {
    const isCancelled = call.ending.reason === 'api_cancelled';
    conversation.end(isCancelled ? 'api_cancelled' : 'error', isCancelled ? undefined : 'the call was lost');
  };
  call.ending.addEventListener('abort', onEnding, { once: true });
  try {
    options.onCall(conversation, call.id);
    if (call.ending.aborted) onEnding();
    await conversation.start();
  } catch (error) {
    hasFailed = true;
    conversation.end('error', 'the conversation could not begin');
    throw error;
  }
}

/** A sound that cannot be read is left out, so that the agent can be reached all the same. */
async function backgroundOf({ prepared, routes, line, request }: LiveConversationOptions) {
  const { background_sound: sound } = prepared.config.audio.output;
  if (sound === null) return undefined;
  try {
    const { organizationId } = request.principal;
    const samples = await routes.backgroundSounds.get(organizationId, sound.file_id, line.sampleRate);
    return new BackgroundLine(line, repeatable(samples, line.sampleRate, sound.volume));
  } catch (error) {
    request.log.warn({ err: error, file_id: sound.file_id }, 'the background sound of an agent cannot be played');
    return undefined;
  }
}

/** Facts that the server knows. */
function systemVariables(callId: string, { prepared, parties }: LiveConversationOptions): Variables {
  const { agent, config } = prepared;
  const { timezone } = config;
  const time = new Date().toLocaleString('sv-SE', { timeZone: timezone });
  return {
    system__call_id: callId,
    system__agent_id: agent.id,
    system__time: time,
    system__timezone: timezone,
    system__caller: parties?.caller ?? '',
    system__called: parties?.called ?? '',
    system__channel: 'websocket',
  };
}

function callerOf({ prepared, routes, line, request }: LiveConversationOptions) {
  const { hearing, config, descriptor } = prepared;
  if (hearing === undefined) return undefined;
  const phrases = [...config.audio.input.keyterms, ...descriptor.phrases(config.instructions, config.language.primary)];
  return async (listener: Parameters<typeof openCaller>[0]['listener']) => {
    // The voice first: what hears is not to take the memory that the call was admitted with. A failure of it is told by the first sentence.
    await routes.scheduler.load(prepared.settings.speaker.engine).catch(() => undefined);
    return openCaller({
      listener,
      sampleRate: line.sampleRate,
      clock: systemClock,
      noiseSuppression: config.audio.input.noise_suppression,
      onDropped: () => request.log.warn('audio of a caller is dropped: the recognizer is too far behind'),
      turns: { ...patienceOf(config, routes.patience), language: config.language.primary },
      hearing: {
        ...hearing,
        ...(phrases.length > 0 && { phrases }),
        onFallback: routes.observe(request).onFallback,
      },
    }).catch((error: unknown) => {
      throw error instanceof RecognizerError ? recognitionError(error) : error;
    });
  };
}

function speechOf({ prepared, routes, line, request }: LiveConversationOptions) {
  const { scheduler } = routes;
  const { meter, observer } = routes.observe(request);
  const { settings, generationConfig, reservation } = prepared;
  const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: line.sampleRate } as const;
  return (...[onEvent, onTextNeeded]: Parameters<ConversationOptions['openSpeech']>): SpeechContext =>
    new SpeechContext({
      ...{ scheduler, generationConfig, reservation, onEvent, onTextNeeded, meter, observer },
      settings: { ...settings, format },
      // A sentence is spoken as soon as it is known to have ended.
      maxBufferDelayMs: 400,
      expiryMs: Infinity,
      keepsWords: true,
    });
}

/** What remains of the conversation. */
function keep(call: OpenCall, event: ConversationEvent): void {
  if (event.type === 'turn_ended') {
    const { firstTextMs, firstAudioMs, firstSentMs, patienceMs, textMs } = event.figures;
    const figures = Object.entries({
      stt_ttfb: textMs === undefined ? undefined : textMs / 1000,
      tts_ttfb:
        firstTextMs === undefined || firstAudioMs === undefined ? undefined : (firstAudioMs - firstTextMs) / 1000,
      patience_ms: patienceMs,
      first_text_ms: firstTextMs,
      first_audio_ms: firstAudioMs,
      first_sent_ms: firstSentMs,
    }).filter((figure): figure is [string, number] => figure[1] !== undefined);
    call.turn({
      number: event.turn,
      ...{ role: event.role, text: event.text, interrupted: event.interrupted },
      ...{ startTime: event.startTime, endTime: event.endTime },
      toolCalls: event.tools.map(({ call: { id, name, arguments: given }, result, updates }) => ({
        ...{ id, name, arguments: parsed(given), result },
        ...(Object.keys(updates).length > 0 && { dynamicVariableUpdates: updates }),
      })),
      figures: Object.fromEntries(figures),
    });
  } else if (event.type === 'ended') {
    const { reason, message } = event;
    const status = reason === 'error' ? 'failed' : 'completed';
    void call.end({ status, reason, ...(message !== undefined && { errorMessage: message }) });
  }
}

/** A model may write what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
