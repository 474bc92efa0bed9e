/**
 * A WAV file as a stream, without a thread: reading it is a copy of numbers, which nothing in the file can break, and to start a thread
 * takes longer than that for a file of a minute. The event loop has its turn after each step of half a millisecond or so.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { BlockCutter } from './block-cutter.ts';
import type { DecodedAudio } from './decoding.ts';
import { MonoMixer } from './mono-mixer.ts';
import { hasText } from './sniff.ts';
import { wavSteps } from './wav.ts';

/** Chunks in front of the samples; a file with more is left to a thread, since to look for them takes time. */
const maxChunks = 64;

/**
 * Undefined for what is no WAV file or not one to be read here.
 * @throws {DecodingError} when the file has no audio at its beginning
 */
export async function decodeWavStream(bytes: Uint8Array, maxSeconds: number): Promise<DecodedAudio | undefined> {
  const isRiff = ['RIFF', 'RF64', 'BW64'].some((name) => hasText(bytes, 0, name)) && hasText(bytes, 8, 'WAVE');
  if (!isRiff) return undefined;
  const ready: Float32Array[] = [];
  const cutter = new BlockCutter((block) => ready.push(block));
  const mixer = new MonoMixer(maxSeconds, (samples) => cutter.write(samples, mixer.sampleRate));
  const steps = wavSteps(bytes, 0, mixer, maxChunks);
  if (steps === undefined) return undefined;
  const blocks = blocksOf(steps, { ready, cutter, mixer });
  // What is wrong at the beginning is told before anything is read.
  const first = await blocks.next();
  return {
    format: 'wav',
    sampleRate: mixer.sampleRate,
    blocks: behind(first, blocks),
    async close() {
      await blocks.return();
    },
  };
}

interface Reading {
  readonly ready: Float32Array[];
  readonly cutter: BlockCutter;
  readonly mixer: MonoMixer;
}

async function* blocksOf(
  steps: Iterator<undefined>,
  { ready, cutter, mixer }: Reading,
): AsyncGenerator<Float32Array, void, undefined> {
  while (steps.next().done !== true) {
    yield* ready.splice(0);
    await turn();
  }
  mixer.end();
  cutter.end();
  yield* ready.splice(0);
}

async function* behind(
  first: IteratorResult<Float32Array, void>,
  rest: AsyncGenerator<Float32Array, void, undefined>,
): AsyncGenerator<Float32Array, void, undefined> {
  if (first.done === true) return;
  try {
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
