/** A scheduler over threads that a test drives by hand. */
import { TestClock } from '../../timing/testing.ts';
import type { EngineDescriptor } from '../adapter.ts';
import { fakeEngine } from '../fake/index.ts';
import { segmentOf, TaskRecord } from '../testing.ts';
import type { EngineFailures, FromThread, Task, ThreadSettings, ToThread } from '../thread/protocol.ts';
import type { ChannelListener, SpawnThread } from './engine-thread.ts';
import { Scheduler, type SchedulerObserver, type SchedulerOptions } from './scheduler.ts';
import type { EncoderAffinity, SynthesisTask } from './task.ts';

/** A thread whose answers a test gives by hand. */
export class ManualThread {
  /** What the main thread has sent. */
  readonly received: ToThread[] = [];
  /** One for each task at once, as the thread sees them: 1 = cancelled. */
  readonly cancelFlags: Int32Array;
  readonly engines: readonly string[];
  isTerminated = false;
  /** What its end waits for. */
  termination: Promise<void> = Promise.resolve();
  readonly #listener: ChannelListener;

  constructor(settings: ThreadSettings, listener: ChannelListener) {
    this.engines = settings.engines.map(({ id }) => id);
    this.cancelFlags = new Int32Array(settings.cancelFlags);
    this.#listener = listener;
  }

  /** A `spawn` option, and the threads it has started, oldest first. */
  static spawner(): { readonly spawn: SpawnThread; readonly threads: ManualThread[] } {
    const threads: ManualThread[] = [];
    const spawn: SpawnThread = (settings, listener) => {
      const thread = new ManualThread(settings, listener);
      threads.push(thread);
      return {
        post: (message) => void thread.received.push(message),
        terminate: () => {
          thread.isTerminated = true;
          return thread.termination;
        },
      };
    };
    return { spawn, threads };
  }

  /** Tasks it was sent. */
  get tasks(): Task[] {
    return this.received.filter((message): message is Task => message.kind === 'speak' || message.kind === 'finish');
  }

  answer(message: FromThread): void {
    this.#listener.message(message);
  }

  ready(failures: EngineFailures = {}): void {
    this.answer({ kind: 'ready', failures });
  }

  audio(task: number, seconds: number, sampleRate = 24_000): void {
    const samples = Math.round(seconds * sampleRate);
    this.answer({ kind: 'audio', task, bytes: new Uint8Array(2 * samples), samples });
  }

  end(task: number, seconds = 1, sampleRate = 24_000): void {
    const samples = Math.round(seconds * sampleRate);
    this.answer({ kind: 'end', task, result: { samples, words: [], phonemes: [] }, rest: undefined });
  }

  die(reason: string): void {
    this.#listener.ended(reason);
  }
}

const raw = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;

/** A text for {@link ManualEngines.speak}. */
export interface ManualWork {
  readonly deadline?: number;
  readonly engine?: string;
  readonly encoder?: EncoderAffinity;
  readonly characters?: number;
  readonly pauseSeconds?: number;
  readonly needsWords?: boolean;
}

/** A scheduler over threads and a clock that the test drives. */
export class ManualEngines {
  readonly clock: TestClock;
  readonly threads: ManualThread[];
  readonly scheduler: Scheduler;
  /** What the observer has heard. */
  readonly heard: string[];

  private constructor(scheduler: Scheduler, clock: TestClock, threads: ManualThread[], heard: string[]) {
    this.scheduler = scheduler;
    this.clock = clock;
    this.threads = threads;
    this.heard = heard;
  }

  /** @param begin answers of the threads to being started; when absent, all are ready */
  static async open(
    options: Partial<SchedulerOptions> = {},
    begin: (threads: ManualThread[], clock: TestClock) => void = (threads) => {
      for (const thread of threads) thread.ready();
    },
  ): Promise<ManualEngines> {
    const clock = new TestClock();
    const { spawn, threads } = ManualThread.spawner();
    const heard: string[] = [];
    const observer: SchedulerObserver = {
      missing: (reason) => heard.push(`missing: ${reason}`),
      replaced: (reason) => heard.push(`replaced: ${reason}`),
      setAside: (engine, reason) => heard.push(`set aside: ${engine} ${reason}`),
      admitted: (engine) => heard.push(`admitted: ${engine}`),
      refused: (engine, reason) => heard.push(`refused: ${engine} ${reason}`),
      started: (engine, lateSeconds) => heard.push(`started: ${engine} ${lateSeconds}`),
    };
    const starting = Scheduler.start({ engines: [fakeEngine()], threads: 1, clock, spawn, observer, ...options });
    begin(threads, clock);
    return new ManualEngines(await starting, clock, threads, heard);
  }

  speak(text: string, given: ManualWork = {}): { task: SynthesisTask; record: TaskRecord } {
    const { deadline = -Infinity, engine = 'fake', encoder, characters = 1, pauseSeconds = 0, needsWords } = given;
    const record = new TaskRecord();
    const voice = { engine, name: 'Tonia' };
    const segment = { ...segmentOf(text), pauseSeconds };
    const needs = needsWords !== undefined && { needsWords };
    const task = this.scheduler.speak({ segment, voice, format: raw, encoder, characters, ...needs }, deadline, record);
    return { task, record };
  }

  /** The texts that a thread was given, in order. */
  textsOf(index: number): string[] {
    return this.threads[index]!.tasks.map((task) =>
      task.kind === 'speak' ? task.segment.tokens.map(({ text }) => text).join(' ') : 'finish',
    );
  }
}

/** A fake engine that is loaded on demand and takes so much memory. */
export function onDemand(id: string, memoryBytes: number): EngineDescriptor {
  return fakeEngine({ id, placement: { threads: 1, memoryBytes } });
}

/** A fake engine with threads of its own, each with so many tasks at once. */
export function ownThreads(id: string, threads: number, concurrency: number): EngineDescriptor {
  return fakeEngine({ id, placement: { threads }, capabilities: { concurrency } });
}
