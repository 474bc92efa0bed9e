/**
 * When the words of a text are heard in its recording, for recognizers that do not know: the reference engine speaks the text, and
 * both are aligned, in a thread that is started when it is first needed.
 */
import type { EngineVoice } from '../engines/adapter.ts';
import { recording } from '../engines/recording/index.ts';
import { referenceEngine } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import type { WordSpan } from '../engines/thread/protocol.ts';
import type { MemoryBudget } from '../processes/memory-budget.ts';
import { recognizerRate, type RecognizedWord } from '../recognizers/adapter.ts';
import { spokenOf } from '../text/normalise/index.ts';
import { wordsOf } from '../text/tokens.ts';
import { neutralProsody, type Segment } from '../text/types.ts';
import { systemClock } from '../timing/clock.ts';

const engine = recording(recognizerRate);
/** Pieces of speech that wait at most, and for how long: who waits for the text would rather have it without times. */
const queue = { maxTasks: 200, maxLateMs: 5000 } as const;
const hangMs = 10_000;
/** Code points: more of them in a second were not spoken, but made up by the recognizer. */
const maxPerSecond = 60;

/** See the head of this file. One for the process. */
export class WordAligner {
  readonly #memory: MemoryBudget | undefined;
  #scheduler: Promise<Scheduler> | undefined;
  #lastClip = 0;

  /** @param memory that the thread's is counted in. Default: not counted */
  constructor(memory?: MemoryBudget) {
    this.#memory = memory;
  }

  /**
   * The words of the text as they are written, with their punctuation, each once and in order.
   * @param samples at {@link recognizerRate}
   * @param language ISO 639-1 of the text; where it is not known, no times are
   * @returns undefined where no times can be found: the reference does not speak the language, or too much waits or fails
   * @throws the reason of the signal
   */
  async align(
    samples: Int16Array,
    text: string,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<RecognizedWord[] | undefined> {
    if (language === undefined || !engine.capabilities.languages.includes(language)) return undefined;
    if (Array.from(text).length > (maxPerSecond * samples.length) / recognizerRate) return undefined;
    const segment = segmentOf(text, language);
    if (segment.tokens.every(({ spoken }) => spoken.length === 0)) return undefined;
    this.#scheduler ??= this.#start();
    const scheduler = await this.#scheduler;
    signal.throwIfAborted();
    // It has not loaded, and is not tried again for a while.
    if (scheduler.engines.length === 0) return undefined;
    const spans = await this.#spans(scheduler, segment, samples, signal);
    // None: there is no reference.
    return spans === undefined || spans.length === 0 ? undefined : wordsIn(segment, spans);
  }

  /** What has not ended has no times. */
  async close(): Promise<void> {
    await (await this.#scheduler)?.close();
  }

  #start(): Promise<Scheduler> {
    const reference = referenceEngine();
    const memory = this.#memory === undefined ? {} : { memory: this.#memory };
    return Scheduler.start({ engines: [engine], threads: 1, reference, hangMs, ...queue, ...memory });
  }

  async #spans(
    scheduler: Scheduler,
    segment: Segment,
    samples: Int16Array,
    signal: AbortSignal,
  ): Promise<readonly WordSpan[] | undefined> {
    const shared = new Int16Array(new SharedArrayBuffer(samples.byteLength));
    shared.set(samples);
    const clip = { id: String(++this.#lastClip), samples: shared, sampleRate: recognizerRate };
    const voice: EngineVoice = { engine: engine.id, name: clip.id, clip };
    const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: recognizerRate } as const;
    const { promise, resolve, reject } = Promise.withResolvers<readonly WordSpan[] | undefined>();
    const work = { segment, voice, format, characters: 0, needsPhonemes: false, isMeasured: false };
    const task = scheduler.speak(work, systemClock.now(), {
      audio: () => undefined,
      end: ({ words }) => resolve(words),
      failed: () => resolve(undefined),
    });
    const leave = (): void => {
      scheduler.cancel(task);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}

/** The text as a voice would say it. Nothing in it is markup. */
function segmentOf(text: string, language: string): Segment {
  const words = text
    .split(/\s+/u)
    .filter((written) => written !== '')
    .flatMap((written) => wordsOf(written, language).map((word, index) => ({ word, isGlued: index > 0 })));
  const written = words.map(({ word }) => word);
  const glued = words.map(({ isGlued }) => isGlued);
  const spoken = spokenOf(written, language, 'auto', glued);
  const tokens = written.map((word, index) => ({ text: word, spoken: spoken[index]!, continues: false }));
  return { tokens, prosody: neutralProsody, language, pauseSeconds: 0 };
}

/** One word for each token, from the first to the last that is spoken for it; one without a sound stands where the one before ends. */
function wordsIn({ tokens }: Segment, spans: readonly WordSpan[]): RecognizedWord[] {
  let reached = spans[0]!.start;
  let at = 0;
  return tokens.map(({ text, spoken }) => {
    const own = spans.slice(at, (at += spoken.length));
    const start = own[0]?.start ?? reached;
    reached = own.at(-1)?.end ?? reached;
    return { word: text, start: start / recognizerRate, end: reached / recognizerRate };
  });
}
