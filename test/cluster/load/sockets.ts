/** WebSockets with contexts whose text comes in pieces: each context has one terminal event and the undisturbed audio. */
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { audioOf, speech, version, type WireEvent } from '../../support/server.ts';
import type { Journal } from './journal.ts';
import { transcripts, type References } from './speech.ts';

/** A context without a terminal event for so long is a defect. */
const contextMs = 90_000;

type ContextEnd =
  | { readonly kind: 'done'; readonly audio: Buffer }
  | { readonly kind: 'error'; readonly code: string; readonly bytes: number }
  /** The socket ended first. */
  | { readonly kind: 'dropped' };

interface OpenContext {
  readonly events: WireEvent[];
  readonly end: (how: ContextEnd) => void;
  /** When its first text was sent, ms. */
  readonly sentAt: number;
}

/** Longest time from a client to a node that is busy. */
const onItsWayMs = 500;

/** A socket of one client. */
export class SpeechSocket {
  /** The node that has it. */
  node = 'unknown';
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #journal: Journal;
  readonly #contexts = new Map<string, OpenContext>();
  readonly #ended = new Set<string>();
  /** Contexts that ended with an error before they spoke. */
  readonly #refused = new Set<string>();
  readonly #onEnd: ((code: number) => void) | undefined;
  #isClosing = false;
  #error: string | undefined;

  /** @param onEnd called in place of a note in the journal when the socket ends by itself */
  constructor(url: string, key: string, journal: Journal, onEnd?: (code: number) => void) {
    this.#journal = journal;
    this.#onEnd = onEnd;
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/tts/websocket`, {
      headers: { 'service-version': version, authorization: `Bearer ${key}` },
      perMessageDeflate: false,
      handshakeTimeout: 30_000,
    });
    this.#socket.on('upgrade', ({ headers }) => (this.node = String(headers['x-served-by'] ?? 'unknown')));
    this.#socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as WireEvent));
    this.#socket.on('error', (error) => (this.#error = error.message));
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code) => {
        this.#close(code);
        resolve();
      });
    });
  }

  /** @returns why it could not be opened */
  async opened(): Promise<string | undefined> {
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      await Promise.race([new Promise((resolve) => this.#socket.once('open', resolve)), this.closed]);
    }
    return this.isOpen ? undefined : (this.#error ?? 'closed');
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Sends the pieces one after the other. */
  async speak(contextId: string, pieces: readonly string[], pauseMs: () => number): Promise<ContextEnd> {
    const ended = Promise.withResolvers<ContextEnd>();
    this.#contexts.set(contextId, { events: [], end: ended.resolve, sentAt: Date.now() });
    const timer = setTimeout(() => {
      this.#journal.problem(`socket: no terminal event of ${contextId} on ${this.node} within ${contextMs / 1000} s`);
      ended.resolve({ kind: 'dropped' });
    }, contextMs);
    for (const [index, transcript] of pieces.entries()) {
      if (!this.isOpen || !this.#contexts.has(contextId)) break;
      const isLast = index === pieces.length - 1;
      this.send({ ...speech, context_id: contextId, transcript, continue: !isLast, max_buffer_delay_ms: 5000 });
      if (!isLast) await sleep(pauseMs());
    }
    const end = await ended.promise;
    clearTimeout(timer);
    return end;
  }

  send(message: object): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.isOpen) this.#socket.close(1000);
    const late = setTimeout(() => this.#socket.terminate(), 5000);
    await this.closed;
    clearTimeout(late);
  }

  #receive(event: WireEvent): void {
    const id = event.context_id ?? '';
    const context = this.#contexts.get(id);
    // Text that was under way when its context was refused begins another one with the same id.
    if (context === undefined && this.#refused.has(id)) return;
    if (context === undefined) {
      const what = this.#ended.has(id) ? 'after the terminal one' : 'of no context';
      return this.#journal.problem(`socket: an event "${event.type}" ${what} of ${id} on ${this.node}`);
    }
    context.events.push(event);
    if (!event.done) return;
    this.#contexts.delete(id);
    this.#ended.add(id);
    const audio = audioOf(context.events);
    if (event.type === 'error' && audio.length === 0) this.#refused.add(id);
    if (event.type === 'done') context.end({ kind: 'done', audio });
    else context.end({ kind: 'error', code: `${event.error_code}: ${event.message}`, bytes: audio.length });
  }

  #close(code: number): void {
    // A text that met the close frame on its way was never read: the close code says so, and it is sent again.
    const isTaken = ({ events, sentAt }: OpenContext): boolean => events.length > 0 || Date.now() - sentAt > onItsWayMs;
    const unfinished = [...this.#contexts.values()].filter(isTaken).length;
    if (this.#onEnd !== undefined) this.#onEnd(code);
    else if (!this.#isClosing && this.#error === undefined) {
      this.#journal.socketEnds.push({ node: this.node, at: Date.now(), code, unfinished });
    }
    for (const context of this.#contexts.values()) context.end({ kind: 'dropped' });
    this.#contexts.clear();
  }
}

export interface SocketLoad {
  readonly url: string;
  readonly key: string;
  readonly journal: Journal;
  readonly references: References;
  readonly random: () => number;
  readonly isOver: () => boolean;
}

/** Tries of one transcript over new sockets, as a client with repeats makes them. */
const tries = 4;

/** One client: keeps a socket as long as it may, with two contexts at a time. */
export async function useSockets(load: SocketLoad, name: string): Promise<void> {
  const client = new SocketClient(load, name);
  while (!load.isOver()) {
    await Promise.all([client.speak(), client.speak()]);
    // A new one now and then, so that all nodes have some.
    await client.closeOld(load.random() < 0.02);
    await sleep(100 + load.random() * 200);
  }
  await client.closeOld(true);
}

class SocketClient {
  readonly #load: SocketLoad;
  readonly #name: string;
  readonly #open = new Set<SpeechSocket>();
  #current: SpeechSocket | undefined;
  #connecting: Promise<SpeechSocket | string> | undefined;
  #serial = 0;

  constructor(load: SocketLoad, name: string) {
    this.#load = load;
    this.#name = name;
  }

  /** One transcript, over new sockets where one ends or takes no context. */
  async speak(): Promise<void> {
    const { journal, random, references } = this.#load;
    const index = Math.floor(random() * transcripts.length);
    const beganAt = Date.now();
    let why = '';
    let node: string | undefined;
    for (let attempt = 0; attempt < tries; attempt++) {
      if (attempt > 0) await sleep(500 * 2 ** attempt);
      const socket = await this.#connected();
      if (typeof socket === 'string') {
        why = `no socket: ${socket}`;
        journal.repeated(why);
        continue;
      }
      node = socket.node;
      const pieces = piecesOf(transcripts[index]!, random);
      const end = await socket.speak(`${this.#name}-${this.#serial++}`, pieces, () => Math.floor(random() * 300));
      if (end.kind === 'done') {
        references.compare('speech', index, end.audio, `socket on ${node}`);
        journal.ok('socket', beganAt);
        return;
      }
      why = end.kind === 'dropped' ? 'the socket ended' : end.code;
      journal.repeated(`socket: ${why}`);
      if (end.kind === 'error' && end.bytes > 0) {
        journal.problem(`socket: a context on ${node} that spoke ended with ${end.code}`);
      }
      // A node that drains takes no new context: the next one goes to another node.
      if (end.kind === 'error' && this.#current === socket) this.#current = undefined;
    }
    journal.failed('socket', beganAt, why, node);
  }

  /** Closes the sockets that were left, once their contexts have ended. */
  async closeOld(withCurrent: boolean): Promise<void> {
    if (withCurrent) this.#current = undefined;
    for (const socket of this.#open) {
      if (socket === this.#current) continue;
      await socket.close();
      this.#open.delete(socket);
    }
  }

  async #connected(): Promise<SpeechSocket | string> {
    if (this.#current?.isOpen === true) return this.#current;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #connect(): Promise<SpeechSocket | string> {
    const { url, key, journal } = this.#load;
    const socket = new SpeechSocket(url, key, journal);
    const problem = await socket.opened();
    if (problem !== undefined) return problem;
    this.#open.add(socket);
    return (this.#current = socket);
  }
}

/** Cuts at any place, also inside of words. */
function piecesOf(text: string, random: () => number): readonly string[] {
  const cuts = Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * text.length));
  const bounds = [0, ...cuts.sort((a, b) => a - b), text.length];
  return bounds.slice(1).flatMap((end, index) => (end > bounds[index]! ? [text.slice(bounds[index], end)] : []));
}
