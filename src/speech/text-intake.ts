/**
 * The text side of a context: takes its messages, decides by time what no message says (the buffer delay, the expiry), and gives what
 * is to be spoken item by item, one of them read ahead of its turn.
 */
import type { EngineId } from '../engines/adapter.ts';
import { invalidField } from '../errors/service-error.ts';
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import type { Push } from './context-options.ts';
import type { SegmentItem } from './output.ts';
import type { Boundary, Transcript } from './transcript.ts';
import type { SpeakerTurn } from './turns.ts';

export type Item = SegmentItem | Boundary;

export interface IntakeOptions {
  readonly clock: Clock;
  readonly maxBufferDelayMs: number;
  readonly maxCharacters: number;
  readonly expiryMs: number;
  /** Called by a timer with what it changes; the context goes on behind that. */
  readonly onTimer: (change: () => void) => void;
}

export class TextIntake {
  readonly #transcript: Transcript;
  readonly #options: IntakeOptions;
  #isOpen = true;
  #stopTimer: () => void = () => undefined;
  #maxBufferDelayMs: number;
  #firstTextAt: number | undefined;
  #lastMessageAt = -Infinity;
  /** Taken so far: UTF-16 units, which the limit counts, and code points, which metering and admission count. */
  #characters = 0;
  #codePoints = 0;
  /** Those of each engine, where several speakers share the text. */
  readonly #codePointsOf = new Map<EngineId, number>();
  #engine: EngineId | undefined;
  /** Read while the one before is spoken, so that the engine does not wait for it; or put back. */
  #ahead: Item[] = [];

  constructor(transcript: Transcript, options: IntakeOptions) {
    this.#transcript = transcript;
    this.#options = options;
    this.#maxBufferDelayMs = options.maxBufferDelayMs;
  }

  /** More text may come. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Clock time in ms at which the first text that is not blank came; undefined before. */
  get firstTextAt(): number | undefined {
    return this.#firstTextAt;
  }

  /** Code points taken so far. */
  get codePoints(): number {
    return this.#codePoints;
  }

  /** What part of the text an engine speaks, from 0 to 1. */
  shareOf(engine: EngineId): number {
    return this.#engine === undefined ? 1 : (this.#codePointsOf.get(engine) ?? 0) / this.#codePoints;
  }

  /** Something waits that was read or put back. */
  get isAhead(): boolean {
    return this.#ahead.length > 0;
  }

  /**
   * The next message. Only while it is open.
   * @throws {ServiceError} `invalid_request` for more text than a context takes
   */
  push({ transcript, turn, maxBufferDelayMs, flush, continue: isContinued, ...changes }: Push): void {
    const { clock, maxCharacters } = this.#options;
    this.#characters += transcript.length;
    this.#count(transcript, turn);
    if (this.#characters > maxCharacters) {
      throw invalidField('transcript', `a context takes at most ${maxCharacters} characters in all`);
    }
    this.stopTimer();
    this.#lastMessageAt = clock.now();
    if (transcript.trim() !== '') this.#firstTextAt ??= this.#lastMessageAt;
    if (turn !== undefined) this.#transcript.speakBy(turn);
    this.#transcript.configure(changes);
    this.#maxBufferDelayMs = maxBufferDelayMs ?? this.#maxBufferDelayMs;
    this.#transcript.append(transcript, this.#lastMessageAt);
    if (flush) this.#transcript.end('flush_done');
    if (!isContinued) this.#finish();
    else if (this.#maxBufferDelayMs === 0) this.#transcript.release();
  }

  /**
   * @param skips whether a segment is left out
   * @returns undefined while only later text can tell
   * @throws what the text layer throws
   */
  next(skips: (segment: SegmentItem) => boolean): Item | undefined {
    let item: Item | undefined;
    do item = this.#ahead.shift() ?? this.#read();
    while (item?.kind === 'speak' && skips(item));
    return item;
  }

  /** Reads one item, if nothing is ahead. */
  readAhead(): void {
    if (this.isAhead) return;
    const next = this.#read();
    if (next !== undefined) this.#ahead.push(next);
  }

  /** They are the next ones again. */
  putBack(...items: readonly Item[]): void {
    this.#ahead.unshift(...items);
  }

  /** Drops what was read or put back. */
  forget(): void {
    this.#ahead = [];
  }

  /**
   * Nothing is left to speak: either undecided text waits for its delay to run out, or the context waits to expire.
   * @param audioEndsAt clock time in ms at which the audio that was sent runs out
   */
  wait(audioEndsAt: number): void {
    this.stopTimer();
    if (!this.#isOpen) return;
    const since = this.#transcript.waitingSince;
    // The delay counts from the oldest undecided character and is not restarted by what comes later (docs/rules.md#buffer-delay).
    if (since !== undefined) {
      return this.#at(since + this.#maxBufferDelayMs, () => this.#transcript.release(), this.#options.clock);
    }
    // Without any text there is nothing to expire; the socket's idle limit bounds it.
    if (this.#firstTextAt === undefined) return;
    // A message that is there counts, however late the timer runs.
    const expiresAt = Math.max(this.#lastMessageAt, audioEndsAt) + this.#options.expiryMs;
    this.#at(expiresAt, () => this.#finish(), arrivalTimer(this.#options.clock));
  }

  stopTimer(): void {
    this.#stopTimer();
  }

  #count(transcript: string, turn: SpeakerTurn | undefined): void {
    const codePoints = Array.from(transcript).length;
    this.#codePoints += codePoints;
    this.#engine = turn?.settings.speaker.engine ?? this.#engine;
    if (this.#engine === undefined) return;
    this.#codePointsOf.set(this.#engine, (this.#codePointsOf.get(this.#engine) ?? 0) + codePoints);
  }

  #finish(): void {
    this.stopTimer();
    this.#isOpen = false;
    this.#transcript.end('finish');
  }

  #read(): Item | undefined {
    const next = this.#transcript.next();
    return next?.kind === 'speak' ? { ...next, sentBytes: 0, isMetered: false, losses: 0 } : next;
  }

  #at(time: number, change: () => void, timer: Pick<Clock, 'after'>): void {
    if (time === Infinity) return;
    const { clock, onTimer } = this.#options;
    this.#stopTimer = timer.after(Math.max(0, time - clock.now()), () => onTimer(change));
  }
}
