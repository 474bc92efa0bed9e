/** The server in a process of its own, and what it logs of the connections that it ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { apiKey } from '../support/server.ts';

/** How the server ended a connection. */
export interface Cut {
  readonly reason: string;
  /** Of `performance.now()`. */
  readonly at: number;
}

const root = new URL('../..', import.meta.url).pathname;

export class ServerProcess {
  readonly url: string;
  /** By the request id of the connection. */
  readonly cuts: ReadonlyMap<string, Cut>;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(url: string, cuts: ReadonlyMap<string, Cut>, child: ChildProcess, dataDir: string) {
    this.url = url;
    this.cuts = cuts;
    this.#child = child;
    this.#dataDir = dataDir;
  }

  /** @throws {Error} when the server does not start */
  static async start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-readers-'));
    const environment = {
      ...process.env,
      SONORANT_PORT: '0',
      SONORANT_WORKERS: '1',
      SONORANT_DATA_DIR: dataDir,
      SONORANT_API_KEY: apiKey,
      ...settings,
    };
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => child.kill());
    const cuts = new Map<string, Cut>();
    const started = Promise.withResolvers<string>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /speaks at (\S+)/.exec(line)?.[1];
      if (url !== undefined) started.resolve(url);
      if (!line.startsWith('{')) return;
      const { msg, request_id, reason } = JSON.parse(line) as { msg: string; request_id: string; reason: string };
      if (msg === 'the server ends a connection') cuts.set(request_id, { reason, at: performance.now() });
    });
    child.once('exit', (code) => started.reject(new Error(`the server ended with ${code}`)));
    return new ServerProcess(await started.promise, cuts, child, dataDir);
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
