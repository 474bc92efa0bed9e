/** A server in a process of its own that is killed and started again, always on the same database and data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerLimits } from '../../src/server/options.ts';
import type { StoreOptions } from '../../src/store/index.ts';
import { compiledFolder } from '../support/compiled-folder.ts';
import { adminKey, apiKey } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How long a start may take on a busy machine. */
const startMs = 60_000;

/** How long a stop may take. */
const stopMs = 30_000;

export interface ServerProcessOptions extends StoreOptions {
  readonly dataDir: string;
  /** A module that is loaded before the server's own, and is sent messages. */
  readonly preload?: URL;
  readonly limits?: ServerLimits;
  /** Kills it when it aborts, for what removes its data then, and fails each further start. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Settings with which a server takes every request of these campaigns, on one engine thread. */
export const campaignSettings: Readonly<Record<string, string>> = {
  SONORANT_ENGINES: 'espeak',
  SONORANT_WORKERS: '1',
  SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  // Nothing is refused for the sake of speed, which differs by machine.
  SONORANT_ADMISSION_MS: '600000',
  SONORANT_ADMISSION_TOLERANCE_MS: '600000',
};

/** The same of what has no setting. */
export const campaignLimits: ServerLimits = { jobPollMs: 500, acceptancesPerMinute: 100_000, invitesPerHour: 100_000 };

/** One line of the server's log. */
export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
}

export class ServerProcess {
  readonly #environment: Record<string, string>;
  readonly #preload: URL | undefined;
  readonly #abort: AbortSignal | undefined;
  #child: ChildProcess | undefined;
  /** How often it was killed. */
  kills = 0;
  url = '';
  /** Lines of its log since they were last taken. */
  #lines: LogLine[] = [];

  constructor(
    { dataDir, databaseUrl, preload, limits, signal }: ServerProcessOptions,
    settings: Readonly<Record<string, string>> = {},
  ) {
    const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('SONORANT_')) as [string, string][];
    this.#preload = preload;
    this.#abort = signal;
    this.#environment = {
      ...Object.fromEntries(clean),
      SONORANT_DATA_DIR: dataDir,
      SONORANT_PORT: '0',
      SONORANT_API_KEY: apiKey,
      SONORANT_ADMIN_KEY: adminKey,
      SONORANT_LOG_LEVEL: 'error',
      TEST_SERVER_LIMITS: JSON.stringify(limits ?? {}),
      NODE_COMPILE_CACHE: compiledFolder,
      ...(databaseUrl !== undefined && { SONORANT_DATABASE_URL: databaseUrl }),
      ...settings,
    };
  }

  /** @throws {Error} with all of its output, when it ends instead or says nothing for a minute, and the reason of the signal that has aborted */
  async start(): Promise<void> {
    this.#abort?.throwIfAborted();
    const before = this.#preload === undefined ? [] : ['--import', this.#preload.href];
    const child = spawn(process.execPath, [...before, 'test/support/serve.ts'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe', ...(this.#preload === undefined ? [] : (['ipc'] as const))],
    });
    this.#child = child;
    // It does not outlive this process, whatever ends it.
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    this.#abort?.addEventListener('abort', end);
    child.once('exit', () => {
      process.off('exit', end);
      this.#abort?.removeEventListener('abort', end);
    });
    const started = Promise.withResolvers<string>();
    let said = '';
    let rest = '';
    const hear = (data: Buffer): void => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line.startsWith('{')) this.#lines.push(JSON.parse(line) as LogLine);
        said = (said + line + '\n').slice(-10_000);
        const [, url] = /speaks at (\S+)/u.exec(line) ?? [];
        if (url !== undefined) started.resolve(url);
      }
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.once('exit', (code) => started.reject(new Error(`the server ended with ${code}: ${said}`)));
    const timer = setTimeout(() => started.reject(new Error(`the server did not start: ${said}`)), startMs);
    try {
      this.url = await started.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** Whether it runs. */
  get isUp(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** What was logged since the last call. */
  takeLines(): readonly LogLine[] {
    return this.#lines.splice(0);
  }

  /** Sends a message to the preloaded module and waits for its answer. */
  async request<T>(message: object, ms = 10_000): Promise<T> {
    const child = this.#child!;
    const answer = once(child, 'message', { signal: AbortSignal.timeout(ms) });
    child.send(message);
    return ((await answer) as [T])[0];
  }

  /** `kill -9`: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    this.kills++;
    await this.end();
  }

  /** Has it stop as an operator does. @throws {Error} when it does not within 30 s, or not well; it has ended then, too */
  async stop(): Promise<void> {
    const child = await this.#signal('SIGTERM');
    if (child === undefined) return;
    if (child.signalCode === 'SIGKILL') throw new Error('the server did not stop within 30 s');
    if (child.exitCode !== 0) throw new Error(`the server stopped with ${child.exitCode ?? child.signalCode}`);
  }

  /** Ends it where it has not ended, for what has failed already. */
  async end(): Promise<void> {
    await this.#signal('SIGKILL');
  }

  /** @returns what has ended by that, within 30 s by itself or not; undefined where nothing runs */
  async #signal(signal: NodeJS.Signals): Promise<ChildProcess | undefined> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return undefined;
    const exit = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await exit;
    clearTimeout(timer);
    return child;
  }
}
