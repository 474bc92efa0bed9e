import type { ContainerWriter } from '../container-writer.ts';

const nothing = (): Uint8Array => new Uint8Array(0);

/** No container at all: the payload is the stream. */
export const createMuxer = (): ContainerWriter => ({ header: nothing, write: (payload) => payload, end: nothing });
