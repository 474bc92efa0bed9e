/**
 * Entry of the process of one model: loads it, runs one job at a time, the others wait here. A fault of the native library ends
 * this process and no other. It ends with the process that started it.
 */
import type { GenerationConfig, OfflineTts } from 'sherpa-onnx-node';
import { packMark } from './onnx/rewrite.ts';
import { RecentlyUsed, type FromChild, type SherpaConfig, type SpeechRequest, type ToChild } from './protocol.ts';

interface Clip {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

interface Job {
  readonly id: number;
  readonly request: SpeechRequest;
  /** Held from the moment the job is given, so that later clips cannot push it out. */
  readonly clip: Clip | undefined;
  isCancelled: boolean;
}

const clips = new RecentlyUsed<Clip>();
const queue: Job[] = [];
let running: Job | undefined;
let model: OfflineTts | undefined;

process.on('message', (message: ToChild) => receive(message));
// Nothing can be ended in order while the library computes in a thread of its own.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C goes to every process of the terminal; the one that started this one decides when it ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

function receive(message: ToChild): void {
  if (message.kind === 'load') void load(message.config);
  else if (message.kind === 'clip') clips.set(message.id, message);
  else if (message.kind === 'cancel') cancel(message.job);
  else {
    const { clip } = message.request;
    queue.push({
      id: message.job,
      request: message.request,
      clip: clip === undefined ? undefined : clips.get(clip.id),
      isCancelled: false,
    });
    void next();
  }
}

async function load(config: SherpaConfig): Promise<void> {
  try {
    const { default: library } = await import('sherpa-onnx-node');
    model = await library.OfflineTts.createAsync(config);
  } catch (error) {
    tell({ kind: 'unusable', reason: reasonOf(error) });
    return;
  }
  tell({
    kind: 'loaded',
    sampleRate: model.sampleRate,
    speakers: model.numSpeakers,
    memoryBytes: process.memoryUsage.rss(),
  });
  void next();
}

function cancel(id: number): void {
  if (running?.id === id) running.isCancelled = true;
  const at = queue.findIndex((job) => job.id === id);
  if (at >= 0) queue.splice(at, 1);
}

async function next(): Promise<void> {
  if (model === undefined || running !== undefined) return;
  const job = queue.shift();
  if (job === undefined) return;
  running = job;
  tell({ kind: 'started', job: job.id });
  const startedAt = performance.now();
  try {
    await run(model, job);
    const ms = performance.now() - startedAt;
    tell({ kind: 'done', job: job.id, ms, memoryBytes: process.memoryUsage.rss() });
  } catch (error) {
    tell({ kind: 'failed', job: job.id, reason: reasonOf(error) });
  }
  running = undefined;
  void next();
}

async function run(tts: OfflineTts, job: Job): Promise<void> {
  const { request } = job;
  const generationConfig = generation(job);
  if (request.isPacked) {
    const { samples } = await tts.generateAsync({ text: request.text, enableExternalBuffer: false, generationConfig });
    if (!job.isCancelled) tell({ kind: 'audio', job: job.id, ...unpack(samples) });
    return;
  }
  let given = 0;
  const give = (samples: Float32Array): void => {
    if (job.isCancelled || samples.length === 0) return;
    given += samples.length;
    tell({ kind: 'audio', job: job.id, samples: toPcm(samples) });
  };
  const { samples } = await tts.generateAsync({
    text: request.text,
    enableExternalBuffer: false,
    generationConfig,
    onProgress: (progress) => {
      give(progress.samples);
      return job.isCancelled ? 0 : 1;
    },
  });
  // Some families report nothing while they run.
  if (given < samples.length) give(samples.subarray(given));
}

function generation({ request: { speaker, speed, options, clip: named }, clip }: Job): GenerationConfig {
  if (named !== undefined && clip === undefined) throw new Error('the clip of the voice was not given');
  const { numSteps, ...extra } = options;
  return {
    sid: speaker,
    speed,
    silenceScale: 1,
    ...(typeof numSteps === 'number' && { numSteps }),
    ...(clip !== undefined && { referenceAudio: clip.samples, referenceSampleRate: clip.sampleRate }),
    ...(named?.transcript !== undefined && { referenceText: named.transcript }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function unpack(packed: Float32Array): { samples: Int16Array; durations: Int32Array | undefined } {
  const count = packed.at(-2) ?? -1;
  const end = packed.length - 2 - count;
  if (packed.at(-1) !== packMark || !Number.isInteger(count) || count < 0 || end < 0) {
    throw new Error('the graph does not give its audio as it was rewritten to');
  }
  const durations = count === 0 ? undefined : Int32Array.from(packed.subarray(end, end + count), Math.round);
  return { samples: toPcm(packed.subarray(0, end)), durations };
}

function toPcm(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++) {
    const value = Math.round(samples[i]! * 32_767);
    // What is no number at all becomes silence.
    pcm[i] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
  }
  return pcm;
}

function tell(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
