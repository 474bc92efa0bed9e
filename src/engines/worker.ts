/** The engine worker: loads the engines, then speaks one task after the other. Everything heavy happens in this thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { createContainerWriter, type ContainerWriter } from '../audio/container.ts';
import { bytesPerSample, payloadFormat, sampleRates } from '../audio/formats.ts';
import { createSegmentPipeline } from '../audio/pipeline.ts';
import { createResampler } from '../audio/resampler.ts';
import type { EngineId, LoadSynthesizer, Mark, Synthesizer } from './adapter.ts';
import { enginesById } from './registry.ts';
import type {
  AudioPart,
  FinishTask,
  FromWorker,
  SegmentResult,
  SpeakTask,
  Task,
  ToWorker,
  WorkerSettings,
} from './protocol.ts';

const settings = workerData as WorkerSettings;
const port = parentPort!;
const abortFlag = new Int32Array(settings.abortFlag);
const abort = Object.defineProperty(new AbortController().signal, 'aborted', {
  get: () => Atomics.load(abortFlag, 0) !== 0,
});
const engines = new Map<EngineId, { readonly sampleRate: number; readonly synthesizer: Synthesizer }>();
const containers = new Map<number, ContainerWriter>();

const nothing: SegmentResult = { samples: 0, wallMs: 0, words: [], phonemes: [] };

/**
 * Seconds of audio in one message: short at first, so that hearing starts early, then longer each time, so that messages are
 * few. Waking the other thread costs as much as eSpeak needs for some 15 ms of audio.
 */
const firstMessageSeconds = 0.04;
const messageGrowth = 4;
const messageSeconds = 1;

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

/** Collects encoded bytes of one job and posts them in messages of a useful size. */
class AudioPoster {
  readonly #job: number;
  readonly #sampleRate: number;
  #parts: Uint8Array[] = [];
  #samples = 0;
  #seconds = firstMessageSeconds;

  constructor(job: number, sampleRate: number) {
    this.#job = job;
    this.#sampleRate = sampleRate;
  }

  add(bytes: Uint8Array, samples: number): void {
    if (bytes.byteLength > 0) this.#parts.push(bytes);
    this.#samples += samples;
    if (this.#samples >= this.#seconds * this.#sampleRate) this.flush();
  }

  flush(): void {
    const audio = this.take();
    if (audio !== undefined) post({ kind: 'audio', job: this.#job, ...audio }, [audio.bytes.buffer]);
  }

  /** What has not been posted yet; undefined when there is nothing. */
  take(): AudioPart | undefined {
    if (this.#samples === 0 && this.#parts.length === 0) return undefined;
    const bytes = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.byteLength, 0));
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.byteLength;
    }
    const part = { bytes, samples: this.#samples };
    this.#parts = [];
    this.#samples = 0;
    this.#seconds = Math.min(messageSeconds, messageGrowth * this.#seconds);
    return part;
  }
}

async function containerOf(task: SpeakTask): Promise<ContainerWriter | undefined> {
  if (task.stream === undefined) return undefined;
  const known = containers.get(task.stream);
  if (known !== undefined) return known;
  const created = await createContainerWriter(task.format);
  containers.set(task.stream, created);
  return created;
}

/** What a task ends with: its result and the audio that no message has carried yet. */
interface Ending {
  readonly result: SegmentResult;
  readonly rest?: AudioPart | undefined;
}

async function speak(task: SpeakTask): Promise<Ending> {
  const startedAt = performance.now();
  const engine = engines.get(task.voice.engine);
  if (engine === undefined) throw new Error(`the engine ${task.voice.engine} is not loaded`);
  const { encoding, sampleRate } = payloadFormat(task.format);
  const inputRate = engine.sampleRate;
  const pipeline = createSegmentPipeline({ inputRate, sampleRate, encoding, gain: task.segment.prosody.volume });
  const container = await containerOf(task);
  const poster = new AudioPoster(task.job, sampleRate);
  const sampleBytes = payloadBytes(task);
  let samples = 0;
  const out = (payload: Uint8Array): void => {
    const count = payload.byteLength / sampleBytes;
    samples += count;
    poster.add(container === undefined ? payload : container.write(payload), count);
  };
  const pause = Math.round(task.segment.pauseSeconds * sampleRate);
  // In pieces, so that a long pause is neither one huge message nor deaf to a cancel.
  for (const piece = Math.round(messageSeconds * sampleRate); samples < pause && !abort.aborted;) {
    out(pipeline.silence(Math.min(piece, pause - samples) / sampleRate));
  }
  const lead = samples;
  let marks: readonly Mark[] = [];
  if (task.segment.tokens.length > 0) {
    await engine.synthesizer.speak(
      task.segment,
      task.voice,
      { audio: (pcm) => out(pipeline.write(pcm)), marks: (given) => (marks = given) },
      abort,
    );
  }
  out(pipeline.end());
  const rest = poster.take();
  return {
    rest,
    result: { samples, wallMs: performance.now() - startedAt, ...spans(marks, sampleRate / inputRate, lead, samples) },
  };
}

function payloadBytes(task: SpeakTask): number {
  return bytesPerSample(payloadFormat(task.format).encoding);
}

/** Marks in output samples, behind the leading pause and never behind the end. */
function spans(
  marks: readonly Mark[],
  ratio: number,
  lead: number,
  samples: number,
): Pick<SegmentResult, 'words' | 'phonemes'> {
  const at = (sample: number): number => Math.min(samples, lead + Math.round(sample * ratio));
  const words: SegmentResult['words'][number][] = [];
  const phonemes: SegmentResult['phonemes'][number][] = [];
  for (const mark of marks) {
    const span = { start: at(mark.start), end: at(mark.end) };
    if (mark.kind === 'word') words.push({ token: mark.token, word: mark.word, ...span });
    else phonemes.push({ phoneme: mark.phoneme, ...span });
  }
  return { words, phonemes };
}

/** The encoder's tail. A stream that never spoke has no container yet and so no tail. */
function finish(task: FinishTask): Ending {
  const container = containers.get(task.stream);
  containers.delete(task.stream);
  if (container === undefined) return { result: nothing };
  const tail = container.end();
  return { result: nothing, ...(tail.byteLength > 0 && { rest: { bytes: new Uint8Array(tail), samples: 0 } }) };
}

async function run(task: Task): Promise<void> {
  try {
    const { result, rest }: Ending = abort.aborted
      ? { result: nothing }
      : task.kind === 'speak'
        ? await speak(task)
        : finish(task);
    post({ kind: 'end', job: task.job, result, rest }, rest === undefined ? [] : [rest.bytes.buffer]);
  } catch (error) {
    post({ kind: 'failed', job: task.job, message: error instanceof Error ? error.message : String(error) });
  }
}

/** Tasks run strictly one after the other, also where an engine or an encoder needs a promise. */
let last = Promise.resolve();
port.on('message', (message: ToWorker) => {
  // In turn as well: a task of the stream that is still ahead would bring the container back.
  last = last.then(() => (message.kind === 'drop' ? void containers.delete(message.stream) : run(message)));
});

/** Filter tables and the encoder's module are made once in a thread; making them now keeps them out of the first request. */
async function warmUp(): Promise<void> {
  for (const engine of engines.values()) {
    for (const outputRate of sampleRates) createResampler({ inputRate: engine.sampleRate, outputRate });
  }
  await createContainerWriter({ container: 'mp3', sampleRate: 24_000, bitRate: 64_000 });
}

const failures: Partial<Record<EngineId, string>> = {};
for (const id of settings.engines) {
  try {
    const [{ module, capabilities } = { module: undefined, capabilities: undefined }] = enginesById([id]);
    const { load } = (await import(module!.url)) as { readonly load: LoadSynthesizer };
    engines.set(id, { sampleRate: capabilities!.sampleRate, synthesizer: await load(module!.options) });
  } catch (error) {
    failures[id] = error instanceof Error ? error.message : String(error);
  }
}
await warmUp();
post({ kind: 'ready', failures });
