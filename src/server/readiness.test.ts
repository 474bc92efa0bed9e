import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readinessOf, type ReadinessOptions } from './readiness.ts';
import { ServiceError } from '../errors/service-error.ts';

const models = resolve('my data', 'models');

function works(): Promise<void> {
  return Promise.resolve();
}

function optionsOf(given: Partial<ReadinessOptions> = {}): ReadinessOptions {
  return {
    store: { ping: works },
    blobs: { probe: works },
    probe: works,
    scheduler: { isReady: true, setAside: [] },
    problems: () => [],
    isDraining: () => false,
    isWarm: () => true,
    models,
    dataDir: 'data',
    ...given,
  };
}

async function notesOf(reason: string): Promise<readonly string[]> {
  const readiness = readinessOf(
    optionsOf({
      scheduler: { isReady: true, setAside: [{ engine: 'neural:amy', reason }] },
      problems: () => [{ engine: 'neural:bob', reason }],
    }),
  );
  return (await readiness.node()).notes;
}

/** A part of the server that works, fails or hangs, and how often it was asked. */
class Part {
  asked = 0;
  failure: unknown;
  hang: Promise<unknown> | undefined;

  readonly ask = async (): Promise<void> => {
    this.asked++;
    await this.hang;
    if (this.failure !== undefined) throw this.failure as Error;
  };
}

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: /var/lib/secret`), { code, syscall: 'write' });
}

describe('a server', () => {
  it('names every part that does not work, and tells nothing of the machine', async () => {
    const [database, objects, folder] = [new Part(), new Part(), new Part()];
    const changes: unknown[] = [];
    let now = 0;
    const { node } = readinessOf(
      optionsOf({
        store: { ping: database.ask },
        blobs: { probe: objects.ask },
        probe: folder.ask,
        isDraining: () => now > 100_000,
        onChange: (part, problem) => changes.push([part, problem?.cause]),
        now: () => now,
      }),
    );
    assert.deepEqual(await node(), { missing: [], notes: [] });
    const cause = new ServiceError('unavailable', 'The database does not answer.');
    database.failure = cause;
    now += 10_000;
    assert.deepEqual((await node()).missing, ['the database does not answer']);
    database.failure = undefined;
    objects.failure = cause;
    folder.failure = fault('ENOSPC');
    now += 10_000;
    assert.deepEqual((await node()).missing, ['the object store cannot be used', 'the data folder is full']);
    folder.failure = fault('EROFS');
    now += 10_000;
    assert.deepEqual((await node()).missing, ['the object store cannot be used', 'the data folder cannot be written']);
    objects.failure = folder.failure = undefined;
    now += 100_000;
    assert.deepEqual((await node()).missing, ['the server is shutting down']);
    assert.deepEqual(
      changes.map((change) => (change as [string])[0]),
      ['the database', 'the database', 'the object store', 'the data folder', 'the object store', 'the data folder'],
    );
  });

  it('answers in time whatever hangs, and is ready again when it does not', async () => {
    const parts = [new Part(), new Part(), new Part()] as const;
    const hang = Promise.withResolvers<undefined>();
    for (const part of parts) part.hang = hang.promise;
    const { node } = readinessOf(
      optionsOf({
        store: { ping: parts[0].ask },
        blobs: { probe: parts[1].ask },
        probe: parts[2].ask,
        deadlineMs: 20,
        askEveryMs: 0,
        writeEveryMs: 0,
      }),
    );
    for (let round = 0; round < 5; round++) {
      assert.deepEqual((await node()).missing, [
        'the database does not answer',
        'the object store does not answer',
        'the data folder does not answer',
      ]);
    }
    assert.deepEqual(
      parts.map(({ asked }) => asked),
      [3, 1, 1],
      'what hangs is not asked again and again',
    );
    hang.resolve(undefined);
    await hang.promise;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual((await node()).missing, []);
  });

  it('looks once for all who ask at the same time, and writes nothing more within five seconds', async () => {
    const [database, folder] = [new Part(), new Part()];
    let now = 0;
    const { node } = readinessOf(optionsOf({ store: { ping: database.ask }, probe: folder.ask, now: () => now }));
    await Promise.all(Array.from({ length: 50 }, () => node()));
    assert.deepEqual([database.asked, folder.asked], [1, 1]);
    for (const [at, pings, writes] of [
      [499, 1, 1],
      [500, 2, 1],
      [4999, 3, 1],
      [5000, 3, 2],
    ] as const) {
      now = at;
      await node();
      assert.deepEqual([database.asked, folder.asked], [pings, writes], `at ${at} ms`);
    }
  });

  it('can speak while all else is away, until no key can be known any more', async () => {
    const away = new Part();
    away.failure = new Error('away');
    const state = { now: 0, isDraining: false, isWarm: true };
    const readiness = readinessOf(
      optionsOf({
        store: { ping: away.ask },
        blobs: { probe: away.ask },
        probe: away.ask,
        isDraining: () => state.isDraining,
        isWarm: () => state.isWarm,
        offlineMs: 600_000,
        now: () => state.now,
      }),
    );
    assert.deepEqual((await readiness.speech()).missing, []);
    assert.equal((await readiness.node()).missing.length, 3);
    for (const [change, expected] of [
      [{ isWarm: false }, ['the engines are warming up']],
      [{ isWarm: true, isDraining: true }, ['the server is shutting down']],
      [{ isDraining: false, now: 600_000 }, []],
      [{ now: 600_001 }, ['the database is away for so long that no key is known any more']],
    ] as const) {
      Object.assign(state, change);
      assert.deepEqual((await readiness.speech()).missing, expected);
    }
    away.failure = undefined;
    state.now += 1000;
    assert.deepEqual((await readiness.speech()).missing, []);
  });
});

describe('a server where a key is known no longer than the database answers', () => {
  it('can speak while it answers, however often it is asked, and not a moment longer', async () => {
    const database = new Part();
    let now = 0;
    const { speech } = readinessOf(optionsOf({ store: { ping: database.ask }, offlineMs: 0, now: () => now }));
    for (let round = 0; round < 10; round++) {
      now += 100;
      assert.deepEqual((await speech()).missing, [], `at ${now} ms`);
    }
    assert.ok(database.asked <= 3);
    database.failure = new Error('away');
    now += 1000;
    assert.deepEqual((await speech()).missing, ['the database is away for so long that no key is known any more']);
  });
});

describe('a server that is seldom asked whether it can speak', () => {
  it('looks at the database before it calls it away', async () => {
    const database = new Part();
    let now = 0;
    const options = { store: { ping: database.ask }, offlineMs: 600_000, deadlineMs: 20, now: () => now };
    const { speech } = readinessOf(optionsOf(options));
    for (let round = 0; round < 3; round++) {
      now += 900_000;
      assert.deepEqual((await speech()).missing, []);
    }
    const hang = Promise.withResolvers<undefined>();
    database.hang = hang.promise;
    now += 900_000;
    assert.deepEqual((await speech()).missing, ['the database is away for so long that no key is known any more']);
    hang.resolve(undefined);
  });
});

describe('the notes of a server that is ready', () => {
  for (const [given, shown] of [
    [`Load model from ${models}/amy/model.onnx failed: cut off`, 'Load model from amy/model.onnx failed: cut off'],
    [`'${models}/amy/tokens.txt' does not exist`, `'amy/tokens.txt' does not exist`],
    ["Cannot find package 'x' imported from /home/me/app/child.js", "Cannot find package 'x' imported from child.js"],
    ['failed:/build/core/graph/model.cc:177 no graph', 'failed:model.cc:177 no graph'],
    ['at file:///opt/app/main.js:3', 'at main.js:3'],
    ['in C:\\Users\\me\\model.onnx', 'in model.onnx'],
    ['https://models.example/voices/amy and/or none', 'https://models.example/voices/amy and/or none'],
  ]) {
    it(`say nothing of where things lie: ${shown}`, async () => {
      assert.deepEqual(await notesOf(given!), [
        `the engine neural:amy is set aside: ${shown}`,
        `the engine neural:bob is not as it should be: ${shown}`,
      ]);
    });
  }
});
