/**
 * ITU-T G.711 companding between 16-bit linear samples and 8-bit codes. Where a sample lies on the border of two codes,
 * the choice is that of the ITU-T reference software (G.191): magnitudes of negative samples are their one's complement.
 */

/** A code table over all 16-bit samples: index with the sample's low 16 bits. */
export type CodeTable = Uint8Array;

function tabulate(compress: (sample: number) => number): CodeTable {
  const table = new Uint8Array(65_536);
  for (let sample = -32_768; sample < 32_768; sample++) table[sample & 0xffff] = compress(sample);
  return table;
}

function magnitudeOf(sample: number): number {
  return sample < 0 ? ~sample : sample;
}

/** Position of the highest set bit, from 0. */
function exponentOf(value: number): number {
  return 31 - Math.clz32(value);
}

/** G.711 table 2a: 14-bit magnitude with a bias of 33, all bits of the code inverted. */
function mulawOf(sample: number): number {
  const biased = Math.min((magnitudeOf(sample) >> 2) + 33, 0x1fff);
  const segment = exponentOf(biased) - 5;
  const step = (biased >> (segment + 1)) & 0x0f;
  return (sample < 0 ? 0x7f : 0xff) ^ ((segment << 4) | step);
}

/** G.711 table 1a: 12-bit magnitude, every other bit of the code inverted. */
function alawOf(sample: number): number {
  const magnitude = magnitudeOf(sample) >> 4;
  const segment = Math.max(0, exponentOf(magnitude) - 3);
  const step = magnitude >> Math.max(0, segment - 1);
  const code = segment === 0 ? step : (segment << 4) | (step & 0x0f);
  return (sample < 0 ? 0x55 : 0xd5) ^ code;
}

function mulawSampleOf(code: number): number {
  const inverted = ~code;
  const magnitude = ((((inverted & 0x0f) << 3) + 132) << ((inverted >> 4) & 7)) - 132;
  return (code & 0x80) === 0 ? 0 - magnitude : magnitude;
}

function alawSampleOf(code: number): number {
  const even = code ^ 0x55;
  const segment = (even >> 4) & 7;
  const step = ((even & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) << (segment - 1);
  return (code & 0x80) === 0 ? -magnitude : magnitude;
}

let mulaw: CodeTable | undefined;
let alaw: CodeTable | undefined;

export function mulawCodes(): CodeTable {
  return (mulaw ??= tabulate(mulawOf));
}

export function alawCodes(): CodeTable {
  return (alaw ??= tabulate(alawOf));
}

/** Not by `from`, which takes twenty times as long: telephones send codes all the time. */
function expand(codes: Uint8Array, samples: Int16Array): Int16Array {
  const expanded = new Int16Array(codes.length);
  for (let index = 0; index < codes.length; index++) expanded[index] = samples[codes[index]!]!;
  return expanded;
}

const mulawSamples = Int16Array.from({ length: 256 }, (_, code) => mulawSampleOf(code));
const alawSamples = Int16Array.from({ length: 256 }, (_, code) => alawSampleOf(code));

/** 16-bit samples of mu-law codes. */
export function decodeMulaw(codes: Uint8Array): Int16Array {
  return expand(codes, mulawSamples);
}

/** 16-bit samples of A-law codes. */
export function decodeAlaw(codes: Uint8Array): Int16Array {
  return expand(codes, alawSamples);
}
