/** Speaks one text with one engine and keeps all that it gives. */
import { sampleRates, type SampleRate } from '../../audio/formats.ts';
import type { EngineDescriptor, EngineVoice } from '../../engines/adapter.ts';
import type { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { SpeechContext } from '../../speech/context.ts';
import { iterateEvents } from '../../speech/event-iterator.ts';
import { CommandError } from '../errors.ts';

/** A word or phoneme and its times in seconds. */
export interface TimedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Sample {
  readonly text: string;
  /** Mono, −32768…32767. */
  readonly pcm: Int16Array;
  /** Hz. */
  readonly sampleRate: number;
  /** As the events told it. */
  readonly seconds: number;
  /** From the text to the first audio. */
  readonly firstAudioMs: number;
  /** From the text to the end. */
  readonly wallMs: number;
  readonly words: readonly TimedText[];
  readonly phonemes: readonly TimedText[];
}

export interface SampleOptions {
  readonly scheduler: Scheduler;
  readonly engine: EngineDescriptor;
  readonly voice: EngineVoice;
  /** ISO 639-1. */
  readonly language: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

/**
 * @throws {CommandError} when the engine fails, or gives no audio
 * @throws the signal's reason when it is raised
 */
export async function speakSample({
  scheduler,
  engine,
  voice,
  language,
  text,
  signal,
}: SampleOptions): Promise<Sample> {
  const { capabilities } = engine;
  const sampleRate = nearestRate(capabilities.sampleRate);
  const { context, events } = iterateEvents(
    (onEvent) =>
      new SpeechContext({
        scheduler,
        onEvent,
        generationConfig: {},
        // There is no organization that it could be counted for.
        meter: 'exempt',
        settings: {
          modelId: engine.id,
          voiceId: voice.name,
          speaker: voice,
          capabilities,
          language,
          normalization: 'auto',
          format: { container: 'raw', encoding: 'pcm_s16le', sampleRate },
          wordTimestamps: true,
          phonemeTimestamps: capabilities.phonemes,
          normalizedTimestamps: false,
        },
      }),
    { signal },
  );
  const startedAt = performance.now();
  let firstAudioMs: number | undefined;
  let seconds = 0;
  const pieces: Uint8Array[] = [];
  const words: TimedText[] = [];
  const phonemes: TimedText[] = [];
  context.push({ transcript: text, continue: false, flush: false });
  for await (const event of events) {
    if (event.type === 'error') throw new CommandError(`${engine.id} failed on ${language}: ${reasonOf(event.error)}`);
    if (event.type === 'chunk' && event.seconds > 0) {
      firstAudioMs ??= performance.now() - startedAt;
      seconds += event.seconds;
      pieces.push(event.data);
    } else if (event.type === 'timestamps') words.push(...timed(event.timestamps.words, event.timestamps));
    else if (event.type === 'phoneme_timestamps') phonemes.push(...timed(event.timestamps.phonemes, event.timestamps));
  }
  if (firstAudioMs === undefined) throw new CommandError(`${engine.id} gave no audio for ${language}`);
  const wallMs = performance.now() - startedAt;
  const bytes = new Uint8Array(Buffer.concat(pieces));
  return { text, pcm: new Int16Array(bytes.buffer), sampleRate, seconds, firstAudioMs, wallMs, words, phonemes };
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function timed(
  texts: readonly string[],
  { start, end }: { readonly start: readonly number[]; readonly end: readonly number[] },
): TimedText[] {
  return texts.map((text, index) => ({ text, start: start[index]!, end: end[index]! }));
}

function nearestRate(rate: number): SampleRate {
  return sampleRates.find((item) => item >= rate) ?? sampleRates.at(-1)!;
}
