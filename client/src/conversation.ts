/** A conversation with an agent: audio, text and digits go in, the agent's voice and all that happens come out. */
import { SampleCutter, toBase64, type RawFormat } from './audio.ts';
import {
  conversationError,
  conversationEvent,
  type ClientToolCall,
  type ConversationEndReason,
  type ConversationEvent,
  type ConversationMessage,
} from './conversation-events.ts';
import { readMessage } from './decoder.ts';
import { ConnectionError } from './errors.ts';
import { EventQueue } from './event-queue.ts';
import { fillPath, type Credential } from './http.ts';
import type { AudioSource } from './listening.ts';
import type { AttemptOptions } from './options.ts';
import { onAbort, untilAborted, withLimit } from './waiting.ts';
import { fallenSilent, roomIn, type OpenSocket, type SocketRoute } from './websocket.ts';

/** Formats of the audio of a conversation, the same in both directions: mono, 16 bits little-endian or G.711 μ-law. */
export const conversationFormats = {
  mulaw_8000: { container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 },
  pcm_16000: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 16_000 },
  pcm_24000: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
  pcm_44100: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 44_100 },
} as const satisfies Readonly<Record<string, RawFormat>>;

/** A name of {@link conversationFormats}. */
export type ConversationFormat = keyof typeof conversationFormats;

/** Values of the variables of an agent, by their names. */
export type ConversationVariables = Readonly<Record<string, string | number | boolean>>;

/** What holds for one conversation in place of what the agent is set to. */
export interface ConversationOverrides {
  readonly instructions?: string | undefined;
  /** Null: the agent waits for the user. */
  readonly initialMessage?: string | null | undefined;
  /** ISO 639-1. */
  readonly language?: string | undefined;
  readonly voiceId?: string | undefined;
  /** 0.6–1.5; null: that of the voice. */
  readonly speed?: number | null | undefined;
}

/**
 * Runs a tool for the agent.
 * @returns the result: a text, or what becomes JSON, at most 4,096 bytes
 * @throws what the agent is told as its failure, by its message
 */
export type ToolHandler = (parameters: Readonly<Record<string, unknown>>, call: ClientToolCall) => unknown;

export interface TalkOptions extends AttemptOptions {
  /** Default: that of {@link audio}, else `pcm_24000`. */
  readonly format?: ConversationFormat | undefined;
  /**
   * How the agent's voice comes: at most 200 ms ahead of what is heard (`speaking_pace`, the default), or as fast as it is made
   * (`as_available`), where {@link ConversationEvent} `clear` takes back more.
   */
  readonly delivery?: 'speaking_pace' | 'as_available' | undefined;
  /** At most 64; those of the agent are the defaults. */
  readonly variables?: ConversationVariables | undefined;
  /** Makes a session of its own for this conversation, which takes a key: a page gets them with the token that its server made. */
  readonly overrides?: ConversationOverrides | undefined;
  /** What runs the agent's client tools, by their names; the event `tool_call` comes all the same. */
  readonly tools?: Readonly<Record<string, ToolHandler>> | undefined;
  /**
   * What the user says, in real time. Without it, {@link Conversation.sendAudio} gives the audio. When it ends, the conversation goes
   * on; end it with silence, since a turn ends by what follows it.
   */
  readonly audio?: AudioSource | undefined;
  /** Audio that may wait for the reader of the events; more ends the conversation. Default 64 MiB, 23 minutes at 24,000 Hz. */
  readonly maxUnreadBytes?: number | undefined;
}

/** How a conversation ended. */
export interface ConversationEnd {
  readonly reason: ConversationEndReason | 'error';
  /** What the reader of the events gets, where the reason is `error`. */
  readonly error: unknown;
}

/** What a conversation needs of its client. */
export interface TalkCarrier {
  readonly open: (route: SocketRoute, signal: AbortSignal | undefined, credential?: Credential) => Promise<OpenSocket>;
  /** Makes a session with overrides; gives its token. */
  readonly session: (overrides: ConversationOverrides) => Promise<Credential>;
  readonly timeoutMs: number;
}

/** Of audio in one message: in base64 a third more. */
const frameBytes = 24 << 10;
/** Of one typed turn, in UTF-16 units. */
const mostText = 4000;
const defaultUnreadBytes = 64 << 20;

/** By the reason that the server closes with. */
const endReasons: Readonly<Record<string, ConversationEndReason>> = {
  'call ended by agent': 'agent_hangup',
  'connection idle timeout': 'inactivity',
  'call ended: maximum duration': 'max_duration',
  'call cancelled': 'api_cancelled',
};

/** What {@link Sonorant.talk} gives. Its events are read by one `for await`; leaving the loop hangs up. */
export class Conversation implements AsyncIterable<ConversationEvent> {
  readonly format: ConversationFormat;
  /** Resolves when it is over, whichever side ended it; never rejects. */
  readonly closed: Promise<ConversationEnd>;
  /**
   * Resolves when the connection has ended too, which follows on {@link closed}: a process that exits between the two may take back
   * the goodbye, and the call counts as lost instead of hung up. Never rejects.
   */
  readonly disconnected: Promise<void>;
  readonly #options: TalkOptions;
  readonly #timeoutMs: number;
  readonly #socket: OpenSocket;
  readonly #queue = new EventQueue<ConversationEvent>();
  readonly #inward: SampleCutter;
  readonly #ended = new AbortController();
  readonly #ready: Promise<void>;
  #settle: (error?: Error) => void = () => undefined;
  #close: (end: ConversationEnd) => void = () => undefined;
  #ids = { callId: '', agentId: '', agentVersionId: '' };
  /** The server's last complaint: it may be why it closes. */
  #fatal: Error | undefined;
  #isRead = false;

  private constructor(socket: OpenSocket, format: ConversationFormat, options: TalkOptions, timeoutMs: number) {
    this.format = format;
    this.#socket = socket;
    this.#options = options;
    this.#timeoutMs = timeoutMs;
    this.#inward = new SampleCutter(conversationFormats[format]);
    this.closed = new Promise((resolve) => (this.#close = resolve));
    this.#ready = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    this.disconnected = new Promise((resolve) => {
      socket.listen({
        message: (data) => this.#receive(data),
        close: (code, reason) => {
          this.#closed(code, reason);
          resolve();
        },
      });
    });
    onAbort(
      this.#ended.signal,
      onAbort(options.signal, (error) => this.#end({ reason: 'error', error }, true)),
    );
  }

  /**
   * Opens it, and waits until the agent is ready.
   * @internal
   */
  static async open(agentId: string, options: TalkOptions, carrier: TalkCarrier): Promise<Conversation> {
    const { audio, overrides, variables, delivery = 'speaking_pace', signal } = options;
    const iterator = audio?.[Symbol.asyncIterator]();
    try {
      const given = await untilAborted(Promise.resolve(audio?.open?.()), signal);
      const format = options.format ?? formatOf(given);
      const credential = overrides === undefined ? undefined : await carrier.session(overrides);
      const path = fillPath('/v1/agents/websocket/{agent_id}', { agent_id: agentId });
      // Without a handshake it is refused for the same reasons, else with 426.
      const route = { path, probe: { method: 'GET', path } as const, reasons: ['not_found', 'voice_not_found'] };
      const socket = await carrier.open(route, signal, credential);
      const conversation = new Conversation(socket, format, options, carrier.timeoutMs);
      conversation.#send({
        type: 'session_create',
        audio: { input_format: format, output_delivery: delivery },
        ...(variables !== undefined && { dynamic_variables: variables }),
      });
      await withLimit(conversation.#ready, carrier.timeoutMs, () => fallenSilent(carrier.timeoutMs)).catch(
        (error: unknown) => {
          conversation.#end({ reason: 'error', error }, true);
          throw error;
        },
      );
      if (iterator !== undefined) void conversation.#hear(iterator);
      return conversation;
    } catch (error) {
      void iterator?.return?.().catch(() => undefined);
      throw error;
    }
  }

  /** Finds the call in the list of calls, with its transcript and recording. */
  get callId(): string {
    return this.#ids.callId;
  }

  get agentId(): string {
    return this.#ids.agentId;
  }

  /** The version of the agent that is talked to until the end. */
  get agentVersionId(): string {
    return this.#ids.agentVersionId;
  }

  /** Hz, of both directions. */
  get sampleRate(): number {
    return conversationFormats[this.format].sampleRate;
  }

  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /**
   * What the user types: a turn of its own, which interrupts the agent.
   * @param text 1–4,000 characters; the server takes 10 at once, then 2 a second
   * @throws {TypeError} an empty or longer text
   * @throws {ConnectionError} the conversation is over
   */
  sendText(text: string): void {
    if (text.trim() === '') throw new TypeError('Nothing is said: the text is empty.');
    if (text.length > mostText) throw new TypeError(`A typed turn has at most ${mostText} characters.`);
    this.#send({ type: 'user_text', text });
  }

  /**
   * What the user says, in the format of the conversation and in real time: of audio that comes faster the server keeps 5 seconds. A
   * sample may be cut in two.
   * @returns resolves when the connection has room for more. It never rejects: what ends the conversation is what the reader gets
   */
  async sendAudio(audio: Uint8Array): Promise<void> {
    // Between the goodbye of the server and the end of the connection it takes nothing more, and has said why it ends.
    if (this.isOver || !this.#socket.isOpen) return;
    const whole = this.#inward.push(audio);
    for (let at = 0; at < whole.length; at += frameBytes) {
      this.#send({ type: 'audio_input', audio: toBase64(whole.subarray(at, at + frameBytes)) });
    }
    await roomIn(this.#socket, {
      timeoutMs: this.#timeoutMs,
      isOver: () => this.isOver,
      onStalled: (error) => this.#end({ reason: 'error', error }),
    });
  }

  /**
   * Keys of a telephone. Those that follow each other within 1.5 seconds are a turn of the user, which # ends at once.
   * @throws {TypeError} others than 0–9, * and #
   * @throws {ConnectionError} the conversation is over
   */
  sendDigits(digits: string): void {
    if (!/^[0-9*#]+$/.test(digits)) throw new TypeError('The keys of a telephone are 0–9, * and #.');
    for (const digit of digits) this.#send({ type: 'dtmf_input', digit });
  }

  /** Hangs up. What came before is still read. */
  close(): void {
    this.#end({ reason: 'client_hangup', error: undefined });
  }

  /**
   * @throws {SonorantError} `agent_failed`
   * @throws {ConnectionError} the connection is lost; `closeCode` says how
   * @throws the reason of the signal, or what the audio throws
   */
  [Symbol.asyncIterator](): AsyncIterator<ConversationEvent, undefined> {
    if (this.#isRead) throw new TypeError('A conversation is read once.');
    this.#isRead = true;
    return {
      next: () => this.#queue.next(),
      return: () => {
        this.close();
        this.#queue.discard();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #send(message: object): void {
    if (this.isOver || !this.#socket.isOpen) throw new ConnectionError('The conversation is over.');
    this.#socket.send(JSON.stringify(message));
  }

  #receive(data: unknown): void {
    const message: ConversationMessage | undefined = typeof data === 'string' ? readMessage(data) : undefined;
    if (message === undefined || this.isOver) return;
    if (message.type === 'session_ready') {
      const { call_id: callId = '', agent_id: agentId = '', agent_version_id: agentVersionId = '' } = message;
      this.#ids = { callId, agentId, agentVersionId };
      return this.#settle();
    }
    if (message.type === 'error' && message.fatal === true) {
      this.#fatal = conversationError(message);
      return this.#end({ reason: 'error', error: this.#fatal });
    }
    const event = conversationEvent(message, conversationFormats[this.format], (id, result, isError) => {
      // A tool may take longer than the conversation.
      if (this.isOver || !this.#socket.isOpen) return;
      this.#send({ type: 'client_tool_result', tool_call_id: id, result, is_error: isError });
    });
    if (event === undefined) return;
    this.#queue.push(event, event.type === 'audio' ? event.bytes.length : 0);
    if (event.type === 'tool_call') void this.#run(event.call);
    const { maxUnreadBytes = defaultUnreadBytes } = this.#options;
    if (this.#queue.size <= maxUnreadBytes) return;
    const problem = `More than ${maxUnreadBytes} bytes of the agent's voice wait to be read: read the events of the conversation.`;
    this.#end({ reason: 'error', error: new ConnectionError(problem) });
  }

  async #run(call: ClientToolCall): Promise<void> {
    const { tools = {} } = this.#options;
    const handler = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
    if (handler === undefined) return;
    try {
      call.reply(await handler(call.parameters, call));
    } catch (error) {
      call.fail(error instanceof Error ? error.message : String(error));
    }
  }

  async #hear(iterator: AsyncIterator<Uint8Array>): Promise<void> {
    const release = onAbort(this.#ended.signal, () => void iterator.return?.().catch(() => undefined));
    try {
      while (!this.isOver) {
        const next = await iterator.next();
        if (next.done === true) return;
        await this.sendAudio(next.value);
      }
    } catch (error) {
      this.#end({ reason: 'error', error });
    } finally {
      release();
    }
  }

  #closed(code: number, reason: string): void {
    if (code === 1000) return this.#end({ reason: endReasons[reason] ?? 'unknown', error: undefined });
    const why = reason === '' ? '' : `: ${reason}`;
    const error = new ConnectionError(`The conversation was closed (${code})${why}`, { closeCode: code });
    this.#end({ reason: 'error', error: this.#fatal ?? error });
  }

  /** @param drops whether what came and was not read yet is of no use */
  #end(end: ConversationEnd, drops = false): void {
    if (this.isOver) return;
    const { reason, error } = end;
    if (reason !== 'error') {
      this.#queue.push({ type: 'end', reason });
      this.#queue.close();
    } else if (drops) this.#queue.discard({ error });
    else this.#queue.fail(error);
    this.#settle(error instanceof Error ? error : new ConnectionError('The conversation ended before it was ready.'));
    // Nothing may be waiting for it any more.
    this.#ready.catch(() => undefined);
    this.#ended.abort();
    this.#socket.close(1000);
    this.#close(end);
  }
}

/** @throws {TypeError} no conversation has this format */
function formatOf({ encoding = 'pcm_s16le', sampleRate = 24_000 }: Partial<RawFormatLike> = {}): ConversationFormat {
  const names = Object.keys(conversationFormats) as ConversationFormat[];
  const name = names.find((one) => {
    const format = conversationFormats[one];
    return format.encoding === encoding && format.sampleRate === sampleRate;
  });
  if (name !== undefined) return name;
  throw new TypeError(`No conversation has audio of ${encoding} at ${sampleRate} Hz; formats are ${names.join(', ')}.`);
}

interface RawFormatLike {
  readonly encoding: string | undefined;
  readonly sampleRate: number | undefined;
}
