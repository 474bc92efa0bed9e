/** What a first speech server looks like: it starts the command `espeak-ng` for each request and sends on what that writes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerCalls } from './child.ts';

export interface SpawningTasks {
  /** Base address. */
  address(params: null): Promise<string>;
  /** Speaks with this voice of the command from now on. */
  voice(name: string): void;
  /** Processor seconds of this process and of all commands that have ended, since the start. */
  cpuSeconds(params: null): Promise<number>;
}

/** Of the fields that the kernel counts processor time in (`USER_HZ`), which is the same on all of Linux. */
const ticksPerSecond = 100;
const wavHeaderBytes = 44;
let voice = 'en-us';

const server = createServer((request, answer) => {
  speak(request, answer).catch((error: unknown) => answer.destroy(error instanceof Error ? error : undefined));
});
server.listen(0, '127.0.0.1');
const isListening = once(server, 'listening');

/** @throws {Error} when the command is missing or fails */
async function speak(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { transcript } = JSON.parse(await text(request)) as { readonly transcript: string };
  const command = spawn('espeak-ng', ['-v', voice, '--stdout', '--', transcript], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(command, 'close');
  let header = wavHeaderBytes;
  command.stdout.on('data', (chunk: Buffer) => {
    const skipped = Math.min(header, chunk.length);
    header -= skipped;
    answer.write(chunk.subarray(skipped));
  });
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`espeak-ng ended with ${String(code)}`);
  answer.end();
}

const tasks: SpawningTasks = {
  async address() {
    await isListening;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  voice(name) {
    voice = name;
  },
  async cpuSeconds() {
    const { user, system } = process.cpuUsage();
    const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]!.split(' ');
    // The 16th and 17th field of proc(5): user and system time of children that have been waited for.
    const children = Number(fields[13]) + Number(fields[14]);
    return (user + system) / 1e6 + children / ticksPerSecond;
  },
};

answerCalls(tasks, () => {
  server.closeAllConnections();
  return Promise.resolve();
});
