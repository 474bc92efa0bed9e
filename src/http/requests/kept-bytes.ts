/** An uploaded file in memory. */
import type { Readable } from 'node:stream';

/**
 * The bytes of a stream, written where they stay: joined at the end they would be there twice. The memory fills its buffer, so that
 * it may be handed over to a thread.
 * @param maxBytes more than this are never given
 * @throws {RangeError} when they are; and what the stream throws
 */
export async function keptBytes(content: Readable, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  // Grows in place: the addresses are reserved, and memory is taken as far as it is written.
  const memory = new ArrayBuffer(0, { maxByteLength: maxBytes });
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    memory.resize(length + chunk.length);
    new Uint8Array(memory, length).set(chunk);
    length += chunk.length;
  }
  return Buffer.from(memory, 0, length);
}
