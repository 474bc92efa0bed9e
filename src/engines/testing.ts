/** Drives a synthesizer by hand and measures what it gives, for tests. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { neutralProsody, type Prosody, type Segment, type Token } from '../text/types.ts';
import type { Capabilities, EngineDescriptor, EngineVoice, LoadSynthesizer, Mark, Synthesizer } from './adapter.ts';

/** Loads the synthesizer of an engine in this thread, as an engine thread does. */
export async function loadSynthesizer({ module }: Pick<EngineDescriptor, 'module'>): Promise<Synthesizer> {
  const { load } = (await import(module.url)) as { readonly load: LoadSynthesizer };
  return load(module.options);
}

/** All that an engine gave for one segment. */
export interface Spoken {
  readonly samples: Int16Array;
  /** Samples of each call of `audio`. */
  readonly chunks: readonly number[];
  readonly marks: readonly Mark[];
  /** Calls of `marks`. */
  readonly markCalls: number;
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
  let markCalls = 0;
  const sink = {
    audio: (piece: Int16Array): void => {
      pieces.push(piece);
      onAudio?.();
    },
    marks: (given: readonly Mark[]): void => {
      markCalls++;
      marks.push(...given);
    },
  };
  await engine.speak(segment, voice, sink, signal);
  const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { samples, chunks: pieces.map(({ length }) => length), marks, markCalls };
}

/** @throws {AssertionError} unless the marks are what {@link Mark} and `SpeechSink.marks` promise */
export function assertMarks(
  segment: Segment,
  { marks, samples, markCalls }: Spoken,
  kinds: Pick<Capabilities, 'marks' | 'phonemes'>,
): void {
  assert.equal(markCalls, 1, 'marks are given once');
  const words = marks.filter((mark): mark is WordMark => mark.kind === 'word');
  const expected = segment.tokens.flatMap(({ spoken }, token) => spoken.map((_, word) => `${token}.${word}`));
  assert.deepEqual(
    words.map(({ token, word }) => `${token}.${word}`),
    kinds.marks === 'none' ? [] : expected,
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
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
