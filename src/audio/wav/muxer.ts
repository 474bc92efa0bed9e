import type { ContainerWriter } from '../container-writer.ts';
import type { WavFormat } from '../formats.ts';
import { wavHeader } from './header.ts';

/** One header for a stream of unknown length, then the payload, then nothing. */
export function createMuxer(format: WavFormat): ContainerWriter {
  return {
    header: () => wavHeader(format),
    write: (payload) => payload,
    end: () => new Uint8Array(0),
    close: () => undefined,
  };
}
