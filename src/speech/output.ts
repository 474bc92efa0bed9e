/**
 * The output side of a context: turns what the engines gave, in the order of the text, into events, and keeps the account of it:
 * the timeline, the playback of a listener, what is metered.
 */
import { containerHeader } from '../audio/container.ts';
import type { AudioPart, SegmentResult } from '../engines/thread/protocol.ts';
import type { Segment } from '../text/types.ts';
import type { Clock } from '../timing/clock.ts';
import { Playback } from '../timing/playback.ts';
import type { SpeechEvent, SpeechReport, WordTimestamps } from './events.ts';
import type { SpeechMeter, SpeechObserver, SpeechSettings } from './settings.ts';
import { Timeline } from './timeline.ts';
import type { Boundary, ReadSegment } from './transcript.ts';
import type { SpeakerTurn } from './turns.ts';
import { WordLog } from './word-log.ts';

/** A segment on its way to the listener, through all attempts to speak it. */
export interface SegmentItem extends ReadSegment {
  /** Bytes given out of it before it was taken back or lost. */
  sentBytes: number;
  isMetered: boolean;
  /** How often it was lost with its thread. */
  losses: number;
}

/** One time that an engine speaks a segment. */
export interface SegmentAttempt {
  readonly item: SegmentItem;
  /** Clock time in ms at which it was given to the engines. */
  readonly startedAt: number;
  /** Bytes at its beginning that an attempt before gave out. */
  skipBytes: number;
}

export interface OutputOptions {
  readonly settings: SpeechSettings;
  readonly clock: Clock;
  readonly meter: SpeechMeter | 'exempt';
  /** Whether reports tell words. */
  readonly keepsWords: boolean;
  readonly observer: Partial<SpeechObserver>;
  /** Clock time in ms at which the first text of the utterance came. */
  readonly firstTextAt: () => number;
  readonly emit: (event: SpeechEvent) => void;
}

export class SpeechOutput {
  readonly playback = new Playback();
  readonly #options: OutputOptions;
  readonly #timeline: Timeline;
  /** Where reports tell words. */
  readonly #wordLog: WordLog | undefined;
  #settings: SpeechSettings;
  /** Whose words are placed; undefined where the context has one speaker. */
  #turn: SpeakerTurn | undefined;
  #meteredCharacters = 0;
  #lastChunkAt: number | undefined;
  /** Audio that went into the encoder and has not come out yet, in seconds. */
  #unsentSeconds = 0;
  /** Goes out in front of the first audio, once for the whole response. */
  #header: Uint8Array<ArrayBuffer> | undefined;

  constructor(options: OutputOptions) {
    this.#options = options;
    this.#settings = options.settings;
    const { format, normalizedTimestamps: normalized } = options.settings;
    this.#timeline = new Timeline({
      sampleRate: format.sampleRate,
      normalized,
      hasWords: givesWords(options.settings),
    });
    if (options.keepsWords) this.#wordLog = new WordLog(format.sampleRate);
    this.#header = new Uint8Array(containerHeader(format));
  }

  /** Another engine speaks from here on. Only before any audio. */
  speakBy(settings: SpeechSettings): void {
    this.#settings = settings;
    this.#timeline.hasWords = givesWords(settings);
  }

  /** Code points of the transcript whose speech was given out or begun. */
  get meteredCharacters(): number {
    return this.#meteredCharacters;
  }

  report(): SpeechReport {
    return {
      seconds: this.playback.seconds,
      characters: this.#meteredCharacters,
      wordsBefore: (sample) => this.#wordLog?.before(sample) ?? { words: [], endsAt: 0, exact: false },
    };
  }

  /** Audio of the segment whose turn it is. */
  audio(attempt: SegmentAttempt, { bytes, samples, words }: AudioPart): void {
    const { item, startedAt } = attempt;
    if (item.turn !== this.#turn) this.#takeTurn(item);
    const skipBytes = Math.min(attempt.skipBytes, bytes.byteLength);
    attempt.skipBytes -= skipBytes;
    const fresh = bytes.subarray(skipBytes);
    const share = bytes.byteLength === 0 ? 1 : fresh.byteLength / bytes.byteLength;
    this.#wordLog?.audio(item.segment, samples * share, words);
    if (bytes.byteLength > 0 && fresh.byteLength === 0) return;
    item.sentBytes += fresh.byteLength;
    // What brings no sound yet may turn out to be a text that nothing can be spoken of.
    if (samples > 0) this.#meter(item);
    const { clock } = this.#options;
    this.#unsentSeconds += (samples * share) / this.#settings.format.sampleRate;
    // An encoder may keep what it was given for its next frame.
    if (fresh.byteLength === 0) return;
    this.#observeTiming(startedAt, this.#settingsOf(item));
    const seconds = this.#unsentSeconds;
    this.#unsentSeconds = 0;
    this.playback.sent(seconds, clock.now());
    this.#chunk(fresh, seconds, item.flushId);
  }

  /** All audio of a segment was given out. */
  segment(item: SegmentItem, result: SegmentResult): void {
    this.#meter(item);
    const { wordTimestamps, phonemeTimestamps, capabilities } = this.#settingsOf(item);
    if (item.turn !== this.#turn) this.#takeTurn(item);
    const phonemes = phonemeTimestamps ? this.#timeline.phonemes(result) : undefined;
    const segment = spokenPart(item.segment, result);
    const words = this.#timeline.place(segment, result, item.mayContinue);
    this.#wordLog?.segment(segment, result, item.mayContinue, capabilities.marks);
    if (wordTimestamps) this.#words(words, item.flushId);
    if (phonemes !== undefined) {
      this.#options.emit({ type: 'phoneme_timestamps', timestamps: phonemes, flushId: item.flushId });
    }
  }

  /**
   * An engine has spoken a segment to its end, in its turn or before.
   * @param startedAt clock time in ms at which it began
   */
  observe(item: SegmentItem, startedAt: number, { samples, words, leftOut }: SegmentResult): void {
    const { clock, observer } = this.#options;
    const { speaker, capabilities, wordTimestamps } = this.#settingsOf(item);
    const { format } = this.#settings;
    const wallSeconds = (clock.now() - startedAt) / 1000;
    // Where they are not asked for, an engine that knows them would have told them; those that are aligned were not looked for.
    const isAsked = wordTimestamps || this.#wordLog !== undefined || capabilities.marks === 'aligned';
    const isTimed = isAsked ? words.length > 0 : item.segment.tokens.some(({ spoken }) => spoken.length > 0);
    const wordTimes = isTimed ? capabilities.marks : 'none';
    observer.segment?.(speaker.engine, samples / format.sampleRate, wallSeconds, wordTimes);
    if (leftOut !== undefined) observer.leftOut?.(speaker.engine, leftOut);
  }

  /** All text before a flush or the end was given out. */
  boundary({ kind, flushId }: Boundary): void {
    const words = this.#timeline.release();
    this.#wordLog?.boundary();
    if (this.#settings.wordTimestamps) this.#words(words, flushId);
    if (kind === 'flush_done') this.#options.emit({ type: 'flush_done', flushId });
    else this.#sendHeader(flushId);
  }

  /** The encoder's last bytes. */
  tail(bytes: Uint8Array<ArrayBuffer>, flushId: number): void {
    const seconds = this.#unsentSeconds;
    this.#unsentSeconds = 0;
    if (seconds > 0) this.playback.sent(seconds, this.#options.clock.now());
    this.#chunk(bytes, seconds, flushId);
  }

  #settingsOf({ turn }: SegmentItem): SpeechSettings {
    return turn?.settings ?? this.#settings;
  }

  /** The words of the turn before are complete. */
  #takeTurn({ turn, flushId }: SegmentItem): void {
    if (this.#settings.wordTimestamps) this.#words(this.#timeline.release(), flushId);
    this.#turn = turn;
    this.#timeline.hasWords = givesWords(turn?.settings ?? this.#settings);
  }

  #meter(item: SegmentItem): void {
    if (item.isMetered) return;
    item.isMetered = true;
    this.#meteredCharacters += item.characters;
    const { meter } = this.#options;
    if (meter !== 'exempt') meter.spoken(this.#settingsOf(item), item.characters);
  }

  #observeTiming(startedAt: number, settings: SpeechSettings): void {
    const { clock, firstTextAt, observer, meter } = this.#options;
    const { engine } = settings.speaker;
    const now = clock.now();
    const { started, endsAt } = this.playback;
    if (!started) {
      const seconds = (now - firstTextAt()) / 1000;
      observer.firstAudio?.(engine, seconds);
      if (meter !== 'exempt') meter.firstAudio?.(settings, seconds);
    } else if (startedAt < endsAt && now > endsAt) observer.underrun?.(engine);
  }

  #words(timestamps: WordTimestamps | undefined, flushId: number): void {
    if (timestamps === undefined) return;
    const turn = this.#turn;
    const speakers = turn && { speakers: timestamps.words.map(() => turn.speaker) };
    this.#options.emit({ type: 'timestamps', timestamps: { ...timestamps, ...speakers }, flushId });
  }

  #sendHeader(flushId: number): void {
    const header = this.#header;
    this.#header = undefined;
    if (header !== undefined) this.#chunk(header, 0, flushId);
  }

  #chunk(data: Uint8Array<ArrayBuffer>, seconds: number, flushId: number): void {
    if (data.byteLength === 0) return;
    this.#sendHeader(flushId);
    const now = this.#options.clock.now();
    const stepTimeMs = now - (this.#lastChunkAt ?? now);
    this.#lastChunkAt = now;
    const { meter } = this.#options;
    if (seconds > 0 && meter !== 'exempt') meter.sounded?.(this.#turn?.settings ?? this.#settings, seconds);
    this.#options.emit({ type: 'chunk', data, seconds, stepTimeMs, flushId });
  }
}

/** Words that are not asked for are not put together. */
function givesWords({ wordTimestamps, capabilities }: SpeechSettings): boolean {
  return wordTimestamps && capabilities.marks !== 'none';
}

/** A segment without the text behind the limit of its audio. */
function spokenPart(segment: Segment, { isCut, words }: SegmentResult): Segment {
  if (isCut !== true) return segment;
  return { ...segment, tokens: segment.tokens.slice(0, (words.at(-1)?.token ?? -1) + 1) };
}
