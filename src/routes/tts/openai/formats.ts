import type { WireOutputFormat } from '../schema.ts';

/** Formats of speech in OpenAI's shape (docs/rules.md#openai-speech). Where there is a choice, they have OpenAI's 24,000 Hz. */
const outputFormats = {
  mp3: { container: 'mp3', sample_rate: 24_000, bit_rate: 64_000 },
  opus: { container: 'opus', sample_rate: 48_000 },
  flac: { container: 'flac', sample_rate: 24_000 },
  wav: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 },
  pcm: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
} as const satisfies Record<string, WireOutputFormat>;

export type ResponseFormat = keyof typeof outputFormats;

export const responseFormats = Object.keys(outputFormats) as [ResponseFormat, ...ResponseFormat[]];

/** A format in the terms of the interface's own routes. */
export function outputFormatOf(format: ResponseFormat): WireOutputFormat {
  return outputFormats[format];
}
