/**
 * Dynamic time warping (Sakoe and Chiba, IEEE Transactions ASSP, 1978) of two utterances: first of every fourth frame in a
 * band around the straight line between their ends, then of all frames near the path found.
 */
import { featureCount, type Features } from './features.ts';

/** Frames that are one in the first pass. */
const pooled = 4;
/** Half of the band's width in the first pass, in its frames: 6 s. */
const bandRadius = 150;
/** How far from the path of the first pass the second one looks, in frames. */
const pathRadius = 8;
/** What a frame of both costs, against a frame of one of them alone. */
const diagonalWeight = 1.3;

/** For each frame of the second utterance, the frames of the first one that it goes with. */
export interface WarpingPath {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

type Sequence = Pick<Features, 'count' | 'values'>;

/** Which frames of the second sequence, inclusive, each frame of the first may go with. */
interface Band {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Both have at least one frame. The cost is linear in the frames of the longer one. */
export function warp(a: Sequence, b: Sequence): WarpingPath {
  const [coarseA, coarseB] = [pool(a), pool(b)];
  const coarse = search(coarseA, coarseB, bandAroundLine(coarseA.count, coarseB.count));
  return search(a, b, bandAroundPath(coarse, a.count, b.count));
}

function pool({ count, values }: Sequence): Sequence {
  const pools = Math.ceil(count / pooled);
  const means = new Float32Array(pools * featureCount);
  for (let index = 0; index < pools; index++) {
    const from = index * pooled;
    const to = Math.min(count, from + pooled);
    for (let frame = from; frame < to; frame++) {
      for (let value = 0; value < featureCount; value++) {
        means[index * featureCount + value]! += values[frame * featureCount + value]! / (to - from);
      }
    }
  }
  return { count: pools, values: means };
}

function bandAroundLine(countA: number, countB: number): Band {
  const from = new Int32Array(countA);
  const to = new Int32Array(countA);
  const slope = countA > 1 ? (countB - 1) / (countA - 1) : 0;
  for (let frame = 0; frame < countA; frame++) {
    // Wide enough for the line itself where the first one is by far the shorter.
    const radius = Math.max(bandRadius, Math.ceil(slope));
    from[frame] = Math.max(0, Math.round(frame * slope) - radius);
    to[frame] = Math.min(countB - 1, Math.round(frame * slope) + radius);
  }
  to[countA - 1] = countB - 1;
  return { from, to };
}

function bandAroundPath({ first, last }: WarpingPath, countA: number, countB: number): Band {
  const from = new Int32Array(countA).fill(countB - 1);
  const to = new Int32Array(countA);
  for (let index = 0; index < first.length; index++) {
    const low = Math.max(0, index * pooled - pathRadius);
    const high = Math.min(countB - 1, index * pooled + pooled - 1 + pathRadius);
    const begin = Math.max(0, (first[index]! - 1) * pooled);
    const end = Math.min(countA, (last[index]! + 2) * pooled);
    for (let frame = begin; frame < end; frame++) {
      from[frame] = Math.min(from[frame]!, low);
      to[frame] = Math.max(to[frame]!, high);
    }
  }
  return { from, to };
}

/** How the path comes to a pair of frames: from the frame before in both, or in one of them. */
const step = { both: 0, onlyA: 1, onlyB: 2 } as const;

/** The cheapest path from the first pair of frames to the last one within the band. */
function search(a: Sequence, b: Sequence, { from, to }: Band): WarpingPath {
  const offsets = new Int32Array(a.count + 1);
  for (let i = 0; i < a.count; i++) offsets[i + 1] = offsets[i]! + to[i]! - from[i]! + 1;
  const steps = new Uint8Array(offsets[a.count]!);
  let before = new Float64Array(b.count).fill(Infinity);
  let costs = new Float64Array(b.count).fill(Infinity);
  for (let i = 0; i < a.count; i++) {
    const [low, high] = [from[i]!, to[i]!];
    const offset = offsets[i]! - low;
    let left = Infinity;
    for (let j = low; j <= high; j++) {
      const distance = distanceOf(a.values, i * featureCount, b.values, j * featureCount);
      let cost = i === 0 && j === 0 ? distance : j > 0 ? before[j - 1]! + diagonalWeight * distance : Infinity;
      let taken: number = step.both;
      if (before[j]! + distance < cost) {
        cost = before[j]! + distance;
        taken = step.onlyA;
      }
      if (left + distance < cost) {
        cost = left + distance;
        taken = step.onlyB;
      }
      costs[j] = left = cost;
      steps[offset + j] = taken;
    }
    // The next row is written over the row before this one.
    if (i > 0) before.fill(Infinity, from[i - 1], to[i - 1]! + 1);
    [before, costs] = [costs, before];
  }
  return trace(steps, offsets, from, b.count);
}

function distanceOf(a: Float32Array, atA: number, b: Float32Array, atB: number): number {
  let sum = 0;
  for (let value = 0; value < featureCount; value++) {
    const difference = a[atA + value]! - b[atB + value]!;
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

function trace(steps: Uint8Array, offsets: Int32Array, from: Int32Array, countB: number): WarpingPath {
  const first = new Int32Array(countB);
  const last = new Int32Array(countB).fill(-1);
  let i = from.length - 1;
  let j = countB - 1;
  for (;;) {
    first[j] = i;
    if (last[j] === -1) last[j] = i;
    if (i === 0 && j === 0) return { first, last };
    const taken = i === 0 ? step.onlyB : j === 0 ? step.onlyA : steps[offsets[i]! + j - from[i]!]!;
    if (taken !== step.onlyB) i--;
    if (taken !== step.onlyA) j--;
  }
}
