/** Private services that guides expect on this machine: PostgreSQL, Redis and an object store that speaks S3, on free ports. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import S3rver from 's3rver';
import { postgresPrograms } from '../cluster/services.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import type { Service } from './guide-blocks.ts';

const run = promisify(execFile);

export interface RunningService {
  /** The port that guides name, and the one it listens on. */
  readonly usual: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const starters: Readonly<Record<Service, () => Promise<RunningService>>> = {
  postgres: startPostgres,
  redis: startRedis,
  s3: startObjectStore,
};

export function startService(service: Service): Promise<RunningService> {
  return starters[service]();
}

/** PostgreSQL refuses to run as root: then its programs run as the user `postgres`. */
async function startPostgres(): Promise<RunningService> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql)');
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-guide-postgres-'));
  let as: string[] = [];
  if (process.getuid!() === 0) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
    as = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', 'env', `HOME=${folder}`];
  }
  const program = async (name: string, ...args: readonly string[]): Promise<void> => {
    const [file, ...rest] = [...as, join(programs, name), ...args];
    await run(file!, rest, { cwd: folder, timeout: 60_000 });
  };
  const port = await freePort();
  const data = join(folder, 'data');
  await program('initdb', '-D', data, '-U', 'sonorant', '-A', 'trust', '-E', 'UTF8', '--no-locale');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  await program('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start');
  await program('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'sonorant', 'sonorant');
  return {
    usual: '5432',
    port,
    stop: async () => {
      await program('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      await rm(folder, { recursive: true });
    },
  };
}

async function startRedis(): Promise<RunningService> {
  const port = await freePort();
  if (!existsSync('/usr/bin/redis-server')) {
    throw new Error('Redis is not installed (Debian: apt-get install redis-server)');
  }
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  const answers = (): Promise<boolean> =>
    run('redis-cli', ['-p', String(port), 'ping']).then(
      ({ stdout }) => stdout === 'PONG\n',
      () => false,
    );
  await eventually('Redis answers', answers);
  return {
    usual: '6379',
    port,
    stop: () => new Promise((resolve) => void (child.once('exit', () => resolve()), child.kill('SIGKILL'))),
  };
}

async function startObjectStore(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-guide-s3-'));
  await mkdir(join(folder, 'sonorant'));
  const port = await freePort();
  const store = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'sonorant', configs: [] }],
  });
  await store.run();
  return {
    usual: '9000',
    port,
    stop: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
