/** One array of all parts; the part itself where there is only one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Payload of `pcm_f32le` as samples; a copy where the bytes begin at no multiple of four. */
export function floatsOf(payload: Uint8Array): Float32Array {
  const aligned = payload.byteOffset % 4 === 0 ? payload : new Uint8Array(payload);
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/** Payload of `pcm_s16le` as samples; a copy where the bytes begin at an odd address. */
export function integersOf(payload: Uint8Array): Int16Array {
  const aligned = payload.byteOffset % 2 === 0 ? payload : new Uint8Array(payload);
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2);
}
