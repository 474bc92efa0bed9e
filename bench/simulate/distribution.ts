/** Times of millions of events in little memory: counts in buckets that grow by 5 %. */

const growth = Math.log(1.05);
/** Seconds; what is shorter counts as this. */
const least = 1e-7;

export class Distribution {
  readonly #counts: number[] = [];
  #count = 0;
  #sum = 0;
  #max = 0;

  /** @param seconds 0 or more */
  add(seconds: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(seconds / least) / growth));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
    this.#sum += seconds;
    this.#max = Math.max(this.#max, seconds);
  }

  get count(): number {
    return this.#count;
  }

  /** Seconds; NaN of none. */
  get mean(): number {
    return this.#sum / this.#count;
  }

  /** Seconds. */
  get max(): number {
    return this.#max;
  }

  /**
   * Within 5 %; NaN of none.
   * @param share 0–1
   */
  quantile(share: number): number {
    let left = share * this.#count;
    for (const [bucket, count = 0] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && this.#count > 0) {
        return bucket === 0 ? 0 : Math.min(this.#max, least * Math.exp(bucket * growth));
      }
    }
    return NaN;
  }
}
