/** Runs the tasks of one engine thread: engine, pipeline and encoder, from a segment to messages of encoded audio. */
import { createContainerWriter, type ContainerWriter } from '../../audio/container.ts';
import {
  EngineUnavailableError,
  SegmentRejectedError,
  type EngineId,
  type LoadSynthesizer,
  type ReferenceEngine,
  type Synthesizer,
} from '../adapter.ts';
import type {
  EngineFailures,
  FinishTask,
  FromThread,
  SegmentResult,
  SpeakTask,
  Task,
  ThreadEngine,
  ThreadReference,
  ToThread,
} from './protocol.ts';
import { SegmentAlignment } from './segment-alignment.ts';
import { SegmentOutput, type TaskEnd } from './segment-output.ts';
import { TaskSignal } from './task-signal.ts';
import { VoiceLoudness } from './voice-loudness.ts';

export interface LoadedEngine extends ThreadEngine {
  readonly synthesizer: Synthesizer;
}

export interface ExecutorOptions {
  readonly engines: ReadonlyMap<EngineId, LoadedEngine>;
  /** What the words of engines with `aligned` marks are found by; without it their words have no times. */
  readonly reference?: ReferenceEngine | undefined;
  /** One flag for each task at once. */
  readonly cancelFlags: Int32Array;
  readonly post: (message: FromThread, transfer: ArrayBuffer[]) => void;
  /** Longest audio of one segment; an engine that gives more fails it. Default 600 s. */
  readonly maxSegmentSeconds?: number;
}

/** What a thread has loaded. */
export interface LoadedEngines {
  readonly engines: Map<EngineId, LoadedEngine>;
  /** Why the others have not loaded. */
  readonly failures: EngineFailures;
  readonly reference: ReferenceEngine | undefined;
}

/**
 * Loads engines in this thread, each on its own: one that does not load leaves the others. So does a reference that does not,
 * except for the engines that need it.
 * @param prepares whether they are warmed up; one that fails there has not loaded. Default false, for tests in the calling thread
 */
export async function loadEngines(
  wanted: readonly ThreadEngine[],
  wantedReference?: ThreadReference,
  prepares = false,
): Promise<LoadedEngines> {
  const engines = new Map<EngineId, LoadedEngine>();
  const failures: Record<EngineId, string> = {};
  const { reference, lack } = await loadReference(wantedReference);
  for (const engine of wanted) {
    try {
      if (engine.needsReference === true && reference === undefined) throw new Error(lack);
      const synthesizer = await loadSynthesizer(engine, reference);
      if (prepares) await warmUp(synthesizer);
      engines.set(engine.id, { ...engine, synthesizer });
    } catch (error) {
      failures[engine.id] = error instanceof Error ? error.message : String(error);
    }
  }
  return { engines, failures, reference };
}

/** Warms up; closes where that fails, since nothing else does. */
async function warmUp(synthesizer: Synthesizer): Promise<void> {
  try {
    synthesizer.warmUp?.();
  } catch (error) {
    await synthesizer.close();
    throw error;
  }
}

async function loadSynthesizer({ module }: ThreadEngine, reference?: ReferenceEngine): Promise<Synthesizer> {
  const { load } = (await import(module.url)) as { readonly load: LoadSynthesizer };
  return load(module.options, reference);
}

/** @returns the reference, or why there is none */
async function loadReference(
  wanted: ThreadReference | undefined,
): Promise<{ reference?: ReferenceEngine; lack: string }> {
  if (wanted === undefined) return { lack: 'it needs an engine that knows phonemes, and there is none' };
  const { engine, voices } = wanted;
  try {
    const synthesizer = await loadSynthesizer(engine);
    if (!phonemizes(synthesizer)) throw new Error('it has no phonemes');
    return {
      reference: { capabilities: engine.capabilities, synthesizer, voiceFor: (language) => voices[language] },
      lack: '',
    };
  } catch (error) {
    return { lack: `it needs the engine ${engine.id}, which does not load: ${(error as Error).message}` };
  }
}

function phonemizes(synthesizer: Synthesizer): synthesizer is ReferenceEngine['synthesizer'] {
  return 'phonemize' in synthesizer;
}

const nothing: SegmentResult = { samples: 0, words: [], phonemes: [] };

interface RunningTask {
  readonly signal: TaskSignal;
  readonly stream: number | undefined;
  readonly ended: Promise<void>;
}

export class TaskExecutor {
  readonly #options: ExecutorOptions & Required<Omit<ExecutorOptions, 'reference'>>;
  readonly #running = new Map<number, RunningTask>();
  readonly #encoders = new Map<number, ContainerWriter>();
  readonly #loudness = new VoiceLoudness();

  constructor(options: ExecutorOptions) {
    this.#options = { maxSegmentSeconds: 600, ...options };
  }

  /** Encoders of streams that have neither finished nor been dropped. */
  get encoders(): number {
    return this.#encoders.size;
  }

  receive(message: Exclude<ToThread, { kind: 'close' }>): void {
    if (message.kind === 'cancel') this.#running.get(message.task)?.signal.abort();
    else if (message.kind === 'drop') this.#drop(message.stream);
    else this.#start(message);
  }

  async close(): Promise<void> {
    const { engines, reference } = this.#options;
    const loaded = [...engines.values(), ...(reference === undefined ? [] : [reference])];
    await Promise.all(loaded.map(({ synthesizer }) => synthesizer.close()));
  }

  #start(task: Task): void {
    const signal = new TaskSignal(this.#options.cancelFlags, task.slot);
    const ended = this.#run(task, signal).finally(() => this.#running.delete(task.id));
    this.#running.set(task.id, { signal, stream: task.stream, ended });
  }

  /** Only when its running task has ended: that would bring the encoder back. */
  #drop(stream: number): void {
    const running = [...this.#running.values()].find((task) => task.stream === stream);
    if (running === undefined) this.#forget(stream);
    else void running.ended.then(() => this.#forget(stream));
  }

  #forget(stream: number): void {
    this.#encoders.get(stream)?.close();
    this.#encoders.delete(stream);
  }

  async #run(task: Task, signal: TaskSignal): Promise<void> {
    const { post } = this.#options;
    try {
      const { result, rest }: TaskEnd = signal.isRaised
        ? { result: nothing }
        : task.kind === 'speak'
          ? await this.#speak(task, signal)
          : this.#finish(task);
      post({ kind: 'end', task: task.id, result, rest }, rest === undefined ? [] : [rest.bytes.buffer]);
    } catch (error) {
      const reason =
        error instanceof EngineUnavailableError
          ? 'unavailable'
          : error instanceof SegmentRejectedError
            ? 'rejected'
            : 'engine';
      const message = error instanceof Error ? error.message : String(error);
      const lastsMs = error instanceof EngineUnavailableError ? error.lastsMs : undefined;
      post({ kind: 'failed', task: task.id, reason, message, ...(lastsMs !== undefined && { lastsMs }) }, []);
    }
  }

  async #speak(task: SpeakTask, taskSignal: TaskSignal): Promise<TaskEnd> {
    const { segment, voice } = task;
    const { signal } = taskSignal;
    const engine = this.#options.engines.get(voice.engine);
    if (engine === undefined) throw new Error(`the engine ${voice.engine} is not loaded`);
    const alignment = this.#alignmentOf(task, engine);
    const encoder = await this.#encoderOf(task);
    const { post, maxSegmentSeconds } = this.#options;
    const output = new SegmentOutput({
      task,
      engine,
      encoder,
      alignment,
      signal,
      loudness: this.#loudness,
      post,
      maxSegmentSeconds,
    });
    output.pause(segment.pauseSeconds);
    try {
      if (segment.tokens.length > 0) {
        const speaking = engine.synthesizer.speak(segment, voice, output, signal);
        await output.take(Promise.all([speaking, alignment?.speakReference(signal)]));
      }
    } catch (error) {
      // Tells an engine that is still at it to stop.
      taskSignal.abort();
      throw error;
    } finally {
      output.close();
    }
    // What was given before a cancel is dropped with the task, so its marks need not be whole.
    return signal.aborted ? { result: nothing } : output.end();
  }

  #alignmentOf({ segment, needsWords }: SpeakTask, { capabilities }: LoadedEngine): SegmentAlignment | undefined {
    if (capabilities.marks !== 'aligned' || !needsWords || segment.tokens.length === 0) return undefined;
    return SegmentAlignment.of(segment, this.#options.reference, capabilities.sampleRate);
  }

  async #encoderOf({ stream, format }: SpeakTask): Promise<ContainerWriter | undefined> {
    if (stream === undefined) return undefined;
    const known = this.#encoders.get(stream);
    if (known !== undefined) return known;
    const created = await createContainerWriter(format);
    this.#encoders.set(stream, created);
    return created;
  }

  /** The encoder's tail. A stream that never spoke has no encoder yet and so no tail. */
  #finish({ stream }: FinishTask): TaskEnd {
    try {
      const tail = this.#encoders.get(stream)?.end();
      if (tail === undefined || tail.byteLength === 0) return { result: nothing };
      return { result: nothing, rest: { bytes: new Uint8Array(tail), samples: 0 } };
    } finally {
      this.#forget(stream);
    }
  }
}
