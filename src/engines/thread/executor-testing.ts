/** An executor with a fake engine, for tests of what it does with a segment. */
import type { OutputFormat } from '../../audio/formats.ts';
import type { Segment } from '../../text/types.ts';
import { fakeEngine, type FakeEngineOptions } from '../fake/index.ts';
import { segmentOf } from '../testing.ts';
import { loadEngines, TaskExecutor, type ExecutorOptions } from './executor.ts';
import type { FromThread, SpeakTask } from './protocol.ts';

export const raw = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const satisfies OutputFormat;

type Outcome = Extract<FromThread, { kind: 'end' | 'failed' }>;

/** An executor with one fake engine, in this thread, and what it has posted. */
export class Bench {
  readonly posted: FromThread[] = [];
  readonly flags = new Int32Array(new SharedArrayBuffer(16));
  readonly executor: TaskExecutor;
  onAudio: () => void = () => undefined;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #lastId = 0;

  private constructor(engines: ExecutorOptions['engines'], limits: Partial<ExecutorOptions>) {
    const post = (message: FromThread): void => {
      this.posted.push(message);
      if (message.kind === 'audio') this.onAudio();
      if (message.kind === 'end' || message.kind === 'failed') this.#waiting.get(message.task)?.(message);
    };
    this.executor = new TaskExecutor({ engines, cancelFlags: this.flags, post, ...limits });
  }

  static async open(options: FakeEngineOptions = {}, limits: Partial<ExecutorOptions> = {}): Promise<Bench> {
    const { engines } = await loadEngines([fakeEngine(options)]);
    return new Bench(engines, limits);
  }

  get nextId(): number {
    return this.#lastId + 1;
  }

  speak(text: string | Segment, given: Partial<SpeakTask> = {}): Promise<Outcome> {
    const id = ++this.#lastId;
    return this.#ended(id, () => {
      this.executor.receive({
        kind: 'speak',
        id,
        slot: 0,
        segment: typeof text === 'string' ? segmentOf(text) : text,
        voice: { engine: 'fake', name: 'Tonia' },
        format: raw,
        stream: undefined,
        isUrgent: false,
        needsWords: true,
        ...given,
      });
    });
  }

  finish(stream: number): Promise<Outcome> {
    const id = ++this.#lastId;
    return this.#ended(id, () => this.executor.receive({ kind: 'finish', id, slot: 0, stream }));
  }

  /** All audio of a task that has ended. */
  bytesOf(task: number): Buffer {
    return Buffer.concat(
      this.posted.flatMap((message) => {
        if (message.kind === 'audio' && message.task === task) return [message.bytes];
        if (message.kind === 'end' && message.task === task && message.rest !== undefined) return [message.rest.bytes];
        return [];
      }),
    );
  }

  /** Kinds of the messages about a task. */
  kindsOf(task: number): string[] {
    return this.posted.flatMap((message) => (message.kind !== 'ready' && message.task === task ? [message.kind] : []));
  }

  #ended(id: number, send: () => void): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send();
    });
  }
}
