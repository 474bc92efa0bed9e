/** `/v1/agents/websocket/{agent_id}`: messages as JSON, with audio in base64 (docs/rules.md#conversations). */
import type { ConversationEvent } from '../../conversation/events.ts';
import { parseMessage } from '../../errors/json-position.ts';
import { parseWith } from '../../errors/validation.ts';
import { ConversationProtocol, speakingPaceMs } from './conversation-protocol.ts';
import type { ConversationErrorCode } from './conversation-socket.ts';
import { clientMessage, type ClientMessage } from './schema.ts';
import { SocketLine, type SocketLineOptions } from './socket-line.ts';

type SessionCreate = Extract<ClientMessage, { readonly type: 'session_create' }>;

/** The line of such a socket. @param send sends a message, and says how many seconds of audio are in it */
export function agentLine(
  options: Pick<SocketLineOptions, 'format' | 'leadMs' | 'hasEcho' | 'clock'>,
  send: (message: object, seconds?: number) => void,
): SocketLine {
  return new SocketLine({
    ...options,
    sendAudio: (audio, seconds) => send({ type: 'audio_output', audio }, seconds),
    sendClear: () => send({ type: 'audio_output_clear' }),
    sendDigit: (digit) => send({ type: 'dtmf_output', digit }),
  });
}

export class AgentSocket extends ConversationProtocol {
  #audio: SessionCreate['audio'] | undefined;

  protected take(text: string): void {
    const message = parseWith(clientMessage, parseMessage(text));
    if (message.type === 'session_create') return this.#create(message);
    if (!this.socket.isBegun) return this.socket.refuse('The first message has to be session_create.');
    const { conversation } = this.socket;
    switch (message.type) {
      case 'audio_input':
        return this.hear(message.audio);
      case 'dtmf_input':
        return conversation?.digit(message.digit);
      case 'user_text':
        return this.type(message.text);
      case 'client_tool_result':
        return conversation?.clientResult(message.tool_call_id, message.result, message.is_error);
    }
  }

  #create({ audio, dynamic_variables: variables = {} }: SessionCreate): void {
    if (this.socket.isBegun) return this.error('invalid_event', 'The session was created already.', false);
    const hasSound = this.options.prepared.config.audio.output.background_sound !== null;
    if (hasSound && audio.output_delivery === 'as_available') {
      return this.socket.refuse('An agent with a background sound is heard at speaking_pace only.');
    }
    this.#audio = audio;
    const line = agentLine(
      {
        format: audio.input_format,
        leadMs: audio.output_delivery === 'speaking_pace' ? speakingPaceMs : Infinity,
        // Pages have a token, or a session of the console.
        hasEcho: ['token', 'session'].includes(this.options.request.principal.kind),
      },
      (message, seconds) => this.send(message, seconds),
    );
    this.begin({ line, variables });
  }

  protected sendEvent(event: ConversationEvent): void {
    switch (event.type) {
      case 'ready':
        return this.#ready();
      case 'turn_started': {
        const { turn, role, startTime: start_time } = event;
        return this.send({ type: 'turn_started', turn, role, start_time });
      }
      case 'text':
        return this.send({ type: 'turn_output_text_delta', turn: event.turn, role: 'assistant', text: event.text });
      case 'heard':
        return this.send({ type: 'turn_input_text', turn: event.turn, role: 'user', text: event.text });
      case 'turn_ended':
        return this.send(wireTurn(event));
      case 'client_call': {
        const { id: tool_call_id, name: tool_name, parameters, expectsResponse: expects_response } = event.call;
        return this.send({ type: 'client_tool_call', tool_call_id, tool_name, parameters, expects_response });
      }
      case 'ended':
        return;
    }
  }

  #ready(): void {
    const { agent } = this.options.prepared;
    this.send({
      type: 'session_ready',
      call_id: this.callId,
      agent_id: agent.id,
      agent_version_id: agent.version.id,
      audio: this.#audio,
    });
  }

  protected error(code: ConversationErrorCode, message: string, fatal: boolean): void {
    this.send({ type: 'error', code, message, fatal });
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
