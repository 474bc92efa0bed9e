import type { ContainerWriter } from './container-writer.ts';
import * as flac from './flac/muxer.ts';
import type { OutputFormat } from './formats.ts';
import * as mp3 from './mp3/muxer.ts';
import * as opus from './opus/muxer.ts';
import * as raw from './raw/muxer.ts';
import { wavHeader } from './wav/header.ts';
import * as wav from './wav/muxer.ts';

export type { ContainerWriter } from './container-writer.ts';

/**
 * The writer of a format. Asynchronous, because the encoders are loaded with the first one in a thread.
 * @throws {RangeError} for a bit rate that MP3 does not have at the sample rate
 */
export async function createContainerWriter(format: OutputFormat): Promise<ContainerWriter> {
  switch (format.container) {
    case 'raw':
      return raw.createMuxer();
    case 'wav':
      return wav.createMuxer(format);
    case 'mp3':
      return mp3.createMuxer(format);
    case 'opus':
      return opus.createMuxer(format);
    case 'flac':
      return flac.createMuxer(format);
  }
}

/** What {@link ContainerWriter.header} gives, without a writer: it depends on the format alone. */
export function containerHeader(format: OutputFormat): Uint8Array {
  switch (format.container) {
    case 'raw':
    case 'mp3':
      return new Uint8Array(0);
    case 'wav':
      return wavHeader(format);
    case 'opus':
      return opus.header(format);
    case 'flac':
      return flac.header(format);
  }
}
