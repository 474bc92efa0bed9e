import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { toneEngines } from '../../test/support/server.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import type { SpawnThread } from '../engines/scheduling/engine-thread.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import { UpstreamServer } from '../engines/upstream/testing.ts';
import { startServer } from './start.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonorant-start-'));
after(() => rm(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const settings = { SONORANT_PORT: '0', SONORANT_DATA_DIR: dataDir, SONORANT_LOG_LEVEL: 'silent' };

/** Starts a server with two engine threads. */
function startWith(secretKey: string, spawnEngineThread: SpawnThread) {
  const environment = { ...settings, SONORANT_SECRET_KEY: secretKey, SONORANT_WORKERS: '2' };
  return startServer(environment, toneEngines, { spawnEngineThread });
}

const secret = 'the first secret of this database';

describe('a database whose secrets were sealed', () => {
  it('is opened with the same secret only, and a start with another one says what to do', async () => {
    await (await startWith(secret, spawnLocalThread)).stop();
    await assert.rejects(startWith('some other secret', spawnLocalThread), /another secret.*SONORANT_SECRET_KEY/s);
    await (await startWith(secret, spawnLocalThread)).stop();
  });
});

describe('a start that is refused', () => {
  for (const [name, spawn] of [
    ['are ready', spawnLocalThread],
    ['never get ready', () => ({ post: () => undefined, terminate: () => Promise.resolve() })],
  ] as const) {
    it(`leaves no engine thread behind: threads that ${name}`, async () => {
      await (await startWith(secret, spawnLocalThread)).stop();
      let [started, ended] = [0, 0];
      const counted: SpawnThread = (settings, listener) => {
        const channel = spawn(settings, listener);
        started++;
        return {
          post: (message) => channel.post(message),
          terminate: () => channel.terminate().then(() => void ended++),
        };
      };
      await assert.rejects(startWith('some other secret', counted), /another secret/);
      assert.deepEqual([started, ended], [2, 2]);
    });
  }

  it('does not wait until an upstream has told its voices, and starts no thread for them', async (t) => {
    await (await startWith(secret, spawnLocalThread)).stop();
    const upstream = await UpstreamServer.open({ voices: () => undefined });
    t.after(() => upstream.close());
    const environment = { ...settings, SONORANT_SECRET_KEY: 'some other secret' };
    const upstreams = JSON.stringify([{ id: 'gpu', url: upstream.url, model: 'kokoro' }]);
    let spawned = 0;
    const spawnEngineThread: SpawnThread = (...given) => {
      spawned++;
      return spawnLocalThread(...given);
    };
    await assert.rejects(
      startServer({ ...environment, SONORANT_UPSTREAMS: upstreams }, toneEngines, { spawnEngineThread }),
      /another secret/,
    );
    assert.equal(spawned, 0, 'threads that nothing waits for');
  });

  it('names the engine that a setting asks for and that does not load', async () => {
    const engines = [fakeEngine({ id: 'espeak', synthesizer: { failsToLoad: 'no model here' } })];
    const environment = { ...settings, SONORANT_DATA_DIR: join(folder, 'other'), SONORANT_ENGINES: 'espeak' };
    await assert.rejects(startServer(environment, engines), /engine espeak does not load: no model here/);
  });

  it('names the data folder that cannot be made, before the models in it', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await assert.rejects(
      startServer({ ...settings, SONORANT_DATA_DIR: join(file, 'data') }, toneEngines),
      /the data folder \S+ cannot be made/,
    );
  });
});

describe('what the process imports before it starts its engines', () => {
  it('neither serves nor stores nor reads text, so that they begin to load at once', async () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = async (module: string): Promise<void> => {
      if (seen.has(module)) return;
      seen.add(module);
      const source = await readFile(new URL(module), 'utf8');
      for (const [, from] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)) {
        if (from!.startsWith('.')) await visit(new URL(from!, module).href);
        else packages.add(from!);
      }
    };
    await visit(new URL('./main.ts', import.meta.url).href);
    assert.ok(seen.size > 50, 'the walk has found the modules');
    for (const part of ['/http/index.ts', '/routes/', '/store/index.ts', '/text/normalise/']) {
      assert.deepEqual(
        [...seen].filter((module) => module.includes(part)),
        [],
      );
    }
    for (const name of ['fastify', 'undici', 'kysely', 'better-sqlite3', 'ws']) assert.ok(!packages.has(name), name);
  });
});
