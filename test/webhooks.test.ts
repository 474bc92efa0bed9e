/** Events from the change to the receiver, over real processes and sockets. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { voiceLike, wavOf } from '../src/audio/decoding/testing.ts';
import { openTestStore } from '../src/store/testing.ts';
import { emitEvent } from '../src/webhooks/envelope.ts';
import { Receiver, type Received } from '../src/webhooks/testing.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, metric, start, toneEngines, version, type TestServer } from './support/server.ts';

const root = new URL('..', import.meta.url).pathname;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const credentials = { 'x-api-key': apiKey, 'service-version': version };
const headers = { ...credentials, 'content-type': 'application/json' };

const receivers: Receiver[] = [];
async function receiver(answer: (count: number) => number | undefined): Promise<{ target: Receiver; url: string }> {
  const target = new Receiver(answer);
  receivers.push(target);
  return { target, url: await target.open() };
}
afterEach(() => receivers.splice(0).forEach((target) => target.close()));

async function createWebhook(server: string, url: string): Promise<string> {
  const response = await fetch(`${server}/agents/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url, secret }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { id: string }).id;
}

interface Delivery {
  readonly status: string;
  readonly attempts: number;
  readonly response_status: number | null;
}

async function deliveriesOf(server: string, webhook: string): Promise<Delivery[]> {
  return (
    (await (await fetch(`${server}/agents/webhooks/${webhook}/deliveries`, { headers })).json()) as { data: Delivery[] }
  ).data;
}

/** Makes a voice, and returns its metadata. */
async function cloneVoice(server: string): Promise<{ readonly id: string }> {
  const form = new FormData();
  const clip = wavOf(voiceLike({ seconds: 3, sampleRate: 24_000, pitch: 150 }), 24_000);
  form.set('clip', new Blob([new Uint8Array(clip)]), 'clip.wav');
  form.set('name', 'Ada');
  form.set('language', 'en');
  const response = await fetch(`${server}/voices/clone`, { method: 'POST', headers: credentials, body: form });
  assert.equal(response.status, 200);
  return (await response.json()) as { id: string };
}

/** What happens in another process on the same database: the server finds it by looking. */
async function emitElsewhere(dataDir: string): Promise<void> {
  const store = await openTestStore({ dataDir });
  try {
    const { id: organizationId } = (await store.organizations.first())!;
    await store.transaction((repositories) =>
      emitEvent(repositories, { organizationId, type: 'fine_tune.completed', data: { id: 'f1' } }),
    );
  } finally {
    await store.close();
  }
}

describe('events', () => {
  let dataDir: string;
  let server: TestServer;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sonorant-webhooks-'));
    const settings = { SONORANT_DATA_DIR: dataDir, SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true' };
    server = await start(settings, toneEngines, [], { jobPollMs: 100 });
  });
  after(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('arrive signed, after a failure first, and are listed with their outcome', async () => {
    const { target, url } = await receiver((count) => (count === 1 ? 503 : 200));
    const webhook = await createWebhook(server.url, url);
    const voice = await cloneVoice(server.url);
    await eventually('the second try', () => target.received.length === 2, 30_000);
    await eventually('the outcome', async () => (await deliveriesOf(server.url, webhook))[0]?.status === 'delivered');
    const [first, second] = target.received as [Received, Received];
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
    assert.equal(first.body, second.body);
    const event = new Webhook(secret).verify(second.body, second.headers) as Record<string, unknown>;
    assert.deepEqual([event.type, event.webhook_id, event.data], ['voice.created', webhook, voice]);
    assert.match(String(second.headers['user-agent']), /^Sonorant\/\d/);
    assert.deepEqual(
      (await deliveriesOf(server.url, webhook)).map(({ attempts, response_status: status }) => [attempts, status]),
      [[2, 200]],
    );
    const lines = (await (await fetch(`${server.url}/metrics`)).text()).split('\n');
    assert.ok(lines.includes('sonorant_webhook_attempts_total{outcome="retried"} 1'));
    assert.ok(lines.includes('sonorant_webhook_attempts_total{outcome="delivered"} 1'));
    assert.ok((await metric(server.url, 'sonorant_jobs')) >= 1);
  });

  it('leave no secret in the database', async () => {
    await createWebhook(server.url, 'http://127.0.0.1:9/');
    for (const file of await readdir(dataDir)) {
      if (file.startsWith('sonorant.db')) {
        assert.ok(!(await readFile(join(dataDir, file), 'latin1')).includes('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), file);
      }
    }
  });

  it('stop after 410', async () => {
    const { target, url } = await receiver(() => 410);
    const webhook = await createWebhook(server.url, url);
    await emitElsewhere(dataDir);
    await eventually(
      'the webhook is disabled',
      async () => (await deliveriesOf(server.url, webhook))[0]?.status === 'failed',
    );
    await emitElsewhere(dataDir);
    assert.equal((await deliveriesOf(server.url, webhook)).length, 1);
    assert.equal(target.received.length, 1);
  });
});

describe('events of a server that is killed', () => {
  let dataDir: string;
  const running = new Set<ChildProcess>();
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sonorant-webhooks-'));
  });
  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  const startProcess = async (): Promise<{ url: string; kill: () => Promise<void>; output: () => string }> => {
    const settings = {
      SONORANT_DATA_DIR: dataDir,
      SONORANT_PORT: '0',
      SONORANT_API_KEY: apiKey,
      SONORANT_ADMIN_KEY: 'admin',
      SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      SONORANT_WORKERS: '1',
      SONORANT_ENGINES: 'espeak',
      TEST_SERVER_LIMITS: JSON.stringify({ jobPollMs: 100 }),
    };
    const child = spawn(process.execPath, ['test/support/serve.ts'], {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    const exited = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    await eventually('the server is up', () => output.includes('speaks at') || child.exitCode !== null, 60_000);
    return {
      url: /speaks at (\S+)/.exec(output)?.[1] ?? assert.fail(output),
      output: () => output,
      async kill() {
        running.delete(child);
        child.kill('SIGKILL');
        await exited;
      },
    };
  };

  it('arrive after the next start: those that were not sent yet and those that were being sent', async () => {
    const { target, url } = await receiver((count) => (count === 1 ? undefined : 200));
    const first = await startProcess();
    const webhook = await createWebhook(first.url, url);
    const voice = await cloneVoice(first.url);
    await eventually('the first event is being sent', () => target.received.length === 1, 30_000);
    await first.kill();
    await emitElsewhere(dataDir);

    const second = await startProcess();
    await eventually('both arrive', () => target.received.length === 3, 30_000);
    await eventually('both are delivered', async () =>
      (await deliveriesOf(second.url, webhook)).every(({ status }) => status === 'delivered'),
    );
    const [cut, ...arrived] = target.received as [Received, ...Received[]];
    const events = arrived.map(
      (one) => new Webhook(secret).verify(one.body, one.headers) as { type: string; data: unknown },
    );
    assert.deepEqual(events.map(({ type }) => type).toSorted(), ['fine_tune.completed', 'voice.created']);
    assert.deepEqual(events.find(({ type }) => type === 'voice.created')?.data, voice);
    const again = arrived.find(({ headers: { 'webhook-id': id } }) => id === cut.headers['webhook-id']);
    assert.equal(again?.body, cut.body);
    assert.doesNotMatch(first.output() + second.output(), /MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw/);
    await second.kill();
  });
});
