/** A server in OpenAI's shape in a process of its own that costs next to nothing: sound that was made before. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerCalls } from './child.ts';
import { streamRate, wordSeconds } from '../speech/requests.ts';

export interface UpstreamTasks {
  /** Base address. */
  address(params: null): Promise<string>;
  /** Processor seconds per second since the last call. */
  cores(params: null): number;
}

/** A square wave as loud as the engines, of the longest text. */
const sound = Buffer.alloc(2 * streamRate * 60);
for (let at = 0; at < sound.length; at += 2) sound.writeInt16LE(Math.floor(at / 160) % 2 === 0 ? 4000 : -4000, at);

const server = createServer((request, answer) => void speak(request, answer));
server.listen(0, '127.0.0.1');
const isListening = once(server, 'listening');
let since = { at: performance.now(), cpu: process.cpuUsage() };

async function speak(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { input } = JSON.parse(await text(request)) as { readonly input: string };
  const samples = Math.round(input.split(' ').length * wordSeconds * streamRate);
  answer.writeHead(200, { 'content-type': 'audio/pcm' }).end(sound.subarray(0, 2 * samples));
}

const tasks: UpstreamTasks = {
  async address() {
    await isListening;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  },
  cores() {
    const { user, system } = process.cpuUsage(since.cpu);
    const cores = (user + system) / 1000 / (performance.now() - since.at);
    since = { at: performance.now(), cpu: process.cpuUsage() };
    return cores;
  },
};

answerCalls(tasks, () => {
  server.closeAllConnections();
  return Promise.resolve();
});
