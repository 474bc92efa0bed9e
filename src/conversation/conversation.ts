/**
 * One conversation between a line and an agent: joins what is heard of the caller, what the agent says, and the playout. It owns all that
 * runs for it, and ends exactly once.
 */
import { toInt16 } from '../audio/pcm.ts';
import { systemClock, type Clock } from '../timing/clock.ts';
import { isBackChannel } from '../turns/text-completeness.ts';
import type { TurnDecision } from '../turns/turns.ts';
import { hasWord, joined } from '../turns/words.ts';
import { AgentSide, type ConversationAgent } from './agent-side.ts';
import type { Caller, CallerListener } from './caller.ts';
import { DigitInput } from './digit-input.ts';
import type { ConversationEvent, EndReason } from './events.ts';
import type { Line } from './line.ts';
import { Playout } from './playout.ts';
import type { ReplyOptions, ToolRun } from './reply.ts';
import { sentencesOf } from './sentences.ts';
import { Silence } from './silence.ts';
import { SpeechPause } from './speech-pause.ts';
import type { ClientCall, ConversationTools } from './tools.ts';
import { Tracks } from './tracks.ts';
import { TurnLog, type OpenTurn } from './turn-log.ts';
import type { Variables } from './variables.ts';

export interface ConversationOptions extends Pick<ReplyOptions, 'openSpeech' | 'cleaner'> {
  readonly agent: ConversationAgent;
  readonly line: Line;
  readonly variables: Variables;
  /** Opens what hears; undefined: nothing does, and only what is typed is answered. */
  readonly openCaller: ((listener: CallerListener) => Promise<Caller>) | undefined;
  /** Makes the tools, which live as long as the conversation. */
  readonly tools: (needs: ToolNeeds) => ConversationTools;
  readonly onEvent: (event: ConversationEvent) => void;
  /** Samples of both sides for a recording, at the rate of the line, by their place since it was ready. Default: not told. */
  readonly onAudio?: ((side: 'caller' | 'agent', at: number, samples: Int16Array) => void) | undefined;
  /** Hears of answers that failed, for the log. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  readonly clock?: Clock;
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

/** On lines with an echo, nothing interrupts for so long from the first speech on. */
const warmUpMs = 3000;
/** The result of an asynchronous tool is told when it has been quiet for so long. */
const quietMs = 1000;

/** See the head of this file. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #clock: Clock;
  readonly #turns = new TurnLog((event) => this.#emit(event));
  readonly #tools: ConversationTools;
  readonly #silence: Silence;
  readonly #agent: AgentSide;
  #caller: Caller | undefined;
  #readyAt: number | undefined;
  #userTurn: OpenTurn | undefined;
  /** What was heard of it so far, and what of that is final. */
  #userText = '';
  #userFinals = '';
  /** What the caller says began while only an echo of the agent could be heard. */
  #isEcho = false;
  /** Where a turn began that may be nothing but a back-channel, since the agent speaks. */
  #userSince: number | undefined;
  #soundEndedAt: number | undefined;
  /** Sound goes on that may be speech. */
  #isSound = false;
  /** Seconds from the end of a sound to the text of it that is final. */
  #textSeconds: number | undefined;
  readonly #pause: SpeechPause;
  readonly #digits: DigitInput;
  readonly #tracks: Tracks;
  #isClosing = false;
  #isOver = false;

  constructor(options: ConversationOptions) {
    const { line, clock = systemClock, agent, onAudio, openSpeech, cleaner, variables } = options;
    this.#options = options;
    this.#clock = clock;
    const { sampleRate } = line;
    this.#tracks = new Tracks({ sampleRate, onAudio, now: () => this.#now, onCaller: () => this.#callerSpeaks() });
    this.#pause = new SpeechPause({
      clock,
      pause: () => this.#agent.pause(),
      resume: () => this.#agent.resume(),
    });
    this.#digits = new DigitInput(clock, (digits) => this.#endDigits(digits));
    const playout = new Playout({
      line,
      clock,
      onHeard: (samples) => this.#tracks.agent(samples),
    });
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
      onQuiet: () => this.#agent.tellNews(),
      onCheckIn: () => this.#agent.say(sentencesOf(agent.language).stillThere, { isCheckIn: true }),
      onEnd: (reason) => this.end(reason),
    });
    this.#agent = new AgentSide({
      ...{ agent, variables, playout, clock, openSpeech, cleaner },
      tools: this.#tools,
      turns: this.#turns,
      silence: this.#silence,
      now: () => this.#now,
      onText: (turn, text) => this.#emit({ type: 'text', turn, text }),
      onFailure: (error) => this.#failed(error),
      onQuiet: (sound) => this.#agentEnded(sound),
      onEnd: (reason, message) => this.end(reason, message),
    });
  }

  /** Loads what hears, and begins. @throws what `openCaller` throws */
  async start(): Promise<void> {
    const { agent, openCaller } = this.#options;
    const caller = await openCaller?.({
      sound: (border, at) => this.#sound(border, at),
      candidate: (state) => this.#candidate(state),
      text: (text, isFinal) => this.#heard(text, isFinal),
      decided: (decision) => this.#decided(decision),
      failed: (error) => this.#callerFailed(error),
    });
    if (this.#isOver) return caller?.close();
    this.#caller = caller;
    this.#readyAt = this.#clock.now();
    this.#emit({ type: 'ready' });
    this.#silence.start();
    const { initialMessage } = agent;
    if (initialMessage !== null && hasWord(initialMessage)) this.#agent.say(initialMessage);
  }

  /** What the caller says. @param samples the next ones, within ±1, at the rate of the line */
  audio(samples: Float32Array): void {
    if (this.#isOver || this.#readyAt === undefined) return;
    this.#tracks.caller(toInt16(samples));
    this.#caller?.write(samples);
  }

  /** What the caller types: a turn of its own, which interrupts like words. */
  userText(text: string): void {
    if (this.#isOver || this.#readyAt === undefined || !hasWord(text)) return;
    this.#interrupt();
    this.#beginUserTurn(this.#now);
    this.#answer(text, undefined);
  }

  /** A tone: 0–9, * or #. Those that follow each other are a turn of the caller, which ends with # or with a pause. */
  digit(digit: string): void {
    if (this.#isOver || this.#readyAt === undefined) return;
    this.#silence.sound();
    this.#digits.add(digit);
    if (this.#digits.isOpen && this.#agent.isBusy) this.#pause.hold();
  }

  /** The other end has run a tool. */
  clientResult(id: string, result: string, isError: boolean): void {
    this.#tools.clientResult(id, { result, isError });
  }

  /** Ends it, once; what is being said is cut. @param message why, for operators */
  end(reason: EndReason, message?: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#agent.drop();
    this.#interrupt();
    this.#endUserTurn(this.#userText, undefined);
    this.#isOver = true;
    this.#silence.stop();
    this.#digits.stop();
    this.#caller?.close();
    this.#tools.close();
    this.#options.onEvent({ type: 'ended', reason, message, variables: this.#agent.variables });
  }

  /** The model is told the digits; a reader of the transcript is not: they may be a secret. */
  #endDigits(digits: string): void {
    if (digits === '') return this.#quiet();
    this.#interrupt();
    this.#beginUserTurn(this.#now);
    this.#answer(digits, undefined, '*'.repeat(digits.length));
  }

  /** Seconds since it was ready. */
  get #now(): number {
    return this.#readyAt === undefined ? 0 : (this.#clock.now() - this.#readyAt) / 1000;
  }

  /** When that was, of seconds of audio: lines give audio in real time, but for what was dropped. */
  #timeOf(seconds: number): number {
    return Math.max(0, this.#now - Math.max(0, (this.#caller?.seconds ?? seconds) - seconds));
  }

  #emit(event: ConversationEvent): void {
    if (!this.#isOver) this.#options.onEvent(event);
  }

  /** Where neither speaks, the silence begins. */
  #quiet(sound: { readonly isCheckIn?: boolean } = {}): void {
    const isQuiet = !this.#agent.isBusy && this.#userTurn === undefined && this.#userSince === undefined;
    if (isQuiet && !this.#isClosing) this.#silence.quiet(sound);
  }

  /** The caller may have begun while the agent spoke. */
  #agentEnded(sound: { readonly isCheckIn: boolean }): void {
    if (this.#userSince !== undefined && !this.#isEcho && !this.#isClosing) this.#beginUserTurn(this.#userSince);
    this.#quiet(sound);
  }

  #sound(border: 'start' | 'end', at: number): void {
    if (this.#isOver) return;
    this.#isSound = border === 'start';
    if (border === 'start') {
      this.#silence.sound();
      this.#tracks.soundBegan();
      if (this.#mayInterrupt) this.#pause.hold();
      // One that is faint so far may begin with a quiet consonant: it has the time of a candidate to become louder. What a sound
      // before it has paused goes on in its time.
      else if (!this.#mayBeCaller) this.#pause.dropCandidate();
      return;
    }
    this.#soundEndedAt = this.#timeOf(at);
    this.#quiet();
    this.#pause.releaseLater();
  }

  /** The agent pauses before it is sure of a voice, and goes on where there is none. */
  #candidate(state: 'begun' | 'dropped'): void {
    if (this.#isOver || !this.#agent.isBusy) return;
    if (state === 'dropped') {
      this.#tracks.soundDropped();
      return this.#pause.dropCandidate();
    }
    this.#tracks.soundBegan();
    // How loud it becomes is not known yet: words begin with quiet sounds.
    if (this.#mayBeCaller) this.#pause.holdForCandidate();
  }

  /** The caller speaks into an echo of the agent. */
  #callerSpeaks(): void {
    this.#isEcho = false;
    if (this.#isSound && this.#mayInterrupt) this.#pause.hold();
    if (this.#userSince !== undefined && !this.#agent.isBusy) this.#beginUserTurn(this.#userSince);
  }

  /** Whether words interrupt: the agent speaks or is about to, and neither itself nor another person in the room is what is heard. */
  get #mayInterrupt(): boolean {
    return this.#mayBeCaller && !this.#tracks.isFaint;
  }

  /** The same, other persons included. */
  get #mayBeCaller(): boolean {
    if (!this.#agent.isBusy || this.#tracks.isEcho) return false;
    const { speechSince } = this.#agent;
    const isWarm = speechSince === undefined || this.#clock.now() - speechSince >= warmUpMs;
    return !this.#options.line.hasEcho || isWarm;
  }

  /** Tones that are being typed hold it to their end. */
  #release(): void {
    if (!this.#digits.isOpen) this.#pause.release();
  }

  #interrupt(): void {
    this.#pause.drop();
    this.#agent.interrupt();
  }

  #heard(text: string, isFinal: boolean): void {
    if (this.#isOver) return;
    const isMore = this.#interruptBy(text);
    if (isFinal && !isMore && this.#userTurn === undefined && !this.#isSound) this.#release();
    if (this.#userTurn === undefined || !hasWord(text)) return;
    this.#userText = joined(this.#userFinals, text.trim());
    if (isFinal) {
      this.#userFinals = this.#userText;
      if (this.#soundEndedAt !== undefined) this.#textSeconds = this.#now - this.#soundEndedAt;
    }
    this.#emit({ type: 'heard', turn: this.#userTurn.turn, text: this.#userText });
  }

  /** Words while the agent speaks end its reply. */
  #interruptBy(text: string): boolean {
    const isMore = this.#isMoreThanBackChannel(text);
    if (!isMore || !this.#mayInterrupt) return isMore;
    this.#interrupt();
    if (this.#userSince !== undefined) this.#beginUserTurn(this.#userSince);
    return true;
  }

  /** Whether it is more than what listeners say to show that they listen. */
  #isMoreThanBackChannel(text: string): boolean {
    return hasWord(text) && !isBackChannel(text, this.#options.agent.language);
  }

  #decided(decision: TurnDecision): void {
    if (this.#isOver) return;
    switch (decision.kind) {
      case 'start':
        // What is heard while the agent speaks may be a back-channel: its text tells.
        this.#isEcho = this.#tracks.isEcho || (this.#agent.isBusy && !this.#mayInterrupt);
        if (this.#isEcho || this.#agent.isBusy) this.#userSince ??= this.#timeOf(decision.since);
        else this.#beginUserTurn(this.#timeOf(decision.since));
        return;
      case 'update':
        this.#interruptBy(decision.transcript);
        return;
      case 'eager_end':
        this.#interruptBy(decision.transcript);
        return this.#eagerEnd(decision.transcript);
      case 'resume':
        return this.#agent.drop();
      case 'end':
        return this.#ended(decision.transcript);
    }
  }

  #eagerEnd(transcript: string): void {
    if (this.#userTurn === undefined) return;
    this.#userTurn.eagerEndTime ??= this.#now;
    if (this.#options.agent.isSpeculative && !this.#agent.isBusy) this.#agent.prepare(transcript);
  }

  #ended(transcript: string): void {
    const isBeside = this.#userTurn === undefined && this.#agent.isBusy;
    const isWanted = !isBeside || (this.#mayInterrupt && this.#isMoreThanBackChannel(transcript));
    // A back-channel, a sound without a word, or the echo of the agent, which goes on.
    if (!hasWord(transcript) || !isWanted || (this.#isEcho && this.#userTurn === undefined)) {
      this.#endUserTurn('', undefined);
      this.#release();
      return this.#quiet();
    }
    this.#tracks.callerSpoke();
    this.#interrupt();
    this.#beginUserTurn(this.#userSince ?? this.#now);
    this.#answer(transcript, this.#soundEndedAt === undefined ? undefined : 1000 * (this.#now - this.#soundEndedAt));
  }

  /** Does nothing while one is open. */
  #beginUserTurn(since: number): void {
    this.#userSince = undefined;
    if (this.#userTurn !== undefined) return;
    this.#userText = this.#userFinals = '';
    this.#textSeconds = undefined;
    this.#silence.sound();
    this.#userTurn = this.#turns.begin('user', Math.min(since, this.#now));
  }

  /** @param shown what the turn is told as. Default the text */
  #answer(text: string, patienceMs: number | undefined, shown = text): void {
    this.#endUserTurn(shown, patienceMs);
    this.#agent.answer(text, patienceMs);
    // The caller goes on: what is heard of that decides.
    if (this.#isSound && this.#mayInterrupt) this.#pause.hold();
  }

  #endUserTurn(text: string, patienceMs: number | undefined): void {
    const turn = this.#userTurn;
    const seconds = this.#textSeconds;
    this.#userTurn = this.#userSince = this.#textSeconds = undefined;
    if (turn === undefined) return;
    const figures = seconds === undefined ? {} : { textMs: Math.max(0, Math.round(1000 * seconds)) };
    this.#turns.end(turn, { text, figures, endTime: this.#now - (patienceMs ?? 0) / 1000 });
  }

  #failed(error: unknown): void {
    this.#options.onFailure?.(error instanceof Error ? error : new Error(String(error)));
  }

  /** What is typed is still answered. */
  #callerFailed(error: unknown): void {
    this.#failed(error);
    this.#caller?.close();
    this.#caller = undefined;
    this.#agent.drop();
    this.#endUserTurn('', undefined);
    this.#release();
    this.#quiet();
  }
}
