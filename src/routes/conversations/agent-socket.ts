/** `/v1/agents/websocket/{agent_id}`: messages as JSON, with audio in base64 (docs/rules.md#conversations). */
import type { ConversationEvent } from '../../conversation/events.ts';
import { parseMessage } from '../../errors/json-position.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { parseWith } from '../../errors/validation.ts';
import { MessageRate, type SocketControl, type SocketProtocol, type SocketSend } from '../../http/index.ts';
import { systemClock } from '../../timing/clock.ts';
import type { FastifyRequest } from 'fastify';
import { ConversationSocket, type ConversationErrorCode } from './conversation-socket.ts';
import type { ConversationRouteOptions, PreparedConversation } from './preparation.ts';
import { clientMessage, type ClientMessage } from './schema.ts';
import { SocketLine } from './socket-line.ts';

export interface AgentSocketOptions {
  readonly request: FastifyRequest;
  readonly prepared: PreparedConversation;
  readonly routes: ConversationRouteOptions;
  readonly send: SocketSend;
  readonly control: SocketControl;
}

type SessionCreate = Extract<ClientMessage, { readonly type: 'session_create' }>;

/** At most so far ahead of real time where the client wants the pace of speech, in ms. */
const speakingPaceMs = 200;
/** Each typed turn asks the model. */
const typedPerSecond = 2;
const typedBurst = 10;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/u;

export class AgentSocket implements SocketProtocol {
  readonly #options: AgentSocketOptions;
  readonly #socket: ConversationSocket;
  #line: SocketLine | undefined;
  #audio: SessionCreate['audio'] | undefined;
  #callId = '';
  readonly #typed = new MessageRate(typedPerSecond, typedBurst, systemClock);

  constructor(options: AgentSocketOptions) {
    const { request, prepared, routes, control } = options;
    this.#options = options;
    this.#socket = new ConversationSocket({
      ...{ request, prepared, routes, control },
      onBegin: (callId) => (this.#callId = callId),
      onEvent: (event) => this.#tell(event),
      onError: (code, message, isFatal) => this.#error(code, message, isFatal),
    });
  }

  /** The silence of a conversation is the agent's business. */
  get isActive(): boolean {
    return this.#socket.conversation !== undefined;
  }

  receive(text: string): void {
    try {
      this.#take(parseWith(clientMessage, parseMessage(text)));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (this.#socket.isBegun) this.#error('invalid_event', error.message, false);
      else this.#socket.refuse(error.message);
    }
  }

  refuse(error: ServiceError): void {
    this.#error('invalid_event', error.message, false);
  }

  async drain(): Promise<void> {
    if (!this.#socket.isBegun) this.#socket.end('error');
    await this.#socket.over;
  }

  fail(error: ServiceError): void {
    this.#socket.fail(error.message);
  }

  close(): void {
    this.#socket.end('client_disconnected');
  }

  /** The client takes too little: no audio is given until it has caught up. */
  pause(): void {
    if (this.#line !== undefined) this.#line.isBlocked = true;
  }

  suspend(): void {
    this.pause();
  }

  resume(): void {
    if (this.#line !== undefined) this.#line.isBlocked = false;
  }

  #take(message: ClientMessage): void {
    if (message.type === 'session_create') return this.#create(message);
    if (!this.#socket.isBegun) return this.#socket.refuse('The first message has to be session_create.');
    const { conversation } = this.#socket;
    switch (message.type) {
      case 'audio_input':
        return this.#hear(message.audio);
      case 'dtmf_input':
        return conversation?.digit(message.digit);
      case 'user_text':
        if (this.#typed.take()) return conversation?.userText(message.text);
        return this.#error('invalid_event', 'Too many user_text messages: 10 at once, then 2 a second.', false);
      case 'client_tool_result':
        return conversation?.clientResult(message.tool_call_id, message.result, message.is_error);
    }
  }

  #hear(audio: string): void {
    const { conversation } = this.#socket;
    if (conversation === undefined || this.#line === undefined) return;
    if (base64.test(audio)) conversation.audio(this.#line.decode(audio));
    else this.#error('invalid_event', 'The audio is not base64.', false);
  }

  #create({ audio, dynamic_variables: variables = {} }: SessionCreate): void {
    if (this.#socket.isBegun) return this.#error('invalid_event', 'The session was created already.', false);
    const hasSound = this.#options.prepared.config.audio.output.background_sound !== null;
    if (hasSound && audio.output_delivery === 'as_available') {
      return this.#socket.refuse('An agent with a background sound is heard at speaking_pace only.');
    }
    this.#audio = audio;
    const line = new SocketLine({
      format: audio.input_format,
      leadMs: audio.output_delivery === 'speaking_pace' ? speakingPaceMs : Infinity,
      // Pages have a token, or a session of the console.
      hasEcho: ['token', 'session'].includes(this.#options.request.principal.kind),
      sendAudio: (data, seconds) => this.#send({ type: 'audio_output', audio: data }, seconds),
      sendClear: () => this.#send({ type: 'audio_output_clear' }),
      sendDigit: (digit) => this.#send({ type: 'dtmf_output', digit }),
    });
    this.#line = line;
    this.#socket.begin(line, variables);
  }

  #tell(event: ConversationEvent): void {
    switch (event.type) {
      case 'ready':
        return this.#ready();
      case 'turn_started': {
        const { turn, role, startTime: start_time } = event;
        return this.#send({ type: 'turn_started', turn, role, start_time });
      }
      case 'text':
        return this.#send({ type: 'turn_output_text_delta', turn: event.turn, role: 'assistant', text: event.text });
      case 'heard':
        return this.#send({ type: 'turn_input_text', turn: event.turn, role: 'user', text: event.text });
      case 'turn_ended':
        return this.#send(wireTurn(event));
      case 'client_call': {
        const { id: tool_call_id, name: tool_name, parameters, expectsResponse: expects_response } = event.call;
        return this.#send({ type: 'client_tool_call', tool_call_id, tool_name, parameters, expects_response });
      }
      case 'ended':
        return;
    }
  }

  #ready(): void {
    const { agent } = this.#options.prepared;
    this.#send({
      type: 'session_ready',
      call_id: this.#callId,
      agent_id: agent.id,
      agent_version_id: agent.version.id,
      audio: this.#audio,
    });
  }

  #error(code: ConversationErrorCode, message: string, fatal: boolean): void {
    this.#send({ type: 'error', code, message, fatal });
  }

  #send(message: object, seconds = 0): void {
    this.#options.send(JSON.stringify(message), seconds);
  }
}

function wireTurn(event: Extract<ConversationEvent, { readonly type: 'turn_ended' }>): object {
  const { turn, role, text, interrupted, startTime: start_time, endTime: end_time, eagerEndTime } = event;
  return {
    ...{ type: 'turn_ended', turn, role, text, interrupted, start_time, end_time },
    ...(eagerEndTime !== undefined && { eager_end_timestamp: eagerEndTime }),
    tool_calls: event.tools.map(({ call, result, updates }) => ({
      id: call.id,
      name: call.name,
      arguments: call.arguments,
      result,
      ...(Object.keys(updates).length > 0 && { dynamic_variable_updates: updates }),
    })),
  };
}
