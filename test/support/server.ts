/** A real server on a free port with a data folder of its own, and clients for its three transports. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import type { EngineDescriptor } from '../../src/engines/adapter.ts';
import { fakeEngine } from '../../src/engines/fake/index.ts';
import { spawnLocalThread } from '../../src/engines/testing.ts';
import { allEngines } from '../../src/engines/registry.ts';
import type { RecognizerDescriptor } from '../../src/recognizers/adapter.ts';
import type { ServerChoices } from '../../src/server/shared-limits.ts';
import { startServer, type RunningServer } from '../../src/server/start.ts';
import { addMigratedDatabase, passwordCost } from '../../src/store/testing.ts';

export const version = '2026-08-14';
export const apiKey = 'test-api-key';
export const adminKey = 'test-admin-key';

/** Built-in voices by what speaks them. */
export const fliteVoice = 'a0e99841-438c-4a64-b679-ae501e7d6091';
export const raw24 = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 };

/** The fields every request needs; `espeak` as the model makes every voice speak with eSpeak, which is fast. */
export const speech = { model_id: 'espeak', voice: fliteVoice, output_format: raw24 };

/** Worker threads make tones where the databases have threads, too: in `test:services`. */
const inThreads = process.env.SONORANT_TEST_DATABASE_URL !== undefined;

/** Engines of {@link tonesOf}. */
const tones = new WeakSet<EngineDescriptor>();

/**
 * The engines of a server with their voices, and a tone for each word in place of speech: for what is not about its sound.
 * Different words and voices differ, the same ones are the same samples.
 */
export const toneEngines: readonly EngineDescriptor[] = tonesOf();

/** @param wordSeconds length of the tone of a word; short ones for conversations, in which turns are played to their end. Default 0.25 */
export function tonesOf(wordSeconds = 0.25): readonly EngineDescriptor[] {
  return allEngines.map((engine) => toneEngine(engine, wordSeconds));
}

function toneEngine(engine: EngineDescriptor, wordSeconds: number): EngineDescriptor {
  const tone = fakeEngine({
    id: engine.id,
    capabilities: {
      languages: engine.capabilities.languages,
      cloning: engine.capabilities.cloning,
      ...(engine.capabilities.rates !== undefined && { rates: engine.capabilities.rates }),
    },
    // The catalogue has the voices of the embedded engines in any case.
    voices: [],
    cast: (target) => engine.cast(target),
    synthesizer: { voices: engine.voices().map(({ speaker }) => speaker.name), wordSeconds },
  });
  tones.add(tone);
  return tone;
}

export interface TestServer extends RunningServer {
  /** Its own, which goes with it, or the one that is given by SONORANT_DATA_DIR, which stays. */
  readonly dataDir: string;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly open: (query?: string, headers?: Record<string, string>) => Promise<TestSocket>;
  readonly close: () => Promise<void>;
}

/** @param engines those of the server; default {@link toneEngines}. Tests of real speech pass `allEngines` of the registry
 * Tones are made in the thread of the server, since a worker thread costs as much as the rest of its start; such threads make them in
 * `test:services`, and are what other engines speak in everywhere.
 * @param recognizers those of the server; default none
 * @param choices what no setting changes */
export async function start(
  settings: Record<string, string> = {},
  engines: readonly EngineDescriptor[] = toneEngines,
  recognizers: readonly RecognizerDescriptor[] = [],
  choices: ServerChoices = {},
): Promise<TestServer> {
  const given = settings.SONORANT_DATA_DIR;
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'sonorant-')));
  const removeFolder = async (): Promise<void> => {
    if (given === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  if (given === undefined) await addMigratedDatabase(dataDir);
  const environment = {
    SONORANT_PORT: '0',
    SONORANT_DATA_DIR: dataDir,
    SONORANT_API_KEY: apiKey,
    SONORANT_ADMIN_KEY: adminKey,
    SONORANT_LOG_LEVEL: 'silent',
    // Each thread loads every engine; one speaks all that a test asks for.
    SONORANT_WORKERS: '1',
    // Nothing is refused for the sake of speed, which differs by machine; test/admission.test.ts has its own limit.
    SONORANT_ADMISSION_MS: '600000',
    SONORANT_ADMISSION_TOLERANCE_MS: '600000',
    ...settings,
  };
  const quick = {
    passwordCost,
    databaseInCallingThread: true,
    ...(!inThreads && engines.every((engine) => tones.has(engine)) && { spawnEngineThread: spawnLocalThread }),
  };
  const starting = startServer(environment, engines, { ...quick, ...choices }, recognizers);
  const server = await starting.catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const defaults = { 'service-version': version, authorization: `Bearer ${apiKey}` };
  return {
    ...server,
    dataDir,
    post: (path, body, headers = {}) =>
      fetch(server.url + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...defaults, ...headers },
      }),
    open: async (query = '', headers = defaults) => {
      const socket = new TestSocket(
        new WebSocket(`${server.url.replace('http', 'ws')}/tts/websocket${query}`, { headers }),
      );
      await socket.opened;
      return socket;
    },
    close: async () => {
      await server.stop();
      await removeFolder();
    },
  };
}

/** One server message, parsed. */
export interface WireEvent {
  readonly type: string;
  readonly context_id?: string;
  readonly status_code: number;
  readonly done: boolean;
  readonly data?: string;
  readonly step_time?: number;
  readonly flush_id?: number;
  readonly flush_done?: boolean;
  readonly word_timestamps?: { words: string[]; start: number[]; end: number[] };
  readonly phoneme_timestamps?: { phonemes: string[]; start: number[]; end: number[] };
  readonly error?: string;
  readonly error_code?: string;
  readonly title?: string;
  readonly message?: string;
  readonly request_id?: string;
}

/** A WebSocket client that keeps every message and can wait for one. */
export class TestSocket {
  readonly socket: WebSocket;
  readonly events: WireEvent[] = [];
  readonly opened: Promise<unknown>;
  readonly closed: Promise<{ code: number; reason: string }>;
  #wake: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.opened = once(socket, 'open');
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    socket.on('message', (data: Buffer) => {
      this.events.push(JSON.parse(data.toString()) as WireEvent);
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** A generation message with the usual fields. */
  speak(contextId: string, transcript: string, more: object = {}): void {
    this.send({ ...speech, context_id: contextId, transcript, ...more });
  }

  /**
   * The first event that fits, also a past one.
   * @param from how many events to pass over
   * @param ms how long to wait. Default 60,000
   * @throws {Error} that names the events that came instead
   */
  async until(fits: (event: WireEvent) => boolean, from = 0, ms = 60_000): Promise<WireEvent> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.reject(new Error(this.#missing(fits, from, ms))), ms);
    try {
      for (;;) {
        const found = this.events.slice(from).find(fits);
        if (found !== undefined) return found;
        await Promise.race([new Promise<void>((resolve) => this.#wake.push(resolve)), late.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #missing(fits: (event: WireEvent) => boolean, from: number, ms: number): string {
    const state = this.socket.readyState === WebSocket.OPEN ? 'open' : 'closed';
    const last = this.events.slice(from).slice(-5);
    const came = last.map(({ data, ...event }) =>
      JSON.stringify({ ...event, ...(data !== undefined && { data: '…' }) }),
    );
    return `no event within ${ms} ms for which ${String(fits)}; the socket is ${state}, the last of ${this.events.length} events: ${came.join(' ')}`;
  }

  /** All events of a context up to its terminal one. */
  async ended(contextId: string): Promise<WireEvent[]> {
    await this.until((event) => event.context_id === contextId && event.done);
    return this.of(contextId);
  }

  of(contextId: string): WireEvent[] {
    return this.events.filter((event) => event.context_id === contextId);
  }

  close(): void {
    this.socket.close();
  }
}

export function audioOf(events: readonly WireEvent[]): Buffer {
  return Buffer.concat(events.flatMap((event) => (event.type === 'chunk' ? [Buffer.from(event.data!, 'base64')] : [])));
}

export function typesOf(events: readonly WireEvent[]): string[] {
  return events.map((event) => event.type).filter((type, index, all) => type !== 'chunk' || all[index - 1] !== 'chunk');
}

/** Reads an SSE body. */
export function readSse(text: string): WireEvent[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(/^data: (.*)$/mu.exec(frame)![1]!) as WireEvent);
}

/**
 * A value of `/metrics`, summed over its labels; 0 for one that has no labels yet.
 * @param name may have all of its labels behind it
 * @throws {Error} where the server gives no metrics, or none of this name
 */
export async function metric(url: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}: ${text}`);
  const lines = text.split('\n');
  const [own] = name.split('{');
  // A histogram is named without what is counted of it.
  const names = [own!, own!.replace(/_(?:count|sum|bucket)$/u, '')];
  if (!lines.some((line) => names.some((one) => line.startsWith(`# TYPE ${one} `)))) {
    throw new Error(`/metrics has no ${name}`);
  }
  return lines
    .filter((line) => line.startsWith(name) && /[ {]/u.test(line.charAt(name.length)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
