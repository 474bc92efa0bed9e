/** What the protocols of conversations have in common; each has its own messages. */
import type { FastifyRequest } from 'fastify';
import type { ConversationEvent } from '../../conversation/events.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { MessageRate, type SocketControl, type SocketProtocol, type SocketSend } from '../../http/index.ts';
import { systemClock } from '../../timing/clock.ts';
import {
  ConversationSocket,
  type ConversationErrorCode,
  type FirstMessage,
  type PrepareAgain,
} from './conversation-socket.ts';
import type { ConversationRouteOptions, PreparedConversation } from './preparation.ts';
import type { SocketLine } from './socket-line.ts';

export interface ConversationProtocolOptions {
  readonly request: FastifyRequest;
  readonly prepared: PreparedConversation;
  readonly prepareAgain: PrepareAgain;
  readonly routes: ConversationRouteOptions;
  readonly send: SocketSend;
  readonly control: SocketControl;
}

/** At most so far ahead of real time at the pace of speech, in ms. */
export const speakingPaceMs = 200;
/** Each typed turn asks the model. */
const typedPerSecond = 2;
const typedBurst = 10;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/u;

/** See the head of this file. One socket. */
export abstract class ConversationProtocol implements SocketProtocol {
  protected readonly options: ConversationProtocolOptions;
  protected readonly socket: ConversationSocket;
  protected callId = '';
  #line: SocketLine | undefined;
  readonly #typed = new MessageRate(typedPerSecond, typedBurst, systemClock);

  constructor(options: ConversationProtocolOptions) {
    this.options = options;
    this.socket = new ConversationSocket({
      ...options,
      onBegin: (callId) => (this.callId = callId),
      onEvent: (event) => this.sendEvent(event),
      onError: (code, message, isFatal) => this.error(code, message, isFatal),
    });
  }

  /** Takes a message. @throws {ServiceError} that says what is wrong with it */
  protected abstract take(text: string): void;
  protected abstract sendEvent(event: ConversationEvent): void;
  protected abstract error(code: ConversationErrorCode, message: string, isFatal: boolean): void;

  /** The silence of a conversation is the agent's business. */
  get isActive(): boolean {
    return this.socket.conversation !== undefined;
  }

  receive(text: string): void {
    try {
      this.take(text);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.refuse(error);
    }
  }

  refuse(error: ServiceError): void {
    if (this.socket.isBegun) this.error('invalid_event', error.message, false);
    else this.socket.refuse(error.message);
  }

  breach(error: ServiceError): void {
    this.socket.breach(error.message);
  }

  async drain(): Promise<void> {
    if (!this.socket.isBegun) this.socket.end('error');
    await this.socket.over;
  }

  fail(error: ServiceError): void {
    this.socket.fail(error.message);
  }

  close(isHungUp = false): void {
    this.socket.end(isHungUp ? 'client_hangup' : 'client_disconnected');
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

  protected begin(first: FirstMessage & { readonly line: SocketLine }): void {
    this.#line = first.line;
    this.socket.begin(first);
  }

  /** @param audio base64 */
  protected hear(audio: string): void {
    const { conversation } = this.socket;
    if (conversation === undefined || this.#line === undefined) return;
    if (base64.test(audio)) conversation.audio(this.#line.decode(audio));
    else this.error('invalid_event', 'The audio is not base64.', false);
  }

  protected type(text: string): void {
    if (this.#typed.take()) this.socket.conversation?.userText(text);
    else this.error('invalid_event', 'Too many user_text messages: 10 at once, then 2 a second.', false);
  }

  protected send(message: object, seconds = 0): void {
    this.options.send(JSON.stringify(message), seconds);
  }
}
