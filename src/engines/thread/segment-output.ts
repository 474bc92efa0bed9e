/** What an engine gives for one segment, on its way out: from PCM and marks to encoded audio and words in messages. */
import type { ContainerWriter } from '../../audio/container.ts';
import { bytesPerSample, payloadFormat } from '../../audio/formats.ts';
import { createLeveller, type Leveller } from '../../audio/leveller.ts';
import { decibels, speechLoudness } from '../../audio/loudness.ts';
import { createSegmentPipeline } from '../../audio/pipeline.ts';
import type { Samples } from '../../audio/resampler.ts';
import { createShortLeveller, type ShortLeveller } from '../../audio/short-leveller.ts';
import { syllableSurplus } from '../../text/characters.ts';
import type { Segment } from '../../text/types.ts';
import type { Mark, SpeechSink, Synthesizer } from '../adapter.ts';
import { AudioBatch } from './audio-batch.ts';
import { AudioLimit } from './audio-limit.ts';
import type { AudioPart, FromThread, SampleSpan, SegmentResult, SpeakTask, ThreadEngine } from './protocol.ts';
import type { SegmentAlignment } from './segment-alignment.ts';
import { placeMarks, WordsInTime } from './segment-marks.ts';
import type { VoiceLoudness } from './voice-loudness.ts';
import { VolumeEnvelope } from './volume-envelope.ts';

/** What a task ends with: its result, and the audio that no message has carried yet. */
export interface TaskEnd {
  readonly result: SegmentResult;
  readonly rest?: AudioPart | undefined;
}

export interface SegmentOutputOptions {
  readonly task: SpeakTask;
  readonly engine: ThreadEngine & { readonly synthesizer: Synthesizer };
  /** Of the stream that the segment continues. */
  readonly encoder: ContainerWriter | undefined;
  readonly alignment: SegmentAlignment | undefined;
  readonly signal: AbortSignal;
  readonly loudness: VoiceLoudness;
  readonly post: (message: FromThread, transfer: ArrayBuffer[]) => void;
  /** An engine that gives more audio fails the segment. */
  readonly maxSegmentSeconds: number;
}

/** The sink of one segment: from the engine's PCM to encoded audio in messages. */
export class SegmentOutput implements SpeechSink {
  readonly needsMarks: boolean;
  readonly #task: SpeakTask;
  readonly #engine: ThreadEngine;
  readonly #encoder: ContainerWriter | undefined;
  readonly #alignment: SegmentAlignment | undefined;
  readonly #signal: AbortSignal;
  readonly #maxSamples: number;
  readonly #loudness: VoiceLoudness;
  /** Only of a voice whose level is not known and that never speaks the same way twice. */
  readonly #leveller: Leveller | undefined;
  /** Only of a short text that is all that is said, by a voice whose level is known. */
  readonly #shortLeveller: ShortLeveller | undefined;
  readonly #envelope: VolumeEnvelope | undefined;
  readonly #pipeline: ReturnType<typeof createSegmentPipeline>;
  readonly #batch: AudioBatch;
  readonly #limit: AudioLimit | undefined;
  readonly #sampleRate: number;
  readonly #sampleBytes: number;
  /** Undefined where the words are not told before the end of the segment. */
  readonly #wordsInTime: WordsInTime | undefined;
  #marks: readonly Mark[] | undefined;
  #engineSamples = 0;
  #leftOut: readonly string[] = [];
  #lead = 0;
  #samples = 0;
  /** The first breach of contract: it fails the segment also when the engine swallows it. */
  #breach: Error | undefined;
  readonly #breached = Promise.withResolvers<never>();
  #hasReturned = false;
  #closed = false;

  constructor({ task, engine, encoder, alignment, signal, loudness, post, maxSegmentSeconds }: SegmentOutputOptions) {
    const { encoding, sampleRate } = payloadFormat(task.format);
    const inputRate = engine.capabilities.sampleRate;
    this.#breached.promise.catch(() => undefined);
    this.#task = task;
    this.#engine = engine;
    this.#encoder = encoder;
    this.#alignment = alignment;
    this.#signal = signal;
    this.#maxSamples = maxSegmentSeconds * inputRate;
    this.#sampleRate = sampleRate;
    this.#sampleBytes = bytesPerSample(encoding);
    const { segment, voice, maxSamples } = task;
    this.#limit = maxSamples === undefined ? undefined : new AudioLimit(maxSamples, sampleRate, this.#sampleBytes);
    const level = engine.synthesizer.level?.(segment, voice);
    const isFollowed = level === undefined && !engine.capabilities.deterministic;
    this.#leveller = isFollowed ? createLeveller(inputRate, loudness.of(voice)) : undefined;
    const levelGain = level === undefined ? 1 : decibels(speechLoudness - level);
    const isLevelledWhole = level !== undefined && segment.isWhole === true && isShortText(segment);
    this.#loudness = loudness;
    this.#envelope = VolumeEnvelope.of(segment, inputRate);
    // A sentence gets nothing back of what the limiter takes from a raised volume, and no word of it of its own volume.
    const following = this.#envelope === undefined ? levelGain * Math.min(1, segment.prosody.volume) : undefined;
    this.#shortLeveller = isLevelledWhole ? createShortLeveller(inputRate, level, following) : undefined;
    const gain = segment.prosody.volume * levelGain;
    this.#pipeline = createSegmentPipeline({ inputRate, sampleRate, encoding, gain });
    this.needsMarks =
      task.needsWords || task.needsPhonemes !== false || this.#limit !== undefined || this.#envelope !== undefined;
    const needsTimes = task.needsWords && engine.capabilities.marks === 'exact';
    this.#wordsInTime = needsTimes ? new WordsInTime(sampleRate / inputRate) : undefined;
    this.#batch = new AudioBatch(sampleRate, task.isUrgent, (part) => {
      const words = this.#wordsInTime?.next(part.samples);
      post({ kind: 'audio', task: task.id, ...part, ...(words && { words }) }, [part.bytes.buffer]);
    });
  }

  /** Leading silence, in pieces, so that a long one is neither one huge message nor deaf to a cancel. */
  pause(seconds: number): void {
    const pause = Math.round(seconds * this.#sampleRate);
    while (this.#samples < pause && !this.#signal.aborted) {
      this.#write(this.#pipeline.silence(Math.min(1, (pause - this.#samples) / this.#sampleRate)));
    }
    this.#lead = this.#samples;
  }

  /**
   * Waits for an engine that waits.
   * @throws {Error} what the engine throws, or at once when it breaks its contract
   */
  async take(speaking: Promise<unknown>): Promise<void> {
    this.#hasReturned = true;
    await Promise.race([speaking, this.#breached.promise]);
  }

  audio(samples: Int16Array): void {
    if (this.#closed || this.#signal.aborted) return;
    this.#engineSamples += samples.length;
    if (this.#engineSamples > this.#maxSamples) {
      return this.#refuse(`the engine gave more than ${this.#maxSamples} samples for one segment`);
    }
    this.#alignment?.audio(samples);
    if (this.#shortLeveller !== undefined) return this.#shape(this.#shortLeveller.write(samples));
    this.#shape([this.#leveller?.write(samples) ?? samples]);
  }

  marks(marks: readonly Mark[]): void {
    if (this.#closed || this.#signal.aborted) return;
    if (this.#marks !== undefined) return this.#refuse('the engine gave its marks twice');
    this.#marks = marks;
    this.#wordsInTime?.begin(marks, this.#lead);
    this.#speak(this.#envelope?.marks(marks) ?? []);
  }

  leftOut(sounds: readonly string[]): void {
    if (!this.#closed) this.#leftOut = [...this.#leftOut, ...sounds];
  }

  /** What the engine says from here on is ignored. */
  close(): void {
    this.#closed = true;
  }

  end(): TaskEnd {
    if (this.#breach !== undefined) throw this.#breach;
    if (this.#shortLeveller !== undefined) this.#shape(this.#shortLeveller.end());
    this.#speak(this.#envelope?.end() ?? []);
    this.#loudness.learn(this.#task.voice, this.#leveller?.known());
    this.#write(this.#pipeline.end());
    const { sampleRate: inputRate, marks, phonemes } = this.#engine.capabilities;
    // Of an engine whose words are aligned only those count that were.
    const isAligned = marks === 'aligned';
    const given = isAligned ? this.#alignment?.marks() : this.#marks;
    // What is given is checked, whether it is of use or not.
    const isGiven = this.needsMarks || given !== undefined;
    const claimed = isGiven
      ? ({ marks: isAligned && given === undefined ? 'none' : marks, phonemes } as const)
      : ({ marks: 'none', phonemes: false } as const);
    const { words, phonemes: placed } = placeMarks(this.#task.segment, given ?? [], claimed, {
      ratio: this.#sampleRate / inputRate,
      lead: this.#lead,
      samples: this.#samples,
      engineSamples: this.#engineSamples,
    });
    const phonemesOfUse = this.#task.needsPhonemes === false ? [] : placed;
    const result = this.#cut({
      samples: this.#samples,
      words: this.needsMarks ? words : [],
      phonemes: phonemesOfUse,
      ...(this.#leftOut.length > 0 && { leftOut: this.#leftOut }),
    });
    return { rest: this.#batch.take(), result };
  }

  /** Gives out what stands behind the limit and belongs to a word before it. */
  #cut(whole: SegmentResult): SegmentResult {
    const end = this.#limit?.end(whole.words);
    if (end === undefined) return whole;
    this.#give(end.rest);
    const isHeard = (span: SampleSpan): boolean => span.end <= end.samples;
    const { words, phonemes } = whole;
    return {
      ...whole,
      samples: end.samples,
      words: words.filter(isHeard),
      phonemes: phonemes.filter(isHeard),
      isCut: true,
    };
  }

  /** Throws only into a call of the engine: out of a callback of its own, the error would end the thread and all its tasks. */
  #refuse(breach: string): void {
    this.#breach ??= new Error(breach);
    this.#breached.reject(this.#breach);
    if (!this.#hasReturned) throw this.#breach;
  }

  #shape(parts: readonly Samples[]): void {
    for (const part of parts) this.#speak(this.#envelope?.write(part) ?? [part]);
  }

  #speak(parts: readonly Samples[]): void {
    for (const part of parts) this.#write(this.#pipeline.write(part));
  }

  #write(payload: Uint8Array): void {
    this.#samples += payload.byteLength / this.#sampleBytes;
    this.#give(this.#limit?.pass(payload) ?? payload);
  }

  #give(payload: Uint8Array): void {
    const samples = payload.byteLength / this.#sampleBytes;
    this.#batch.add(this.#encoder === undefined ? payload : this.#encoder.write(payload), samples);
  }
}

/**
 * More characters than this are not said within what {@link createShortLeveller} holds back, at the speed of a voice
 * (docs/rules.md#short-answers).
 */
const shortCharacters = 30;

function isShortText({ tokens }: Segment): boolean {
  const text = tokens.map(({ spoken }) => `${spoken.join(' ')} `).join('');
  return text.length + syllableSurplus(text) <= shortCharacters;
}
