/**
 * One utterance: open → finishing → ended. Text comes in by {@link SpeechContext.push}, segments go to the engines in order, and
 * events go out in order; exactly one terminal event ends every life (docs/rules.md#terminal-event). A client that does not read
 * pauses it. A segment that was taken back or lost half-way is spoken again from where it was, which the determinism of its
 * engine makes exact.
 */
import type { EngineVoice } from '../engines/adapter.ts';
import type { SpeechDemand } from '../engines/scheduling/admission.ts';
import type { Admission } from '../engines/scheduling/scheduler.ts';
import type { SynthesisTask, TaskError } from '../engines/scheduling/task.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import type { Segment } from '../text/types.ts';
import { systemClock } from '../timing/clock.ts';
import type { ContextOptions, Push } from './context-options.ts';
import { AudioBudget } from './audio-budget.ts';
import { ContextSpeaker } from './context-speaker.ts';
import type { SpeechEvent, SpeechReport } from './events.ts';
import { SpeechOutput, type SegmentItem, type SpokenItem } from './output.ts';
import type { SpeechObserver, SpeechSettings } from './settings.ts';
import { failureOf, nothingToSpeak, taskFailure } from './task-failure.ts';
import { Transcript, type Boundary } from './transcript.ts';

type Item = SegmentItem | Boundary;

/** A segment is spoken again so often after its thread was lost. */
const maxLosses = 1;

/** One utterance. Text goes in with `push`, events come out by `onEvent`; `pause`, `suspend` and `resume` follow the client. */
export class SpeechContext {
  readonly #options: ContextOptions &
    Required<Omit<ContextOptions, 'takePlace' | 'observer' | 'onTextNeeded' | 'parallelSegments'>>;
  readonly #observer: Partial<SpeechObserver>;
  readonly #speaker: ContextSpeaker;
  readonly #transcript: Transcript;
  readonly #output: SpeechOutput;
  #state: 'open' | 'finishing' | 'ended' = 'open';
  /** The client reads too slowly: nothing new is begun. */
  #isPaused = false;
  #isAdvancing = false;
  #admission: 'unasked' | 'asked' | 'given' = 'unasked';
  /** The organization's. */
  #place: Admission | undefined;
  #stopTimer: () => void = () => undefined;
  #maxBufferDelayMs: number;
  #firstTextAt: number | undefined;
  #lastMessageAt = -Infinity;
  /** Taken so far: UTF-16 units, which the limit counts, and code points, which metering and admission count. */
  #characters = 0;
  #codePoints = 0;
  /** Read while the one before is spoken, so that the engine does not wait for it; or taken back. */
  #ahead: Item[] = [];
  /** In the order of the text; the first one is being given out. */
  readonly #spoken: SpokenItem[] = [];
  readonly #budget: AudioBudget;
  /** Something was heard: then no other engine takes over, and the text is known to be one that can be spoken. */
  #isHeard = false;
  /** Spoken without a sound before anything was heard: given out with what follows. */
  #silent: SpokenItem[] = [];
  #finishTask: SynthesisTask | undefined;

  constructor({ observer = {}, ...options }: ContextOptions) {
    this.#options = {
      clock: systemClock,
      maxBufferDelayMs: 0,
      maxCharacters: 100_000,
      expiryMs: 1000,
      keepsWords: false,
      ...options,
    };
    this.#observer = observer;
    const { settings, scheduler, clock, meter, keepsWords } = this.#options;
    this.#speaker = new ContextSpeaker(scheduler, settings);
    this.#budget = new AudioBudget(settings);
    this.#maxBufferDelayMs = this.#options.maxBufferDelayMs;
    this.#transcript = new Transcript(this.#speaker.reading, options.generationConfig, this.#speaker.mayChange);
    this.#output = new SpeechOutput({
      settings,
      clock,
      meter,
      keepsWords,
      observer,
      firstTextAt: () => this.#firstTextAt ?? clock.now(),
      emit: (event) => this.#emit(event),
    });
  }

  /** What it speaks with; another speaker's after a fallback. */
  get settings(): SpeechSettings {
    return this.#speaker.settings;
  }

  get ended(): boolean {
    return this.#state === 'ended';
  }

  /** No more text is taken; what is there is being spoken. */
  get finishing(): boolean {
    return this.#state === 'finishing';
  }

  /** Has had text, so that it speaks or expires and ends by itself; false while it waits for its first. */
  get isActive(): boolean {
    return !this.ended && (this.finishing || this.#firstTextAt !== undefined);
  }

  /** What was spoken so far. */
  report(): SpeechReport {
    return this.#output.report();
  }

  /**
   * The next piece of the utterance. Text after `continue: false` gets a non-terminal error and changes nothing; a blank final one
   * is ignored (docs/rules.md#terminal-event).
   */
  push(push: Push): void {
    if (this.#state !== 'open') return this.#refuse(push);
    const { transcript } = push;
    this.#characters += transcript.length;
    this.#codePoints += Array.from(transcript).length;
    if (this.#characters > this.#options.maxCharacters) {
      const { maxCharacters } = this.#options;
      return this.fail(invalidField('transcript', `a context takes at most ${maxCharacters} characters in all`));
    }
    this.#stopTimer();
    this.#lastMessageAt = this.#options.clock.now();
    if (transcript.trim() !== '') this.#firstTextAt ??= this.#lastMessageAt;
    if (push.generationConfig !== undefined) this.#transcript.configure(push.generationConfig);
    this.#maxBufferDelayMs = push.maxBufferDelayMs ?? this.#maxBufferDelayMs;
    this.#transcript.append(transcript, this.#lastMessageAt);
    if (push.flush) this.#transcript.end('flush_done');
    if (!push.continue) this.#finish();
    else if (this.#maxBufferDelayMs === 0) this.#transcript.release();
    if (this.#firstTextAt !== undefined && this.#admission === 'unasked') void this.#askAdmission();
    this.#advance();
  }

  /** Stops at once; what has been given out stays so. Ends with `done`. */
  cancel(): SpeechReport {
    const report = this.report();
    this.#end({ type: 'done', report });
    return report;
  }

  /** Ends without an event: the client is gone. */
  abandon(): void {
    if (!this.ended) this.#close();
  }

  /** Ends with a terminal error. */
  fail(error: ServiceError): void {
    this.#end({ type: 'error', done: true, error });
  }

  /** The client reads too slowly: no new segment begins until {@link resume}. */
  pause(): void {
    this.#isPaused = true;
  }

  /** The client does not read: like {@link pause}, and what is being spoken stops, where it can be spoken again. */
  suspend(): void {
    this.#isPaused = true;
    // An encoder with state cannot be taken back half-way, nor an engine that would say it differently: it is let run to its end.
    if (this.#speaker.encoder !== undefined || !this.settings.capabilities.deterministic) return;
    this.#ahead.unshift(...this.#takeBack());
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#advance();
  }

  #refuse({ transcript }: Push): void {
    if (this.#state === 'ended' || transcript.trim() === '') return;
    const message =
      'Text came after `continue: false` while the context was still speaking; use another context_id, or wait for `done`.';
    this.#emit({ type: 'error', done: false, error: new ServiceError('context_closed', message) });
  }

  /** First the organization's place, then the engines' (docs/rules.md#admission). */
  async #askAdmission(): Promise<void> {
    this.#admission = 'asked';
    const { takePlace } = this.#options;
    try {
      if (takePlace !== undefined) this.#place = await takePlace();
      if (this.ended) return this.#place?.release();
      const gone = this.#speaker.begin((engine) => this.#demand(engine));
      if (gone !== undefined) this.#fallBack(gone);
      this.#admission = 'given';
      this.#advance();
    } catch (error) {
      this.fail(failureOf(error));
    }
  }

  #demand(engine: string): SpeechDemand {
    return {
      engine,
      audioEndsAt: () => this.#output.playback.endsAt,
      remainingCharacters: () =>
        this.#state === 'open'
          ? Infinity
          : this.#budget.isSpent
            ? 0
            : this.#codePoints - this.#output.meteredCharacters,
      isPaused: () => this.#isPaused,
    };
  }

  #finish(): void {
    this.#stopTimer();
    this.#state = 'finishing';
    this.#transcript.end('finish');
  }

  get #mayBegin(): boolean {
    return this.#state !== 'ended' && !this.#isPaused && this.#admission !== 'asked';
  }

  /** Goes on with what there is to do. What a listener does inside an event is gone on with behind that event. */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      this.#giveOut();
      this.#begin();
    } finally {
      this.#isAdvancing = false;
    }
  }

  /** Gives out what has ended, in the order of the text. A listener may suspend or end the context at any event. */
  #giveOut(): void {
    for (let first = this.#spoken[0]; first?.result !== undefined; first = this.#spoken[0]) {
      if (!this.#giveAudio(first)) continue;
      this.#spoken.shift();
      if (this.#isHeard) this.#output.segment(first.item, first.result);
      else this.#silent.push(first);
      if (this.#spoken[0] !== undefined) this.#giveAudio(this.#spoken[0]);
    }
    if (this.#spoken[0]?.failure !== undefined) this.fail(taskFailure(this.#spoken[0].failure));
  }

  /**
   * Gives out what the engine has given of the segment whose turn it is. The pause before its first word is no sound yet.
   * @returns whether it is its turn, also behind that
   */
  #giveAudio(spoken: SpokenItem): boolean {
    const { item, result, waiting } = spoken;
    const { tokens, pauseSeconds } = item.segment;
    const pauseSamples = tokens.length === 0 ? 0 : Math.round(pauseSeconds * this.settings.format.sampleRate);
    const isHeld = this.#speaker.mayChange && result === undefined && spoken.samples <= pauseSamples;
    const isItsTurn = (): boolean => spoken === this.#spoken[0];
    if (!isHeld && isItsTurn() && waiting.length > 0) {
      if (!this.#isHeard && spoken.samples > 0) this.#hear();
      while (isItsTurn() && waiting.length > 0) this.#output.audio(spoken, waiting.shift()!);
    }
    return isItsTurn();
  }

  /** The first sound: no other engine may take over from here on. */
  #hear(): void {
    this.#isHeard = true;
    this.#speaker.keep();
    this.#transcript.forgetStart();
    this.#giveSilent();
  }

  #giveSilent(): void {
    for (const { item, result } of this.#silent.splice(0)) this.#output.segment(item, result!);
  }

  /** Begins what may be begun now, and reads one item ahead of it. */
  #begin(): void {
    const { parallelSegments = this.settings.capabilities.concurrency > 1 ? 2 : 1 } = this.#options;
    const atOnce = this.#isOneByOne ? 1 : parallelSegments;
    while (this.#mayBegin && this.#spoken.length < atOnce) {
      const item = this.#next();
      if (item === undefined) break;
      if (item.kind === 'speak') this.#speak(item);
      else if (this.#spoken.length > 0) return void this.#ahead.unshift(item);
      else this.#reach(item);
    }
    if (!this.#mayBegin) return;
    if (this.#spoken.length === 0) this.#wait();
    else if (this.#ahead.length === 0) this.#readAhead();
    if (this.#ahead.length === 0 && this.#state === 'open') this.#options.onTextNeeded?.();
  }

  /** Each segment has to know what came of the one before. */
  get #isOneByOne(): boolean {
    return this.#speaker.encoder !== undefined || this.#budget.isBounded;
  }

  #next(): Item | undefined {
    let item: Item | undefined;
    do item = this.#ahead.shift() ?? this.#read();
    while (item?.kind === 'speak' && this.#budget.isSpent);
    return item;
  }

  #readAhead(): void {
    const next = this.#read();
    if (next !== undefined && !this.ended) this.#ahead.push(next);
  }

  /** A fault of the text layer ends this context, not the process. */
  #read(): Item | undefined {
    try {
      const next = this.#transcript.next();
      return next?.kind === 'speak' ? { ...next, sentBytes: 0, isMetered: false, losses: 0 } : next;
    } catch (error) {
      this.fail(failureOf(error));
      return undefined;
    }
  }

  /** Nothing is left to speak: either undecided text waits for its delay to run out, or the context waits to expire. */
  #wait(): void {
    this.#stopTimer();
    if (this.#state !== 'open') return;
    const since = this.#transcript.waitingSince;
    // The delay counts from the oldest undecided character and is not restarted by what comes later (docs/rules.md#buffer-delay).
    if (since !== undefined) return this.#at(since + this.#maxBufferDelayMs, () => this.#transcript.release());
    // Without any text there is nothing to expire; the socket's idle limit bounds it.
    if (this.#firstTextAt === undefined) return;
    const lastSign = Math.max(this.#lastMessageAt, this.#output.playback.endsAt);
    this.#at(lastSign + this.#options.expiryMs, () => this.#finish());
  }

  #at(time: number, change: () => void): void {
    if (time === Infinity) return;
    const { clock } = this.#options;
    this.#stopTimer = clock.after(Math.max(0, time - clock.now()), () => {
      this.#guard(() => {
        change();
        this.#advance();
      });
    });
  }

  /** There is no caller above a timer or an engine: what is thrown there ends this context, not the process. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.fail(failureOf(error));
    }
  }

  #speak(item: SegmentItem): void {
    const startedAt = this.#options.clock.now();
    const spoken: SpokenItem = {
      item,
      startedAt,
      task: undefined,
      skipBytes: item.sentBytes,
      waiting: [],
      samples: 0,
      result: undefined,
    };
    this.#spoken.push(spoken);
    this.#submit(spoken);
  }

  #submit(spoken: SpokenItem): void {
    const { scheduler, keepsWords } = this.#options;
    const { characters } = spoken.item;
    const { segment, voice } = this.#castOf(spoken.item.segment);
    const { format } = this.settings;
    const needsWords = this.settings.wordTimestamps || keepsWords;
    const isRepeated = spoken.item.losses > 0;
    const { maxSamples } = this.#budget;
    spoken.task = scheduler.speak(
      { segment, voice, format, characters, encoder: this.#speaker.encoder, isRepeated, needsWords, maxSamples },
      this.#output.playback.endsAt,
      {
        audio: (part) =>
          this.#guard(() => {
            spoken.waiting.push(part);
            spoken.samples += part.samples;
            this.#giveAudio(spoken);
          }),
        end: (result) =>
          this.#guard(() => {
            spoken.result = result;
            this.#budget.spend(result);
            this.#output.observe(spoken.task?.startedAt ?? spoken.startedAt, result);
            this.#advance();
          }),
        failed: (error) => this.#guard(() => this.#lose(spoken, error)),
      },
    );
  }

  /** Words of another language have a voice of their own; where there is none, the engine does with them what it can. */
  #castOf(segment: Segment): { readonly segment: Segment; readonly voice: EngineVoice } {
    const { language, speaker, speakerOf } = this.settings;
    if (segment.language === language) return { segment, voice: speaker };
    const other = speakerOf?.(segment.language, speaker.engine);
    if (other !== undefined) return { segment, voice: other.speaker };
    this.#observer.unspoken?.(speaker.engine, segment.language);
    return { segment: { ...segment, language }, voice: speaker };
  }

  /** Stops what the engines speak. */
  #takeBack(): SegmentItem[] {
    const taken = this.#spoken.splice(0);
    for (const { task } of taken) if (task !== undefined) this.#options.scheduler.cancel(task);
    return taken.map(({ item }) => item);
  }

  /** Its thread is gone, or the engine failed: a segment that would be spoken the same again is (docs/rules.md#second-chance). */
  #lose(spoken: SpokenItem, error: TaskError): void {
    const { item } = spoken;
    if (error.allowsFallback && this.#speaker.mayChange) return this.#fallBack(error);
    const isSameAgain = this.settings.capabilities.deterministic || item.sentBytes === 0;
    if (error.kind !== 'thread' || item.losses >= maxLosses || !isSameAgain || !this.#hasEncoderAgain()) {
      // What stands before it is given out first.
      spoken.failure = error;
      return this.#advance();
    }
    item.losses++;
    spoken.skipBytes = item.sentBytes;
    spoken.waiting.length = 0;
    spoken.samples = 0;
    this.#submit(spoken);
    this.#observer.repeated?.(this.#speaker.engine);
  }

  /** @returns false when the encoder is lost with what it has given out */
  #hasEncoderAgain(): boolean {
    if (this.#speaker.encoder === undefined) return true;
    if (this.#output.playback.started) return false;
    this.#speaker.renewEncoder();
    return true;
  }

  /** Nothing was heard yet: another engine speaks all of it (docs/rules.md#fallback). */
  #fallBack({ message }: TaskError): void {
    const from = this.#speaker.engine;
    this.#takeBack();
    this.#ahead = [];
    this.#silent = [];
    this.#speaker.change((engine) => this.#demand(engine));
    this.#output.speakBy(this.settings);
    this.#transcript.restart(this.#speaker.reading);
    if (!this.#speaker.mayChange) this.#transcript.forgetStart();
    this.#observer.fellBack?.(from, this.#speaker.engine, message);
    this.#advance();
  }

  /** All text before a flush or the end has been spoken. */
  #reach(boundary: Boundary): void {
    const { kind, flushId } = boundary;
    // Judged as a whole and before anything of it was given out (docs/rules.md#nothing-to-speak).
    if (kind === 'finish' && !this.#isHeard && this.#firstTextAt !== undefined) return this.fail(nothingToSpeak());
    this.#giveSilent();
    this.#output.boundary(boundary);
    if (this.#speaker.mayChange) this.#transcript.markStart();
    if (kind === 'flush_done' || this.ended) return;
    const { encoder } = this.#speaker;
    if (encoder === undefined) return this.#done();
    this.#finishTask = this.#options.scheduler.finish(encoder, this.#output.playback.endsAt, {
      audio: ({ bytes }) => this.#guard(() => this.#output.tail(bytes, flushId)),
      end: () => this.#guard(() => this.#done()),
      failed: (error) => this.#guard(() => this.fail(taskFailure(error))),
    });
  }

  #done(): void {
    this.#end({ type: 'done', report: this.report() });
  }

  #emit(event: SpeechEvent): void {
    if (this.#state !== 'ended') this.#options.onEvent(event);
  }

  #end(event: SpeechEvent): void {
    if (this.#state === 'ended') return;
    this.#close();
    this.#options.onEvent(event);
  }

  #close(): void {
    this.#state = 'ended';
    this.#stopTimer();
    this.#takeBack();
    const { scheduler } = this.#options;
    if (this.#finishTask !== undefined) scheduler.cancel(this.#finishTask);
    this.#speaker.close();
    this.#ahead = [];
    this.#place?.release();
  }
}
