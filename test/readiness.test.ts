import assert from 'node:assert/strict';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { enginesById } from '../src/engines/registry.ts';
import { Scheduler } from '../src/engines/scheduling/scheduler.ts';
import { fakeRecognizer } from '../src/recognizers/fake/index.ts';
import type { RecognizerDescriptor } from '../src/recognizers/adapter.ts';
import { startTestServer, type TestServer } from '../src/http/testing.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { readinessOf } from '../src/server/readiness.ts';
import { eventually } from './support/eventually.ts';
import { raw24, speech, start, toneEngines } from './support/server.ts';

describe('the server is ready', () => {
  let store: Store;
  let databaseDir: string;
  let scheduler: Scheduler;
  let server: TestServer;
  let dataDir: string;
  const state = { draining: false, warm: true, problems: [] as { engine: string; reason: string }[] };
  before(async () => {
    databaseDir = await mkdtemp(join(tmpdir(), 'sonorant-ready-database-'));
    store = await openStore({ dataDir: databaseDir });
    scheduler = await Scheduler.start({ threads: 1, engines: enginesById(['flite']) });
    dataDir = await mkdtemp(join(tmpdir(), 'sonorant-ready-'));
    server = await startTestServer({
      readiness: readinessOf({
        store,
        blobs: { probe: () => Promise.resolve() },
        dataDir,
        writeEveryMs: 50,
        scheduler,
        problems: () => state.problems,
        isDraining: () => state.draining,
        isWarm: () => state.warm,
        models: 'models',
      }),
    });
  });
  after(async () => {
    await server.close();
    await scheduler.close();
    await rm(dataDir, { recursive: true, force: true });
    await rm(databaseDir, { recursive: true, force: true });
  });
  const ask = () => server.app.inject({ url: '/readyz' });

  it('while it does not drain and its engines are warm', async () => {
    assert.equal((await ask()).statusCode, 200);
    state.draining = true;
    assert.match((await ask()).json<{ message: string }>().message, /shutting down/);
    Object.assign(state, { draining: false, warm: false });
    assert.match((await ask()).json<{ message: string }>().message, /warming up/);
    state.warm = true;
  });

  it('with a note of what does not work beside what does', async () => {
    assert.deepEqual((await ask()).json(), { status: 'ok' });
    state.problems.push({ engine: 'neural:amy', reason: 'the file model.onnx is cut off' });
    assert.deepEqual((await ask()).json(), {
      status: 'ok',
      notes: ['the engine neural:amy is not as it should be: the file model.onnx is cut off'],
    });
  });

  it('while at least one engine worker is loaded', async () => {
    await scheduler.replaceThread('flite', 0, 'by a test');
    const response = await ask();
    assert.equal(response.statusCode, 503);
    assert.match(response.json<{ message: string }>().message, /no engine worker/);
    await eventually('the new worker is loaded', async () => (await ask()).statusCode === 200);
  });

  it('while its data folder can be written, in which looking leaves nothing', async () => {
    assert.deepEqual(await readdir(dataDir), []);
    await rename(dataDir, `${dataDir}.away`);
    await eventually('the folder is missed', async () => (await ask()).statusCode === 503);
    assert.match((await ask()).json<{ message: string }>().message, /: the data folder cannot be written\.$/);
    assert.equal((await server.app.inject({ url: '/readyz/speech' })).statusCode, 200);
    await rename(`${dataDir}.away`, dataDir);
    await eventually('the folder is there again', async () => (await ask()).statusCode === 200);
  });

  it('while the database answers', async () => {
    await store.close();
    await eventually('the database is missed', async () => (await ask()).statusCode === 503);
    assert.match((await ask()).json<{ message: string }>().message, /: the database does not answer\.$/);
    assert.equal((await server.app.inject({ url: '/readyz/speech' })).statusCode, 200);
  });
});

describe('a server that is ready', () => {
  const languagesHeard = async (recognizers: readonly RecognizerDescriptor[]): Promise<unknown> => {
    const server = await start({}, toneEngines, recognizers);
    try {
      return ((await (await fetch(`${server.url}/readyz`)).json()) as { hearing?: unknown }).hearing;
    } finally {
      await server.close();
    }
  };

  it('says what hears which languages, also that nothing does', async () => {
    const german = fakeRecognizer({ id: 'german', capabilities: { languages: ['de'] } });
    const any = fakeRecognizer({ id: 'any', capabilities: { languages: 'any' } });
    assert.deepEqual(await languagesHeard([german, any]), [
      { recognizer: 'german', languages: ['de'] },
      { recognizer: 'any', languages: 'any' },
    ]);
    assert.deepEqual(await languagesHeard([]), []);
  });
});

describe('a server that is told to stop', () => {
  it('is not ready at once, serves until its drain delay is over, and stops at a second call', async () => {
    const server = await start({
      SONORANT_ENGINES: 'espeak',
      SONORANT_WORKERS: '1',
      SONORANT_DRAIN_DELAY_MS: '600000',
    });
    await eventually('the server is ready', async () => (await fetch(`${server.url}/readyz`)).ok);
    const socket = await server.open();
    const stopped = server.stop();
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
    const answer = await server.post('/tts/bytes', { ...speech, transcript: 'Still here.', output_format: raw24 });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('connection'), 'close');
    assert.ok((await answer.arrayBuffer()).byteLength > 1000);
    socket.speak('a', 'And a new context.');
    assert.equal((await socket.ended('a')).at(-1)?.type, 'done');
    await server.close();
    await stopped;
    assert.equal((await socket.closed).code, 1001);
    await assert.rejects(fetch(`${server.url}/healthz`));
  });
});
