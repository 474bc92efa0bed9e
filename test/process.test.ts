import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import WebSocket from 'ws';
import { eventually } from './support/eventually.ts';
import { refusedStart } from './support/refused-start.ts';
import { start, TestSocket } from './support/server.ts';

const root = new URL('..', import.meta.url).pathname;

const startScript = ['npm', 'start', '--silent'] as const;
/** What the start script runs. */
const program = [process.execPath, 'src/server/main.ts'] as const;
/** The least that speaks: every thread loads every engine. */
const small = { SONORANT_ENGINES: 'espeak', SONORANT_WORKERS: '1' };

/** The start script, or another command, in a process group of its own, like under a service manager. */
class Process {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  output = '';

  constructor(
    dataDir: string,
    settings: Record<string, string> = {},
    [file, ...words]: readonly [string, ...string[]] = program,
  ) {
    const environment = { ...process.env, SONORANT_DATA_DIR: dataDir, SONORANT_PORT: '0', ...small, ...settings };
    this.child = spawn(file, words, {
      cwd: root,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.exited = once(this.child, 'exit');
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (data: Buffer) => (this.output += data.toString()));
    }
  }

  async started(): Promise<string> {
    await eventually(
      'the server is up',
      () => this.output.includes('speaks at') || this.child.exitCode !== null,
      60_000,
    );
    return /speaks at (\S+)/.exec(this.output)?.[1] ?? assert.fail(this.output);
  }

  /** To the whole group: the shell of the start script has been replaced by the server. */
  signal(signal: NodeJS.Signals): void {
    process.kill(-this.child.pid!, signal);
  }
}

async function socketOf(url: string, key: string): Promise<TestSocket> {
  const query = `api_key=${key}&cartesia_version=2026-08-14`;
  const ws = new TestSocket(new WebSocket(`${url.replace('http', 'ws')}/tts/websocket?${query}`));
  await ws.opened;
  return ws;
}

/** Speech that is heard and goes on. */
async function speakOn(ws: TestSocket): Promise<void> {
  ws.speak('running', 'One sentence. And another', { continue: true, max_buffer_delay_ms: 5000 });
  await ws.until((event) => event.type === 'chunk');
}

describe('the server process', () => {
  let dataDir: string;
  let apiKey: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sonorant-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  describe('started by the start script for the first time', () => {
    let first: Process;
    let url: string;
    before(async () => {
      first = new Process(dataDir, { SONORANT_ENGINES: '', SONORANT_WORKERS: '' }, startScript);
      url = await first.started();
      apiKey = /API key +(sk_car_\w+)/.exec(first.output)![1]!;
    });
    after(() => {
      if (first.child.exitCode === null) first.signal('SIGKILL');
    });

    it('shows its keys, with a line that works as pasted, and into a pipe no link that signs in', async () => {
      assert.match(first.output, /admin key +sk_car_admin_\w+/);
      assert.match(first.output, /Console +http:\/\/127\.0\.0\.1:\d+\/console\r?\n/);
      assert.doesNotMatch(first.output, /link=/);
      const [, address, name1, value1, name2, value2, body] =
        /curl -sS (\S+) -H "(.+?): (.+?)" -H '(.+?): (.+?)' -d '(.+?)' -o hello\.mp3/.exec(
          first.output,
        ) as unknown as string[];
      assert.equal(address, `${url}/v1/audio/speech`);
      assert.deepEqual(JSON.parse(body!), { input: 'Hello' });
      const response = await fetch(address, {
        method: 'POST',
        body: body!,
        headers: { [name1!]: value1!, [name2!]: value2! },
      });
      assert.equal(response.headers.get('content-type'), 'audio/mpeg');
      assert.ok((await response.arrayBuffer()).byteLength > 2000);
      await fetch(`${url}/voices?api_key=${apiKey}`, { headers: { authorization: `Bearer ${apiKey}` } });
    });

    it('lets running speech end when it is told to stop, refuses what is new, closes with 1001 and exits with 0', async () => {
      const ws = await socketOf(url, apiKey);
      await speakOn(ws);
      first.signal('SIGTERM');
      await eventually(
        'readiness is gone',
        async () => (await fetch(`${url}/readyz`).catch(() => ({ status: 503 }))).status === 503,
      );
      ws.speak('running', ' one.', { continue: false });
      const events = await ws.ended('running');
      assert.equal(events.at(-1)!.type, 'done');
      assert.equal((await ws.closed).code, 1001);
      assert.deepEqual(await first.exited, [0, null]);
    });

    it('keeps keys and texts out of its log', () => {
      const log = first.output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .join('\n');
      assert.ok(log.includes('/v1/audio/speech'));
      assert.ok(!log.includes(apiKey) && !log.includes('Hello') && !log.includes('sentence'));
    });
  });

  describe('started again', () => {
    let again: Process;
    let url: string;
    before(async () => {
      again = new Process(dataDir);
      url = await again.started();
    });
    after(() => void again.child.kill('SIGKILL'));

    it('shows no keys, and takes the first ones', async () => {
      assert.doesNotMatch(again.output, /sk_car_/);
      assert.match(again.output, /npx sonorant keys create/);
      const headers = { 'x-api-key': apiKey, 'service-version': '2026-08-14' };
      assert.equal((await fetch(`${url}/voices`, { headers })).status, 200);
    });

    it('keeps its port from another one, which says that it is taken and exits with 1', async () => {
      const { port } = new URL(url);
      const second = new Process(dataDir, { SONORANT_LOG_LEVEL: 'silent', SONORANT_PORT: port });
      assert.equal((await second.exited)[0], 1);
      assert.match(second.output, new RegExp(`port ${port} .*in use.*SONORANT_PORT`));
    });

    it('reads its engines anew at SIGHUP and serves on', async () => {
      again.child.kill('SIGHUP');
      await eventually('the engines are read anew', () => again.output.includes('engines read anew'));
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    });

    it('stops with 0 at SIGINT', async () => {
      again.signal('SIGINT');
      assert.deepEqual(await again.exited, [0, null]);
    });
  });

  it('makes up for a SIGHUP that comes while it starts', async () => {
    const early =
      "process.on('newListener', (name) => { if (name === 'SIGHUP') setImmediate(() => process.kill(process.pid, name)); });";
    const server = new Process(dataDir, { SONORANT_API_KEY: 'k' }, [
      process.execPath,
      `--import=data:text/javascript,${encodeURIComponent(early)}`,
      'src/server/main.ts',
    ]);
    await server.started();
    await eventually('the engines are read anew', () => server.output.includes('engines read anew'));
    server.signal('SIGTERM');
    assert.deepEqual(await server.exited, [0, null]);
  });

  it('logs a task that failed unseen and goes on, and stops with 1 after an uncaught exception', async () => {
    const faults =
      "process.on('SIGUSR2', () => Promise.reject(new Error('unseen rejection'))).on('SIGWINCH', () => { throw new Error('unseen exception'); });";
    const server = new Process(dataDir, { SONORANT_API_KEY: 'k' }, [
      process.execPath,
      `--import=data:text/javascript,${encodeURIComponent(faults)}`,
      'src/server/main.ts',
    ]);
    const url = await server.started();
    const ws = await socketOf(url, 'k');
    await speakOn(ws);
    server.signal('SIGUSR2');
    await eventually('the rejection is logged', () => server.output.includes('unseen rejection'));
    assert.equal((await fetch(`${url}/healthz`)).status, 200);

    server.signal('SIGWINCH');
    await eventually('the exception is logged', () => server.output.includes('unseen exception'));
    ws.speak('running', ' one.', { continue: false });
    assert.equal((await ws.ended('running')).at(-1)!.type, 'done');
    assert.deepEqual(await server.exited, [1, null]);
  });

  it('says that a key belongs to another one and exits with 1', async () => {
    const first = await start({ SONORANT_API_KEY: 'one', SONORANT_ADMIN_KEY: 'other' });
    await first.stop();
    const { code, output } = await refusedStart({
      ...small,
      ...{ SONORANT_DATA_DIR: first.dataDir, SONORANT_LOG_LEVEL: 'silent' },
      ...{ SONORANT_API_KEY: 'other', SONORANT_ADMIN_KEY: 'one' },
    });
    assert.equal(code, 1);
    assert.match(output, /in use as another key/);
    await first.close();
  });

  it('says that its data folder cannot be made and exits with 1', async () => {
    const { code, output } = await refusedStart({ ...small, SONORANT_DATA_DIR: '/proc/sonorant' });
    assert.equal(code, 1);
    assert.match(output, /did not start: the data folder \/proc\/sonorant cannot be made: E/);
  });

  it('says what is wrong with its settings and exits with 1', async () => {
    const server = new Process(dataDir, { SONORANT_PORT: 'eighty', SONORANT_ENGINES: 'festival' });
    assert.equal((await server.exited)[0], 1);
    assert.match(server.output, /SONORANT_PORT: allowed is/);
    assert.match(server.output, /SONORANT_ENGINES: allowed is .*espeak/);
  });
});
