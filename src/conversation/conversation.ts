/**
 * One conversation between a line and an agent: joins what is heard of the caller, what the agent says, and the playout. It owns all that
 * runs for it, and ends exactly once.
 */
import { systemClock, type Clock } from '../timing/clock.ts';
import { hasWord } from '../turns/words.ts';
import { AgentSide, type ConversationAgent } from './agent-side.ts';
import { CallerSide, type OpenCaller } from './caller-side.ts';
import type { ConversationEvent, EndReason } from './events.ts';
import type { Line } from './line.ts';
import { Playout } from './playout.ts';
import type { ReplyOptions } from './reply.ts';
import type { ToolRun } from './reply-text.ts';
import { sentencesOf } from './sentences.ts';
import { Silence } from './silence.ts';
import type { ClientCall, ConversationTools } from './tools.ts';
import { TurnLog } from './turn-log.ts';
import type { Variables } from './variables.ts';

/** What a conversation is made of. */
export interface ConversationOptions extends Pick<ReplyOptions, 'openSpeech' | 'cleaner'> {
  readonly agent: ConversationAgent;
  readonly line: Line;
  readonly variables: Variables;
  /** Opens what hears; undefined: nothing does, and only what is typed is answered. */
  readonly openCaller: OpenCaller | undefined;
  /** Makes the tools, which live as long as the conversation. */
  readonly tools: (needs: ToolNeeds) => ConversationTools;
  readonly onEvent: (event: ConversationEvent) => void;
  /** Samples of both sides for a recording, at the rate of the line, by their place since it was ready. Default: not called. */
  readonly onAudio?: ((side: 'caller' | 'agent', at: number, samples: Int16Array) => void) | undefined;
  /** Hears of answers that failed and of words that could not be heard, for the log. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Hears how many seconds of the caller's audio are dropped, each time, since they are too far ahead of real time. */
  readonly onDropped?: ((seconds: number) => void) | undefined;
  readonly clock?: Clock;
  /** See {@link Conversation.setTurnDetection}. Default true. */
  readonly turnDetection?: boolean;
  /** Longest conversation in seconds. Default 3,600. */
  readonly maxSeconds?: number;
}

/** What tools need of their conversation. */
export interface ToolNeeds {
  readonly variables: () => Variables;
  readonly onLate: (run: ToolRun) => void;
  readonly sendClientCall: (call: ClientCall) => void;
  /** Ends the conversation behind what is being said. */
  readonly endCall: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** The result of an asynchronous tool is replied to when it has been quiet for so long. */
const quietMs = 1000;

/** See the head of this file. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #clock: Clock;
  readonly #turns = new TurnLog((event) => this.#emit(event));
  readonly #tools: ConversationTools;
  readonly #silence: Silence;
  readonly #agent: AgentSide;
  readonly #caller: CallerSide;
  #readyAt: number | undefined;
  /** Commits that wait for text. */
  #committed: Promise<unknown> = Promise.resolve();
  /** A reply is to be begun behind them. */
  #isReplyAsked = false;
  #isClosing = false;
  #isOver = false;

  constructor(options: ConversationOptions) {
    const { line, clock = systemClock, agent, onAudio, openSpeech, cleaner, variables } = options;
    this.#options = options;
    this.#clock = clock;
    const playout = new Playout({ line, clock, onHeard: (samples) => this.#caller.agentAudio(samples) });
    this.#tools = options.tools({
      variables: () => this.#agent.variables,
      onLate: (run) => this.#agent.late(run),
      sendClientCall: (call) => this.#emit({ type: 'client_call', call }),
      endCall: () => this.#agent.endSoon(),
      onFailure: (error) => this.#failed(error),
    });
    this.#silence = new Silence({
      clock,
      checkInMs: agent.checkInSeconds === null ? undefined : agent.checkInSeconds * 1000,
      endMs: agent.endSeconds * 1000,
      maxMs: (options.maxSeconds ?? 3600) * 1000,
      quietMs,
      onQuiet: () => this.#caller.detectsTurns && this.#agent.replyToNews(),
      onCheckIn: () => this.#agent.say(sentencesOf(agent.language).stillThere, { isCheckIn: true }),
      onEnd: (reason) => this.end(reason),
    });
    const shared = { turns: this.#turns, silence: this.#silence, clock, now: () => this.#now };
    this.#agent = new AgentSide({
      ...{ ...shared, agent, variables, playout, openSpeech, cleaner },
      tools: this.#tools,
      onText: (turn, text) => this.#emit({ type: 'text', turn, text }),
      onTruncated: (turn) => this.#emit({ type: 'turn_truncated', ...turn }),
      onFailure: (error) => this.#failed(error),
      onQuiet: (sound) => this.#agentEnded(sound),
      onEnd: (reason, message) => this.end(reason, message),
    });
    this.#caller = new CallerSide({
      ...{ ...shared, line, onAudio, config: agent, agent: this.#agent, detectsTurns: options.turnDetection ?? true },
      onHeard: (turn, text) => this.#emit({ type: 'heard', turn, text }),
      onQuiet: () => this.#quiet(),
      onDropped: (seconds) => options.onDropped?.(seconds),
      onFailure: (error) => this.#failed(error),
      onEnd: (reason, message) => this.end(reason, message),
    });
  }

  /** Loads what hears, and begins. @throws what `openCaller` throws, where nothing can hear */
  async start(): Promise<void> {
    const { agent, openCaller } = this.#options;
    await this.#caller.open(openCaller);
    if (this.#isOver) return;
    this.#readyAt = this.#clock.now();
    this.#emit({ type: 'ready' });
    this.#silence.start();
    const { initialMessage } = agent;
    if (initialMessage !== null && hasWord(initialMessage)) this.#agent.say(initialMessage);
  }

  /** What the caller says. @param samples the next ones, within ±1, at the rate of the line */
  audio(samples: Float32Array): void {
    if (this.#isRunning) this.#caller.audio(samples);
  }

  /** What the caller types: a turn of its own, which interrupts like words. */
  userText(text: string): void {
    if (this.#isRunning && hasWord(text)) this.#caller.typed(text);
  }

  /** A tone: 0–9, * or #. Those that follow each other are a turn of the caller, which ends with # or with a pause. */
  digit(digit: string): void {
    if (this.#isRunning) this.#caller.digit(digit);
  }

  /** The other end has run a tool. */
  clientResult(id: string, result: string, isError: boolean): void {
    this.#tools.clientResult(id, { result, isError });
  }

  /**
   * Whether turns of the caller start and end by what is heard, and are answered, as they are at first. While it is off nothing of the
   * caller silences or interrupts the agent and nothing is answered by itself, also what is typed: a turn starts with the first word,
   * goes on until {@link commit}, and {@link reply} asks for an answer. What was said and not committed when it is switched on is a turn
   * of its own, without an answer.
   */
  setTurnDetection(isOn: boolean): void {
    if (!this.#isOver) this.#caller.setTurnDetection(isOn);
  }

  /**
   * The caller's turn ends here, with all that was said until now, also what is still being recognized. It is answered by itself only
   * with turn detection.
   * @returns its text; '' where no word was heard since the last turn, and then nothing happens. Never rejects.
   */
  async commit(): Promise<string> {
    if (!this.#isRunning) return '';
    const text = this.#caller.commit();
    this.#committed = Promise.all([this.#committed, text]);
    return text;
  }

  /**
   * Asks the agent for a reply to the conversation as it is, behind commits that are on their way.
   * @returns whether one was begun: not while one is being prepared or said, nor behind {@link cancelReply} or the end. Never rejects.
   */
  async reply(): Promise<boolean> {
    this.#isReplyAsked = true;
    await this.#committed;
    return this.#replyAsAsked();
  }

  /** Ends the reply that is being prepared or said where it is; the history has what was heard of it. @returns whether there was one */
  cancelReply(): boolean {
    const isAny = this.#isReplyAsked || this.#agent.isBusy;
    this.#isReplyAsked = false;
    this.#agent.drop();
    this.#caller.interrupt();
    return isAny;
  }

  /**
   * Less was heard of a turn of the agent than its line could tell: the turn's text and the history keep the words that ended within so
   * much of its speech. One that is still being said ends there; of one that has ended a `turn_truncated` tells.
   * @param turn the one that is being said, or the last one that was
   * @param seconds of speech since it began; words that were said again behind a pause count once
   * @returns whether it was such a turn
   * @throws {RangeError} for seconds that are no number or below 0
   */
  truncate(turn: number, seconds: number): boolean {
    if (!(seconds >= 0)) throw new RangeError(`Speech cannot be cut at ${seconds} s.`);
    return this.#isRunning && this.#agent.truncate(turn, seconds);
  }

  /** Ends it, once; what is being said is cut. @param message why, for operators */
  end(reason: EndReason, message?: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#agent.drop();
    this.#caller.interrupt();
    this.#caller.close();
    this.#isOver = true;
    this.#silence.stop();
    this.#tools.close();
    this.#options.onEvent({ type: 'ended', reason, message, variables: this.#agent.variables });
  }

  #replyAsAsked(): boolean {
    const isWanted = this.#isReplyAsked && this.#isRunning && !this.#agent.isBusy;
    this.#isReplyAsked = false;
    if (isWanted) this.#agent.reply();
    return isWanted;
  }

  get #isRunning(): boolean {
    return !this.#isOver && this.#readyAt !== undefined;
  }

  /** Seconds since it was ready. */
  get #now(): number {
    return this.#readyAt === undefined ? 0 : (this.#clock.now() - this.#readyAt) / 1000;
  }

  #emit(event: ConversationEvent): void {
    if (!this.#isOver) this.#options.onEvent(event);
  }

  /** Where neither speaks, the silence begins. */
  #quiet(sound: { readonly isCheckIn?: boolean } = {}): void {
    if (!this.#agent.isBusy && !this.#caller.isSpeaking && !this.#isClosing) this.#silence.quiet(sound);
  }

  #agentEnded(sound: { readonly isCheckIn: boolean }): void {
    if (!this.#isClosing) this.#caller.agentEnded();
    this.#quiet(sound);
  }

  #failed(error: unknown): void {
    this.#options.onFailure?.(error instanceof Error ? error : new Error(String(error)));
  }
}
