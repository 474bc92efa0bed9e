/** A server in a process of its own that is killed and started again, always on the same database and data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StoreOptions } from '../../src/store/index.ts';
import { adminKey, apiKey } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export class CrashTarget {
  readonly #environment: Record<string, string>;
  #child: ChildProcess | undefined;
  /** How often it was killed. */
  kills = 0;
  url = '';

  constructor(options: StoreOptions & { readonly dataDir: string }, settings: Readonly<Record<string, string>> = {}) {
    const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('SONORANT_')) as [string, string][];
    this.#environment = {
      ...Object.fromEntries(clean),
      SONORANT_DATA_DIR: options.dataDir,
      SONORANT_PORT: '0',
      SONORANT_API_KEY: apiKey,
      SONORANT_ADMIN_KEY: adminKey,
      SONORANT_LOG_LEVEL: 'error',
      ...(options.databaseUrl !== undefined && { SONORANT_DATABASE_URL: options.databaseUrl }),
      ...settings,
    };
  }

  /** @throws {Error} with all of its output, when it ends instead */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let said = '';
    this.url = await new Promise((resolve, reject) => {
      const hear = (data: Buffer): void => {
        said += data.toString();
        const [, url] = /speaks at (\S+)/u.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
    });
  }

  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** `kill -9`: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    this.kills++;
    await this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}
