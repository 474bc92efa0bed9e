/** Speech that is made for its place between recordings. */
import { z } from 'zod';
import { integersOf } from '../../audio/bytes.ts';
import { DecodingError } from '../../audio/decoding/index.ts';
import {
  fitInThread,
  joinedRate,
  readNeighbour,
  speedFor,
  type FitTask,
  type Fitted,
  type Neighbour,
  type NeighbourLimits,
  type Side,
  type WantedRate,
} from '../../audio/infill/index.ts';
import { withHeadStart } from '../../timing/deadline.ts';
import { clipError, lateError } from '../../voices/clip-analysis.ts';
import { nearestSpeed } from '../request.ts';
import type { SpeechSettings } from '../settings.ts';
import { spokenSamples, type SpokenOptions } from '../spoken-samples.ts';

/** What can be said between recordings. */
export const infillText = z.string().min(1).max(5000).regex(/\S/u, 'Must not be blank');

/** Of the form with the recordings; errors name them. */
export const neighbourFields = { left: 'left_audio', right: 'right_audio' } as const;
/** How long the left recording is read alone. */
const aloneMs = 250;
/** How much slower or faster speech is made to be as fast as its neighbours. */
const speedRange = { min: 0.7, max: 1.4 } as const;

/** The recordings, at least one of them; with their samples where all is wanted, joined. */
export interface NeighbourPair {
  readonly left: Neighbour | undefined;
  readonly right: Neighbour | undefined;
}

/** What is said, and how. */
export interface Said extends Omit<SpokenOptions, 'sampleRate' | 'generationConfig'> {
  readonly transcript: string;
}

/** What stands between the recordings, or all of it. */
export interface Joined {
  /** Parts in their order, at `joinedRate`. */
  readonly parts: readonly Float32Array[];
  /** Samples of all parts. */
  readonly samples: number;
  /** Where one part ends and the next begins, in samples: behind the left recording and before the right one. None without them. */
  readonly joints: readonly number[];
}

/** The bytes of recordings, at least one of them; they may be empty afterwards. */
export interface NeighbourFiles {
  readonly left: Uint8Array<ArrayBuffer> | undefined;
  readonly right: Uint8Array<ArrayBuffer> | undefined;
}

export interface NeighboursOptions extends NeighbourLimits {
  /** Whether all of the recordings is wanted. */
  readonly whole: boolean;
}

interface NeighbourOptions extends NeighboursOptions {
  /** Of the form, which errors name. */
  readonly field: string;
  /** Where the joint is. */
  readonly side: Side;
}

/**
 * The recordings that are to be joined. Most take moments: both are read in one thread, since it takes longer until another one has compiled
 * its code. Such as take longer are read side by side.
 * @throws {ServiceError} what is wrong with one of them
 */
export async function neighbours({ left, right }: NeighbourFiles, options: NeighboursOptions): Promise<NeighbourPair> {
  const [before, behind] = await withHeadStart(
    () => neighbour(left, { field: neighbourFields.left, side: 'end', ...options }),
    aloneMs,
    () => neighbour(right, { field: neighbourFields.right, side: 'start', ...options }),
  );
  return { left: before, right: behind };
}

async function neighbour(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  { field, side, whole, ...limits }: NeighbourOptions,
): Promise<Neighbour | undefined> {
  if (bytes === undefined) return undefined;
  try {
    return await readNeighbour(bytes, { side, whole }, limits);
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, field) : error;
  }
}

/**
 * What stands between the recordings, and the recordings as far as they have samples. It is as fast as they are: at once where it is known how
 * fast the voice speaks, else spoken once more where the first time is much slower or faster.
 * @throws {ServiceError} of the context that speaks
 * @throws the reason of the signal
 */
export async function joined({ left, right }: NeighbourPair, { transcript, ...how }: Said): Promise<Joined> {
  const common: SpokenOptions = { ...how, sampleRate: joinedRate };
  const edges = { left: left?.edge, right: right?.edge };
  const rate = wantedRate({ left, right }, how.settings);
  const known = how.settings.syllableRate;
  const speed = rate === undefined || known === undefined ? 1 : speedFor(rate, known, 'known');
  const speech = await spokenSamples(transcript, { ...common, generationConfig: { speed } });
  let fitted = await fittedSoon({
    speech: integersOf(speech),
    ...edges,
    rate: known === undefined ? rate : undefined,
  });
  if (fitted.kind === 'again') {
    const generationConfig = { speed: fitted.speed };
    // The text is counted once.
    const again = await spokenSamples(transcript, { ...common, meter: 'exempt', generationConfig });
    fitted = await fittedSoon({ speech: integersOf(again), ...edges, rate: undefined });
  }
  if (fitted.kind === 'again') throw new RangeError('speech without a wanted rate is fitted as it is');
  return joinedOf(left?.samples, fitted.samples, right?.samples);
}

/** @throws {ServiceError} `unavailable` where it takes too long */
function fittedSoon(task: FitTask): Promise<Fitted> {
  return fitInThread(task).catch((error: unknown) => {
    throw lateError(error);
  });
}

/** The mean of the recordings' rates; undefined where none has speech. */
function wantedRate({ left, right }: NeighbourPair, settings: SpeechSettings): WantedRate | undefined {
  const rates = [left, right].flatMap((clip) => clip?.syllableRate ?? []);
  if (rates.length === 0) return undefined;
  return {
    wanted: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    speeds: { min: nearestSpeed(speedRange.min, settings), max: nearestSpeed(speedRange.max, settings) },
  };
}

/** The samples of all parts in their order, a second at a time. */
export function* joinedPieces({ parts }: Joined): Generator<Float32Array, void, void> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += joinedRate) yield part.slice(at, at + joinedRate);
  }
}

/** Where the parts meet, in seconds, to the sample. */
export function jointSeconds({ joints }: Joined): string[] {
  return joints.map((samples) => (samples / joinedRate).toFixed(5));
}

function joinedOf(left: Float32Array | undefined, middle: Float32Array, right: Float32Array | undefined): Joined {
  const before = left?.length ?? 0;
  const behind = before + middle.length;
  return {
    parts: [...(left === undefined ? [] : [left]), middle, ...(right === undefined ? [] : [right])],
    samples: behind + (right?.length ?? 0),
    joints: [...(left === undefined ? [] : [before]), ...(right === undefined ? [] : [behind])],
  };
}
