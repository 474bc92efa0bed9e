/** Filters of one signal: sample n of the output belongs to sample n of the input, and as many come out as went in. */
export interface StreamFilter {
  /** Takes the next samples and gives those that are ready, limited to 16 bits. */
  write(samples: Int16Array): Int16Array;
  /** Gives the rest. */
  end(): Int16Array;
}

/** What a filter does; it makes any number of them. */
export interface StreamResponse {
  filter(): StreamFilter;
}

/** Rounded and limited. */
export function toInt16(value: number): number {
  const rounded = Math.round(value);
  return rounded > 32_767 ? 32_767 : rounded < -32_768 ? -32_768 : rounded;
}
