type Samples = Float32Array<ArrayBuffer> | Int16Array<ArrayBuffer>;

/** One array of all parts, of its own. */
export function joinFloats(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  return fill(new Float32Array(lengthOf(parts)), parts);
}

/** The same of 16-bit samples. */
export function joinIntegers(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  return fill(new Int16Array(lengthOf(parts)), parts);
}

function lengthOf(parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function fill<T extends Samples>(whole: T, parts: readonly (Float32Array | Int16Array)[]): T {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
