/** What the sockets of conversations have in common: one conversation, which begins with a first message and ends with its socket. */
import type { FastifyRequest } from 'fastify';
import type { Conversation } from '../../conversation/conversation.ts';
import type { ConversationEvent, EndReason } from '../../conversation/events.ts';
import type { Line } from '../../conversation/line.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { SocketControl } from '../../http/index.ts';
import { systemClock, type Clock } from '../../timing/clock.ts';
import { arrivalTimer } from '../../timing/deadline.ts';
import { beginConversation } from './live-conversation.ts';
import type { CallParties } from './live-conversation.ts';
import type { ConversationRouteOptions, PreparedConversation } from './preparation.ts';
import type { SessionSettings } from './schema.ts';
import { VariableProblem, type VariableProblemCode } from './variables.ts';

/** Codes of the `error` events of conversations. */
export type ConversationErrorCode = 'invalid_event' | 'agent_failed' | VariableProblemCode;

/**
 * Prepares the conversation with other settings in place of what was prepared, which is released.
 * @throws {ServiceError}
 */
export type PrepareAgain = (settings: SessionSettings) => Promise<PreparedConversation>;

/** What the first message says. */
export interface FirstMessage {
  readonly line: Line;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Over the configuration of the agent. */
  readonly settings?: SessionSettings | undefined;
  readonly parties?: CallParties | undefined;
}

export interface ConversationSocketOptions {
  readonly request: FastifyRequest;
  readonly prepared: PreparedConversation;
  readonly prepareAgain: PrepareAgain;
  readonly routes: ConversationRouteOptions;
  readonly control: SocketControl;
  /** Called before the first event of the conversation. */
  readonly onBegin: (callId: string) => void;
  readonly onEvent: (event: ConversationEvent) => void;
  /** Puts an error onto the wire; the socket is closed behind one that is fatal. */
  readonly onError: (code: ConversationErrorCode, message: string, isFatal: boolean) => void;
  readonly clock?: Clock;
  /** The first message has to come within so many milliseconds. Default 10,000. */
  readonly firstMs?: number;
}

const reasons: Readonly<Partial<Record<EndReason, string>>> = {
  agent_hangup: 'call ended by agent',
  inactivity: 'connection idle timeout',
  max_duration: 'call ended: maximum duration',
  api_cancelled: 'call cancelled',
};

/** See the head of this file. One socket. */
export class ConversationSocket {
  readonly #options: ConversationSocketOptions;
  readonly #stopFirst: () => void;
  readonly #over = Promise.withResolvers<undefined>();
  #isBegun = false;
  #isOver = false;
  #conversation: Conversation | undefined;
  /** How a conversation ends that begins behind the end of its socket. */
  #endedAs: readonly [EndReason, message?: string] = ['client_disconnected'];

  constructor(options: ConversationSocketOptions) {
    const { clock = systemClock, firstMs = 10_000 } = options;
    this.#options = options;
    this.#stopFirst = arrivalTimer(clock).after(firstMs, () => this.refuse('No first message came in time.'));
  }

  /** Resolves when the conversation has ended, or cannot begin any more. */
  get over(): Promise<undefined> {
    return this.#over.promise;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Undefined while it is not ready: what comes then is dropped. */
  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  /** The first message has come. */
  begin(first: FirstMessage): void {
    if (this.#isBegun || this.#isOver) return;
    this.#isBegun = true;
    this.#stopFirst();
    void this.#begin(first);
  }

  /** The client did not begin as it has to: the socket is closed with 1008. */
  refuse(message: string, code: ConversationErrorCode = 'invalid_event'): void {
    if (this.#isOver) return;
    this.#options.onError(code, message, true);
    this.#finish();
    this.#options.control.end(1008, code, 'invalid_session');
  }

  /** Ends the conversation, once; a second call does nothing. */
  end(reason: EndReason, message?: string): void {
    if (this.#isOver) return;
    this.#endedAs = message === undefined ? [reason] : [reason, message];
    if (this.#conversation === undefined) this.#finish();
    else this.#conversation.end(reason, message);
  }

  /** The server ends the socket, and closes it next: the client is told why. */
  fail(message: string): void {
    this.#cut('agent_failed', message, ['error', message]);
  }

  /** The same where the client has broken the protocol: the call is completed. */
  breach(message: string): void {
    this.#cut('invalid_event', message, ['client_disconnected']);
  }

  #cut(code: ConversationErrorCode, message: string, as: readonly [EndReason, message?: string]): void {
    if (this.#isOver) return;
    this.#options.onError(code, message, true);
    this.#endedAs = as;
    this.#finish();
    this.#conversation?.end(...as);
  }

  async #begin({ settings, ...first }: FirstMessage): Promise<void> {
    const { request, routes, onBegin } = this.#options;
    try {
      const prepared = await this.#prepared(settings);
      if (prepared === undefined || this.#isOver) return;
      await beginConversation({
        ...{ ...first, request, prepared, routes },
        onCall: (conversation, callId) => {
          this.#conversation = conversation;
          onBegin(callId);
          // The client has left meanwhile, or the server ended the socket.
          if (this.#isOver) conversation.end(...this.#endedAs);
        },
        onEvent: (event) => this.#handle(event),
      });
    } catch (error) {
      if (error instanceof VariableProblem) {
        this.refuse(error.message, error.code);
        return;
      }
      const problem = error instanceof ServiceError ? error.message : 'The conversation could not begin.';
      request.log.error({ err: error }, 'a conversation could not begin');
      this.#fail(problem);
    }
  }

  /** Undefined where the settings are refused. */
  async #prepared(settings: SessionSettings | undefined): Promise<PreparedConversation | undefined> {
    const { prepared, prepareAgain } = this.#options;
    if (settings === undefined) return prepared;
    try {
      return await prepareAgain(settings);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 429) throw error;
      this.refuse(error.message);
      return undefined;
    }
  }

  #handle(event: ConversationEvent): void {
    if (event.type !== 'ended') return this.#options.onEvent(event);
    if (this.#isOver) return;
    if (event.reason === 'error') return this.#fail('The agent failed; try again.');
    this.#options.onEvent(event);
    this.#finish();
    this.#options.control.end(1000, reasons[event.reason] ?? 'call ended');
  }

  #fail(message: string): void {
    if (this.#isOver) return;
    this.#options.onError('agent_failed', message, true);
    this.#finish();
    this.#options.control.end(1011, 'agent_failed', 'agent_failed');
  }

  #finish(): void {
    this.#isOver = true;
    this.#stopFirst();
    this.#over.resolve(undefined);
  }
}
