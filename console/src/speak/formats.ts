/** What a request names: the model, and formats to download. */
import type { AudioFormat } from '@sonorant/client';

/** Of the server's choice for the voice. */
export const defaultModel = 'sonorant-1';

export interface FormatChoice {
  readonly id: string;
  readonly name: string;
  readonly format: AudioFormat;
  /** Ending of the file. */
  readonly extension: string;
}

export const formats: readonly FormatChoice[] = [
  { id: 'wav-24', name: 'WAV, 24 kHz', format: wav(24_000), extension: 'wav' },
  { id: 'wav-44', name: 'WAV, 44.1 kHz', format: wav(44_100), extension: 'wav' },
  {
    id: 'mp3',
    name: 'MP3, 128 kbit/s',
    format: { container: 'mp3', sampleRate: 44_100, bitRate: 128_000 },
    extension: 'mp3',
  },
  {
    id: 'opus',
    name: 'Opus, 32 kbit/s',
    format: { container: 'opus', sampleRate: 48_000, bitRate: 32_000 },
    extension: 'opus',
  },
  { id: 'flac', name: 'FLAC, 24 kHz', format: { container: 'flac', sampleRate: 24_000 }, extension: 'flac' },
  {
    id: 'raw',
    name: 'Raw PCM, 16 bit, 24 kHz',
    format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
    extension: 'pcm',
  },
  {
    id: 'mulaw',
    name: 'Telephone, μ-law, 8 kHz',
    format: { container: 'wav', encoding: 'pcm_mulaw', sampleRate: 8_000 },
    extension: 'wav',
  },
  {
    id: 'alaw',
    name: 'Telephone, A-law, 8 kHz',
    format: { container: 'wav', encoding: 'pcm_alaw', sampleRate: 8_000 },
    extension: 'wav',
  },
];

function wav(sampleRate: 24_000 | 44_100): AudioFormat {
  return { container: 'wav', encoding: 'pcm_s16le', sampleRate };
}

export function formatOf(id: string): FormatChoice {
  return formats.find((choice) => choice.id === id) ?? formats[0]!;
}

/** The format as fields of a form, which are texts. */
export function formatFields({ container, encoding, sampleRate, bitRate }: AudioFormat) {
  return {
    'output_format[container]': container,
    ...(encoding !== undefined && { 'output_format[encoding]': encoding }),
    ...(sampleRate !== undefined && { 'output_format[sample_rate]': `${sampleRate}` as const }),
    ...(bitRate !== undefined && { 'output_format[bit_rate]': `${bitRate}` as const }),
  };
}
