import { bytesPerSample, type Encoding } from './formats.ts';
import { alawCodes, mulawCodes, type CodeTable } from './g711.ts';
import type { Samples } from './resampler.ts';

/**
 * Writes samples as bytes of an encoding. Floats have a full scale of ±1 and become integers of value × 32,768, rounded to
 * the nearest (halves away from zero); what exceeds the full scale is clamped, NaN becomes 0.
 * @param gain linear factor
 * @returns bytes of their own buffer, except 16-bit samples into `pcm_s16le` without a gain, which keep theirs
 */
export function encodeSamples(samples: Samples, encoding: Encoding, gain = 1): Uint8Array {
  switch (encoding) {
    case 'pcm_f32le':
      return bytesOf(toFloat32(samples, gain));
    case 'pcm_s16le':
      return bytesOf(toInt16(samples, gain));
    case 'pcm_mulaw':
      return compress(toInt16(samples, gain), mulawCodes());
    case 'pcm_alaw':
      return compress(toInt16(samples, gain), alawCodes());
  }
}

/** `count` samples of silence: G.711 has codes of its own for it. */
export function encodeSilence(count: number, encoding: Encoding): Uint8Array {
  const bytes = new Uint8Array(count * bytesPerSample(encoding));
  if (encoding === 'pcm_mulaw') bytes.fill(mulawCodes()[0]!);
  if (encoding === 'pcm_alaw') bytes.fill(alawCodes()[0]!);
  return bytes;
}

/** Bytes of a typed array as they lie in memory: little-endian on every machine Node runs on. */
function bytesOf(samples: Samples): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

function compress(samples: Int16Array, codes: CodeTable): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let index = 0; index < samples.length; index++) bytes[index] = codes[samples[index]! & 0xffff]!;
  return bytes;
}

/** Samples of 16 bits, as {@link encodeSamples} makes them; those that are integers already stay as they are without a gain. */
export function toInt16(samples: Samples, gain = 1): Int16Array {
  const integers = samples instanceof Int16Array;
  if (integers && gain === 1) return samples;
  const factor = 2 * (integers ? gain : gain * 32_768);
  const output = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const doubled = samples[index]! * factor;
    // Both comparisons are false for NaN, and `| 0` makes it 0. Rounding by halves of integers costs no branch for the sign.
    const halves = doubled | 0;
    output[index] = doubled >= 65_534 ? 32_767 : doubled <= -65_536 ? -32_768 : (halves + (halves >> 31) + 1) >> 1;
  }
  return output;
}

function toFloat32(samples: Samples, gain: number): Float32Array {
  const factor = samples instanceof Int16Array ? gain / 32_768 : gain;
  const output = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const value = samples[index]! * factor;
    output[index] = value > 1 ? 1 : value < -1 ? -1 : value === value ? value : 0;
  }
  return output;
}
