/** Headers of MPEG audio frames, layers I to III: ISO/IEC 11172-3, 2.4.1.3, and 13818-3 for the lower rates. */

/** 2.5 is the unofficial extension of MPEG-2 to the lowest rates. */
export type MpegVersion = 1 | 2 | 2.5;

export interface FrameHeader {
  readonly version: MpegVersion;
  readonly layer: 1 | 2 | 3;
  /** Hz. */
  readonly sampleRate: number;
  /** Bits per second. */
  readonly bitRate: number;
  readonly channels: 1 | 2;
  /** Samples of each channel. */
  readonly samples: number;
  /** Bytes of the frame with its header. */
  readonly length: number;
}

/** By the two bits of the header that name them. */
export const versions = [2.5, undefined, 2, 1] as const;
export const layers = [undefined, 3, 2, 1] as const;
/** Hz of MPEG-1 by their two bits; MPEG-2 has half of each, its extension a quarter. */
export const mpeg1SampleRates: readonly number[] = [44_100, 48_000, 32_000];

const lowerKbitRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Kilobits per second by version, layer and their four bits; 0 is none of them. */
const kbitRates = {
  1: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: lowerKbitRates,
    3: lowerKbitRates,
  },
} as const;

/** Kilobits per second by their four bits; 0 is none of them. */
export function kbitRatesOf(version: MpegVersion, layer: FrameHeader['layer']): readonly number[] {
  return kbitRates[version === 1 ? 1 : 2][layer];
}

/** Samples of each channel in a frame. */
export function samplesPerFrame(version: MpegVersion, layer: FrameHeader['layer'] = 3): number {
  return layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1152;
}

/**
 * Bytes of a frame with its header.
 * @param kbits kilobits per second
 * @param samples of each channel
 */
export function frameLength(
  {
    layer,
    kbits,
    samples,
    sampleRate,
  }: Pick<FrameHeader, 'layer' | 'samples' | 'sampleRate'> & { readonly kbits: number },
  isPadded = false,
): number {
  // Layer I counts in slots of four bytes, the others in bytes.
  const slotBytes = layer === 1 ? 4 : 1;
  return (Math.floor((samples * 125 * kbits) / sampleRate / slotBytes) + (isPadded ? 1 : 0)) * slotBytes;
}

/** Undefined where no header stands. */
export function readFrameHeader(bytes: Uint8Array, at: number): FrameHeader | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
  const version = versions[(kind >> 3) & 3];
  const layer = layers[(kind >> 1) & 3];
  const base = mpeg1SampleRates[(rates >> 2) & 3];
  if (sync !== 0xff || kind >> 5 !== 7 || version === undefined || layer === undefined || base === undefined) {
    return undefined;
  }
  const kbits = kbitRatesOf(version, layer)[rates >> 4];
  if (kbits === undefined || kbits === 0) return undefined;
  const sampleRate = version === 2.5 ? base / 4 : base / version;
  const samples = samplesPerFrame(version, layer);
  return {
    version,
    layer,
    sampleRate,
    bitRate: 1000 * kbits,
    channels: mode >> 6 === 3 ? 1 : 2,
    samples,
    length: frameLength({ layer, kbits, samples, sampleRate }, ((rates >> 1) & 1) === 1),
  };
}
