/**
 * The histogram of the time to the first audio: buckets that grow by the fourth root of 2, so that what is read from them is
 * mostly within a tenth of what was measured, from 1 ms to two minutes. Histograms of any processes and hours are added bucket by bucket.
 */

const perOctave = 4;
/** Holds all that is longer, 131 s and more. */
const lastBucket = 17 * perOctave;

/** The bucket of a time; the first one also holds what is below 1 ms. */
export function firstAudioBucket(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(lastBucket, Math.floor(Math.log2(ms) * perOctave));
}

/** Utterances in a bucket. */
export interface BucketCount {
  readonly bucket: number;
  readonly count: number;
}

/**
 * The time in ms under which the share of the utterances had their first audio; undefined where there was none.
 * @param share 0.5 for the median
 */
export function firstAudioQuantile(buckets: readonly BucketCount[], share: number): number | undefined {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  let left = share * total;
  const sorted = buckets.toSorted((a, b) => a.bucket - b.bucket).filter(({ count }) => count > 0);
  for (const { bucket, count } of sorted) {
    if (left <= count) return 2 ** ((bucket + left / count) / perOctave);
    left -= count;
  }
  return 2 ** ((sorted.at(-1)!.bucket + 1) / perOctave);
}
