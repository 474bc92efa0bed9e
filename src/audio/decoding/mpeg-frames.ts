/** Finds MPEG audio by its frame headers: ISO/IEC 11172-3, 2.4.1.3, and 13818-3 for the lower rates; layers I to III. */

const kbitRates = {
  /** MPEG-1, by layer. */
  1: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  /** MPEG-2 and its extension to the lowest rates. */
  2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;
const versions = [2.5, undefined, 2, 1] as const;
const layers = [undefined, 3, 2, 1] as const;
const sampleRates = [44_100, 48_000, 32_000];

/** How far into the file audio may begin, behind what other software left there. */
const searchedBytes = 1 << 16;
/** Headers in a row, each where the one before points, that make a stream: noise has one such pair in 2³⁰ places. */
const neededFrames = 3;

/** Where the first run of whole frames begins; undefined when there is none near the beginning. */
export function findMpegAudio(bytes: Uint8Array, start: number): number | undefined {
  const end = Math.min(bytes.length, start + searchedBytes);
  for (let at = start; at < end; at++) if (bytes[at] === 0xff && isRun(bytes, at)) return at;
  return undefined;
}

function isRun(bytes: Uint8Array, start: number): boolean {
  let at = start;
  let kind: number | undefined;
  for (let frame = 0; frame < neededFrames; frame++) {
    const header = readHeader(bytes, at);
    if (header === undefined || (kind !== undefined && header.kind !== kind)) return false;
    kind = header.kind;
    at += header.length;
  }
  return true;
}

/** @returns bytes of the frame, and what all frames of a stream have in common: version, layer and sample rate */
function readHeader(bytes: Uint8Array, at: number): { readonly length: number; readonly kind: number } | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = versions[(kind >> 3) & 3];
  const layer = layers[(kind >> 1) & 3];
  const base = sampleRates[(rates >> 2) & 3];
  if (sync !== 0xff || kind >> 5 !== 7 || version === undefined || layer === undefined || base === undefined) {
    return undefined;
  }
  const kbits = kbitRates[version === 1 ? 1 : 2][layer][rates >> 4];
  if (kbits === undefined || kbits === 0) return undefined;
  const sampleRate = version === 2.5 ? base / 4 : base / version;
  // Layer I counts in slots of four bytes, the others in bytes.
  const slotBytes = layer === 1 ? 4 : 1;
  const slots = Math.floor((samplesOf(layer, version) * 125 * kbits) / sampleRate / slotBytes) + ((rates >> 1) & 1);
  return { length: slots * slotBytes, kind: (kind << 2) | ((rates >> 2) & 3) };
}

function samplesOf(layer: 1 | 2 | 3, version: number): number {
  return layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1152;
}
