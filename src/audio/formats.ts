/** The audio formats of responses, as types and tables. All audio is mono. */

export const containers = ['raw', 'wav', 'mp3', 'opus', 'flac'] as const;
/** Container of a response: bare samples, RIFF/WAVE, MPEG-1/2 Layer III, Opus in Ogg, or FLAC. */
export type Container = (typeof containers)[number];

/** `pcm_f32le` has a full scale of ±1; `pcm_mulaw` and `pcm_alaw` are ITU-T G.711. */
export const encodings = ['pcm_f32le', 'pcm_s16le', 'pcm_mulaw', 'pcm_alaw'] as const;
/** Encoding of samples: {@link encodings}. */
export type Encoding = (typeof encodings)[number];
/** What requests name: clients of older versions call a packed encoding like its container. */
export const namedEncodings = [...encodings, 'mp3', 'opus', 'flac'] as const;

/** Hz. */
export const sampleRates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;
/** Sample rate of a response in Hz: {@link sampleRates}. Opus has its own. */
export type SampleRate = (typeof sampleRates)[number];

/** Hz: the rates at which Opus takes audio (RFC 6716, 2). */
export const opusSampleRates = [8000, 12_000, 16_000, 24_000, 48_000] as const;
/** Sample rate of an Opus response in Hz: {@link opusSampleRates}. */
export type OpusSampleRate = (typeof opusSampleRates)[number];

/** Hz: every rate that some container takes. */
export const anySampleRates = [8000, 12_000, 16_000, 22_050, 24_000, 44_100, 48_000] as const satisfies readonly (
  SampleRate | OpusSampleRate
)[];
/** A rate of {@link anySampleRates}. */
export type AnySampleRate = (typeof anySampleRates)[number];

/** Bits per second. */
export const bitRates = [32_000, 64_000, 96_000, 128_000, 192_000] as const;
/** Bit rate of MP3, where it is constant, and of Opus, where it is the mean, in bits per second: {@link bitRates}. */
export type BitRate = (typeof bitRates)[number];

export interface RawFormat {
  readonly container: 'raw';
  readonly encoding: Encoding;
  /** Clients ask for those of {@link sampleRates}; the others are those of payload on its way into another container. */
  readonly sampleRate: AnySampleRate;
}

export interface WavFormat {
  readonly container: 'wav';
  readonly encoding: Encoding;
  readonly sampleRate: SampleRate;
}

/** MP3 at a constant bit rate ({@link isMp3Pair}). */
export interface Mp3Format {
  readonly container: 'mp3';
  readonly sampleRate: SampleRate;
  readonly bitRate: BitRate;
}

export interface OpusFormat {
  readonly container: 'opus';
  readonly sampleRate: OpusSampleRate;
  readonly bitRate: BitRate;
}

/** 16 bits. */
export interface FlacFormat {
  readonly container: 'flac';
  readonly sampleRate: SampleRate;
}

/** The format of a response; which members it has depends on `container`. */
export type OutputFormat = RawFormat | WavFormat | Mp3Format | OpusFormat | FlacFormat;

/** What a stream's samples are encoded as before they enter the container. */
export interface PayloadFormat {
  readonly encoding: Encoding;
  readonly sampleRate: AnySampleRate;
}

/** The encoders of MP3 and Opus take floats, that of FLAC 16 bits; the other containers carry the encoding itself. */
export function payloadFormat(format: OutputFormat): PayloadFormat {
  return { encoding: payloadEncoding(format), sampleRate: format.sampleRate };
}

function payloadEncoding(format: OutputFormat): Encoding {
  switch (format.container) {
    case 'raw':
    case 'wav':
      return format.encoding;
    case 'mp3':
    case 'opus':
      return 'pcm_f32le';
    case 'flac':
      return 'pcm_s16le';
  }
}

/** Whether the container's encoder carries state from one segment to the next: one encoder then serves the whole stream. */
export function hasEncoderState({ container }: OutputFormat): boolean {
  return container !== 'raw' && container !== 'wav';
}

const sampleBytes: Record<Encoding, number> = { pcm_f32le: 4, pcm_s16le: 2, pcm_mulaw: 1, pcm_alaw: 1 };

/** 1 for `pcm_mulaw` and `pcm_alaw`, 2 for `pcm_s16le`, 4 for `pcm_f32le`. */
export function bytesPerSample(encoding: Encoding): number {
  return sampleBytes[encoding];
}

/**
 * The bit rates an MP3 stream can have at each sample rate: MPEG-2.5 (8000 Hz) goes up to 64 kbit/s, MPEG-2 (16,000 to
 * 24,000 Hz, ISO/IEC 13818-3) up to 160, MPEG-1 (44,100 and 48,000 Hz, ISO/IEC 11172-3) up to 320.
 */
export const mp3BitRates: Readonly<Record<SampleRate, readonly BitRate[]>> = {
  8000: [32_000, 64_000],
  16000: [32_000, 64_000, 96_000, 128_000],
  22050: [32_000, 64_000, 96_000, 128_000],
  24000: [32_000, 64_000, 96_000, 128_000],
  44100: bitRates,
  48000: bitRates,
};

/** Whether MP3 has this bit rate at this sample rate. */
export function isMp3Pair(sampleRate: SampleRate, bitRate: BitRate): boolean {
  return mp3BitRates[sampleRate].includes(bitRate);
}

/** What MP3 has when only a sample rate, or nothing, is asked for: 128 kbit/s, or the most there is below it. */
export function defaultMp3BitRate(sampleRate: SampleRate): BitRate {
  return mp3BitRates[sampleRate].findLast((bitRate) => bitRate <= 128_000)!;
}

/** What Opus has when no bit rate is asked for. Speech of full bandwidth needs 28 to 40 kbit/s (RFC 6716, 2.1.1). */
export const defaultOpusBitRate: BitRate = 32_000;

/** The pairs {@link isMp3Pair} accepts, as text for an error message: `8000 Hz: 32000, 64000; 16000 Hz: …`. */
export function describeMp3Pairs(): string {
  return sampleRates.map((rate) => `${rate} Hz: ${mp3BitRates[rate].join(', ')}`).join('; ');
}

/** The media type of a response body; raw audio, which has no header, has its encoding and rate as parameters. */
export function contentType(format: OutputFormat): string {
  switch (format.container) {
    case 'raw':
      return `audio/pcm;encoding=${format.encoding};rate=${format.sampleRate}`;
    case 'wav':
      return 'audio/wav';
    case 'mp3':
      return 'audio/mpeg';
    case 'opus':
      return 'audio/ogg';
    case 'flac':
      return 'audio/flac';
  }
}
