/** The audio formats of responses, as types and tables. All audio is mono. */

export const containers = ['raw', 'wav', 'mp3'] as const;
/** Container of a response: bare samples, RIFF/WAVE, or MPEG-1/2 Layer III. */
export type Container = (typeof containers)[number];

/** `pcm_f32le` has a full scale of ±1; `pcm_mulaw` and `pcm_alaw` are ITU-T G.711. */
export const encodings = ['pcm_f32le', 'pcm_s16le', 'pcm_mulaw', 'pcm_alaw'] as const;
/** Encoding of samples: {@link encodings}. */
export type Encoding = (typeof encodings)[number];

/** Hz. */
export const sampleRates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;
/** Sample rate of a response in Hz: {@link sampleRates}. */
export type SampleRate = (typeof sampleRates)[number];

/** Bits per second, constant. */
export const bitRates = [32_000, 64_000, 96_000, 128_000, 192_000] as const;
/** Constant bit rate of MP3 in bits per second: {@link bitRates}. */
export type BitRate = (typeof bitRates)[number];

export interface RawFormat {
  readonly container: 'raw';
  readonly encoding: Encoding;
  readonly sampleRate: SampleRate;
}

export interface WavFormat {
  readonly container: 'wav';
  readonly encoding: Encoding;
  readonly sampleRate: SampleRate;
}

export interface Mp3Format {
  readonly container: 'mp3';
  readonly sampleRate: SampleRate;
  readonly bitRate: BitRate;
}

/** The format of a response; which members it has depends on `container`. */
export type OutputFormat = RawFormat | WavFormat | Mp3Format;

/** What a stream's samples are encoded as before they enter the container. */
export interface PayloadFormat {
  readonly encoding: Encoding;
  readonly sampleRate: SampleRate;
}

/** The MP3 encoder takes floats; the other containers carry the encoding itself. */
export function payloadFormat(format: OutputFormat): PayloadFormat {
  return {
    encoding: format.container === 'mp3' ? 'pcm_f32le' : format.encoding,
    sampleRate: format.sampleRate,
  };
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
  }
}
