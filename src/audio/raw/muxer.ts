import type { ContainerWriter } from '../container-writer.ts';

function nothing(): Uint8Array {
  return new Uint8Array(0);
}

/** No container at all: the payload is the stream. */
export function createMuxer(): ContainerWriter {
  return { header: nothing, write: (payload) => payload, end: nothing, close: () => undefined };
}
