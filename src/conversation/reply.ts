/**
 * One turn of the agent: asks the model, runs the tools it calls, lets a speech context say what it writes while it writes on, and plays
 * that. It ends once: heard to its end, interrupted, or failed.
 */
import { integersOf } from '../audio/bytes.ts';
import type {
  LanguageModel,
  LanguageModelMessage,
  LanguageModelRequest,
  LanguageModelToolCall,
} from '../language-models/adapter.ts';
import type { SpeechContext } from '../speech/context.ts';
import type { SpeechEvent } from '../speech/events.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Clock } from '../timing/clock.ts';
import type { Playout } from './playout.ts';
import { refused, ReplyText, type ToolRun } from './reply-text.ts';

/** Makes text of a model fit to be spoken. */
export interface TextCleaner {
  /** @returns what can be said of it so far */
  push(text: string): string;
  /** @returns the rest */
  end(): string;
}

/** What is said: by a model, or a text that is there. */
export type ReplySource =
  | {
      readonly kind: 'model';
      readonly model: LanguageModel;
      /** The request of a round, with what the rounds before it added to the conversation. */
      readonly request: (added: readonly LanguageModelMessage[]) => LanguageModelRequest;
      /** Runs one call; never rejects but with the reason of the signal. */
      readonly runTool: (
        call: LanguageModelToolCall & { readonly problem?: string },
        signal: AbortSignal,
      ) => Promise<ToolRun>;
      /** Said before these tools run, where nothing was said before them; undefined: nothing. */
      readonly beforeTool: (calls: readonly LanguageModelToolCall[]) => string | undefined;
    }
  | { readonly kind: 'text'; readonly text: string };

export interface ReplyOptions {
  readonly source: ReplySource;
  readonly playout: Playout;
  readonly clock: Clock;
  /**
   * Opens what speaks.
   * @param onTextNeeded to be called when it has nothing more to say but what it says
   * @throws {ServiceError}
   */
  readonly openSpeech: (onEvent: (event: SpeechEvent) => void, onTextNeeded: () => void) => SpeechContext;
  readonly cleaner: () => TextCleaner;
  /** Said in place of an answer that fails, and behind too many rounds of tools. */
  readonly fallback: string;
  /** Whether tools may run and something may be heard: a turn of the caller may still go on. Default true. */
  readonly isCommitted?: boolean;
  /** The first text or call of a tool, once it is committed. */
  readonly onBegin: () => void;
  readonly onText: (delta: string) => void;
  /** The first sound was given to the line. */
  readonly onSound: () => void;
  /** Once, as the last. */
  readonly onEnd: (end: ReplyEnd) => void;
  readonly limits?: Partial<ReplyLimits>;
}

/** Bounds of a reply. */
export interface ReplyLimits {
  /** Rounds of tools in a turn. Default 3. */
  readonly rounds: number;
  /** Calls of tools in a round; those behind get an error as their result. Default 8. */
  readonly calls: number;
  /** Seconds of speech that a model is read ahead of what was heard. Default 30. */
  readonly aheadSeconds: number;
  /** Seconds of speech in all; then it is cut. Default 600. */
  readonly maxSeconds: number;
}

const defaultLimits: ReplyLimits = { rounds: 3, calls: 8, aheadSeconds: 30, maxSeconds: 600 };

/** What was heard of a reply. */
export interface HeardReply {
  readonly text: string;
  /** Clock time at which the last of it was heard; undefined: nothing was. */
  readonly heardAt: number | undefined;
  /** Not all of it was heard. */
  readonly interrupted: boolean;
  /** What it adds to the conversation as the model sees it: with what was heard. */
  readonly messages: readonly LanguageModelMessage[];
}

/** How a reply ended. */
export interface ReplyEnd extends HeardReply {
  /** It was ended before its own end, also where nothing was to be heard any more. */
  readonly wasCut: boolean;
  readonly tools: readonly ToolRun[];
  /** Why the model or the speech failed; the fallback was said then. */
  readonly failure: Error | undefined;
  readonly figures: ReplyFigures;
}

/** Milliseconds since the reply was begun or, where it was prepared, since the turn of the caller was over; 0 for what was there then. */
export interface ReplyFigures {
  firstTextMs?: number;
  firstAudioMs?: number;
  firstSentMs?: number;
}

/** Letters that are spoken in a second, about. */
const lettersPerSecond = 15;

export class Reply {
  readonly #options: ReplyOptions;
  readonly #limits: ReplyLimits;
  readonly #stop = new AbortController();
  #beganAt: number;
  readonly #figures: ReplyFigures = {};
  readonly #committed = Promise.withResolvers<undefined>();
  #isCommitted: boolean;
  #hasBegun = false;
  #isEnded = false;
  /** Not all of the text becomes speech. */
  #isBroken = false;
  #speech: SpeechContext | undefined;
  readonly #text = new ReplyText();
  #failure: Error | undefined;
  /** The speech context has nothing ahead, however little of its text became sound. */
  #isTextNeeded = false;
  #room = Promise.withResolvers<undefined>();
  /** Of its speech, once it has ended. */
  #heardSamples = 0;
  #heardAt: number | undefined;

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#beganAt = options.clock.now();
    this.#isCommitted = options.isCommitted ?? true;
    if (this.#isCommitted) this.#committed.resolve(undefined);
  }

  /** Begins; called once. */
  start(): void {
    this.#options.playout.begin({
      started: () => {
        this.#note('firstSentMs');
        this.#options.onSound();
      },
      moved: () => this.#moved(),
      ended: () => this.#end(false),
    });
    this.#run().catch((error: unknown) => this.#fail(error));
  }

  /** The turn of the caller is over: what was prepared may be heard, and tools may run. */
  commit(): void {
    if (this.#isCommitted) return;
    this.#isCommitted = true;
    this.#beganAt = this.#options.clock.now();
    if (this.#figures.firstTextMs !== undefined) this.#figures.firstTextMs = 0;
    this.#committed.resolve(undefined);
    const prepared = this.#text.spoken;
    if (prepared === '') return;
    this.#begin();
    this.#options.onText(prepared);
    this.#speak(prepared);
  }

  /** Silence, until {@link resume}. */
  pause(): void {
    this.#options.playout.pause();
  }

  /** Goes on from the word it stopped at. */
  resume(): void {
    const { playout } = this.#options;
    if (playout.isPaused) playout.resume(this.#speech?.report().wordsBefore(playout.heard).endsAt ?? 0);
  }

  /**
   * Ends it where it is. What it did is told to {@link ReplyOptions.onEnd}.
   * @param seconds of its speech were heard at most. Default: all that was played
   */
  interrupt(seconds = Infinity): void {
    this.#end(true, seconds);
  }

  /** What was heard of it, which has ended, if no more than so many seconds of its speech were; undefined: that is no less. */
  heardWithin(seconds: number): HeardReply | undefined {
    const { sampleRate } = this.#options.playout;
    const sample = Math.round(seconds * sampleRate);
    if (sample >= this.#heardSamples) return undefined;
    if (this.#heardAt !== undefined) this.#heardAt -= (1000 * (this.#heardSamples - sample)) / sampleRate;
    this.#heardSamples = sample;
    return this.#heardReply(this.#heard(sample), true);
  }

  async #run(): Promise<void> {
    const { source } = this.#options;
    if (source.kind === 'text') this.#say(source.text);
    else await this.#ask(source);
    this.#finishSpeech();
  }

  async #ask(source: Extract<ReplySource, { readonly kind: 'model' }>): Promise<void> {
    for (let round = 0; round <= this.#limits.rounds; round++) {
      const calls = await this.#round(source);
      if (calls.length === 0) return;
      if (round === this.#limits.rounds) {
        this.#say(this.#fallback);
        return;
      }
      await this.#committed.promise;
      this.#begin();
      await this.#runTools(source, calls);
    }
  }

  /** @returns the calls that the model made */
  async #round({ model, request }: Extract<ReplySource, { readonly kind: 'model' }>) {
    const { signal } = this.#stop;
    const cleaner = this.#options.cleaner();
    const calls: (LanguageModelToolCall & { readonly problem?: string })[] = [];
    const asked = request(this.#text.messages());
    this.#text.beginRound();
    for await (const event of model.generate(asked, signal)) {
      if (event.type === 'text') {
        this.#note('firstTextMs');
        this.#say(cleaner.push(event.text));
        const { wordlessLength } = this.#text;
        if (wordlessLength / lettersPerSecond >= this.#limits.aheadSeconds) {
          throw new Error(`the model wrote ${wordlessLength} characters without a word`);
        }
        if (this.#isTooLong) break;
        await this.#ready();
      } else if (event.type === 'tool_call') calls.push(event);
    }
    signal.throwIfAborted();
    this.#say(cleaner.end());
    this.#text.dropWordless();
    return calls;
  }

  async #runTools(
    { runTool, beforeTool }: Extract<ReplySource, { readonly kind: 'model' }>,
    calls: readonly (LanguageModelToolCall & { readonly problem?: string })[],
  ): Promise<void> {
    const { signal } = this.#stop;
    const announced = this.#text.isRoundSilent ? beforeTool(calls) : undefined;
    if (announced !== undefined) this.#say(announced);
    // What was said before a call is complete: the voice does not wait for the result.
    this.#speech?.push({ transcript: ' ', continue: true, flush: true });
    // In the order of the calls, and there also when the caller interrupts: what was done stays done.
    const runs = this.#text.addTools(
      calls.map((call) => refused(call, 'It was not run to its end: the caller interrupted.')),
    );
    await Promise.all(
      calls.map(async (call, index) => {
        const isOne = index < this.#limits.calls;
        const tooMany = `At most ${this.#limits.calls} calls at once; this one was not made.`;
        runs[index] = isOne ? await runTool(call, signal) : refused(call, tooMany);
      }),
    );
    signal.throwIfAborted();
  }

  /** Behind what was said. */
  get #fallback(): string {
    return this.#text.spoken === '' ? this.#options.fallback : ` ${this.#options.fallback}`;
  }

  #say(written: string): void {
    if (written === '' || this.#isEnded) return;
    const text = this.#text.add(written);
    if (text === '' || !this.#isCommitted) return;
    this.#begin();
    this.#options.onText(text);
    this.#speak(text);
  }

  #speak(text: string): void {
    this.#speech ??= this.#options.openSpeech(
      (event) => this.#spoken(event),
      () => this.#needText(),
    );
    this.#isTextNeeded = false;
    this.#speech.push({ transcript: text, continue: true, flush: false });
  }

  #spoken(event: SpeechEvent): void {
    if (this.#isEnded) return;
    if (event.type === 'chunk') {
      this.#note('firstAudioMs');
      this.#options.playout.write(integersOf(event.data).slice());
      if (this.#options.playout.waitingSeconds > this.#limits.aheadSeconds) this.#speech?.pause();
    } else if (event.type === 'error') {
      this.#failure ??= event.error;
      if (!event.done) return;
      // What was made of it is still heard, and no more.
      this.#isBroken = true;
      this.#options.playout.finish();
    } else if (event.type === 'done') this.#options.playout.finish();
  }

  #finishSpeech(): void {
    if (this.#isEnded) return;
    // Prepared before the turn of the caller was over: it goes on when that is.
    if (!this.#isCommitted) {
      void this.#committed.promise.then(() => this.#finishSpeech());
      return;
    }
    if (this.#speech === undefined) return this.#end(false);
    this.#speech.push({ transcript: '', continue: false, flush: false });
  }

  /** An answer that fails is one that is not given: the caller hears a sentence that says so. */
  #fail(error: unknown): void {
    if (this.#isEnded || this.#stop.signal.aborted) return;
    this.#failure = error instanceof Error ? error : new Error(String(error));
    this.#text.dropWordless();
    try {
      this.#say(this.#fallback);
      this.#finishSpeech();
    } catch {
      this.#isBroken = true;
      this.#end(false);
    }
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#options.onBegin();
  }

  #moved(): void {
    if (this.#options.playout.waitingSeconds < this.#limits.aheadSeconds / 2) this.#speech?.resume();
    if (this.#hasRoom) this.#makeRoom();
  }

  #needText(): void {
    this.#isTextNeeded = true;
    if (this.#hasRoom) this.#makeRoom();
  }

  /** Waits while more than enough was read. */
  async #ready(): Promise<void> {
    while (!this.#hasRoom && !this.#isEnded) await this.#room.promise;
    this.#stop.signal.throwIfAborted();
  }

  #makeRoom(): void {
    this.#room.resolve(undefined);
    this.#room = Promise.withResolvers();
  }

  get #hasRoom(): boolean {
    const unspoken = this.#text.spoken.length - (this.#speech?.report().characters ?? 0);
    const { waitingSeconds } = this.#options.playout;
    if (waitingSeconds === 0 && this.#isTextNeeded) return true;
    return waitingSeconds + unspoken / lettersPerSecond < this.#limits.aheadSeconds;
  }

  get #isTooLong(): boolean {
    return this.#text.spoken.length / lettersPerSecond > this.#limits.maxSeconds;
  }

  #note(figure: keyof ReplyFigures): void {
    this.#figures[figure] ??= this.#options.clock.now() - this.#beganAt;
  }

  #end(interrupted: boolean, seconds = Infinity): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { playout, onEnd } = this.#options;
    this.#heardSamples = playout.stop();
    this.#heardAt = playout.heardAt;
    const isAll = !interrupted && !this.#isBroken;
    const heard = isAll ? (this.#isCommitted ? this.#text.spoken : '') : this.#heard(this.#heardSamples);
    this.#stop.abort(new ServiceError('unavailable', 'The reply has ended.'));
    this.#speech?.abandon();
    this.#makeRoom();
    onEnd({
      ...(this.heardWithin(seconds) ?? this.#heardReply(heard, interrupted)),
      wasCut: interrupted,
      tools: this.#text.tools,
      failure: this.#failure,
      figures: this.#figures,
    });
  }

  #heardReply(heard: string, wasCut: boolean): HeardReply {
    return {
      text: heard.trim(),
      heardAt: this.#heardAt,
      interrupted: wasCut && heard.trim() !== this.#text.spoken.trim(),
      messages: this.#text.messages(heard.length),
    };
  }

  /** The text of what was heard. */
  #heard(sample: number): string {
    return this.#text.heard(this.#speech?.report().wordsBefore(sample).words ?? []);
  }
}
