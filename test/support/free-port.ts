/**
 * Ports for programs that want theirs named before they start: `node test/support/free-port.ts` prints one. Linux and macOS hand out
 * higher ones than these to whoever listens at port 0 or connects, which tests beside do all the time.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const first = 10_000;
/** Linux hands out ports from the next one on by default, macOS from 49,152. */
const last = 32_767;
const attempts = 100;

/**
 * @returns a port of 127.0.0.1 at which nothing listens
 * @throws {Error} when a hundred ports are in use, or none can be listened at
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} to ${last} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

if (import.meta.main) console.log(await freePort());
