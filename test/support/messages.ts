/** Waiting for what comes over a socket. */
import { once } from 'node:events';
import type WebSocket from 'ws';

/**
 * The message of this number that fits, also a past one.
 * @param messages to which a listener of the socket adds what comes
 * @param count 1 is the first one, and the default
 * @param ms how long the next message of the socket may take. Default 20,000
 */
export async function messageThat<T>(
  { socket, messages }: { readonly socket: WebSocket; readonly messages: readonly T[] },
  fits: (message: T) => boolean,
  count = 1,
  ms = 20_000,
): Promise<T> {
  for (;;) {
    const found = messages.filter(fits);
    if (found.length >= count) return found[count - 1]!;
    await once(socket, 'message', { signal: AbortSignal.timeout(ms) });
  }
}
