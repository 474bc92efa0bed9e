/**
 * One utterance: open → finishing → ended. Text comes in by {@link SpeechContext.push} and is taken by the {@link TextIntake}, the
 * {@link SpeechQueue} lets engines speak it segment by segment, and the {@link SpeechOutput} makes events of what they give. The context
 * joins them: it says when something may begin, what happens at a boundary, and that exactly one terminal event ends every life
 * (docs/rules.md#terminal-event). A client that does not read pauses it. A segment that was taken back or lost half-way is spoken again
 * from where it was, which the determinism of its engine makes exact.
 */
import type { SpeechDemand } from '../engines/scheduling/admitted-demands.ts';
import type { TaskError } from '../engines/scheduling/task.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemClock } from '../timing/clock.ts';
import type { SpeechContextOptions, Push } from './context-options.ts';
import { ContextSpeaker } from './context-speaker.ts';
import type { SpeechEvent, SpeechReport } from './events.ts';
import { SpeechOutput } from './output.ts';
import type { SpeechObserver, SpeechSettings } from './settings.ts';
import { SpeechQueue } from './speech-queue.ts';
import { failureOf, nothingToSpeak } from './task-failure.ts';
import { TextIntake } from './text-intake.ts';
import { Transcript, type Boundary } from './transcript.ts';

/** One utterance. Text goes in with `push`, events come out by `onEvent`; `pause`, `suspend` and `resume` follow the client. */
export class SpeechContext {
  readonly #options: SpeechContextOptions;
  readonly #observer: Partial<SpeechObserver>;
  readonly #speaker: ContextSpeaker;
  readonly #transcript: Transcript;
  readonly #intake: TextIntake;
  readonly #queue: SpeechQueue;
  readonly #output: SpeechOutput;
  #isEnded = false;
  /** The client reads too slowly: nothing new is begun. */
  #isPaused = false;
  #isAdvancing = false;
  /** By the organization, then by the engines. */
  #admission: 'unasked' | 'asked' | 'given' = 'unasked';
  /** The organization's. */
  #lease: { readonly release: () => void } | undefined;

  constructor(options: SpeechContextOptions) {
    const { settings, scheduler, observer = {}, clock = systemClock, keepsWords = false } = options;
    const { maxBufferDelayMs = 0, maxCharacters = 100_000, expiryMs = 1000 } = options;
    this.#options = options;
    this.#observer = observer;
    this.#speaker = new ContextSpeaker(options);
    this.#transcript = new Transcript(this.#speaker.reading, options.generationConfig, this.#speaker.mayChange);
    this.#intake = new TextIntake(this.#transcript, {
      clock,
      maxBufferDelayMs,
      maxCharacters,
      expiryMs,
      onTimer: (change) =>
        this.#guard(() => {
          change();
          this.#advance();
        }),
    });
    this.#output = new SpeechOutput({
      settings,
      clock,
      meter: options.meter,
      keepsWords,
      observer,
      firstTextAt: () => this.#intake.firstTextAt ?? clock.now(),
      emit: (event) => this.#emit(event),
    });
    this.#queue = new SpeechQueue({
      scheduler,
      clock,
      observer,
      keepsWords,
      speaker: this.#speaker,
      output: this.#output,
      parallelSegments: options.parallelSegments,
      onHeard: () => this.#keepSpeaker(),
      onChange: () => this.#advance(),
      onUnavailable: (error) => this.#fallBack(error),
      onFailed: (error) => this.fail(error),
    });
  }

  /** What it speaks with; another speaker's after a fallback. */
  get settings(): SpeechSettings {
    return this.#speaker.settings;
  }

  get ended(): boolean {
    return this.#isEnded;
  }

  /** No more text is taken; what is there is being spoken. */
  get finishing(): boolean {
    return !this.#isEnded && !this.#intake.isOpen;
  }

  /** Has had text, so that it speaks or expires and ends by itself; false while it waits for its first. */
  get isActive(): boolean {
    return !this.#isEnded && (this.finishing || this.#intake.firstTextAt !== undefined);
  }

  /** What was spoken so far. */
  report(): SpeechReport {
    return this.#output.report();
  }

  /**
   * The next piece of the utterance, or pieces that are there together. Text after `continue: false` gets a non-terminal error and changes nothing; a blank final one
   * is ignored (docs/rules.md#terminal-event).
   */
  push(...pieces: readonly Push[]): void {
    if (this.#isEnded || !this.#intake.isOpen) return pieces.forEach((piece) => this.#refuse(piece));
    this.#guard(() => pieces.forEach((piece) => this.#intake.push(piece)));
    this.#readOn();
  }

  /** After text came, unless its fault ended the context. */
  #readOn(): void {
    if (this.#isEnded) return;
    if (this.#intake.firstTextAt !== undefined && this.#admission === 'unasked') void this.#askAdmission();
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
    if (!this.#isEnded) this.#close();
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
    if (this.#speaker.encoder !== undefined || !this.#speaker.isDeterministic) return;
    this.#intake.putBack(...this.#queue.takeBack());
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#advance();
  }

  #refuse({ transcript }: Push): void {
    if (this.#isEnded || transcript.trim() === '') return;
    const message =
      'Text came after `continue: false` while the context was still speaking; use another context_id, or wait for `done`.';
    this.#emit({ type: 'error', done: false, error: new ServiceError('context_closed', message) });
  }

  /** First the organization's lease, then the engines' room (docs/rules.md#admission). */
  async #askAdmission(): Promise<void> {
    this.#admission = 'asked';
    const { acquireLease } = this.#options;
    try {
      if (acquireLease !== undefined) this.#lease = await acquireLease();
      if (this.#isEnded) return this.#lease?.release();
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
      remainingCharacters: () => {
        if (!this.#isEnded && this.#intake.isOpen) return Infinity;
        return this.#intake.shareOf(engine) * (this.#intake.codePoints - this.#output.meteredCharacters);
      },
      isPaused: () => this.#isPaused,
    };
  }

  get #mayBegin(): boolean {
    return !this.#isEnded && !this.#isPaused && this.#admission !== 'asked';
  }

  /** Goes on with what there is to do. What a listener does inside an event is gone on with behind that event. */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      this.#queue.giveOut();
      this.#begin();
    } finally {
      this.#isAdvancing = false;
    }
  }

  /** Begins what may be begun now, and reads one item ahead of it. */
  #begin(): void {
    while (this.#mayBegin && this.#queue.hasRoom) {
      const item = this.#guard(() => this.#intake.next((segment) => this.#queue.skips(segment)));
      if (item === undefined) break;
      const waits = item.kind === 'speak' ? this.#queue.mustWait(item) : !this.#queue.isEmpty;
      if (waits) return this.#intake.putBack(item);
      if (item.kind === 'speak') this.#queue.speak(item);
      else this.#reach(item);
    }
    if (!this.#mayBegin) return;
    if (this.#queue.isEmpty) this.#intake.wait(this.#output.playback.endsAt);
    else this.#guard(() => this.#intake.readAhead());
    if (!this.#intake.isAhead && !this.#isEnded && this.#intake.isOpen) this.#options.onTextNeeded?.();
  }

  /** A fault of the text layer, or under a timer, which has no caller, ends this context, not the process. */
  #guard<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.fail(failureOf(error));
      return undefined;
    }
  }

  /** The first sound: no other engine may take over from here on. */
  #keepSpeaker(): void {
    this.#speaker.keep();
    this.#transcript.forgetStart();
  }

  /** Nothing was heard yet: another engine speaks all of it (docs/rules.md#fallback). */
  #fallBack({ message }: TaskError): void {
    const from = this.#speaker.engine;
    this.#queue.clear();
    this.#intake.forget();
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
    const isSilent = !this.#queue.isHeard && this.#intake.firstTextAt !== undefined;
    if (kind === 'finish' && isSilent) return this.fail(nothingToSpeak());
    this.#queue.giveSilent();
    this.#output.boundary(boundary);
    if (this.#speaker.mayChange) this.#transcript.markStart();
    if (kind === 'flush_done' || this.#isEnded) return;
    this.#queue.finish(flushId, () => this.#end({ type: 'done', report: this.report() }));
  }

  #emit(event: SpeechEvent): void {
    if (!this.#isEnded) this.#options.onEvent(event);
  }

  #end(event: SpeechEvent): void {
    if (this.#isEnded) return;
    this.#close();
    this.#options.onEvent(event);
  }

  #close(): void {
    this.#isEnded = true;
    this.#intake.stopTimer();
    this.#queue.close();
    this.#speaker.close();
    this.#intake.forget();
    this.#lease?.release();
  }
}
