/**
 * Speaks as a server does, in this process: the same request, reader, threads, pipeline and containers, without HTTP around them.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputFormat, SampleRate } from '../../src/audio/formats.ts';
import type { EngineDescriptor } from '../../src/engines/adapter.ts';
import { allEngines, referenceEngine } from '../../src/engines/registry.ts';
import { Scheduler } from '../../src/engines/scheduling/scheduler.ts';
import { SpeechContext } from '../../src/speech/context.ts';
import type { SpeechContextOptions } from '../../src/speech/context-options.ts';
import { iterateEvents } from '../../src/speech/event-iterator.ts';
import { speechSettings } from '../../src/speech/request.ts';
import type { SpeechSettings } from '../../src/speech/settings.ts';
import type { GenerationConfig } from '../../src/text/reader.ts';
import { createCatalogue, type Catalogue } from '../../src/voices/catalogue.ts';
import { defaultModel } from '../../src/voices/models.ts';
import type { Voice } from '../../src/voices/voice.ts';

export interface UtteranceRequest {
  readonly voice: Voice;
  /** Several pieces come in as many messages. */
  readonly text: string | readonly string[];
  /** ISO 639-1; the voice's own when absent. */
  readonly language?: string;
  readonly config?: GenerationConfig;
}

/** A word and where it stands, in seconds from the first sample. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Speech {
  /** Mono, −32768…32767. */
  readonly samples: Int16Array;
  /** Hz. */
  readonly sampleRate: number;
  readonly words: readonly TimedWord[];
}

/** Hz of {@link LocalSynthesizer.speak} unless it is given. */
export const defaultSampleRate = 24_000;

export class LocalSynthesizer {
  readonly #scheduler: Scheduler;
  readonly catalogue: Catalogue = createCatalogue();

  private constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** @param threads that speak; one for each core when absent */
  static async open(threads = availableParallelism()): Promise<LocalSynthesizer> {
    // Speech is not played here: how long it waits for its turn is no matter, on a machine that others use as well.
    const patient = {
      admissionMs: Number.MAX_SAFE_INTEGER,
      admissionToleranceMs: Number.MAX_SAFE_INTEGER,
      hangMs: 120_000,
    };
    const queue = { maxTasks: Number.MAX_SAFE_INTEGER, maxLateMs: Number.MAX_SAFE_INTEGER };
    return new LocalSynthesizer(
      await Scheduler.start({ engines: allEngines, threads, reference: referenceEngine(), ...patient, ...queue }),
    );
  }

  /** The voice of this name. @throws {Error} when there is none */
  voice(name: string): Voice {
    const voice = this.catalogue.voices.find((each) => each.name === name);
    if (voice === undefined) throw new Error(`there is no voice ${name}`);
    return voice;
  }

  /** The voices that this engine brings, of a language where one is given. */
  voicesOf(engine: EngineDescriptor['id'], language?: string): Voice[] {
    return this.catalogue.voices.filter(
      (voice) => voice.speaker.engine === engine && (language === undefined || voice.language === language),
    );
  }

  /**
   * Samples of 16 bits and the times of the words.
   * @throws {Error} when the request is refused, or the engine fails
   */
  async speak(request: UtteranceRequest, sampleRate: SampleRate = defaultSampleRate): Promise<Speech> {
    const { bytes, words } = await this.#run(request, { container: 'raw', encoding: 'pcm_s16le', sampleRate });
    return { samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2), sampleRate, words };
  }

  /** The bytes of an answer in a format. @throws {Error} when the request is refused, or the engine fails */
  async bytes(request: UtteranceRequest, format: OutputFormat): Promise<Uint8Array> {
    return (await this.#run(request, format)).bytes;
  }

  /** A context that is given its text piece by piece, as in a conversation: raw samples of 16 bits, with the times of its words. */
  open(voice: Voice, sampleRate: SampleRate, options: Pick<SpeechContextOptions, 'onEvent' | 'clock'>): SpeechContext {
    return new SpeechContext({
      scheduler: this.#scheduler,
      settings: settingsOf({ voice, text: '' }, { container: 'raw', encoding: 'pcm_s16le', sampleRate }),
      generationConfig: {},
      meter: 'exempt',
      expiryMs: Infinity,
      maxBufferDelayMs: 400,
      keepsWords: true,
      ...options,
    });
  }

  /** Resolves when the engines have spoken all they were given. */
  async idle(): Promise<void> {
    while (this.#scheduler.queued + this.#scheduler.running > 0) await sleep(1);
  }

  async close(): Promise<void> {
    await this.#scheduler.close();
  }

  async #run(
    request: UtteranceRequest,
    format: OutputFormat,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; words: TimedWord[] }> {
    const { voice, text, config = {} } = request;
    const settings = settingsOf(request, format);
    const { context, events } = iterateEvents(
      (onEvent) =>
        new SpeechContext({
          scheduler: this.#scheduler,
          settings,
          onEvent,
          generationConfig: config,
          // There is no organization that it could be counted for.
          meter: 'exempt',
          expiryMs: Infinity,
          maxBufferDelayMs: Infinity,
        }),
    );
    const pieces = typeof text === 'string' ? [text] : text;
    for (const [index, transcript] of pieces.entries()) {
      context.push({ transcript, continue: index < pieces.length - 1, flush: false });
    }
    const chunks: Uint8Array[] = [];
    const words: TimedWord[] = [];
    for await (const event of events) {
      if (event.type === 'error') throw new Error(`${voice.name}: ${event.error.message}`, { cause: event.error });
      if (event.type === 'chunk') chunks.push(event.data);
      if (event.type !== 'timestamps') continue;
      const { words: texts, start, end } = event.timestamps;
      words.push(...texts.map((word, index) => ({ text: word, start: start[index]!, end: end[index]! })));
    }
    // A buffer of its own: a view on a shared one need not begin at a whole sample.
    const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return { bytes, words };
  }
}

function settingsOf({ voice, language }: UtteranceRequest, format: OutputFormat): SpeechSettings {
  const target = { language: language ?? null };
  return speechSettings({ modelId: defaultModel, voice, target, format, wordTimestamps: true }, allEngines);
}
