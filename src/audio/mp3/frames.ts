/** The frames of an MPEG audio stream, read from their headers: ISO/IEC 11172-3, 2.4.1.3, and 13818-3 for the lower rates. */
export interface Mp3Frame {
  /** Bytes from the beginning of the stream. */
  readonly offset: number;
  /** Bytes of the frame with its header. */
  readonly length: number;
  /** 1 for MPEG-1, 2 for MPEG-2, 2.5 for its unofficial extension to the lowest rates. */
  readonly version: 1 | 2 | 2.5;
  /** Hz. */
  readonly sampleRate: number;
  /** Bits per second. */
  readonly bitRate: number;
  readonly channels: 1 | 2;
  /** Samples of each channel. */
  readonly samples: number;
}

/** By the two bits of the header that name them. */
export const versions = [2.5, undefined, 2, 1] as const;
/** Hz of MPEG-1 by their two bits; MPEG-2 has half of each, its extension a quarter. */
export const mpeg1SampleRates: readonly number[] = [44_100, 48_000, 32_000];
/** Kilobits per second of Layer III by their four bits; 0 is none of them. */
export const kbitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Of a frame's header: the two bits that name Layer III. */
export const layer3 = 1;

/** Samples of each channel in a frame of Layer III. */
export function samplesPerFrame(version: Mp3Frame['version']): number {
  return version === 1 ? 1152 : 576;
}

/**
 * All frames of a stream of Layer III without tags.
 * @throws {Error} where no whole frame begins: the stream is damaged, cut off or something else
 */
export function mp3Frames(stream: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  for (let offset = 0; offset < stream.length;) {
    const frame = readHeader(stream, offset);
    if (frame === undefined || offset + frame.length > stream.length) {
      throw new Error(`No whole MP3 frame at byte ${offset} of ${stream.length}`);
    }
    frames.push(frame);
    offset += frame.length;
  }
  return frames;
}

function readHeader(stream: Uint8Array, offset: number): Mp3Frame | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = stream.subarray(offset, offset + 4);
  const version = versions[(kind >> 3) & 3];
  const base = mpeg1SampleRates[(rates >> 2) & 3];
  const kbits = kbitRates[version === 1 ? 1 : 2][rates >> 4];
  if (
    sync !== 0xff ||
    kind >> 5 !== 7 ||
    version === undefined ||
    ((kind >> 1) & 3) !== layer3 ||
    base === undefined ||
    !kbits
  ) {
    return undefined;
  }
  const samples = samplesPerFrame(version);
  const sampleRate = version === 2.5 ? base / 4 : base / version;
  const bitRate = 1000 * kbits;
  const padding = (rates >> 1) & 1;
  const length = Math.floor((samples / 8) * (bitRate / sampleRate)) + padding;
  return { offset, length, version, sampleRate, bitRate, channels: mode >> 6 === 3 ? 1 : 2, samples };
}
