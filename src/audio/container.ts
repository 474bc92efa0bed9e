import type { ContainerWriter } from './container-writer.ts';
import type { OutputFormat } from './formats.ts';
import * as mp3 from './mp3/muxer.ts';
import * as raw from './raw/muxer.ts';
import * as wav from './wav/muxer.ts';

export type { ContainerWriter } from './container-writer.ts';

/**
 * The writer of a format. Asynchronous, because the MP3 encoder is.
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
  }
}
