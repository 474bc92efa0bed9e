/**
 * Makes the one container stream of a response: `header`, then any number of `write`, then `end`; joined they are the
 * file. The caller owns the bytes it gives; without a container the payload itself is given back.
 */
export interface ContainerWriter {
  /** The first bytes, before any payload; empty where the container has no header. */
  header(): Uint8Array;
  /** Takes payload (see `payloadFormat`), whole samples, and gives what is ready of the stream, perhaps nothing. */
  write(payload: Uint8Array): Uint8Array;
  /** The last bytes; empty where the container has no trailer. The writer is then closed. */
  end(): Uint8Array;
  /** Frees what the writer holds, for a stream that is not ended. May be called again. */
  close(): void;
}
