/** Drives a synthesizer by hand and measures what it gives, for tests. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { neutralProsody, type Prosody, type Segment, type Token } from '../text/types.ts';
import type {
  Capabilities,
  EngineDescriptor,
  EngineVoice,
  LoadSynthesizer,
  Mark,
  ReferenceEngine,
  Synthesizer,
} from './adapter.ts';
import type { SpawnThread } from './scheduling/engine-thread.ts';
import { loadEngines, TaskExecutor } from './thread/executor.ts';
import type { TaskError, TaskListener } from './scheduling/task.ts';
import type { AudioPart, FromThread, SegmentResult } from './thread/protocol.ts';
import { joinIntegers } from '../audio/samples.ts';

/**
 * Loads the synthesizer of an engine in this thread, as an engine thread does.
 * @param reference for an engine that needs one
 */
export async function loadSynthesizer(
  { module }: Pick<EngineDescriptor, 'module'>,
  reference?: EngineDescriptor,
): Promise<Synthesizer> {
  const { load } = (await import(module.url)) as { readonly load: LoadSynthesizer };
  return load(module.options, reference === undefined ? undefined : await loadReference(reference));
}

/** By id: a reference remembers nothing from segment to segment, so that all engines of a test file may share it. */
const references = new Map<string, Promise<ReferenceEngine>>();

function loadReference(descriptor: EngineDescriptor): Promise<ReferenceEngine> {
  let loading = references.get(descriptor.id);
  if (loading === undefined) {
    loading = loadNewReference(descriptor);
    references.set(descriptor.id, loading);
  }
  return loading;
}

async function loadNewReference(descriptor: EngineDescriptor): Promise<ReferenceEngine> {
  const synthesizer = await loadSynthesizer(descriptor);
  return {
    capabilities: descriptor.capabilities,
    synthesizer: synthesizer as ReferenceEngine['synthesizer'],
    voiceFor: (language) => descriptor.voices().find((voice) => voice.language === language)?.speaker,
  };
}

/** All that an engine gave for one segment. */
export interface Spoken {
  readonly samples: Int16Array;
  /** Samples of each call of `audio`. */
  readonly chunks: readonly number[];
  readonly marks: readonly Mark[];
  /** Calls of `marks`. */
  readonly markCalls: number;
  /** Those behind an abort. */
  readonly lateMarkCalls: number;
}

type WordMark = Extract<Mark, { kind: 'word' }>;

/** A segment of words: a string is cut at white space; an array item is one token, itself an array when it is spoken as other words. */
export function segmentOf(
  words: string | readonly (string | readonly string[])[],
  given: { language?: string; prosody?: Partial<Prosody> } = {},
): Segment {
  const items = typeof words === 'string' ? words.split(/\s+/u).filter((word) => word !== '') : words;
  const tokens = items.map((item): Token => {
    const spoken = typeof item === 'string' ? [item] : item;
    return { text: spoken.join(' '), spoken, continues: false };
  });
  return {
    tokens,
    prosody: { ...neutralProsody, ...given.prosody },
    language: given.language ?? 'en',
    pauseSeconds: 0,
  };
}

export async function speakWith(
  engine: Synthesizer,
  segment: Segment,
  voice: EngineVoice,
  signal: AbortSignal = new AbortController().signal,
  onAudio?: () => void,
): Promise<Spoken> {
  const pieces: Int16Array[] = [];
  const marks: Mark[] = [];
  let [markCalls, lateMarkCalls] = [0, 0];
  const sink = {
    audio: (piece: Int16Array): void => {
      pieces.push(piece);
      onAudio?.();
    },
    marks: (given: readonly Mark[]): void => {
      markCalls++;
      if (signal.aborted) lateMarkCalls++;
      marks.push(...given);
    },
  };
  await engine.speak(segment, voice, sink, signal);
  return { samples: joinIntegers(pieces), chunks: pieces.map(({ length }) => length), marks, markCalls, lateMarkCalls };
}

/** Whether the engine itself gives marks for words: where they are aligned, its thread makes them. */
export function givesWords({ marks }: Pick<Capabilities, 'marks'>): boolean {
  return marks === 'exact' || marks === 'estimated';
}

/** @throws {AssertionError} unless the marks are what {@link Mark} and `SpeechSink.marks` promise */
export function assertMarks(
  segment: Segment,
  { marks, samples, markCalls }: Spoken,
  kinds: Pick<Capabilities, 'marks' | 'phonemes'>,
): void {
  assert.ok(markCalls === 1 || (markCalls === 0 && !givesWords(kinds) && !kinds.phonemes), 'marks are given once');
  const words = marks.filter((mark): mark is WordMark => mark.kind === 'word');
  const expected = segment.tokens.flatMap(({ spoken }, token) => spoken.map((_, word) => `${token}.${word}`));
  assert.deepEqual(
    words.map(({ token, word }) => `${token}.${word}`),
    givesWords(kinds) ? expected : [],
    'every spoken word once, in order',
  );
  const phonemes = marks.filter((mark) => mark.kind === 'phoneme');
  if (!kinds.phonemes) assert.equal(phonemes.length, 0);
  for (const { phoneme } of phonemes) {
    assert.match(phoneme, /^[\p{L}\p{M}\u02d0\u02d1\u02de]+$/u, `"${phoneme}" is written in IPA`);
  }
  for (const list of [words, phonemes]) {
    let last = 0;
    for (const { start, end } of list) {
      assert.ok(Number.isInteger(start) && Number.isInteger(end), 'marks are whole samples');
      assert.ok(
        start >= last && end >= start && end <= samples.length,
        `${last} ≤ ${start} ≤ ${end} ≤ ${samples.length}`,
      );
      last = end;
    }
  }
}

/** A short name for the samples: comparing them element by element would print them when they differ. */
export function digest(samples: Int16Array): string {
  return createHash('sha256')
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest('hex');
}

export function fingerprint({ samples, marks, chunks }: Spoken): string {
  return `${samples.length} samples ${digest(samples)} in ${chunks.join('+')} ${JSON.stringify(marks)}`;
}

/** Median pitch in Hz of the loud frames: the lag of the highest autocorrelation between 60 and 400 Hz. */
export function medianPitch(samples: Int16Array, sampleRate: number): number {
  const width = Math.round(sampleRate / 25);
  const found: number[] = [];
  for (let at = 0; at + 2 * width < samples.length; at += 2 * width) {
    const energy = correlate(samples, at, 0, width);
    if (energy < width * 1e6) continue;
    let best = { lag: 0, value: 0 };
    for (let lag = Math.round(sampleRate / 400); lag < sampleRate / 60; lag++) {
      const value = correlate(samples, at, lag, width);
      // A whole multiple of the period scores as high: take a longer lag only when it is clearly better.
      if (value > best.value * 1.1) best = { lag, value };
    }
    if (best.value > energy * 0.5) found.push(sampleRate / best.lag);
  }
  return found.sort((a, b) => a - b)[found.length >> 1] ?? 0;
}

function correlate(samples: Int16Array, at: number, lag: number, width: number): number {
  let sum = 0;
  for (let i = at; i < at + width; i++) sum += samples[i]! * samples[i + lag]!;
  return sum;
}

let collect: (() => void) | undefined;

export function memoryInUse(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // The memory of array buffers is given back beside the program; a second collection waits for that.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A listener that keeps what a task gave. */
export class TaskRecord implements TaskListener {
  readonly bytes: Uint8Array[] = [];
  /** Every call, in order. */
  readonly calls: ('audio' | 'end' | 'failed')[] = [];
  samples = 0;
  result: SegmentResult | undefined;
  error: TaskError | undefined;
  readonly #settled = Promise.withResolvers<this>();

  /** Resolves when the task has ended or failed. */
  get settled(): Promise<this> {
    return this.#settled.promise;
  }

  audio({ bytes, samples }: AudioPart): void {
    this.calls.push('audio');
    this.bytes.push(bytes);
    this.samples += samples;
  }

  end(result: SegmentResult): void {
    this.calls.push('end');
    this.result = result;
    this.#settled.resolve(this);
  }

  failed(error: TaskError): void {
    this.calls.push('failed');
    this.error = error;
    this.#settled.resolve(this);
  }
}

/** An engine thread inside the test's own thread: the executor and the engines are real, the channel is a microtask. */
export const spawnLocalThread: SpawnThread = (settings, listener) => {
  let executor: TaskExecutor | undefined;
  let isEnded = false;
  const post = (message: FromThread): void => {
    const copy = structuredClone(message);
    queueMicrotask(() => isEnded || listener.message(copy));
  };
  void loadEngines(settings.engines, settings.reference).then(({ engines, failures, reference }) => {
    executor = new TaskExecutor({ engines, reference, cancelFlags: new Int32Array(settings.cancelFlags), post });
    post({ kind: 'ready', failures });
  });
  return {
    post: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => isEnded || copy.kind === 'close' || executor!.receive(copy));
    },
    async terminate() {
      isEnded = true;
      // The end of a real thread frees what its engines have started.
      await executor?.close();
    },
  };
};
