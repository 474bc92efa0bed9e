/** A Redis of its own for a test that stops, kills or restarts it. Needs the program `redis-server`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../../test/support/free-port.ts';

export interface RedisProcess {
  readonly url: string;
  /** Begins to accept connections again after {@link kill}, with nothing in it. */
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** It accepts connections and answers nothing, as a machine that hangs. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Asks it directly. */
  readonly ask: (...command: [string, ...string[]]) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** @param settings of Redis, as arguments of its program */
export async function startRedis(settings: readonly string[] = [], password?: string): Promise<RedisProcess> {
  const port = await freePort();
  const given = [...settings, ...(password === undefined ? [] : ['--requirepass', password])];
  const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const ask = async (...[name, ...args]: [string, ...string[]]): Promise<unknown> => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  };
  const start = async (): Promise<void> => {
    const arguments_ = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...given];
    child = spawn('redis-server', arguments_, { stdio: 'ignore' });
    const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error));
    failed.catch(() => undefined);
    const end = performance.now() + 20_000;
    for (;;) {
      const answer = await Promise.race([ask('PING').catch(() => undefined), failed]);
      if (answer === 'PONG') return;
      if (performance.now() > end) throw new Error('redis-server did not start');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = async (): Promise<void> => {
    if (child === undefined) return;
    const killed = child;
    child = undefined;
    // One that found its port taken has ended already.
    if (killed.exitCode !== null || killed.signalCode !== null) return;
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url,
    start,
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    ask,
    close: kill,
  };
}
