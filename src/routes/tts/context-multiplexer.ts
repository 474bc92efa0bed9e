/**
 * Many contexts over one connection. Knows nothing of WebSockets: it takes message texts and gives events with their
 * context id, so that it can be driven by a test or another carrier.
 */
import { randomUUID } from 'node:crypto';
import { asServiceError, invalidField, ServiceError } from '../../errors/service-error.ts';
import { ignoredFields } from '../../errors/ignored-fields.ts';
import { parseWith } from '../../errors/validation.ts';
import type { SocketProtocol } from '../../http/index.ts';
import { versionHas } from '../../versions/index.ts';
import { SpeechContext } from '../../speech/context.ts';
import type { SpeechContextOptions } from '../../speech/context-options.ts';
import { requireProsody } from '../../speech/request.ts';
import { isTerminal, type SpeechEvent } from '../../speech/events.ts';
import { readGenerationConfig } from '../../speech/generation-config.ts';
import {
  changesOf,
  checkUnchanged,
  contextIdIn,
  explained,
  isBlankFinal,
  parseMessage,
  readContextId,
  required,
  requireNoOtherText,
} from './context-message.ts';
import { requireRaw } from './output-format.ts';
import type { ApiCaller, SpeechRequestReader } from './speech-request.ts';
import { cancelMessageSchema, generationMessageSchema, type GenerationMessage } from './schema.ts';
import type { SpeechSettings } from '../../speech/settings.ts';

/** How a context ended: with audio, or with this error. */
export interface ContextEnd {
  readonly error?: ServiceError;
  /** Its client cancelled it or left. */
  readonly isAborted: boolean;
  /** The voice that spoke; absent where it was not known yet. */
  readonly voiceId?: string | undefined;
}

export interface ContextMultiplexerOptions {
  readonly reader: Pick<SpeechRequestReader, 'read'>;
  readonly caller: ApiCaller;
  /** What every context is made with. */
  readonly context: Omit<SpeechContextOptions, 'settings' | 'generationConfig' | 'onEvent' | 'maxBufferDelayMs'>;
  /** The context id is absent only where the message did not carry a readable one. */
  readonly send: (event: SpeechEvent, contextId: string | undefined) => void;
  /** Called when a context begins, and for a message that is refused and begins none. It returns what is called once, at its end. */
  readonly onBegin?: ((contextId: string | undefined) => (end: ContextEnd) => void) | undefined;
  /** Hears of fields in a message of a context that have no use, once in its life. Default: nothing looks for them. */
  readonly onIgnoredFields?: ((contextId: string, fields: readonly string[]) => void) | undefined;
  /** Contexts at once. Default 50. */
  readonly maxContexts?: number;
  /**
   * Messages of one context that may wait while its voice is looked up. Default 10,000, which is what a socket may send at once:
   * a burst into one context fits.
   */
  readonly maxWaitingMessages?: number;
  /** Length of these messages in all, in UTF-16 code units of their JSON. Default 8 Mi. */
  readonly maxWaitingLength?: number;
}

/** A message as it was read, or the error in place of one that could not be. */
type Received = GenerationMessage | ServiceError;

interface Slot {
  /** The first message without its text: what later ones may not change. */
  readonly opening: GenerationMessage;
  context: SpeechContext | undefined;
  readonly onEnd: (end: ContextEnd) => void;
  isCancelled: boolean;
  /** Fields that nothing reads have been reported. */
  hasReportedFields: boolean;
  /** What came while the voice was looked up, the first message included. */
  readonly backlog: Received[];
  /** Of the transcripts in the backlog. */
  waitingCharacters: number;
  /** Of the messages in the backlog, as JSON. */
  waitingLength: number;
}

const defaultBufferDelayMs = 3000;
const defaultMaxCharacters = 100_000;

export class ContextMultiplexer implements SocketProtocol {
  readonly #options: ContextMultiplexerOptions;
  readonly #slots = new Map<string, Slot>();
  #reading: 'freely' | 'slowly' | 'not' = 'freely';
  /** Set when the server drains: settles when no context is left. */
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: ContextMultiplexerOptions) {
    this.#options = options;
  }

  /** Contexts that have not ended. */
  get contexts(): number {
    return this.#slots.size;
  }

  /** One message of the client. Whatever is wrong with it is answered by an event; nothing is thrown. */
  receive(text: string): void {
    let contextId: string | undefined;
    let message: Record<string, unknown> = {};
    try {
      message = parseMessage(text);
      contextId = readContextId(message);
      if ('cancel' in message && message.cancel !== undefined && message.cancel !== null) {
        this.#cancel(parseWith(cancelMessageSchema, message).context_id);
      } else this.#generate(contextId, parseWith(generationMessageSchema, message), text.length);
    } catch (error) {
      this.#refuse(explained(error, message), contextId);
    }
  }

  /** The context is looked for in the text itself: a flood is to be answered cheaply, but to the right context. */
  refuse(error: ServiceError, frame?: Buffer): void {
    this.#refuse(error, frame === undefined ? undefined : contextIdIn(frame.toString('utf8')));
  }

  /** Answers what cannot be taken with a terminal error; a running context it was meant for ends, since part of its text is missing now. */
  #refuse(error: unknown, contextId: string | undefined): void {
    if (contextId !== undefined) {
      const slot = this.#slots.get(contextId);
      if (slot?.context?.finishing === true) {
        return this.#options.send({ type: 'error', done: false, error: asServiceError(error) }, contextId);
      }
      if (slot?.context !== undefined) return slot.context.fail(asServiceError(error));
      if (slot !== undefined) return this.#wait(contextId, slot, asServiceError(error), 0);
    }
    this.#options.onBegin?.(contextId)({ error: asServiceError(error), isAborted: false });
    this.#options.send({ type: 'error', done: true, error: asServiceError(error) }, contextId);
  }

  /** Some context speaks, waits to speak or is still being played. */
  get isActive(): boolean {
    return [...this.#slots.values()].some((slot) => slot.context?.isActive ?? true);
  }

  /** The client reads too slowly: none of its contexts begins a new segment until {@link resume}. */
  pause(): void {
    this.#reading = 'slowly';
    for (const slot of this.#slots.values()) slot.context?.pause();
  }

  /** The client does not read: no engine work at all for any of its contexts until {@link resume}. */
  suspend(): void {
    this.#reading = 'not';
    for (const slot of this.#slots.values()) slot.context?.suspend();
  }

  resume(): void {
    this.#reading = 'freely';
    for (const slot of this.#slots.values()) {
      slot.context?.resume();
      // What that one has sent may have been more than the client takes.
      if (this.#isHeldBack) return;
    }
  }

  /** Contexts that are there may end; new ones are refused. */
  drain(): Promise<void> {
    this.#drained ??= Promise.withResolvers();
    if (this.#slots.size === 0) this.#drained.resolve();
    return this.#drained.promise;
  }

  /** Ends every context with this error: the server drains, or the credential has expired. */
  fail(error: ServiceError): void {
    for (const [contextId, slot] of [...this.#slots]) {
      if (slot.context === undefined) this.#discard(contextId, error);
      else slot.context.fail(error);
    }
  }

  /** The client is gone: all work ends, no event is sent. */
  close(): void {
    for (const slot of this.#slots.values()) {
      slot.context?.abandon();
      slot.onEnd({ isAborted: true, voiceId: slot.context?.settings.voiceId });
    }
    this.#slots.clear();
    this.#drained?.resolve();
  }

  get #isHeldBack(): boolean {
    return this.#reading !== 'freely';
  }

  #cancel(contextId: string): void {
    const slot = this.#slots.get(contextId);
    if (slot === undefined) return;
    slot.isCancelled = true;
    if (slot.context !== undefined) return void slot.context.cancel();
    this.#forget(contextId, slot);
    slot.onEnd({ isAborted: true });
    this.#options.send({ type: 'done' }, contextId);
  }

  #generate(givenId: string | undefined, message: GenerationMessage, length: number): void {
    const { maxContexts = 50 } = this.#options;
    const contextId = givenId ?? randomUUID();
    const slot = this.#slots.get(contextId);
    if (slot !== undefined) this.#reportIgnored(contextId, slot, message);
    requireNoOtherText(message);
    if (slot?.context !== undefined) this.#continue(slot.context, message, slot.opening);
    else if (slot !== undefined) this.#wait(contextId, slot, message, length);
    else if (isBlankFinal(message)) this.#options.send({ type: 'done' }, contextId);
    else if (this.#drained !== undefined) {
      throw new ServiceError('unavailable', 'The server is shutting down and begins no new context.');
    } else if (this.#slots.size >= maxContexts) {
      throw new ServiceError(
        'concurrency_limited',
        `This socket already has ${maxContexts} contexts; wait until one is done, or cancel one.`,
      );
    } else this.#begin(contextId, message, length);
  }

  #begin(contextId: string, message: GenerationMessage, length: number): void {
    const opening = { ...message, transcript: undefined };
    const slot: Slot = {
      opening,
      context: undefined,
      onEnd: this.#options.onBegin?.(contextId) ?? (() => undefined),
      isCancelled: false,
      hasReportedFields: false,
      backlog: [],
      waitingCharacters: 0,
      waitingLength: 0,
    };
    this.#slots.set(contextId, slot);
    this.#reportIgnored(contextId, slot, message);
    this.#wait(contextId, slot, message, length);
    if (this.#slots.get(contextId) === slot) void this.#open(contextId, slot);
  }

  #reportIgnored(contextId: string, slot: Slot, message: GenerationMessage): void {
    const { onIgnoredFields } = this.#options;
    if (onIgnoredFields === undefined || slot.hasReportedFields) return;
    const fields = ignoredFields(generationMessageSchema, message);
    slot.hasReportedFields = fields.length > 0;
    if (slot.hasReportedFields) onIgnoredFields(contextId, fields);
  }

  /** Keeps a message until the voice is there, as far as a context may take it. @param length of the message as JSON */
  #wait(contextId: string, slot: Slot, message: Received, length: number): void {
    const { maxWaitingMessages = 10_000, maxWaitingLength = 8 << 20, context } = this.#options;
    const { maxCharacters = defaultMaxCharacters } = context;
    slot.waitingLength += length;
    if (!(message instanceof ServiceError)) slot.waitingCharacters += message.transcript?.length ?? 0;
    if (slot.waitingCharacters > maxCharacters) {
      const problem = `a context takes at most ${maxCharacters} characters in all`;
      this.#discard(contextId, invalidField('transcript', problem));
    } else if (slot.backlog.length >= maxWaitingMessages || slot.waitingLength > maxWaitingLength) {
      const problem = `At most ${maxWaitingMessages} messages of ${maxWaitingLength} characters in all wait while the voice of a context is looked up.`;
      this.#discard(contextId, new ServiceError('rate_limited', problem, { retryAfterSeconds: 1 }));
    } else slot.backlog.push(message);
  }

  /** Looks the voice up and speaks what came meanwhile. It holds the slot only, whose texts go when the context does. */
  async #open(contextId: string, slot: Slot): Promise<void> {
    const { reader, caller } = this.#options;
    const { opening } = slot;
    try {
      const { model_id, voice, output_format } = opening;
      const settings = await reader.read(
        {
          ...opening,
          model_id: required(model_id, 'model_id'),
          voice: required(voice, 'voice'),
          output_format: required(output_format, 'output_format'),
        },
        caller,
      );
      requireRaw(settings.format);
      if (this.#slots.get(contextId) !== slot) return;
      slot.context = this.#create(contextId, slot, settings);
      for (const [index, next] of slot.backlog.splice(0).entries()) {
        if (slot.context.ended) break;
        if (next instanceof ServiceError) this.#refuse(next, contextId);
        else this.#continue(slot.context, next, index === 0 ? undefined : opening);
      }
    } catch (error) {
      if (this.#slots.get(contextId) === slot) this.#discard(contextId, explained(error, opening));
    }
  }

  /** Ends a context that has not come to be. */
  #discard(contextId: string, error: unknown): void {
    const slot = this.#slots.get(contextId);
    if (slot !== undefined) {
      this.#forget(contextId, slot);
      slot.onEnd({ error: asServiceError(error), isAborted: false });
    }
    this.#options.send({ type: 'error', done: true, error: asServiceError(error) }, contextId);
  }

  /** The lookup may take long yet and holds the slot: its texts are let go at once. */
  #forget(contextId: string, slot: Slot): void {
    this.#delete(contextId);
    slot.backlog.length = 0;
  }

  /** Its last event is sent at once, before who waits for the drain hears of it. */
  #delete(contextId: string): void {
    this.#slots.delete(contextId);
    if (this.#slots.size === 0) this.#drained?.resolve();
  }

  #create(contextId: string, slot: Slot, settings: SpeechSettings): SpeechContext {
    const { opening: message } = slot;
    const { caller, context: options } = this.#options;
    const generationConfig = readGenerationConfig(message.generation_config, message.speed, caller.version) ?? {};
    requireProsody(settings, generationConfig);
    const context = new SpeechContext({
      ...options,
      settings,
      generationConfig,
      maxBufferDelayMs: versionHas(caller.version, 'bufferedText') ? defaultBufferDelayMs : 0,
      onEvent: (event) => {
        if (context.ended) this.#delete(contextId);
        if (isTerminal(event)) slot.onEnd(endOf(event, slot));
        this.#options.send(event, contextId);
      },
    });
    if (this.#isHeldBack) context.pause();
    return context;
  }

  /** @param opening what the message may not change; undefined for the first message itself */
  #continue(context: SpeechContext, message: GenerationMessage, opening: GenerationMessage | undefined): void {
    const { caller } = this.#options;
    // Whatever else it says: the context takes no more text and answers so itself.
    if (context.finishing) return context.push({ transcript: message.transcript ?? '', continue: true, flush: false });
    try {
      if (opening !== undefined) checkUnchanged(context.settings, opening, message, caller.version);
      context.push({
        transcript: message.transcript ?? '',
        continue: message.continue ?? false,
        flush: message.flush ?? false,
        maxBufferDelayMs: message.max_buffer_delay_ms ?? undefined,
        ...(opening !== undefined && changesOf(message, caller.version)),
      });
    } catch (error) {
      context.fail(explained(error, message));
    }
  }
}

function endOf(event: SpeechEvent, { isCancelled, context }: Slot): ContextEnd {
  const voiceId = context?.settings.voiceId;
  return event.type === 'error'
    ? { error: event.error, isAborted: false, voiceId }
    : { isAborted: isCancelled, voiceId };
}
