/** One utterance after the other over a WebSocket, whose text is given while it is spoken. */
import type { SpeechContext, SpeechOptions, SpeechSocket } from '@sonorant/client';
import { sonorant } from '../base/api.ts';
import { Take } from '../audio/take.ts';
import { sampleRate } from '../audio/use-utterance.ts';
import { mostMessages, shownMessage, type ShownMessage } from './raw-message.ts';

export type LiveState = 'closed' | 'connecting' | 'open';

/** What components show; a new object for every change. */
export interface LiveView {
  readonly state: LiveState;
  /** Of a message that belongs to no utterance; that of an utterance stands in its take. */
  readonly error: unknown;
  readonly messages: readonly ShownMessage[];
  /** The utterance that is spoken, or was last. */
  readonly take: Take | undefined;
}

export class LiveSpeech {
  readonly #subscribers = new Set<() => void>();
  #view: LiveView = { state: 'closed', error: undefined, messages: [], take: undefined };
  #socket: Promise<SpeechSocket> | undefined;
  /** The utterance that takes text; its steps follow each other also while the socket is being opened. */
  #context: Promise<SpeechContext> | undefined;
  /** Those that the server speaks: that one, and what has its whole text already. */
  readonly #running = new Set<Promise<SpeechContext>>();
  #nextId = 0;
  #firstTime: number | undefined;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  readonly view = (): LiveView => this.#view;

  /**
   * The next piece of text, joined to those before. The first one opens the socket, and begins an utterance with these options.
   * @returns where the sound of a new utterance comes; undefined where one is going on
   */
  send(text: string, options: SpeechOptions): Take | undefined {
    const begun = this.#context === undefined ? this.#begin(options) : undefined;
    this.#step((context) => context.send(text));
    // Where a sentence ends the server begins; before, it waits for more, and typing is no latency.
    if (/[.!?…。！？]\s*$/u.test(text)) this.#view.take?.asked();
    return begun;
  }

  /** Speaks what was sent now. */
  flush(): void {
    this.#view.take?.asked();
    this.#step((context) => context.flush());
  }

  /** All text was sent: the rest is spoken, and the next piece begins another utterance. */
  end(): void {
    this.#view.take?.asked();
    this.#step((context) => context.end());
    this.#context = undefined;
  }

  /** Stops what the server speaks. */
  cancel(): void {
    const contexts = [...this.#running];
    this.#forgetContexts();
    for (const context of contexts) {
      context.then(
        (running) => running.cancel(),
        () => undefined,
      );
    }
  }

  /** The page is left. Another piece of text would open another socket. */
  close(): void {
    const socket = this.#socket;
    this.#forgetContexts();
    this.#socket = undefined;
    this.#change({ state: 'closed' });
    socket?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }

  forgetMessages(): void {
    this.#change({ messages: [] });
  }

  #forgetContexts(): void {
    this.#context = undefined;
    this.#running.clear();
  }

  #step(act: (context: SpeechContext) => void): void {
    const current = this.#context;
    const { take } = this.#view;
    if (current === undefined) return;
    current.then(act).catch((error: unknown) => {
      if (!this.#running.has(current)) return;
      this.#over(current);
      take?.fail(error);
    });
  }

  #begin(options: SpeechOptions): Take {
    const take = new Take(sampleRate, false);
    this.#change({ take, error: undefined });
    const starting = this.#opened().then((socket) => {
      const context = socket.context({
        ...options,
        timestamps: true,
        format: { container: 'raw', encoding: 'pcm_s16le', sampleRate },
      });
      void take.read(context, () => !this.#running.has(starting)).then(() => this.#over(starting));
      return context;
    });
    this.#context = starting;
    this.#running.add(starting);
    return take;
  }

  #over(context: Promise<SpeechContext>): void {
    this.#running.delete(context);
    if (this.#context === context) this.#context = undefined;
  }

  #opened(): Promise<SpeechSocket> {
    return (this.#socket ??= this.#open());
  }

  #open(): Promise<SpeechSocket> {
    this.#change({ state: 'connecting' });
    const opening = sonorant.connect().then((socket) => {
      if (this.#socket !== opening) {
        // The page was left meanwhile; what waited for the socket finds it closed.
        socket.close();
        return socket;
      }
      socket.on('message', (message) => {
        this.#firstTime ??= message.time;
        const shown = shownMessage(this.#nextId++, message, this.#firstTime);
        this.#change({ messages: [...this.#view.messages.slice(1 - mostMessages), shown] });
      });
      socket.on('error', (error) => this.#change({ error }));
      socket.on('close', () => this.#lost(opening));
      this.#change({ state: 'open' });
      return socket;
    });
    opening.catch(() => this.#lost(opening));
    return opening;
  }

  #lost(socket: Promise<SpeechSocket>): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#change({ state: 'closed' });
  }

  #change(change: Partial<LiveView>): void {
    this.#view = { ...this.#view, ...change };
    for (const subscriber of this.#subscribers) subscriber();
  }
}
