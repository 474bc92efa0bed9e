/**
 * Many contexts over one connection. Knows nothing of WebSockets: it takes message texts and gives events with their
 * context id, so that it can be driven by a test or another carrier.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { EnginePool } from '../engines/pool.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import { voiceIdOf } from '../voices/voice-specifier.ts';
import { SpeechContext } from './context.ts';
import type { SpeechEvent } from './events.ts';
import { readGenerationConfig } from './generation-config.ts';
import { requireRaw } from './output-format.ts';
import type { Asker, SpeechResolver } from './request.ts';
import { cancelMessageSchema, generationMessageSchema, type GenerationMessage } from './schema.ts';
import type { Clock, SpeechObserver } from './settings.ts';

export interface SpeechSocketOptions {
  readonly pool: EnginePool;
  readonly resolver: SpeechResolver;
  readonly asker: Asker;
  /** Takes one of the organization's context places; see {@link SpeechContext}. */
  readonly admit: () => Promise<{ readonly release: () => void }>;
  /** The context id is absent only where the message did not carry a readable one. */
  readonly send: (event: SpeechEvent, contextId: string | undefined) => void;
  /** Contexts at once. Default 50. */
  readonly maxContexts?: number;
  /** Characters one context takes. Default 100,000. */
  readonly maxCharacters?: number;
  /** A context ends so long after its last audio was sent or has been played. Default 1,000 ms. */
  readonly expiryMs?: number;
  readonly observer?: SpeechObserver;
  readonly clock?: Clock;
}

interface Slot {
  /** The first message: what later ones may not change. */
  readonly opening: GenerationMessage;
  context: SpeechContext | undefined;
  /** Messages that came while the voice was looked up. */
  readonly backlog: GenerationMessage[];
}

/** From this version on text is held back for better cutting unless the client says otherwise. */
const bufferedSince = '2026-03-01';
const defaultBufferDelayMs = 3000;

export class SpeechSocket {
  readonly #options: SpeechSocketOptions;
  readonly #slots = new Map<string, Slot>();
  #paused = false;

  constructor(options: SpeechSocketOptions) {
    this.#options = options;
  }

  /** Contexts that have not ended. */
  get contexts(): number {
    return this.#slots.size;
  }

  /** One message of the client. Whatever is wrong with it is answered by an event; nothing is thrown. */
  receive(text: string): void {
    let contextId: string | undefined;
    try {
      const message = parse(text);
      contextId = readContextId(message);
      if ('cancel' in message && message.cancel !== undefined && message.cancel !== null) this.#cancel(check(cancelMessageSchema, message).context_id);
      else this.#generate((contextId ??= randomUUID()), check(generationMessageSchema, message));
    } catch (error) {
      this.refuse(error, contextId);
    }
  }

  /** Answers what cannot be taken with a terminal error; a running context it was meant for ends, since part of its text is missing now. */
  refuse(error: unknown, contextId: string | undefined): void {
    if (contextId !== undefined) {
      const slot = this.#slots.get(contextId);
      if (slot?.context !== undefined) return slot.context.fail(asServiceError(error));
      this.#slots.delete(contextId);
    }
    this.#options.send({ type: 'error', done: true, error: asServiceError(error) }, contextId);
  }

  /** The client does not read: no engine work for any of its contexts until {@link resume}. */
  pause(): void {
    this.#paused = true;
    for (const slot of this.#slots.values()) slot.context?.pause();
  }

  resume(): void {
    this.#paused = false;
    for (const slot of this.#slots.values()) slot.context?.resume();
  }

  /** Ends every context with this error: the server drains, or the credential has expired. */
  failAll(error: ServiceError): void {
    for (const [contextId, slot] of [...this.#slots]) {
      if (slot.context === undefined) this.refuse(error, contextId);
      else slot.context.fail(error);
    }
  }

  /** The client is gone: all work ends, no event is sent. */
  close(): void {
    for (const slot of this.#slots.values()) slot.context?.abandon();
    this.#slots.clear();
  }

  #cancel(contextId: string): void {
    const slot = this.#slots.get(contextId);
    if (slot === undefined) return;
    if (slot.context !== undefined) return slot.context.cancel();
    this.#slots.delete(contextId);
    this.#options.send({ type: 'done' }, contextId);
  }

  #generate(contextId: string, message: GenerationMessage): void {
    const { maxContexts = 50 } = this.#options;
    const slot = this.#slots.get(contextId);
    if (slot?.context !== undefined) this.#continue(slot.context, slot.opening, message);
    else if (slot !== undefined) slot.backlog.push(message);
    else if (isBlankFinal(message)) this.#options.send({ type: 'done' }, contextId);
    else if (this.#slots.size >= maxContexts) throw new ServiceError('concurrency_limited', `This socket already has ${maxContexts} contexts; wait until one is done, or cancel one.`);
    else void this.#open(contextId, message);
  }

  async #open(contextId: string, message: GenerationMessage): Promise<void> {
    const { resolver, asker } = this.#options;
    const slot: Slot = { opening: message, context: undefined, backlog: [] };
    this.#slots.set(contextId, slot);
    try {
      const { model_id, voice, output_format } = message;
      const settings = await resolver.resolve(
        { ...message, model_id: required(model_id, 'model_id'), voice: required(voice, 'voice'), output_format: required(output_format, 'output_format') }, asker);
      requireRaw(settings.format);
      if (this.#slots.get(contextId) !== slot) return;
      slot.context = this.#create(contextId, slot, message, settings);
      for (const next of [message, ...slot.backlog.splice(0)]) {
        if (!slot.context.ended) this.#continue(slot.context, slot.opening, next);
      }
    } catch (error) {
      if (this.#slots.get(contextId) === slot) this.refuse(error, contextId);
    }
  }

  #create(contextId: string, slot: Slot, message: GenerationMessage, settings: SpeechContext['settings']): SpeechContext {
    const { pool, admit, asker, observer, clock, maxCharacters, expiryMs } = this.#options;
    const context = new SpeechContext({
      pool, settings, admit, ...(observer && { observer }), ...(clock && { clock }), ...(maxCharacters !== undefined && { maxCharacters }), ...(expiryMs !== undefined && { expiryMs }),
      generationConfig: readGenerationConfig(message.generation_config, message.speed, asker.version) ?? {},
      listener: (event) => {
        if (context.ended && this.#slots.get(contextId) === slot) this.#slots.delete(contextId);
        this.#options.send(event, contextId);
      },
    });
    if (this.#paused) context.pause();
    return context;
  }

  #continue(context: SpeechContext, opening: GenerationMessage, message: GenerationMessage): void {
    const { asker } = this.#options;
    try {
      checkUnchanged(opening, message, asker.version);
      context.push({
        transcript: message.transcript ?? '',
        continue: message.continue ?? false,
        flush: message.flush ?? false,
        maxBufferDelayMs: message.max_buffer_delay_ms ?? (asker.version >= bufferedSince ? defaultBufferDelayMs : 0),
        generationConfig: message === opening ? undefined : readGenerationConfig(message.generation_config, message.speed, asker.version),
      });
    } catch (error) {
      context.fail(asServiceError(error));
    }
  }
}

const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('internal_error', 'The server failed on this message.', { cause: error });

const parse = (text: string): Record<string, unknown> => {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The message is not JSON; each message is one JSON object in a text frame.', { cause });
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) throw new ServiceError('invalid_request', 'A message is a JSON object.');
  return message as Record<string, unknown>;
};

const readContextId = (message: Record<string, unknown>): string | undefined => {
  const id = message.context_id;
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string' || id === '' || id.length > 256) throw invalidField('context_id', 'expected a string of 1 to 256 characters');
  return id;
};

const check = <T>(schema: z.ZodType<T>, message: Record<string, unknown>): T => {
  const result = schema.safeParse(message);
  if (!result.success) throw new ServiceError('invalid_request', z.prettifyError(result.error));
  return result.data;
};

const required = <T>(value: T | null | undefined, field: string): T => {
  if (value === null || value === undefined) throw invalidField(field, 'required in the first message of a context');
  return value;
};

/** The pattern that ends an utterance; on an id that has no context it is answered by `done` (rulings 10). */
const isBlankFinal = (message: GenerationMessage): boolean => message.continue !== true && message.flush !== true && (message.transcript ?? '').trim() === '';

/** Model, voice, format and language hold for a context; a later message may leave them out or repeat them. */
const checkUnchanged = (opening: GenerationMessage, message: GenerationMessage, version: string): void => {
  if (message === opening) return;
  const voice = (of: GenerationMessage): string | undefined => (of.voice === null || of.voice === undefined ? undefined : voiceIdOf(of.voice, version));
  const changed = (field: string): never => {
    throw invalidField(field, 'may not change inside a context; use another context_id');
  };
  if (message.voice !== null && message.voice !== undefined && voice(message) !== voice(opening)) changed('voice');
  for (const field of ['model_id', 'output_format', 'language', 'locale'] as const) {
    const value = message[field];
    if (value !== null && value !== undefined && !isDeepStrictEqual(value, opening[field])) changed(field);
  }
};
