/**
 * What is being spoken of a context: each segment is speaking until its engine has ended or failed it, and is given out in the order of
 * the text. The queue is silent until the first sound and heard from then on; what ended without a sound before that is held, since
 * the whole text may turn out to be one that cannot be spoken (docs/rules.md#nothing-to-speak).
 */
import type { EngineVoice } from '../engines/adapter.ts';
import type { SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import type { SynthesisTask, TaskError, TaskListener } from '../engines/scheduling/task.ts';
import type { AudioPart, SegmentResult } from '../engines/thread/protocol.ts';
import type { ServiceError } from '../errors/service-error.ts';
import type { Segment } from '../text/types.ts';
import type { Clock } from '../timing/clock.ts';
import { AudioBudget } from './audio-budget.ts';
import type { ContextSpeaker } from './context-speaker.ts';
import type { SegmentAttempt, SegmentItem, SpeechOutput } from './output.ts';
import type { SpeechObserver, SpeechSettings } from './settings.ts';
import { failureOf, taskFailure } from './task-failure.ts';

/** A segment is spoken again so often after its thread was lost. */
const maxLosses = 1;

/** A segment that an engine speaks, or has spoken ahead of its turn. */
interface SpokenSegment extends SegmentAttempt {
  task: SynthesisTask | undefined;
  /** What it gave while an earlier segment was still being given out, or the pause before its first word while it may change hands. */
  readonly waiting: AudioPart[];
  /** Samples it has given in all. */
  samples: number;
  state: 'speaking' | { readonly result: SegmentResult } | { readonly failure: TaskError };
}

export interface QueueOptions {
  readonly scheduler: SpeechScheduler;
  readonly clock: Clock;
  readonly observer: Partial<SpeechObserver>;
  readonly speaker: ContextSpeaker;
  readonly output: SpeechOutput;
  /** Whether the times of words are of use although the client does not ask for them. */
  readonly keepsWords: boolean;
  /** Segments at the same time. Default 1, and 2 for an engine that takes several tasks at once. */
  readonly parallelSegments: number | undefined;
  /** The first sound, before it is given out. */
  readonly onHeard: () => void;
  /** A segment has ended or failed: {@link SpeechQueue.giveOut}, and begin what may be begun. */
  readonly onChange: () => void;
  /** The engine cannot speak it, and another one may. */
  readonly onUnavailable: (error: TaskError) => void;
  /** The context cannot go on. */
  readonly onFailed: (error: ServiceError) => void;
}

export class SpeechQueue {
  readonly #options: QueueOptions;
  readonly #budget: AudioBudget;
  /** In the order of the text; the first one is being given out. */
  readonly #spoken: SpokenSegment[] = [];
  #isHeard = false;
  /** Ended without a sound before anything was heard: given out with what follows. */
  #silent: { readonly item: SegmentItem; readonly result: SegmentResult }[] = [];
  #finishTask: SynthesisTask | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#budget = new AudioBudget(options.speaker.settings.format.sampleRate);
  }

  get isEmpty(): boolean {
    return this.#spoken.length === 0;
  }

  /** Something was heard: no other engine takes over, and the text is known to be one that can be spoken. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  /** Whether there is so much audio already that the segment is not to be spoken. */
  skips({ maxSeconds }: SegmentItem): boolean {
    return this.#budget.isSpent(maxSeconds);
  }

  /** Whether a segment may begin only when what came of those before it is known. */
  mustWait({ maxSeconds }: SegmentItem): boolean {
    return maxSeconds !== undefined && !this.isEmpty;
  }

  get hasRoom(): boolean {
    const { speaker, parallelSegments = speaker.settings.capabilities.concurrency > 1 ? 2 : 1 } = this.#options;
    // An encoder takes its segments one after the other.
    return this.#spoken.length < (speaker.encoder === undefined ? parallelSegments : 1);
  }

  /** Lets a segment be spoken, behind those before it. */
  speak(item: SegmentItem): void {
    const spoken: SpokenSegment = {
      item,
      startedAt: this.#options.clock.now(),
      task: undefined,
      skipBytes: item.sentBytes,
      waiting: [],
      samples: 0,
      state: 'speaking',
    };
    this.#spoken.push(spoken);
    this.#submit(spoken);
  }

  /** Gives out what has ended, in the order of the text. A listener may take back or close the queue at any event. */
  giveOut(): void {
    for (let first = this.#spoken[0]; first !== undefined; first = this.#spoken[0]) {
      const { state, item } = first;
      if (state === 'speaking') return;
      if ('failure' in state) return this.#options.onFailed(taskFailure(state.failure));
      if (!this.#giveAudio(first)) continue;
      this.#spoken.shift();
      if (this.#isHeard) this.#options.output.segment(item, state.result);
      else this.#silent.push({ item, result: state.result });
      if (this.#spoken[0] !== undefined) this.#giveAudio(this.#spoken[0]);
    }
  }

  /** Gives out what is held: what can be told of the text has been decided. */
  giveSilent(): void {
    for (const { item, result } of this.#silent.splice(0)) this.#options.output.segment(item, result);
  }

  /**
   * Stops what the engines speak.
   * @returns it, to be spoken again from where it is
   */
  takeBack(): SegmentItem[] {
    const taken = this.#spoken.splice(0);
    for (const { task } of taken) if (task !== undefined) this.#options.scheduler.cancel(task);
    return taken.map(({ item }) => item);
  }

  /** Drops all there is: another engine speaks the text from its beginning. Only before anything was heard. */
  clear(): void {
    this.takeBack();
    this.#silent = [];
  }

  /** Drains the encoder, if the container has one that keeps state; its tail is the last audio. */
  finish(flushId: number, onDone: () => void): void {
    const { scheduler, speaker, output, onFailed } = this.#options;
    if (speaker.encoder === undefined) return onDone();
    this.#finishTask = scheduler.finish(
      speaker.encoder,
      output.playback.endsAt,
      this.#guarded({
        audio: ({ bytes }) => output.tail(bytes, flushId),
        end: onDone,
        failed: (error) => onFailed(taskFailure(error)),
      }),
    );
  }

  close(): void {
    this.takeBack();
    if (this.#finishTask !== undefined) this.#options.scheduler.cancel(this.#finishTask);
  }

  #settingsOf({ turn }: SegmentItem): SpeechSettings {
    return turn?.settings ?? this.#options.speaker.settings;
  }

  #submit(spoken: SpokenSegment): void {
    const { scheduler, keepsWords, speaker, output, onChange } = this.#options;
    const { encoder } = speaker;
    const { item } = spoken;
    const settings = this.#settingsOf(item);
    spoken.task = scheduler.speak(
      {
        ...this.#castOf(item.segment, settings),
        format: speaker.settings.format,
        characters: item.characters,
        encoder,
        isRepeated: item.losses > 0,
        needsWords: settings.wordTimestamps || keepsWords,
        needsPhonemes: settings.phonemeTimestamps,
        maxSamples: this.#budget.maxSamples(item.maxSeconds),
      },
      output.playback.endsAt,
      this.#guarded({
        audio: (part) => {
          spoken.waiting.push(part);
          spoken.samples += part.samples;
          this.#giveAudio(spoken);
        },
        end: (result) => {
          spoken.state = { result };
          this.#budget.spend(result);
          output.observe(item, spoken.task?.startedAt ?? spoken.startedAt, result);
          onChange();
        },
        failed: (error) => this.#lose(spoken, error),
      }),
    );
  }

  /** There is no caller above an engine: what is thrown there ends this context, not the process. */
  #guarded(listener: TaskListener): TaskListener {
    const guard = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        this.#options.onFailed(failureOf(error));
      }
    };
    return {
      audio: (part) => guard(() => listener.audio(part)),
      end: (result) => guard(() => listener.end(result)),
      failed: (error) => guard(() => listener.failed(error)),
    };
  }

  /** Words of another language have a voice of their own; where there is none, the engine does with them what it can. */
  #castOf(
    segment: Segment,
    { language, speaker, speakerOf }: SpeechSettings,
  ): { readonly segment: Segment; readonly voice: EngineVoice } {
    const { observer } = this.#options;
    if (segment.language === language) return { segment, voice: speaker };
    const other = speakerOf?.(segment.language, speaker.engine);
    if (other !== undefined) return { segment, voice: other.speaker };
    observer.unspoken?.(speaker.engine, segment.language);
    return { segment: { ...segment, language }, voice: speaker };
  }

  /**
   * Gives out what the engine has given of the segment whose turn it is. The pause before its first word is no sound yet.
   * @returns whether it is its turn, also behind that
   */
  #giveAudio(spoken: SpokenSegment): boolean {
    const { speaker, output } = this.#options;
    const { item, state, waiting } = spoken;
    const { tokens, pauseSeconds } = item.segment;
    const pauseSamples = tokens.length === 0 ? 0 : Math.round(pauseSeconds * speaker.settings.format.sampleRate);
    const isHeld = speaker.mayChange && (state === 'speaking' || 'failure' in state) && spoken.samples <= pauseSamples;
    const isItsTurn = (): boolean => spoken === this.#spoken[0];
    if (!isHeld && isItsTurn() && waiting.length > 0) {
      if (!this.#isHeard && spoken.samples > 0) this.#hear();
      while (isItsTurn() && waiting.length > 0) output.audio(spoken, waiting.shift()!);
    }
    return isItsTurn();
  }

  #hear(): void {
    this.#isHeard = true;
    this.#options.onHeard();
    this.giveSilent();
  }

  /** Its thread is gone, or the engine failed: a segment that would be spoken the same again is (docs/rules.md#second-chance). */
  #lose(spoken: SpokenSegment, error: TaskError): void {
    const { speaker, observer, onUnavailable, onChange } = this.#options;
    const { item } = spoken;
    if (error.allowsFallback && speaker.mayChange) return onUnavailable(error);
    const { capabilities, speaker: voice } = this.#settingsOf(item);
    const isSameAgain = capabilities.deterministic || item.sentBytes === 0;
    if (error.kind !== 'thread' || item.losses >= maxLosses || !isSameAgain || !this.#hasEncoderAgain()) {
      // What stands before it is given out first.
      spoken.state = { failure: error };
      return onChange();
    }
    item.losses++;
    spoken.skipBytes = item.sentBytes;
    spoken.waiting.length = 0;
    spoken.samples = 0;
    this.#submit(spoken);
    observer.repeated?.(voice.engine);
  }

  /** @returns false when the encoder is lost with what it has given out */
  #hasEncoderAgain(): boolean {
    const { speaker, output } = this.#options;
    if (speaker.encoder === undefined) return true;
    if (output.playback.started) return false;
    speaker.renewEncoder();
    return true;
  }
}
