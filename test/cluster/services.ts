/** The services of the cluster as processes on hosts of their own: PostgreSQL, Redis, an S3 server, HAProxy. */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.ts';
import type { Network } from './network.ts';

/** Of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServiceSite {
  readonly network: Network;
  /** Folder of this run; each service has one inside of it. */
  readonly folder: string;
}

/** Folder of the newest PostgreSQL on this machine; undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), '/usr/local/bin', '/usr/bin'];
  return folders.find((folder) => ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** A program on a host, with what it printed. */
export class Program {
  readonly #place: ServiceSite;
  readonly #host: string;
  #child: ChildProcess | undefined;
  #said = '';

  constructor(place: ServiceSite, host: string) {
    this.#place = place;
    this.#host = host;
  }

  /** Everything printed since the last start. */
  get said(): string {
    return this.#said;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** @param isUp resolves once the program serves; the program's end is an error with what it printed */
  async start(
    command: readonly string[],
    isUp: (said: string) => boolean | Promise<boolean>,
    { env, cwd = root, ms = 60_000 }: { env?: NodeJS.ProcessEnv; cwd?: string; ms?: number } = {},
  ): Promise<void> {
    const { network, folder } = this.#place;
    const log = createWriteStream(join(folder, `${this.#host}.log`), { flags: 'a' });
    const child = network.spawn(this.#host, command, { stdio: ['ignore', 'pipe', 'pipe'], cwd, ...(env && { env }) });
    this.#child = child;
    this.#said = '';
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (data: Buffer) => {
        if (this.#said.length < 100_000) this.#said += data.toString();
        log.write(data);
      });
    }
    child.once('close', () => log.end());
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    await eventually(`${this.#host} is up`, async () => hasEnded() || (await isUp(this.#said)), ms);
    if (hasEnded()) throw new Error(`${command[0]} on ${this.#host} ended: ${this.#said}`);
  }

  /** @returns how long it took to end, in ms */
  async end(signal: NodeJS.Signals, ms = 60_000): Promise<number> {
    const startedAt = performance.now();
    this.#child?.kill(signal);
    await eventually(`${this.#host} has ended`, () => !this.isRunning, ms);
    return performance.now() - startedAt;
  }
}

export class Postgres {
  readonly #place: ServiceSite;
  readonly #programs: string;
  readonly #data: string;
  readonly #user: readonly [uid: string, gid: string];

  constructor(place: ServiceSite) {
    this.#place = place;
    this.#programs = postgresPrograms()!;
    this.#data = join(place.folder, 'db', 'data');
    // PostgreSQL refuses to run as root.
    this.#user = ['-u', '-g'].map((flag) => userNumber(flag)) as [string, string];
  }

  get url(): string {
    return `postgres://sonorant@${this.#place.network.address('db')}:5432/postgres`;
  }

  async start(): Promise<void> {
    const home = join(this.#place.folder, 'db');
    // Its user has to get through the folder of the run, but cannot list it.
    await chmod(this.#place.folder, 0o711);
    await mkdir(home);
    await chown(home, Number(this.#user[0]), Number(this.#user[1]));
    await this.#run('initdb', '-U', 'sonorant', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync');
    appendFileSync(join(this.#data, 'pg_hba.conf'), 'host all all 10.77.0.0/24 trust\n');
    // A process that is killed loses nothing it had written, with or without fsync: only a power cut does.
    appendFileSync(
      join(this.#data, 'postgresql.conf'),
      "listen_addresses = '*'\nunix_socket_directories = ''\nfsync = off\nfull_page_writes = off\nmax_connections = 200\n",
    );
    await this.#run('pg_ctl', '-w', '-t', '60', '-l', join(home, 'server.log'), 'start');
  }

  /** @param mode `fast` closes the connections; `immediate` leaves as a crash does, and the start recovers */
  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#run(
      'pg_ctl',
      '-w',
      '-t',
      '60',
      '-m',
      mode,
      '-l',
      join(this.#place.folder, 'db', 'server.log'),
      'restart',
    );
  }

  #run(program: string, ...args: readonly string[]): Promise<string> {
    const [uid, gid] = this.#user;
    const command = [join(this.#programs, program), '-D', this.#data, ...args];
    return this.#place.network.run('db', 'setpriv', '--reuid', uid, '--regid', gid, '--clear-groups', ...command);
  }
}

function userNumber(flag: string): string {
  for (const user of ['postgres', 'nobody']) {
    try {
      return execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
    } catch {
      continue;
    }
  }
  throw new Error('there is neither a user postgres nor a user nobody');
}

export class Redis {
  readonly #program: Program;
  readonly #place: ServiceSite;

  constructor(place: ServiceSite) {
    this.#place = place;
    this.#program = new Program(place, 'redis');
  }

  get url(): string {
    return `redis://${this.#place.network.address('redis')}:6379/0`;
  }

  async start(): Promise<void> {
    const folder = join(this.#place.folder, 'redis');
    await mkdir(folder, { recursive: true });
    const options = ['--port', '6379', '--bind', '0.0.0.0', '--protected-mode', 'no', '--save', '', '--dir', folder];
    await this.#program.start(['redis-server', ...options], (said) => said.includes('Ready to accept connections'));
  }

  /** Everything in memory is gone, as after a crash without persistence. */
  async restart(): Promise<void> {
    await this.#program.end('SIGKILL');
    await this.start();
  }
}

export class ObjectStore {
  readonly #program: Program;
  readonly #place: ServiceSite;

  constructor(place: ServiceSite) {
    this.#place = place;
    this.#program = new Program(place, 's3');
  }

  get url(): string {
    return `s3://objects?endpoint=http://${this.#place.network.address('s3')}:9000`;
  }

  async start(): Promise<void> {
    const folder = join(this.#place.folder, 's3');
    await mkdir(folder);
    const options = ['-d', folder, '-a', '0.0.0.0', '-p', '9000', '-s', '--configure-bucket', 'objects'];
    // It encrypts the tokens of its lists with a cipher that OpenSSL 3 has left to its legacy provider.
    const program = [process.execPath, '--openssl-legacy-provider', 'node_modules/s3rver/bin/s3rver.js'];
    await this.#program.start([...program, ...options], (said) => /listening/iu.test(said));
  }
}

const configuration = join(root, 'deploy/haproxy/haproxy.cfg');

/** HAProxy with the configuration that users get. */
export class LoadBalancer {
  readonly #program: Program;
  readonly #place: ServiceSite;

  constructor(place: ServiceSite) {
    this.#place = place;
    this.#program = new Program(place, 'balancer');
  }

  get url(): string {
    return `http://${this.#place.network.address('balancer')}:8080`;
  }

  /** @param speechCheck what speech is balanced by: nodes of versions without `/readyz/speech` have `/readyz` only */
  async start(nodes: readonly string[], speechCheck: string): Promise<void> {
    const text = await readFile(configuration, 'utf8');
    // Of the nodes in the file only those that there are.
    const file = join(this.#place.folder, 'haproxy.cfg');
    await writeFile(file, text.replaceAll('/readyz/speech', speechCheck));
    const env = {
      PATH: process.env.PATH,
      SONORANT_BIND: '*:8080',
      ...Object.fromEntries(nodes.map((address, index) => [`SONORANT_NODE_${index + 1}`, address])),
    };
    await this.#program.start(['haproxy', '-db', '-f', file], () => this.#listens(), { env });
  }

  /** Whether a socket of the host listens at the port, by the table of the kernel: port and state in hexadecimal. */
  async #listens(): Promise<boolean> {
    const table = await this.#place.network.run('balancer', 'cat', '/proc/net/tcp');
    return table.includes(':1F90 00000000:0000 0A ');
  }

  async stop(): Promise<void> {
    if (this.#program.isRunning) await this.#program.end('SIGTERM');
  }
}
