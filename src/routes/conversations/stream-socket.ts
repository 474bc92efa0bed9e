/** `/agents/stream/{agent_id}`: the older form of a conversation with an agent (docs/rules.md#the-older-conversation-socket). */
import { randomUUID } from 'node:crypto';
import type { ConversationEvent } from '../../conversation/events.ts';
import { parseMessage } from '../../errors/json-position.ts';
import { parseWith } from '../../errors/validation.ts';
import { systemClock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
import { ConversationProtocol, speakingPaceMs } from './conversation-protocol.ts';
import type { ConversationErrorCode } from './conversation-socket.ts';
import type { CallParties } from './live-conversation.ts';
import type { SessionSettings } from './schema.ts';
import { SocketLine, type SocketLineOptions } from './socket-line.ts';
import { customMessage, streamMessage, type StreamMessage } from './stream-schema.ts';

type Start = Extract<StreamMessage, { readonly event: 'start' }>;

/** Without a message for so long the call ends, or for the idle time of all sockets where that is shorter. */
const maxIdleMs = 180_000;
/** Letters of a value of the metadata that are kept. */
const maxValueLength = 1024;

/** The line of such a socket. @param send sends a message, and says how many seconds of audio are in it */
export function streamLine(
  options: Pick<SocketLineOptions, 'format' | 'hasEcho' | 'clock'>,
  send: (message: object, seconds?: number) => void,
): SocketLine {
  return new SocketLine({
    ...options,
    leadMs: speakingPaceMs,
    sendAudio: (payload, seconds) => send({ event: 'media_output', media: { payload } }, seconds),
    sendClear: () => send({ event: 'clear' }),
    sendDigit: (dtmf) => send({ event: 'dtmf', dtmf }),
    sendTransfer: (number) => send({ event: 'transfer', transfer: { target_phone_number: number } }),
  });
}

export class StreamSocket extends ConversationProtocol {
  #start: Start | undefined;
  #streamId = '';
  #heardAt = systemClock.now();
  #stopIdle: () => void = () => undefined;

  override receive(text: string): void {
    this.#heardAt = systemClock.now();
    super.receive(text);
  }

  override close(isHungUp = false): void {
    this.#stopIdle();
    super.close(isHungUp);
  }

  protected take(text: string): void {
    const message = parseWith(streamMessage, parseMessage(text));
    if (message.event === 'start') return this.#begin(message);
    if (!this.socket.isBegun) return this.socket.refuse('The first message has to be start.');
    switch (message.event) {
      case 'media_input':
        return this.hear(message.media.payload);
      case 'dtmf':
        return this.socket.conversation?.digit(message.dtmf);
      case 'custom':
        return this.#custom(message.metadata);
    }
  }

  #begin(start: Start): void {
    if (this.socket.isBegun) return this.error('invalid_event', 'The stream was started already.', false);
    const { kind } = this.options.request.principal;
    if (kind === 'token' && start.agent !== undefined) {
      return this.socket.refuse('A token does not say what an agent does: leave "agent" out, or use an API key.');
    }
    this.#start = start;
    this.#streamId = start.stream_id ?? randomUUID();
    const line = streamLine(
      { format: start.config.input_format, hasEcho: kind === 'token' || kind === 'session' },
      (message, seconds) => this.#sendMessage(message, seconds),
    );
    this.#watch();
    this.begin({ line, variables: {}, settings: settingsOf(start), parties: partiesOf(start) });
  }

  /** Clients and servers of other makers put words of their own here. */
  #custom(metadata: Readonly<Record<string, unknown>>): void {
    if (metadata.type !== 'user_text' && metadata.type !== 'client_tool_result') return;
    const message = parseWith(customMessage, metadata);
    if (message.type === 'user_text') return this.type(message.text);
    this.socket.conversation?.clientResult(message.tool_call_id, message.result, message.is_error);
  }

  #watch(): void {
    const { idleMs = maxIdleMs } = this.options.routes.socketLimits;
    const rest = this.#heardAt + Math.min(idleMs, maxIdleMs) - systemClock.now();
    if (rest <= 0) this.socket.end('inactivity');
    else this.#stopIdle = arrivalTimer(systemClock).after(rest, () => this.#watch());
  }

  protected sendEvent(event: ConversationEvent): void {
    if (event.type === 'ready') {
      const { config, agent } = this.#start!;
      this.#sendMessage({ event: 'ack', config, agent: agent ?? {} });
    } else if (event.type === 'client_call') {
      const { id: tool_call_id, name: tool_name, parameters, expectsResponse: expects_response } = event.call;
      const call = { tool_call_id, tool_name, parameters, expects_response };
      this.#sendMessage({ event: 'custom', metadata: { type: 'client_tool_call', ...call } });
    } else if (event.type === 'ended') this.#stopIdle();
  }

  protected error(code: ConversationErrorCode, message: string, fatal: boolean): void {
    if (fatal) this.#stopIdle();
    this.#sendMessage({ event: 'error', code, message, fatal });
  }

  #sendMessage(message: object, seconds = 0): void {
    this.send({ ...message, stream_id: this.#streamId }, seconds);
  }
}

/** Undefined where the message says nothing of the agent. */
function settingsOf({ config: { voice_id: voice }, agent = {} }: Start): SessionSettings | undefined {
  const { system_prompt: instructions, introduction } = agent;
  if (voice === undefined && instructions === undefined && introduction === undefined) return undefined;
  return {
    config_overrides: {
      ...(instructions !== undefined && { instructions }),
      ...(introduction !== undefined && { initial_message: introduction === '' ? null : introduction }),
      ...(voice !== undefined && { audio: { output: { voice_id: voice } } }),
    },
  };
}

function partiesOf({ metadata = {} }: Start): CallParties {
  const plain = Object.entries(metadata).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value).slice(0, maxValueLength)]] : [],
  );
  const parameters = Object.fromEntries(plain) as Record<string, string>;
  return { caller: parameters.from ?? '', called: parameters.to ?? '', parameters };
}
