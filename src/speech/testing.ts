/** Drives contexts and their engines by hand, or speaks whole utterances on real ones, for tests. */
import { allEngines, enginesById } from '../engines/registry.ts';
import type { SpeechScheduler } from '../engines/scheduling/scheduler.ts';
import type { Admission } from '../engines/scheduling/admission.ts';
import type { SpeechDemand } from '../engines/scheduling/admitted-demands.ts';
import type { Capabilities, EngineVoice, EngineDescriptor } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import {
  TaskError,
  type EncoderAffinity,
  type SpeakWork,
  type SynthesisTask,
  type TaskListener,
} from '../engines/scheduling/task.ts';
import type { WordSpan } from '../engines/thread/protocol.ts';
import { TestClock } from '../timing/testing.ts';
import { SpeechContext } from './context.ts';
import type { SpeechContextOptions, Push } from './context-options.ts';
import { isTerminal, type SpeechEvent } from './events.ts';
import type { SpeechSettings } from './settings.ts';

/** A voice of each engine, for tests. */
export const testVoices = {
  espeak: { engine: 'espeak', name: 'en-us' },
  flite: { engine: 'flite', name: 'slt' },
  fake: { engine: 'fake', name: 'Tonia' },
} as const satisfies Record<string, EngineVoice>;

/** @param engine of the speaker; looked up in the registry when absent */
export function testSettings(
  speaker: EngineVoice,
  changes: Partial<SpeechSettings> = {},
  engine: EngineDescriptor = enginesById([speaker.engine], allEngines)[0]!,
): SpeechSettings {
  return {
    modelId: 'sonorant-1',
    voiceId: speaker.name,
    speaker,
    capabilities: engine.capabilities,
    language: 'en',
    normalization: 'auto',
    format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
    wordTimestamps: true,
    phonemeTimestamps: false,
    normalizedTimestamps: false,
    ...changes,
  };
}

/** A task that a context has given to a {@link ManualScheduler}. */
export interface ManualTask {
  readonly task: SynthesisTask;
  /** What is to be spoken; undefined for the draining of an encoder. */
  readonly work: SpeakWork | undefined;
  /** The spoken words of the segment, joined by spaces. */
  readonly text: string;
  /** Bytes it has given. */
  readonly given: number;
  /** Gives 16-bit audio at the output rate, every byte `fill`. */
  give(seconds: number, fill?: number): void;
  /** Gives these bytes, two for each sample unless their number is passed, and the words that end in them. */
  send(bytes: Uint8Array<ArrayBuffer>, samples?: number, words?: readonly WordSpan[]): void;
  /** Ends it; each spoken word gets an equal share of the audio given, unless spans are passed. */
  end(words?: readonly WordSpan[]): void;
  fail(kind: TaskError['kind'], message?: string): void;
}

/** A scheduler whose engines a test plays. */
export class ManualScheduler implements SpeechScheduler {
  /** All tasks, oldest first. */
  readonly tasks: ManualTask[] = [];
  readonly admitted = new Set<SpeechDemand>();
  readonly droppedEncoders: EncoderAffinity[] = [];
  /** Thrown by {@link admit} when set. */
  refusal: Error | undefined;
  #encoders = 0;

  /** The one that was given last. */
  get last(): ManualTask {
    return this.tasks.at(-1)!;
  }

  /** Those that have neither ended nor been cancelled. */
  get open(): ManualTask[] {
    return this.tasks.filter(({ task }) => !task.isCancelled && !this.#ended.has(task.id));
  }

  readonly #ended = new Set<number>();

  admit(demand: SpeechDemand): Admission {
    if (this.refusal !== undefined) throw this.refusal;
    this.admitted.add(demand);
    return { release: () => void this.admitted.delete(demand) };
  }

  openEncoder(engine: string): EncoderAffinity {
    return { id: ++this.#encoders, engine, thread: undefined };
  }

  dropEncoder(encoder: EncoderAffinity): void {
    this.droppedEncoders.push(encoder);
  }

  cancel(task: SynthesisTask): void {
    task.isCancelled = true;
  }

  speak(work: SpeakWork, deadline: number, listener: TaskListener): SynthesisTask {
    return this.#add(work.voice.engine, work, deadline, listener);
  }

  finish(encoder: EncoderAffinity, deadline: number, listener: TaskListener): SynthesisTask {
    return this.#add(encoder.engine, { finish: encoder }, deadline, listener);
  }

  #add(engine: string, work: SynthesisTask['work'], deadline: number, listener: TaskListener): SynthesisTask {
    const task: SynthesisTask = {
      id: this.tasks.length + 1,
      engine,
      work,
      deadline,
      listener,
      queuedAt: 0,
      startedAt: undefined,
      isCancelled: false,
      thread: undefined,
    };
    const speak = 'finish' in work ? undefined : work;
    const spoken =
      speak?.segment.tokens.flatMap((token, index) => token.spoken.map((_, word) => ({ token: index, word }))) ?? [];
    const rate = speak?.format.sampleRate ?? 24_000;
    let [samples, given] = [0, 0];
    const isOpen = (): boolean => !task.isCancelled && !this.#ended.has(task.id);
    const send: ManualTask['send'] = (bytes, count = bytes.byteLength / 2, words) => {
      samples += count;
      given += bytes.byteLength;
      if (isOpen()) listener.audio({ bytes, samples: count, ...(words && { words }) });
    };
    this.tasks.push({
      task,
      get given() {
        return given;
      },
      send,
      work: speak,
      text: speak?.segment.tokens.flatMap((token) => token.spoken).join(' ') ?? '',
      give: (seconds, fill = task.id % 256) => {
        send(new Uint8Array(2 * Math.round(seconds * rate)).fill(fill));
      },
      end: (words) => {
        if (!isOpen()) return;
        this.#ended.add(task.id);
        const share = spoken.length === 0 ? 0 : Math.floor(samples / spoken.length);
        const equal = spoken.map((place, index) => ({ ...place, start: index * share, end: (index + 1) * share }));
        listener.end({ samples, words: words ?? equal, phonemes: [] });
      },
      fail: (kind, message = 'by the test') => {
        if (!isOpen()) return;
        this.#ended.add(task.id);
        listener.failed(new TaskError(kind, message));
      },
    });
    return task;
  }
}

/** What a {@link playText} engine says for a task: 10 samples for each spoken word, which follow from the segment alone. */
export function audioOfText({ text, work }: ManualTask): Uint8Array<ArrayBuffer> {
  const words = text === '' ? [] : text.split(' ');
  const bytes = new Uint8Array(20 * words.length);
  let seed = Math.round((work?.segment.prosody.rate ?? 1) * 100) + Math.round((work?.segment.pauseSeconds ?? 0) * 1000);
  words.forEach((word, index) => {
    for (const unit of Buffer.from(word)) seed = (seed * 31 + unit) % 65_521;
    for (let at = 0; at < 20; at++) bytes[20 * index + at] = (seed + at) % 251;
  });
  return bytes;
}

/** Plays every task that is open, and those that come of it, to its end as {@link audioOfText} says. */
export function playText(scheduler: ManualScheduler): void {
  for (let task = scheduler.open[0]; task !== undefined; task = scheduler.open[0]) {
    const bytes = audioOfText(task).subarray(task.given);
    if (bytes.byteLength > 0) task.send(bytes);
    task.end();
  }
}

/** A context and everything it has said. */
export interface Recorded {
  readonly context: SpeechContext;
  readonly events: SpeechEvent[];
  /** Resolves with the terminal event; rejects after 30 s without one. */
  readonly ended: Promise<SpeechEvent>;
  /** Resolves when an event fits, also a past one; rejects after 30 s without one. */
  readonly heard: (fits: (event: SpeechEvent) => boolean) => Promise<SpeechEvent>;
}

const deadlineMs = 30_000;

/** @param options `onEvent` is called with each event after it was recorded */
export function record(
  scheduler: SpeechScheduler,
  settings: SpeechSettings,
  { onEvent: next, ...options }: Partial<SpeechContextOptions> = {},
): Recorded {
  const events: SpeechEvent[] = [];
  const waiting = new Set<(event: SpeechEvent) => void>();
  const heard = (fits: (event: SpeechEvent) => boolean): Promise<SpeechEvent> => {
    const past = events.find(fits);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no such event after ${events.length} others`)),
        deadlineMs,
      ).unref();
      const look = (event: SpeechEvent): void => {
        if (!fits(event)) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(event);
      };
      waiting.add(look);
    });
  };
  const onEvent = (event: SpeechEvent): void => {
    events.push(event);
    for (const look of [...waiting]) look(event);
    next?.(event);
  };
  const context = new SpeechContext({
    scheduler,
    settings,
    generationConfig: {},
    onEvent,
    meter: 'exempt',
    ...options,
  });
  const ended = heard(isTerminal);
  ended.catch(() => undefined);
  return { context, events, heard, ended };
}

/** A context whose engines and clock the test plays; the engine is the fake one. */
export function recordManually({
  settings,
  engine,
  scheduler = new ManualScheduler(),
  ...options
}: Partial<Omit<SpeechContextOptions, 'settings' | 'scheduler'>> & {
  readonly scheduler?: ManualScheduler;
  readonly settings?: Partial<SpeechSettings>;
  readonly engine?: Partial<Capabilities>;
} = {}): Recorded & { readonly scheduler: ManualScheduler; readonly clock: TestClock } {
  const clock = new TestClock();
  const fake = fakeEngine({ ...(engine && { capabilities: engine }) });
  const recorded = record(scheduler, testSettings(testVoices.fake, settings, fake), { clock, ...options });
  return { ...recorded, scheduler, clock };
}

/** The kinds of events, a terminal error as `failed`. */
export function kindsOf(events: readonly SpeechEvent[]): string[] {
  return events.map((event) => (event.type === 'error' && event.done ? 'failed' : event.type));
}

/** A message with everything left out that a client may leave out. */
export function piece(transcript: string, changes: Partial<Push> = {}): Push {
  return { transcript, continue: true, flush: false, maxBufferDelayMs: 5000, ...changes };
}

/** One utterance sent in these pieces, the last one final. */
export async function utter(
  scheduler: SpeechScheduler,
  settings: SpeechSettings,
  pieces: readonly string[],
  options: Partial<SpeechContextOptions> = {},
): Promise<readonly SpeechEvent[]> {
  const { context, events, ended } = record(scheduler, settings, options);
  pieces.forEach((text, index) => context.push(piece(text, { continue: index < pieces.length - 1 })));
  await ended;
  return events;
}

export function pcmOf(events: readonly SpeechEvent[]): Buffer {
  return Buffer.concat(events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])));
}

export function wordsOf(events: readonly SpeechEvent[]): { word: string; start: number; end: number }[] {
  return events.flatMap((event) =>
    event.type === 'timestamps'
      ? event.timestamps.words.map((word, index) => ({
          word,
          start: event.timestamps.start[index]!,
          end: event.timestamps.end[index]!,
        }))
      : [],
  );
}
