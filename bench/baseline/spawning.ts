/** What a first speech server looks like: it starts the command `espeak-ng` for each request and sends on what that writes. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { variantFolder } from '../../src/engines/espeak/binding.ts';
import { writtenVariants } from '../../src/engines/espeak/variants.ts';
import { answerCalls } from '../processes/child.ts';

export interface SpawningTasks {
  /** Base address. */
  address(params: null): Promise<string>;
  /** Speaks with this voice from now on: one of the command's, or with a variant of ours. */
  voice(name: string): Promise<void>;
  /** Processor seconds of this process and of all commands that have ended, since the start. */
  cpuSeconds(params: null): Promise<number>;
}

/** Of the fields that the kernel counts processor time in (`USER_HZ`), which is the same on all of Linux. */
const ticksPerSecond = 100;
const wavHeaderBytes = 44;
let voice = 'en-us';
/** Made with the first voice. */
let dataParent: string | undefined;

const server = createServer((request, answer) => {
  speak(request, answer).catch((error: unknown) => answer.destroy(error instanceof Error ? error : undefined));
});
server.listen(0, '127.0.0.1');
const isListening = once(server, 'listening');

/** @throws {Error} when the command is missing or fails */
async function speak(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { transcript } = JSON.parse(await text(request)) as { readonly transcript: string };
  const command = spawn('espeak-ng', [`--path=${dataParent!}`, '-v', voice, '--stdout', '--', transcript], {
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

/**
 * The data of the command by links, and beside its variants those of ours.
 * @returns the folder that `--path` names
 * @throws {Error} when the command is missing
 */
async function dataWithVariants(): Promise<string> {
  const { stdout } = await promisify(execFile)('espeak-ng', ['--version']);
  const installed = /Data at: (.+)/u.exec(stdout)![1]!;
  const parent = await mkdtemp(join(tmpdir(), 'sonorant-espeak-data-'));
  const data = join(parent, 'espeak-ng-data');
  for (const folder of ['', 'voices', variantFolder]) {
    await mkdir(join(data, folder));
    for (const name of await readdir(join(installed, folder))) {
      if (!['voices', '!v'].includes(name)) await symlink(join(installed, folder, name), join(data, folder, name));
    }
  }
  for (const [name, variant] of Object.entries(writtenVariants)) {
    await writeFile(join(data, variantFolder, name), variant);
  }
  return parent;
}

const tasks: SpawningTasks = {
  async address() {
    await isListening;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  async voice(name) {
    dataParent ??= await dataWithVariants();
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

answerCalls(tasks, async () => {
  server.closeAllConnections();
  if (dataParent !== undefined) await rm(dataParent, { recursive: true });
});
