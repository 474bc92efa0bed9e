import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { UpstreamServer } from '../engines/upstream/testing.ts';
import { createLogger } from '../http/index.ts';
import { EngineUpdates, readEngines, requireEngines } from './engines.ts';

const embedded = [fakeEngine()];

describe('engines that are asked for', () => {
  const settings = {
    dataDir: '/nowhere',
    engines: ['neural'],
    upstreams: undefined,
    upstreamFirstByteMs: 8000,
  };

  it('and of which none is there are a clear error', async () => {
    const read = await readEngines(settings, embedded);
    assert.throws(() => requireEngines(read), /^Error: SONORANT_ENGINES leaves no engine .* "sonorant models add"/u);
    const problems = [{ engine: 'neural:amy', reason: 'the optional package is not installed' }];
    assert.throws(() => requireEngines({ ...read, problems }), /neural:amy: the optional package is not installed/u);
    requireEngines({ engines: embedded, problems: [] });
  });

  it('and that nothing waits for any more are not asked on', { timeout: 4000 }, async (t) => {
    const asked = Promise.withResolvers<ServerResponse>();
    const upstream = await UpstreamServer.open({ voices: asked.resolve });
    t.after(() => upstream.close());
    const upstreams = JSON.stringify([{ id: 'studio', url: upstream.url, model: 'm' }]);
    const left = new AbortController();
    const read = readEngines({ ...settings, upstreams }, embedded, undefined, left.signal);
    const response = await asked.promise;
    left.abort();
    // By itself the question ends after five seconds.
    await Promise.all([assert.rejects(read, { name: 'AbortError' }), once(response, 'close')]);
  });
});

describe('engines that are read anew', () => {
  let dataDir: string;
  let upstream: UpstreamServer;
  let answer: (response: ServerResponse) => void;
  before(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/sonorant-engines-`);
    upstream = await UpstreamServer.open({ voices: (response) => answer(response) });
  });
  after(async () => {
    await upstream.close();
    await rm(dataDir, { recursive: true });
  });
  beforeEach(() => (answer = listing('ada')));

  const listing =
    (...voices: string[]) =>
    (response: ServerResponse): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ voices }));
  const busy = (response: ServerResponse): void => void response.writeHead(503).end();

  /** A server whose one upstream tells its voices, as it is after the first reading. */
  async function open(warmUp: () => Promise<void> = () => Promise.resolve()) {
    const settings = {
      dataDir,
      engines: undefined,
      upstreams: JSON.stringify([{ id: 'studio', url: upstream.url, model: 'm', languages: ['en'] }]),
      upstreamFirstByteMs: 8000,
      modelsPreload: true,
    };
    const first = await readEngines(settings, embedded);
    const scheduler = {
      engines: first.engines,
      warmed: 0,
      /** As the scheduler does: the same array, and in it the same engine, as long as nothing changes. */
      update(engines: readonly EngineDescriptor[]) {
        if (shape(engines) !== shape(this.engines)) this.engines = engines;
      },
      warmUp() {
        this.warmed++;
        return warmUp();
      },
    };
    const updates = new EngineUpdates({
      settings,
      embedded,
      scheduler,
      first,
      logger: createLogger({ level: 'silent' }),
    });
    const voices = (): string[] =>
      scheduler.engines
        .find(({ id }) => id === 'upstream:studio')!
        .voices()
        .map(({ name }) => name);
    return { scheduler, updates, voices };
  }
  const shape = (engines: readonly EngineDescriptor[]): string =>
    JSON.stringify(engines.map(({ id, ...engine }) => [id, engine.voices()]));

  it('have the voices that an upstream has then', async () => {
    const { updates, voices } = await open();
    assert.deepEqual(voices(), ['ada']);
    answer = listing('ada', 'bob');
    await updates.reload();
    assert.deepEqual([voices(), updates.problems], [['ada', 'bob'], []]);
    await updates.close();
  });

  it('keep the voices of an upstream that does not tell them now, with a note', async () => {
    const { updates, voices } = await open();
    answer = busy;
    await updates.reload();
    assert.deepEqual(voices(), ['ada']);
    const [problem] = updates.problems;
    assert.equal(problem?.engine, 'upstream:studio');
    assert.match(problem.reason, /answered 503 .*; it keeps those of before$/u);
    answer = listing('bob');
    await updates.reload();
    assert.deepEqual([voices(), updates.problems], [['bob'], []]);
    await updates.close();
  });

  it('have no voices of an upstream that has never told them', async () => {
    answer = busy;
    const { updates, voices } = await open();
    assert.deepEqual([voices(), updates.problems.length], [[], 1]);
    await updates.close();
  });

  it('are warmed up when they have changed, and not each time that an upstream is asked again', async () => {
    const { scheduler, updates } = await open();
    await updates.reload();
    assert.equal(scheduler.warmed, 0);
    answer = listing('ada', 'bob');
    await updates.reload();
    assert.equal(scheduler.warmed, 1);
    await updates.close();
  });

  it('are read once more for all that was asked for while they were being read', async () => {
    const { updates, voices } = await open();
    const asked = Promise.withResolvers<ServerResponse>();
    answer = (response) => asked.resolve(response);
    const first = updates.reload();
    const held = await asked.promise;
    let readings = 0;
    answer = (response) => {
      readings++;
      listing('bob')(response);
    };
    const others = Array.from({ length: 50 }, () => updates.reload());
    listing('ada')(held);
    await first;
    await Promise.all(others);
    assert.deepEqual([readings, voices()], [1, ['bob']]);
    await updates.close();
  });

  it('do not keep a server from stopping while an upstream is asked', { timeout: 4000 }, async () => {
    const { updates } = await open();
    const asked = Promise.withResolvers<ServerResponse>();
    answer = asked.resolve;
    const reading = updates.reload();
    const response = await asked.promise;
    // By itself the question ends after five seconds.
    await Promise.all([updates.close(), reading, once(response, 'close')]);
  });

  it('do not keep a server from stopping while they are warmed up', async () => {
    const warming = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const { updates } = await open(() => {
      begun.resolve(undefined);
      return warming.promise;
    });
    answer = listing('bob');
    void updates.reload();
    await begun.promise;
    await updates.close();
    warming.reject(new Error('the engines are closed'));
  });
});
