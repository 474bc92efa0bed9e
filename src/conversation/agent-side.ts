/** What the agent says, one reply at a time: answers, prepared ones, sentences of its own; and the conversation as its model sees it. */
import type { Clock } from '../timing/clock.ts';
import type { LanguageModel, LanguageModelMessage, LanguageModelRequest } from '../language-models/adapter.ts';
import type { Language } from '../voices/languages.ts';
import type { EndReason, TruncatedTurn } from './events.ts';
import type { Playout } from './playout.ts';
import { Reply, type HeardReply, type ReplyEnd, type ReplyOptions, type ReplySource } from './reply.ts';
import type { ToolRun } from './reply-text.ts';
import { sentencesOf } from './sentences.ts';
import type { Silence } from './silence.ts';
import type { ConversationTools } from './tools.ts';
import type { OpenTurn, TurnLog } from './turn-log.ts';
import type { Variables } from './variables.ts';

/** What an agent is, for a conversation. */
export interface ConversationAgent {
  readonly model: LanguageModel;
  /** The instructions, with variables filled in as they are now. */
  readonly system: (variables: Variables) => string;
  /** Said first; null: the caller begins. */
  readonly initialMessage: string | null;
  readonly language: Language;
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  /** The model is asked as soon as the caller's turn has probably ended. */
  readonly isSpeculative: boolean;
  /** Seconds of silence after which the agent asks whether the caller is there (null: never), and after which the call ends. */
  readonly checkInSeconds: number | null;
  readonly endSeconds: number;
}

export interface AgentSideOptions extends Pick<ReplyOptions, 'openSpeech' | 'cleaner'> {
  readonly agent: ConversationAgent;
  readonly variables: Variables;
  readonly playout: Playout;
  readonly tools: ConversationTools;
  readonly turns: TurnLog;
  readonly silence: Pick<Silence, 'sound' | 'awaitQuiet'>;
  readonly clock: Clock;
  /** Seconds since the conversation was ready. */
  readonly now: () => number;
  readonly onText: (turn: number, text: string) => void;
  readonly onTruncated: (turn: TruncatedTurn) => void;
  readonly onFailure: (error: Error) => void;
  /** A reply is over. */
  readonly onQuiet: (sound: { readonly isCheckIn: boolean }) => void;
  readonly onEnd: (reason: EndReason, message?: string) => void;
}

/** What a reply answers. */
interface Cause {
  readonly isCheckIn: boolean;
  /** From the end of the caller's last sound to the end of the turn. */
  readonly patienceMs: number | undefined;
}

/** Answers in a row that may fail. */
const maxFailures = 3;
/** Characters of a conversation that a model is told. */
const maxHistory = 400_000;

function sizeOf(message: LanguageModelMessage): number {
  if (message.role === 'tool') return message.result.length;
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return message.text.length + calls.reduce((sum, { arguments: given }) => sum + given.length, 0);
}

export class AgentSide {
  readonly #options: AgentSideOptions;
  readonly #messages: LanguageModelMessage[] = [];
  #variables: Variables;
  /** Characters of the messages. */
  #size = 0;
  #hasForgotten = false;
  #current: ({ readonly reply: Reply; turn?: OpenTurn } & Cause) | undefined;
  /** The last one that said something, and what it has added to the conversation. */
  #last: { readonly reply: Reply; readonly turn: OpenTurn; messages: readonly LanguageModelMessage[] } | undefined;
  /** What has come into a reply that goes on or is prepared (the caller's words, results of asynchronous tools): it stands behind that. */
  readonly #meanwhile: LanguageModelMessage[] = [];
  /** An answer to a turn that has probably ended. */
  #prepared: { readonly reply: Reply; readonly transcript: string } | undefined;
  #speechSince: number | undefined;
  #failures = 0;
  #isEnding = false;
  /** Results of asynchronous tools that have no reply yet. */
  #hasNews = false;

  constructor(options: AgentSideOptions) {
    this.#options = options;
    this.#variables = options.variables;
  }

  /** As they are now. */
  get variables(): Variables {
    return this.#variables;
  }

  /** Whether it speaks, or is about to. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Clock time of its first sound. */
  get speechSince(): number | undefined {
    return this.#speechSince;
  }

  /** Says a text. */
  say(text: string, { isCheckIn = false }: Partial<Cause> = {}): void {
    this.#speak({ kind: 'text', text }, { isCheckIn, patienceMs: undefined });
  }

  /** Answers a turn of the caller, with what was prepared for it where that is the same. */
  answer(text: string, patienceMs: number | undefined): void {
    const cause: Cause = { isCheckIn: false, patienceMs };
    const prepared = this.#prepared;
    if (prepared?.transcript !== text) {
      this.drop();
      this.#remember({ role: 'user', text });
      return this.#speak(this.#model(), cause);
    }
    const { reply } = prepared;
    this.#prepared = undefined;
    this.#remember({ role: 'user', text });
    this.#current = { reply, ...cause };
    this.#options.silence.sound();
    reply.commit();
  }

  /** The caller has said something, which the next reply answers. */
  hear(text: string): void {
    this.drop();
    this.#take({ role: 'user', text });
  }

  /** Replies to the conversation as it is. Called while it says nothing. */
  reply(): void {
    this.#speak(this.#model(), { isCheckIn: false, patienceMs: undefined });
  }

  /** See `Conversation.truncate`. */
  truncate(turn: number, seconds: number): boolean {
    if (this.#current?.turn?.turn === turn) {
      this.#current.reply.interrupt(seconds);
      return true;
    }
    if (this.#last?.turn.turn !== turn) return false;
    const heard = this.#last.reply.heardWithin(seconds);
    if (heard === undefined) return true;
    const { messages } = this.#last;
    this.#last.messages = heard.messages;
    this.#replace(messages, heard.messages);
    const { text, interrupted } = heard;
    this.#options.onTruncated({ turn, text, interrupted, endTime: this.#endTime(this.#last.turn, heard) });
    return true;
  }

  /** Asks the model for the answer to a turn that may go on. Nothing is heard of it, and no tool runs. */
  prepare(transcript: string): void {
    this.drop();
    // Once the turn is over it is in the conversation.
    const isOpen = (): boolean => this.#prepared?.reply === reply;
    const source = this.#model(() => (isOpen() ? [{ role: 'user', text: transcript }] : []));
    const reply: Reply = this.#newReply(source, false);
    this.#prepared = { transcript, reply };
    reply.start();
  }

  /** What was prepared is not wanted. */
  drop(): void {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    prepared?.reply.interrupt();
    if (!this.isBusy) this.#remember(...this.#meanwhile.splice(0));
  }

  pause(): void {
    this.#current?.reply.pause();
  }

  /** Goes on from the word it stopped at. */
  resume(): void {
    this.#current?.reply.resume();
  }

  /** Ends what is being said; the conversation has what was heard of it. */
  interrupt(): void {
    this.#current?.reply.interrupt();
  }

  /** The conversation ends behind what is being said, unless the caller interrupts. */
  endSoon(): void {
    this.#isEnding = true;
  }

  /** The result of an asynchronous tool has come: the model sees it from its next request on. */
  late({ call, result, isError, updates }: ToolRun): void {
    this.#variables = { ...this.#variables, ...updates };
    this.#take({ role: 'tool', toolCallId: call.id, name: call.name, result, ...(isError && { isError }) });
    this.#hasNews = true;
    this.#options.silence.awaitQuiet();
  }

  /** It is quiet: the agent replies to what has come meanwhile. */
  replyToNews(): void {
    if (this.#hasNews && !this.isBusy) this.reply();
  }

  /** Behind the reply that goes on or is prepared: the call that it is the result of may stand in that. */
  #take(message: LanguageModelMessage): void {
    if (this.isBusy || this.#prepared !== undefined) this.#meanwhile.push(message);
    else this.#remember(message);
  }

  /** What is too old for any model to be told is forgotten, up to the next turn of the caller. */
  #remember(...messages: readonly LanguageModelMessage[]): void {
    this.#messages.push(...messages);
    this.#size += messages.reduce((sum, message) => sum + sizeOf(message), 0);
    const isLoose = (): boolean => this.#hasForgotten && this.#messages[0]?.role !== 'user';
    while (this.#messages.length > 1 && (this.#size > maxHistory || isLoose())) {
      this.#size -= sizeOf(this.#messages.shift()!);
      this.#hasForgotten = true;
    }
  }

  /** Messages that follow each other have become others; those that are forgotten stay so. */
  #replace(old: readonly LanguageModelMessage[], messages: readonly LanguageModelMessage[]): void {
    const [first] = old;
    const at = first === undefined ? -1 : this.#messages.indexOf(first);
    if (at < 0) return;
    this.#messages.splice(at, old.length, ...messages);
    this.#size = this.#messages.reduce((sum, message) => sum + sizeOf(message), 0);
  }

  /** When the last of it was heard: silence came before it was known that this was its end. In seconds since the conversation was ready. */
  #endTime({ startTime }: OpenTurn, { heardAt }: Pick<HeardReply, 'heardAt'>): number {
    const { now, clock } = this.#options;
    return Math.max(startTime, now() - (heardAt === undefined ? 0 : (clock.now() - heardAt) / 1000));
  }

  /** @param more of the conversation, behind what is remembered */
  #model(more: () => readonly LanguageModelMessage[] = () => []): ReplySource {
    const { agent, tools } = this.#options;
    return {
      kind: 'model',
      model: agent.model,
      request: (added): LanguageModelRequest => {
        // What stands behind this reply is not told by it.
        this.#hasNews = this.#meanwhile.some(({ role }) => role === 'tool');
        return {
          system: agent.system(this.#variables),
          messages: [...this.#messages, ...more(), ...added],
          language: agent.language,
          tools: tools.offered,
          temperature: agent.temperature ?? undefined,
          maxOutputTokens: agent.maxOutputTokens ?? undefined,
        };
      },
      runTool: async (call, signal) => {
        const run = await tools.run(call, signal);
        this.#variables = { ...this.#variables, ...run.updates };
        return run;
      },
      beforeTool: (calls) =>
        calls.some(({ name }) => tools.isAnnounced(name)) ? sentencesOf(agent.language).oneMoment : undefined,
    };
  }

  #speak(source: ReplySource, cause: Cause): void {
    // One that is prepared has the playout.
    this.drop();
    const reply = this.#newReply(source, true);
    this.#current = { reply, ...cause };
    this.#options.silence.sound(cause);
    reply.start();
  }

  #newReply(source: ReplySource, isCommitted: boolean): Reply {
    const { openSpeech, cleaner, agent, playout, clock, onText } = this.#options;
    const reply: Reply = new Reply({
      ...{ source, isCommitted, playout, clock, openSpeech, cleaner },
      fallback: sentencesOf(agent.language).failed,
      onBegin: () => this.#began(),
      onText: (text) => {
        const turn = this.#current?.turn;
        if (turn !== undefined) onText(turn.turn, text);
      },
      onSound: () => (this.#speechSince ??= clock.now()),
      onEnd: (end) => this.#ended(reply, end),
    });
    return reply;
  }

  #began(): void {
    if (this.#current !== undefined) {
      this.#current.turn ??= this.#options.turns.begin('assistant', this.#options.now());
    }
  }

  #ended(reply: Reply, end: ReplyEnd): void {
    const current = this.#current;
    if (this.#prepared?.reply === reply) this.#prepared = undefined;
    // One that was prepared and is not wanted leaves nothing behind.
    if (current?.reply !== reply) return;
    const { turns, onFailure, onQuiet, onEnd } = this.#options;
    const { messages, text, interrupted, wasCut, tools, failure, figures } = end;
    this.#current = undefined;
    this.#remember(...messages, ...this.#meanwhile.splice(0));
    const { turn, isCheckIn, patienceMs } = current;
    const all = { ...figures, ...(patienceMs !== undefined && { patienceMs }) };
    if (turn !== undefined) {
      this.#last = { reply, turn, messages };
      turns.end(turn, { text, interrupted, tools, figures: all, endTime: this.#endTime(turn, end) });
    }
    onQuiet({ isCheckIn });
    if (failure !== undefined) onFailure(failure);
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    if (this.#failures >= maxFailures) return onEnd('error', 'the agent failed three times in a row');
    if (this.#isEnding && !wasCut) onEnd('agent_hangup');
    this.#isEnding = false;
  }
}
