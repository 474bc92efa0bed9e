/** The client: requests by path, lists page by page, speech over any transport. */
import type { components } from './api.ts';
import type { Conversation, ConversationOverrides, TalkOptions } from './conversation.ts';
import { namesOf } from './errors.ts';
import { Http, type Credential, type Fetch, type Method, type RequestContent, type RequestOptions } from './http.ts';
import { bytesSource, sseSource } from './http-speech.ts';
import { LiveTranscription, Turns, type TurnThresholds } from './listening-kinds.ts';
import type { ListenCarrier, ListenOptions } from './listening.ts';
import type { AttemptOptions } from './options.ts';
import {
  infill,
  voiceChange,
  type Infill,
  type InfillRequest,
  type VoiceChange,
  type VoiceChangeRequest,
} from './recordings.ts';
import { SpeechSocket, websocketSource } from './socket.ts';
import { Speech, type EventSource, type SpeechRequest } from './speech.ts';
import type { Answer, Arguments, ItemOf, PagedPath, PathsOf } from './types.ts';
import { openPatiently, speechRoute, type WebSocketClass } from './websocket.ts';

/** The version of the interface that the types describe. */
export const version = '2026-08-14';

export interface SonorantOptions {
  /** Where the server is, with the path in front of its routes. Default: the environment's `SONORANT_URL`, else `http://127.0.0.1:8080`. */
  readonly baseUrl?: string | undefined;
  /** Default outside of browsers: the environment's `SONORANT_API_KEY`. It is a secret: pages get access tokens instead. */
  readonly apiKey?: string | undefined;
  /** In place of a key: a token of `POST /access-token`, or what gives one, which is asked before each request. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** Default: that of the runtime. */
  readonly fetch?: Fetch | undefined;
  /** Default: that of the runtime. Node 20 has none: give the class of the package `ws`. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** A date of the interface. Default: the one that the types describe. */
  readonly version?: string | undefined;
  /** How long an answer may take to begin, and a stream may be silent. Default 60,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after a failed one, for what may be sent again. Default 2. */
  readonly retries?: number | undefined;
}

export type Transport = 'bytes' | 'sse' | 'websocket';

export interface SpeakOptions extends AttemptOptions {
  /** Default: `sse` with timestamps, else `bytes`. `websocket` opens one for this utterance; {@link Sonorant.connect} keeps one. */
  readonly transport?: Transport | undefined;
}

export interface VoiceChangeOptions extends AttemptOptions {
  /** Default `bytes`. */
  readonly transport?: Exclude<Transport, 'websocket'> | undefined;
}

export interface TranscribeOptions extends Pick<AttemptOptions, 'signal'> {
  /** How long the answer may take to begin, beside the upload: a minute of speech may take a minute. Default 24 hours. */
  readonly timeoutMs?: number | undefined;
  /** ISO 639-1 code of what is spoken. Default: found out where the server can, else `en`. */
  readonly language?: string | undefined;
  /** A recognizer of the server. Default: the best one of the language. */
  readonly model?: string | undefined;
  /** What was said before, or names that come; for recognizers that take it. */
  readonly prompt?: string | undefined;
}

/** What was heard in a file; times in seconds. */
export interface Transcription {
  readonly text: string;
  /** Its English name in small letters; undefined where it is not known. */
  readonly language: string | undefined;
  /** Of the audio. */
  readonly duration: number;
  /** Pieces of speech between pauses. */
  readonly segments: readonly {
    readonly id: number;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
  /** Undefined where the recognizer knows no times. */
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[] | undefined;
  /** Those that heard it, in the order of what they heard; empty where there was nothing to hear, or the server does not tell. */
  readonly recognizers: readonly string[];
}

export interface ConnectOptions extends AttemptOptions {
  /**
   * Audio of one context that may wait for its reader; a context with more ends with an error, since a WebSocket cannot be
   * read more slowly for one of its contexts. Default 64 MiB, 23 minutes of raw audio at 24,000 Hz.
   */
  readonly maxUnreadBytes?: number | undefined;
  /** How long a context may go without text before the server may end it. Default 60,000 ms. */
  readonly maxPauseMs?: number | undefined;
  /**
   * Reads the WebSocket no faster than its contexts are read, in place of `maxUnreadBytes`: for one context at a time, since those of
   * one socket then wait for each other. It needs the class of the package `ws`. Default false.
   */
  readonly readsOnDemand?: boolean | undefined;
}

const defaultTimeoutMs = 60_000;
const defaultTranscriptionMs = 24 * 3_600_000;
const defaultRetries = 2;
const defaultUnreadBytes = 64 << 20;
const defaultPauseMs = 60_000;

export class Sonorant {
  readonly #http: Http;
  readonly #webSocket: WebSocketClass | undefined;

  constructor(options: SonorantOptions = {}) {
    const { timeoutMs = defaultTimeoutMs, retries = defaultRetries, version: date = version } = options;
    const baseUrl = options.baseUrl ?? environment('SONORANT_URL') ?? 'http://127.0.0.1:8080';
    this.#http = new Http({
      baseUrl: absolute(baseUrl),
      version: date,
      fetch: options.fetch,
      timeoutMs,
      retries,
      credential: credentialOf(options),
    });
    this.#webSocket = options.WebSocket;
  }

  /** Without a slash at its end. */
  get baseUrl(): string {
    return this.#http.url('');
  }

  get<P extends PathsOf<'get'>>(path: P, ...[options]: Arguments<P, 'get'>): Promise<Answer<P, 'get'>> {
    return this.request('GET', path, options) as Promise<Answer<P, 'get'>>;
  }

  post<P extends PathsOf<'post'>>(path: P, ...[options]: Arguments<P, 'post'>): Promise<Answer<P, 'post'>> {
    return this.request('POST', path, options) as Promise<Answer<P, 'post'>>;
  }

  put<P extends PathsOf<'put'>>(path: P, ...[options]: Arguments<P, 'put'>): Promise<Answer<P, 'put'>> {
    return this.request('PUT', path, options) as Promise<Answer<P, 'put'>>;
  }

  patch<P extends PathsOf<'patch'>>(path: P, ...[options]: Arguments<P, 'patch'>): Promise<Answer<P, 'patch'>> {
    return this.request('PATCH', path, options) as Promise<Answer<P, 'patch'>>;
  }

  delete<P extends PathsOf<'delete'>>(path: P, ...[options]: Arguments<P, 'delete'>): Promise<Answer<P, 'delete'>> {
    return this.request('DELETE', path, options) as Promise<Answer<P, 'delete'>>;
  }

  /**
   * A request to any path, also one that the types do not have.
   * @returns the parsed JSON of the answer; the {@link Response} where it is no JSON; undefined where it has no content
   * @throws {SonorantError} an answer of 400 or more
   * @throws {ConnectionError} no answer, or one that has not come whole
   */
  async request(method: Method, path: string, options: RequestOptions & RequestContent = {}): Promise<unknown> {
    const { response, json } = await this.#http.ask(method, path, options);
    if (response.status === 204 || response.status === 205) return undefined;
    return json === undefined ? response : json;
  }

  /** All items of a list, page by page as they are read; with `ending_before` the pages before it, the nearest first. */
  async *pages<P extends PagedPath>(
    path: P,
    ...[options]: Arguments<P, 'get'>
  ): AsyncGenerator<ItemOf<P>, void, undefined> {
    const given: RequestOptions & RequestContent = options ?? {};
    const isBackward = typeof given.query?.ending_before === 'string';
    for (let cursor: string | undefined; ;) {
      const next = { [isBackward ? 'ending_before' : 'starting_after']: cursor };
      const query = { ...given.query, ...(cursor !== undefined && next) };
      const page = (await this.request('GET', path, { ...given, query })) as PageOf<ItemOf<P>>;
      for (const item of page.data) yield item as Awaited<ItemOf<P>>;
      cursor = page.next_page ?? page.data.at(isBackward ? 0 : -1)?.id;
      if (!page.has_more || cursor === undefined) return;
    }
  }

  /** Speaks a text. Nothing is sent before it is read; see {@link Speech}. */
  speak(request: SpeechRequest, options: SpeakOptions = {}): Speech {
    const { transport = request.timestamps === true ? 'sse' : 'bytes', signal } = options;
    return new Speech(request.format, this.#source(request, transport, options), signal);
  }

  /**
   * A recording in another voice, streamed while it is made: words, times and melody stay. Nothing is sent before it is read.
   * What is wrong with the recording is a {@link SonorantError} whose message names `clip`.
   */
  changeVoice(request: VoiceChangeRequest, options: VoiceChangeOptions = {}): VoiceChange {
    const { transport = 'bytes', signal } = options;
    return voiceChange(this.#http, request, { ...this.#attempts(options), transport, signal });
  }

  /**
   * Speech that joins two recordings, goes on from one or leads into one: it takes their level, noise, pitch at the joints, rate and
   * pauses. Nothing is sent before it is read. What is wrong with a recording is a {@link SonorantError} whose message names
   * `left_audio` or `right_audio`. With `whole`, {@link Infill.joints} says where the parts meet.
   */
  infill(request: InfillRequest, options: AttemptOptions = {}): Infill {
    return infill(this.#http, request, { ...this.#attempts(options), signal: options.signal });
  }

  /**
   * Speech to text of a file. Silence is an empty text.
   * @throws {SonorantError} what is wrong with the file or the request; `recognizer_unavailable` where the server hears nothing
   * @throws {ConnectionError} no answer
   */
  async transcribe(file: Blob, options: TranscribeOptions = {}): Promise<Transcription> {
    const { language: spoken, model, prompt, signal, timeoutMs = defaultTranscriptionMs } = options;
    const { response, json } = await this.#http.ask('POST', '/audio/transcriptions', {
      signal,
      timeoutMs,
      retries: 0,
      form: {
        file,
        language: spoken,
        model,
        prompt,
        response_format: 'verbose_json',
        'timestamp_granularities[]': ['word', 'segment'],
      },
    });
    const recognizers = namesOf(response.headers.get('sonorant-recognizer'));
    const answer = json as components['schemas']['Transcription'];
    const { text, language, duration = 0, segments = [], words } = answer;
    return { text, language, duration, segments, words, recognizers };
  }

  /**
   * Hears speech while it is spoken, in turns: it tells when a speaker starts, may have ended and has ended. The connection is opened at
   * once, and not again by itself; see {@link Turns}.
   */
  listen({ turns, ...options }: ListenOptions & { readonly turns?: TurnThresholds | undefined } = {}): Turns {
    return new Turns(options, turns, this.#listenCarrier(options));
  }

  /** Hears speech while it is spoken, without turns and with the times of words; see {@link LiveTranscription}. */
  transcribeStream(options: ListenOptions = {}): LiveTranscription {
    return new LiveTranscription(options, this.#listenCarrier(options));
  }

  /**
   * Talks to an agent. It resolves when the agent is ready; see {@link Conversation}. Pages give an access token that was made for the
   * agent by `POST /v1/agents/websocket/{agent_id}/sessions`, which opens one conversation.
   * @throws {SonorantError} the agent is not there or cannot talk, or the variables are not those of the agent
   * @throws {ConnectionError} the server was not reached, or did not answer in time
   * @throws {TypeError} the audio has a format that no conversation has
   */
  async talk(agentId: string, options: TalkOptions = {}): Promise<Conversation> {
    const { retries = this.#http.retries, timeoutMs = this.#http.timeoutMs } = options;
    const WebSocket = this.#socketClass();
    // Pages that do not talk load less of the client.
    const { Conversation } = await import('./conversation.ts');
    return Conversation.open(agentId, options, {
      timeoutMs,
      open: (route, signal, credential) =>
        openPatiently(this.#http, route, { WebSocket, timeoutMs, retries, signal, credential }),
      session: (overrides) => this.#session(agentId, overrides, { signal: options.signal, timeoutMs, retries }),
    });
  }

  /**
   * Opens a WebSocket for many utterances.
   * @throws {SonorantError | ConnectionError} why it was not opened
   */
  async connect(options: ConnectOptions = {}): Promise<SpeechSocket> {
    const { retries = this.#http.retries, timeoutMs = this.#http.timeoutMs, signal } = options;
    const { maxUnreadBytes = defaultUnreadBytes, maxPauseMs = defaultPauseMs, readsOnDemand = false } = options;
    const WebSocket = this.#socketClass();
    const socket = await openPatiently(this.#http, speechRoute, { WebSocket, timeoutMs, signal, retries });
    return new SpeechSocket(socket, { retries, timeoutMs, maxUnreadBytes, maxPauseMs }, readsOnDemand);
  }

  #attempts({ timeoutMs = this.#http.timeoutMs, retries = this.#http.retries }: AttemptOptions) {
    return { timeoutMs, retries };
  }

  #source(request: SpeechRequest, transport: Transport, options: SpeakOptions): EventSource {
    const { timeoutMs, retries } = this.#attempts(options);
    switch (transport) {
      case 'bytes':
        if (request.timestamps !== true) return bytesSource(this.#http, request, { timeoutMs, retries });
        throw new TypeError('The transport bytes carries no timestamps: use sse or websocket.');
      case 'sse':
        return sseSource(this.#http, request, { timeoutMs, retries });
      case 'websocket':
        if (request.speakers !== undefined) {
          throw new TypeError('A WebSocket has one speaker for a context: use bytes or sse for a text with several.');
        }
        return websocketSource(
          this.#http,
          request,
          { WebSocket: this.#socketClass(), timeoutMs },
          { timeoutMs, retries, maxUnreadBytes: defaultUnreadBytes, maxPauseMs: defaultPauseMs },
        );
    }
  }

  async #session(agentId: string, overrides: ConversationOverrides, attempts: AttemptOptions): Promise<Credential> {
    const { instructions, initialMessage: initial_message, language, voiceId: voice_id, speed } = overrides;
    const config_overrides = {
      ...(instructions !== undefined && { instructions }),
      ...(initial_message !== undefined && { initial_message }),
      ...(language !== undefined && { language: { primary: language } }),
      audio: { output: { ...(voice_id !== undefined && { voice_id }), ...(speed !== undefined && { speed }) } },
    };
    const path = '/v1/agents/websocket/{agent_id}/sessions';
    const given = { ...attempts, path: { agent_id: agentId } };
    const { token } = (await this.request('POST', path, { ...given, body: { config_overrides } })) as {
      readonly token: string;
    };
    return { kind: 'access_token', text: token };
  }

  #listenCarrier({ retries = this.#http.retries, timeoutMs = this.#http.timeoutMs }: ListenOptions): ListenCarrier {
    const WebSocket = this.#socketClass();
    return {
      timeoutMs,
      open: (route, signal) => openPatiently(this.#http, route, { WebSocket, timeoutMs, retries, signal }),
    };
  }

  #socketClass(): WebSocketClass {
    const own = this.#webSocket ?? (globalThis as { readonly WebSocket?: WebSocketClass }).WebSocket;
    if (own !== undefined) return own;
    throw new TypeError('This runtime has no WebSocket: give the class of the package ws as the option WebSocket.');
  }
}

interface PageOf<T> {
  readonly data: readonly (T & { readonly id?: string })[];
  readonly has_more: boolean;
  readonly next_page?: string | null;
}

/** Of Node, Bun and Deno; Deno may refuse to tell. */
function environment(name: string): string | undefined {
  try {
    const { process } = globalThis as {
      readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
    };
    const value = process?.env?.[name];
    return value === '' ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Without a slash at its end; a path is one of the page's own origin. */
function absolute(url: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return new URL(url, location?.href).href.replace(/\/+$/, '');
}

function credentialOf(options: SonorantOptions): () => Promise<Credential | undefined> {
  const { accessToken } = options;
  if (accessToken !== undefined) {
    return async () => ({
      kind: 'access_token',
      text: typeof accessToken === 'string' ? accessToken : await accessToken(),
    });
  }
  const text = options.apiKey ?? environment('SONORANT_API_KEY');
  return () => Promise.resolve(text === undefined ? undefined : { kind: 'api_key', text });
}
