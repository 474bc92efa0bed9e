/**
 * The caller's side of a conversation: what is heard, typed and keyed in becomes turns, which silence and interrupt the agent. Turns end
 * by themselves, or, without turn detection, when they are committed.
 */
import { toInt16 } from '../audio/pcm.ts';
import type { Clock } from '../timing/clock.ts';
import { isBackChannel } from '../turns/text-completeness.ts';
import type { TurnDecision } from '../turns/turns.ts';
import { hasWord, joined } from '../turns/words.ts';
import type { AgentSide, ConversationAgent } from './agent-side.ts';
import type { Caller, CallerListener } from './caller.ts';
import { DigitInput } from './digit-input.ts';
import type { EndReason } from './events.ts';
import type { Line } from './line.ts';
import { sentencesOf } from './sentences.ts';
import type { Silence } from './silence.ts';
import { SpeechPause } from './speech-pause.ts';
import { Tracks, type TracksOptions } from './tracks.ts';
import type { OpenTurn, TurnLog } from './turn-log.ts';

/** Opens what hears. */
export type OpenCaller = (listener: CallerListener) => Promise<Caller>;

/** What was typed or keyed in, and what it is told as. */
interface Typed {
  readonly text: string;
  readonly shown: string;
}

export interface CallerSideOptions extends Pick<TracksOptions, 'onAudio' | 'now'> {
  readonly agent: AgentSide;
  readonly config: Pick<ConversationAgent, 'language' | 'isSpeculative'>;
  readonly line: Pick<Line, 'sampleRate' | 'hasEcho'>;
  readonly turns: TurnLog;
  readonly silence: Pick<Silence, 'sound'>;
  readonly clock: Clock;
  readonly detectsTurns: boolean;
  /** What has been heard of a turn so far. */
  readonly onHeard: (turn: number, text: string) => void;
  /** The caller says nothing now. */
  readonly onQuiet: () => void;
  readonly onFailure: (error: unknown) => void;
  /** Audio too far ahead of real time is dropped. */
  readonly onDropped: (seconds: number) => void;
  readonly onEnd: (reason: EndReason, message: string) => void;
}

/** The third piece of speech in a row that cannot be heard ends the conversation; those that the caller was not asked for again do not count. */
const maxFailures = 3;
/** On lines with an echo, nothing interrupts for so long from the first speech on. */
const warmUpMs = 3000;

/** See the head of this file. */
export class CallerSide {
  readonly #options: CallerSideOptions;
  readonly #pause: SpeechPause;
  readonly #digits: DigitInput;
  readonly #tracks: Tracks;
  #detectsTurns: boolean;
  #caller: Caller | undefined;
  #turn: OpenTurn | undefined;
  /** What was heard so far of it, or of what it begins with, and what of that is final. */
  #text = '';
  #finals = '';
  /** What the caller says began while only an echo of the agent could be heard. */
  #isEcho = false;
  /** Where a turn began that may be nothing but a back-channel, since the agent speaks. */
  #waitsSince: number | undefined;
  /** Sound goes on that may be speech; where it or the last one began, and where the last one ended. */
  #isSound = false;
  #soundSince: number | undefined;
  #soundEndedAt: number | undefined;
  /** Seconds from the end of a sound to the text of it that is final. */
  #textSeconds: number | undefined;
  /** Sound has begun whose text is not final yet. */
  #isUnheard = false;
  /** What was typed, in order: with the first of it the turn ends, once the text of what was said before is there. */
  #given: readonly Typed[] = [];
  #failures = 0;
  #isClosed = false;

  constructor(options: CallerSideOptions) {
    const { agent, clock, line, now, onAudio, detectsTurns } = options;
    this.#options = options;
    this.#detectsTurns = detectsTurns;
    const { sampleRate } = line;
    this.#tracks = new Tracks({ sampleRate, onAudio, now, onCaller: () => this.#isTheCaller() });
    this.#pause = new SpeechPause({ clock, pause: () => agent.pause(), resume: () => agent.resume() });
    this.#digits = new DigitInput(clock, (digits) => this.#endDigits(digits));
  }

  /** Loads what hears. @throws what `open` throws */
  async open(open: OpenCaller | undefined): Promise<void> {
    const caller = await open?.({
      sound: (border, at) => this.#sound(border, at),
      candidate: (state) => this.#candidate(state),
      text: (text, isFinal) => this.#heard(text, isFinal),
      decided: (decision) => this.#decided(decision),
      failed: (error) => this.#failed(error),
    });
    if (this.#isClosed) return caller?.close();
    this.#caller = caller;
  }

  /** Ends the turn that is open, with what was heard of it and what was typed behind it; nothing is heard any more. */
  close(): void {
    for (const { shown } of this.#given) {
      this.#beginTurn(this.#options.now());
      this.#endTurn(joined(this.#text, shown), undefined);
    }
    this.#given = [];
    this.#endTurn(this.#text, undefined);
    this.#isClosed = true;
    this.#digits.stop();
    this.#caller?.close();
  }

  /** Whether the caller speaks, or may still say more before an answer. */
  get isSpeaking(): boolean {
    // A turn that waits to be committed is no sound.
    return this.#detectsTurns ? this.#turn !== undefined || this.#waitsSince !== undefined : this.#isSound;
  }

  get detectsTurns(): boolean {
    return this.#detectsTurns;
  }

  /** @param samples the next ones, within ±1, at the rate of the line */
  audio(samples: Float32Array): void {
    const kept = this.#tracks.caller(toInt16(samples));
    if (kept < samples.length) this.#options.onDropped((samples.length - kept) / this.#options.line.sampleRate);
    if (kept > 0) this.#caller?.write(samples.subarray(samples.length - kept));
  }

  /** What was heard of the agent. */
  agentAudio(samples: Int16Array): void {
    this.#tracks.agent(samples);
  }

  /** A turn of its own, which interrupts like words. */
  typed(text: string): void {
    this.#takeTurn({ text, shown: text });
  }

  /** A tone: 0–9, * or #. */
  digit(digit: string): void {
    this.#options.silence.sound();
    this.#digits.add(digit);
    if (this.#detectsTurns && this.#digits.isOpen && this.#options.agent.isBusy) this.#pause.hold();
  }

  /** Whether turns start, interrupt and end by what is heard; see {@link Conversation.setTurnDetection}. */
  setTurnDetection(isOn: boolean): void {
    if (isOn === this.#detectsTurns) return;
    this.#detectsTurns = isOn;
    this.#waitsSince = undefined;
    this.#options.agent.drop();
    this.#release();
    if (this.#turn === undefined) this.#forgetText();
    if (!isOn) return;
    this.#caller?.restartTurns();
    this.#remember(this.#text);
  }

  /** Ends the turn that is open, with all that was said until now. @returns its text; '' where there is none, and nothing happens */
  async commit(): Promise<string> {
    await this.#finalize();
    const text = this.#text;
    if (this.#isClosed || this.#turn === undefined) return '';
    this.#caller?.restartTurns();
    if (this.#detectsTurns && hasWord(text)) {
      this.interrupt();
      this.#answer(text, this.#patienceMs);
    } else this.#remember(text);
    // A sound that goes on belongs to the next turn from here on.
    this.#soundSince = this.#options.now();
    return text;
  }

  /** Ends what the agent says. */
  interrupt(): void {
    this.#pause.drop();
    this.#options.agent.interrupt();
  }

  /** The agent has said what it had to say: the caller may have begun meanwhile. */
  agentEnded(): void {
    if (this.#waitsSince !== undefined && !this.#isEcho) this.#beginTurn(this.#waitsSince);
  }

  /** When that was, of seconds of audio: lines give audio in real time, but for what was dropped. */
  #timeOf(seconds: number): number {
    return Math.max(0, this.#options.now() - Math.max(0, (this.#caller?.seconds ?? seconds) - seconds));
  }

  /** Since the last sound ended; undefined while there is none that has. */
  get #patienceMs(): number | undefined {
    if (this.#isSound || this.#soundEndedAt === undefined) return undefined;
    return 1000 * (this.#options.now() - this.#soundEndedAt);
  }

  #sound(border: 'start' | 'end', at: number): void {
    if (this.#isClosed) return;
    this.#isSound = border === 'start';
    if (border === 'start') {
      this.#isUnheard = true;
      this.#soundSince = this.#timeOf(at);
      this.#options.silence.sound();
      this.#tracks.soundBegan();
      if (this.#mayInterrupt) this.#pause.hold();
      // One that is faint so far may begin with a quiet consonant: it has the time of a candidate to become louder. What a sound
      // before it has paused goes on in its time.
      else if (!this.#mayBeCaller) this.#pause.dropCandidate();
      return;
    }
    this.#soundEndedAt = this.#timeOf(at);
    this.#options.onQuiet();
    this.#pause.releaseLater();
  }

  /** The agent pauses before it is sure of a voice, and goes on where there is none. */
  #candidate(state: 'begun' | 'dropped'): void {
    if (this.#isClosed || !this.#options.agent.isBusy) return;
    if (state === 'dropped') {
      this.#tracks.soundDropped();
      return this.#pause.dropCandidate();
    }
    this.#tracks.soundBegan();
    // How loud it becomes is not known yet: words begin with quiet sounds.
    if (this.#mayBeCaller) this.#pause.holdForCandidate();
  }

  /** The caller speaks into an echo of the agent. */
  #isTheCaller(): void {
    this.#isEcho = false;
    if (this.#isSound && this.#mayInterrupt) this.#pause.hold();
    if (this.#waitsSince !== undefined && !this.#options.agent.isBusy) this.#beginTurn(this.#waitsSince);
  }

  /** Whether words interrupt: the agent speaks or is about to, and neither itself nor another person in the room is what is heard. */
  get #mayInterrupt(): boolean {
    return this.#mayBeCaller && !this.#tracks.isFaint;
  }

  /** The same, other persons included. */
  get #mayBeCaller(): boolean {
    const { agent, clock, line } = this.#options;
    if (!this.#detectsTurns || !agent.isBusy || this.#tracks.isEcho) return false;
    const { speechSince } = agent;
    const isWarm = speechSince === undefined || clock.now() - speechSince >= warmUpMs;
    return !line.hasEcho || isWarm;
  }

  /** Tones that are being typed hold it to their end. */
  #release(): void {
    if (!this.#digits.isOpen) this.#pause.release();
  }

  #heard(text: string, isFinal: boolean): void {
    if (this.#isClosed) return;
    if (isFinal) {
      this.#failures = 0;
      this.#isUnheard = this.#isSound;
    }
    const isMore = this.#interruptBy(text);
    if (isFinal && !isMore && this.#turn === undefined && !this.#isSound) this.#release();
    if (!hasWord(text)) {
      // There were none after all.
      if (isFinal) this.#text = this.#finals;
      return;
    }
    // Without turn detection the first word is where a turn starts.
    if (!this.#detectsTurns && !this.#tracks.isEcho) this.#beginTurn(this.#soundSince ?? this.#options.now());
    // With it, the text comes before the decision that a turn starts with it.
    if (this.#turn === undefined && !this.#detectsTurns) return;
    this.#keepText(text.trim(), isFinal);
    if (this.#turn === undefined) return;
    this.#options.onHeard(this.#turn.turn, this.#text);
    if (!this.isSpeaking) this.#options.onQuiet();
  }

  /** Words while the agent speaks end its reply. */
  #interruptBy(text: string): boolean {
    const isMore = this.#isMoreThanBackChannel(text);
    if (!isMore || !this.#mayInterrupt) return isMore;
    this.interrupt();
    if (this.#waitsSince !== undefined) this.#beginTurn(this.#waitsSince);
    return true;
  }

  /** Whether it is more than what listeners say to show that they listen. */
  #isMoreThanBackChannel(text: string): boolean {
    return hasWord(text) && !isBackChannel(text, this.#options.config.language);
  }

  #decided(decision: TurnDecision): void {
    if (this.#isClosed || !this.#detectsTurns || this.#given.length > 0) return;
    switch (decision.kind) {
      case 'start':
        return this.#start(this.#timeOf(decision.since));
      case 'update':
        this.#interruptBy(decision.transcript);
        return;
      case 'eager_end':
        this.#interruptBy(decision.transcript);
        return this.#eagerEnd(decision.transcript);
      case 'resume':
        return this.#options.agent.drop();
      case 'end':
        return this.#ended(decision.transcript);
    }
  }

  #start(since: number): void {
    const { isBusy } = this.#options.agent;
    // What is heard while the agent speaks may be a back-channel: its text tells.
    this.#isEcho = this.#tracks.isEcho || (isBusy && !this.#mayInterrupt);
    if (this.#isEcho || isBusy) this.#waitsSince ??= since;
    else this.#beginTurn(since);
  }

  #eagerEnd(transcript: string): void {
    if (this.#turn === undefined) return;
    const { agent, config, now } = this.#options;
    this.#turn.eagerEndTime ??= now();
    if (config.isSpeculative && !agent.isBusy) agent.prepare(transcript);
  }

  #ended(transcript: string): void {
    const { agent, now, onQuiet } = this.#options;
    const isBeside = this.#turn === undefined && agent.isBusy;
    const isWanted = !isBeside || (this.#mayInterrupt && this.#isMoreThanBackChannel(transcript));
    // A back-channel, a sound without a word, or the echo of the agent, which goes on.
    if (!hasWord(transcript) || !isWanted || (this.#isEcho && this.#turn === undefined)) {
      agent.drop();
      this.#endTurn('', undefined);
      this.#release();
      return onQuiet();
    }
    this.#tracks.callerSpoke();
    this.interrupt();
    this.#beginTurn(this.#waitsSince ?? now());
    this.#answer(transcript, this.#soundEndedAt === undefined ? undefined : 1000 * (now() - this.#soundEndedAt));
  }

  /** The model is told the digits; a reader of the transcript is not: they may be a secret. */
  #endDigits(digits: string): void {
    if (digits === '') return this.#options.onQuiet();
    this.#takeTurn({ text: digits, shown: '*'.repeat(digits.length) });
  }

  /** A turn that is there at once, or the end of the one that is open or may begin with what is being heard. */
  #takeTurn(typed: Typed): void {
    const { agent, turns, now, onQuiet } = this.#options;
    if (!this.#detectsTurns) {
      // What was said and not committed is a turn beside it.
      turns.end(turns.begin('user', now()), { text: typed.shown, endTime: now() });
      agent.hear(typed.text);
      return onQuiet();
    }
    const isTheCaller = this.#isUnheard && !this.#isEcho && !this.#tracks.isEcho;
    this.interrupt();
    if (this.#turn !== undefined || isTheCaller || this.#given.length > 0) {
      this.#given = [...this.#given, typed];
      if (this.#given.length === 1) void this.#endGiven();
      return;
    }
    this.#forgetText();
    this.#beginTurn(now());
    this.#answer(typed.text, undefined, typed.shown);
  }

  /** What was said before is told and answered together with what was typed behind it. */
  async #endGiven(): Promise<void> {
    const turn = this.#turn;
    await this.#finalize();
    if (this.#isClosed) return;
    const [first, ...rest] = this.#given;
    this.#given = [];
    this.#isUnheard = this.#isSound;
    // Something else has ended it meanwhile, such as a failure.
    if (this.#turn !== turn || !this.#detectsTurns) this.#takeTurn(first!);
    else {
      this.#caller?.restartTurns();
      this.interrupt();
      const said = this.#text;
      this.#beginTurn(this.#soundSince ?? this.#options.now());
      this.#answer(joined(said, first!.text), undefined, joined(said, first!.shown));
      this.#soundSince = this.#options.now();
    }
    for (const typed of rest) this.#takeTurn(typed);
  }

  /** Resolves when all that was said until now has been told, or cannot be. */
  async #finalize(): Promise<void> {
    try {
      await this.#caller?.finalize();
    } catch {
      // `failed` was told why.
    }
  }

  /** Does nothing while one is open. */
  #beginTurn(since: number): void {
    this.#waitsSince = undefined;
    if (this.#turn !== undefined) return;
    const { silence, turns, now, onHeard } = this.#options;
    silence.sound();
    this.#turn = turns.begin('user', Math.min(since, now()));
    if (this.#text !== '') onHeard(this.#turn.turn, this.#text);
  }

  /** @param shown what the turn is told as. Default the text */
  #answer(text: string, patienceMs: number | undefined, shown = text): void {
    this.#endTurn(shown, patienceMs);
    this.#options.agent.answer(text, patienceMs);
    // The caller goes on: what is heard of that decides.
    if (this.#isSound && this.#mayInterrupt) this.#pause.hold();
  }

  /** Ends the turn that is open, if there is one: the next reply answers it. */
  #remember(text: string): void {
    if (this.#turn === undefined) return;
    this.#endTurn(text, this.#patienceMs);
    if (hasWord(text)) this.#options.agent.hear(text);
    this.#options.onQuiet();
  }

  #endTurn(text: string, patienceMs: number | undefined): void {
    const turn = this.#turn;
    const seconds = this.#textSeconds;
    this.#turn = this.#waitsSince = undefined;
    this.#forgetText();
    if (turn === undefined) return;
    const { turns, now } = this.#options;
    const figures = seconds === undefined ? {} : { textMs: Math.max(0, Math.round(1000 * seconds)) };
    turns.end(turn, { text, figures, endTime: now() - (patienceMs ?? 0) / 1000 });
  }

  #keepText(text: string, isFinal: boolean): void {
    this.#text = joined(this.#finals, text);
    if (!isFinal) return;
    this.#finals = this.#text;
    if (this.#soundEndedAt !== undefined) this.#textSeconds = this.#options.now() - this.#soundEndedAt;
  }

  #forgetText(): void {
    this.#text = this.#finals = '';
    this.#textSeconds = undefined;
  }

  /** The caller is asked to say it again, unless the agent speaks: that goes on. The model is told what was heard before. */
  #failed(error: unknown): void {
    const { agent, config, onFailure, onQuiet, onEnd } = this.#options;
    onFailure(error);
    if (this.#isClosed) return;
    // What comes while the agent speaks may be no words at all, and nobody asks for them.
    if (!this.#detectsTurns || !agent.isBusy) this.#failures++;
    if (this.#failures >= maxFailures) return onEnd('error', 'the caller could not be heard three times in a row');
    agent.drop();
    if (this.#detectsTurns) {
      if (this.#turn !== undefined) this.#remember(this.#text);
      this.#endTurn('', undefined);
      this.#release();
      if (!agent.isBusy) agent.say(sentencesOf(config.language).failed);
    } else this.#finals = this.#text;
    // No end of it comes any more.
    this.#isSound = false;
    onQuiet();
  }
}
