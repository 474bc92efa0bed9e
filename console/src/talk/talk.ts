/** One conversation after the other with one agent, by microphone and loudspeaker or by the keyboard, and what pages show of it. */
import type { ClientToolCall, ConversationEndReason, ConversationVariables, TurnEndedEvent } from '@sonorant/client';
import {
  MicrophoneError,
  talkInBrowser,
  type BrowserTalk,
  type BrowserTalkEvent,
  type PlaybackError,
} from '@sonorant/client/browser';
import { sonorant } from '../base/api.ts';
import type { ShownTurn } from '../calls/turns.ts';
import { Levels } from './levels.ts';

export type TalkState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly hasMicrophone: boolean }
  | { readonly kind: 'open'; readonly hasMicrophone: boolean }
  | { readonly kind: 'ended'; readonly reason: ConversationEndReason }
  | { readonly kind: 'failed'; readonly error: unknown; readonly hasMicrophone: boolean };

/** What happens beside the turns. */
export interface TalkNote {
  readonly id: number;
  readonly text: string;
}

export type TalkEntry =
  | { readonly kind: 'turn'; readonly number: number; readonly turn: ShownTurn }
  | { readonly kind: 'note'; readonly note: TalkNote };

/** What components show; a new object for every change. */
export interface TalkView {
  readonly state: TalkState;
  /** In the order in which they began. */
  readonly entries: readonly TalkEntry[];
  /** Tools that wait for an answer of this page. */
  readonly waiting: readonly ClientToolCall[];
  readonly isMuted: boolean;
  /** Of the conversation that goes on, or was last. */
  readonly callId: string | undefined;
  /** `performance.now()` when it was ready. */
  readonly readyAt: number | undefined;
  /** What did not end the conversation: a message that was refused, or a device that was lost. */
  readonly problem: unknown;
}

export interface TalkStart {
  readonly agentId: string;
  readonly hasMicrophone: boolean;
  /** Default true; without it the agent is read only. */
  readonly hasSound?: boolean;
  readonly variables: ConversationVariables;
  /** Seconds that the agent waits for a tool, by its name. */
  readonly timeouts: ReadonlyMap<string, number>;
}

/** What a turn has for the result of a tool that still runs: an asynchronous one, whose answer is waited for behind the turn. */
const stillRunning = 'running';

const nothing: TalkView = {
  state: { kind: 'idle' },
  entries: [],
  waiting: [],
  isMuted: false,
  callId: undefined,
  readyAt: undefined,
  problem: undefined,
};

export class Talk {
  readonly caller = new Levels();
  readonly agent = new Levels();
  readonly #subscribers = new Set<() => void>();
  #view = nothing;
  #running: AbortController | undefined;
  #talk: BrowserTalk | undefined;
  #notes = 0;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  readonly view = (): TalkView => this.#view;

  /** To be called in the handler of a press: browsers let a page be heard only after one. */
  start(options: TalkStart): void {
    const { hasMicrophone } = options;
    this.#running?.abort();
    const mine = (this.#running = new AbortController());
    this.caller.clear();
    this.agent.clear();
    this.#view = nothing;
    this.#change({ state: { kind: 'connecting', hasMicrophone } });
    this.#converse(mine.signal, options).catch((error: unknown) => {
      if (this.#running === mine) {
        this.#change({ state: { kind: 'failed', error, hasMicrophone }, waiting: [], problem: undefined });
      }
    });
  }

  /** What came is kept. */
  hangUp(): void {
    if (this.#talk !== undefined && this.#view.state.kind === 'open') this.#talk.close();
    else this.leave();
  }

  /** Ends it without a word, as when the page is left. */
  leave(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#talk?.close();
    this.#talk = undefined;
    this.#change({ state: { kind: 'idle' }, waiting: [] });
  }

  mute(isMuted: boolean): void {
    if (this.#talk === undefined) return;
    this.#talk.isMuted = isMuted;
    this.#change({ isMuted });
  }

  /** @returns whether it was sent */
  type(text: string): boolean {
    try {
      this.#talk?.sendText(text);
      this.#change({ problem: undefined });
      return this.#talk !== undefined;
    } catch (problem) {
      this.#change({ problem });
      return false;
    }
  }

  /** Answers a tool that waits. @param isFailure whether the agent is told that the tool has failed */
  answer(call: ClientToolCall, result: string, isFailure: boolean): void {
    if (isFailure) call.fail(result);
    else call.reply(result);
    this.#change({ waiting: this.#view.waiting.filter(({ id }) => id !== call.id) });
  }

  async #converse(signal: AbortSignal, options: TalkStart): Promise<void> {
    const { agentId, hasMicrophone, hasSound = true, variables } = options;
    const talk = await talkInBrowser(sonorant, agentId, {
      ...(!hasMicrophone && { microphone: false }),
      ...(!hasSound && { player: false }),
      ...(Object.keys(variables).length > 0 && { variables }),
      signal,
      // What is full is said at once, and trying again is for the person.
      retries: 0,
      onInputLevel: (level) => this.caller.push(level),
      onOutputLevel: (level) => this.agent.push(level),
    });
    const isLeft = (): boolean => this.#running?.signal !== signal;
    if (isLeft()) {
      talk.close();
      return;
    }
    this.#talk = talk;
    const { callId } = talk.conversation;
    this.#change({ state: { kind: 'open', hasMicrophone }, callId, readyAt: performance.now() });
    for await (const event of talk) {
      if (isLeft()) return;
      this.#take(event, options);
    }
  }

  #take(event: BrowserTalkEvent, { timeouts }: TalkStart): void {
    switch (event.type) {
      case 'turn_started':
        return this.#begin(event.turn, event.role, event.startTime);
      case 'text':
        return this.#update(event.turn, ({ text }) => ({ text: text + event.text }));
      case 'heard':
        return this.#update(event.turn, () => ({ text: event.text }));
      case 'turn_ended':
        this.#update(event.turn, (turn) => ended(turn, event));
        return this.#settle(event);
      case 'tool_call':
        return this.#called(event.call, timeouts);
      case 'digit':
        return this.#note(`The agent has pressed ${event.digit}.`);
      case 'error':
        return this.#change({ problem: event.error });
      case 'device_failed':
        return this.#lose(event.error);
      case 'end':
        return this.#change({ state: { kind: 'ended', reason: event.reason }, waiting: [], problem: undefined });
      case 'clear':
        return;
    }
  }

  #begin(number: number, role: ShownTurn['role'], start: number): void {
    const turn: ShownTurn = {
      ...{ role, start, text: '', unheard: '', isOpen: true, wasInterrupted: false },
      ...{ end: undefined, tools: [], figures: undefined },
    };
    this.#change({ entries: [...this.#view.entries, { kind: 'turn', number, turn }] });
  }

  #update(number: number, part: (turn: ShownTurn) => Partial<ShownTurn>): void {
    const entries = this.#view.entries.map((entry) =>
      entry.kind === 'turn' && entry.number === number
        ? { ...entry, turn: { ...entry.turn, ...part(entry.turn) } }
        : entry,
    );
    this.#change({ entries });
  }

  #called(call: ClientToolCall, timeouts: ReadonlyMap<string, number>): void {
    if (call.expectsResponse) {
      const seconds = timeouts.get(call.name);
      if (seconds !== undefined) setTimeout(() => this.#giveUp(call, seconds), seconds * 1000);
      return this.#change({ waiting: [...this.#view.waiting, call] });
    }
    this.#note(`The agent has called ${call.name}(${JSON.stringify(call.parameters)}), and waits for no answer.`);
  }

  /** What has run, or was given up, waits for no answer any more. */
  #settle({ tools }: TurnEndedEvent): void {
    const over = tools.filter(({ result }) => result !== stillRunning).map(({ id }) => id);
    this.#change({ waiting: this.#view.waiting.filter(({ id }) => !over.includes(id)) });
  }

  /** The conversation goes on without a device. */
  #lose(problem: MicrophoneError | PlaybackError): void {
    const isMicrophone = problem instanceof MicrophoneError && this.#view.state.kind === 'open';
    this.#change({ problem, ...(isMicrophone && { state: { kind: 'open', hasMicrophone: false } }) });
  }

  /** The server has told the agent that the tool failed. */
  #giveUp(call: ClientToolCall, seconds: number): void {
    if (!this.#view.waiting.includes(call)) return;
    this.#change({ waiting: this.#view.waiting.filter((other) => other !== call) });
    this.#note(`${call.name} was not answered within ${seconds} s.`);
  }

  #note(text: string): void {
    const note = { id: ++this.#notes, text };
    this.#change({ entries: [...this.#view.entries, { kind: 'note', note }] });
  }

  #change(change: Partial<TalkView>): void {
    this.#view = { ...this.#view, ...change };
    for (const subscriber of this.#subscribers) subscriber();
  }
}

/** A turn that is over. Of an agent that was cut short, what it has written behind what was heard stays beside it. */
function ended(before: ShownTurn, { role, text, interrupted, endTime, tools }: TurnEndedEvent): Partial<ShownTurn> {
  const rest = before.text.startsWith(text) ? before.text.slice(text.length) : '';
  const unheard = role === 'assistant' && interrupted ? rest : '';
  return { text, unheard, isOpen: false, wasInterrupted: interrupted, end: endTime, tools };
}
