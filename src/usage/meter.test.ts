import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/characters.ts';
import { openStore, type Store } from '../store/index.ts';
import { databases } from '../store/testing.ts';
import { Journal, readBatch } from './journal.ts';
import { UsageMeter, type Usage } from './meter.ts';
import { decodeRecord, encodeRecord, encodeRow, sumRecords } from './record.ts';
import { removeFoldersAfter, folder, journals, spoken, total, using } from './testing.ts';

removeFoldersAfter();

describe('a usage meter', () => {
  it('has everything in the database after a flush, by day and by what it is grouped by', () =>
    using(async ({ store, open }) => {
      let day = '2026-06-01';
      const meter = await open({ now: () => new Date(`${day}T23:59:59.999Z`) });
      meter.add(spoken(3));
      meter.add(spoken(4, { voiceId: 'w' }));
      day = '2026-06-02';
      meter.add(spoken(5));
      meter.add(spoken(0));
      await meter.flush();
      assert.deepEqual(await store.usage.daily('ours', { from: '2026-06-01', to: '2026-06-03' }), [
        { day: '2026-06-01', group: '', credits: 7 },
        { day: '2026-06-02', group: '', credits: 5 },
      ]);
      await meter.flush();
      assert.equal(await total(store), 12, 'nothing counts twice');
      await meter.close();
    }));

  it('has each record in its journal when add returns', () =>
    using(async ({ dataDir, open }) => {
      const meter = await open();
      for (const voiceId of ['one', 'two']) {
        meter.add(spoken(1, { voiceId }));
        assert.ok(
          readFileSync(join(dataDir, 'usage', journals(dataDir)[0]!), 'utf8').endsWith(`"${voiceId}","k",1]\n`),
        );
      }
      await meter.close();
    }));

  it('leaves no journal behind when it closes', () =>
    using(async ({ store, dataDir, open }) => {
      const meter = await open();
      meter.add(spoken(9));
      await meter.close();
      assert.equal(await total(store), 9);
      assert.deepEqual(journals(dataDir), []);
      assert.deepEqual(await store.database.db.selectFrom('usage_journals').selectAll().execute(), []);
    }));

  it('counts what a process left behind, up to a record that was cut off', () =>
    using(async ({ store, dataDir, open }) => {
      const dead = await open();
      dead.add(spoken(10));
      await dead.flush();
      dead.add(spoken(20));
      appendFileSync(
        join(dataDir, 'usage', journals(dataDir)[0]!),
        encodeRecord(spoken(40), '2026-06-01').subarray(0, -1),
      );
      const next = await open();
      assert.equal(await total(store), 30);
      await (await open()).close();
      await next.close();
      assert.equal(await total(store), 30, 'once, however often it is looked at');
    }));

  it('removes what was left behind once it is old, and not before', () =>
    using(async ({ store, dataDir, open }) => {
      (await open()).add(spoken(1));
      const [left] = journals(dataDir) as [string];
      await (await open()).close();
      assert.deepEqual(journals(dataDir), [left]);
      const old = new Date(Date.now() - 86_400_001);
      utimesSync(join(dataDir, 'usage', left), old, old);
      await (await open()).close();
      assert.deepEqual(journals(dataDir), []);
      assert.equal(await total(store), 1);
    }));

  it('does not count a journal that the database does not know: it was counted to its end', () =>
    using(async ({ store, dataDir, open }) => {
      await (await open()).close();
      writeFileSync(join(dataDir, 'usage', 'forgotten.journal'), encodeRecord(spoken(50), '2026-06-01'));
      await (await open()).close();
      assert.equal(await total(store), 0);
    }));

  it('shares its folder with others, who may count its journal while it writes', () =>
    using(async ({ store, dataDir, open }) => {
      const [a, b] = [await open(), await open()];
      for (let round = 0; round < 20; round++) {
        a.add(spoken(1));
        b.add(spoken(100));
        await Promise.all([a.flush(), b.flush(), open().then((starting) => starting.close())]);
      }
      await Promise.all([a.close(), b.close()]);
      assert.equal(await total(store), 2020);
      assert.deepEqual(journals(dataDir), []);
    }));

  it('begins a new journal when another process took it for dead, and says so', () =>
    using(async ({ store, open }) => {
      const problems: string[] = [];
      const meter = await open({ onProblem: (problem) => problems.push(problem) });
      meter.add(spoken(3));
      await (await open({ now: () => new Date(Date.now() + 2 * 86_400_000) })).close();
      assert.equal(await total(store), 3);
      await meter.flush();
      assert.equal(problems.length, 1);
      meter.add(spoken(4));
      await meter.flush();
      assert.equal(await total(store), 7);
      await meter.close();
      assert.equal(problems.length, 1);
    }));

  it('begins a new journal when the old one has grown, and loses nothing', () =>
    using(async ({ store, dataDir, open }) => {
      const meter = await open({ maxJournalBytes: 500 });
      const [first] = journals(dataDir);
      for (let credits = 1; credits <= 100; credits++) {
        meter.add(spoken(credits));
        if (credits % 7 === 0) void meter.flush();
      }
      await meter.flush();
      assert.equal(await total(store), 5050);
      assert.equal(journals(dataDir).length, 1);
      assert.notEqual(journals(dataDir)[0], first);
      await meter.close();
    }));

  it('keeps what the database does not take until it does', () =>
    using(async ({ store, open }) => {
      let isDown = true;
      const problems: string[] = [];
      const transaction: Store['transaction'] = (work) =>
        isDown ? Promise.reject(new Error('down')) : store.transaction(work);
      const meter = await open({
        store: { usage: store.usage, transaction },
        onProblem: (problem) => problems.push(problem),
      });
      meter.add(spoken(7));
      await assert.rejects(meter.flush(), /down/u);
      meter.add(spoken(8));
      isDown = false;
      await meter.flush();
      assert.equal(await total(store), 15);
      isDown = true;
      meter.add(spoken(9));
      await meter.close();
      assert.deepEqual(problems, ['usage is left to be counted at the next start']);
      await (await open()).close();
      assert.equal(await total(store), 24);
    }));
});

describe('a journal', () => {
  it('gives back what was written, in batches of any size', async () => {
    const dataDir = folder();
    const name = fc.string({ unit: anyCharacter, maxLength: 12 });
    const attribution = { organizationId: name, apiKeyId: name, credits: fc.integer({ min: 1, max: 1000 }) };
    const usage: fc.Arbitrary<Usage> = fc.oneof(
      fc.record({ ...attribution, capability: fc.constant('tts'), modelId: name, voiceId: name }),
      fc.record({ ...attribution, capability: fc.constant('stt'), modelId: name }),
      fc.record({ ...attribution, capability: fc.constant('agent') }),
    );
    let index = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(usage, { maxLength: 20 }),
        fc.integer({ min: 600, max: 5000 }),
        async (usages, batch) => {
          const journal = new Journal(dataDir, String(index++));
          const records = usages.map((one) => encodeRecord(one, '2026-06-01'));
          for (const record of records) journal.append(record);
          assert.deepEqual(journal.close(), []);
          const rows = [];
          for (let from = 0; ;) {
            const { rows: more, to } = await readBatch(journal.path, from, batch);
            if (to === from) break;
            rows.push(...more);
            from = to;
          }
          assert.deepEqual(sumRecords(rows), sumRecords(records.map((record) => decodeRecord(record.toString())!)));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has one form of line for all usage: with and without a model and a voice', () => {
    const attribution = { organizationId: 'ours', apiKeyId: 'k', credits: 5 };
    for (const [usage, line] of [
      [
        { ...attribution, capability: 'tts', modelId: 'm', voiceId: 'v' },
        '["ours","2026-06-01","tts","m","v","k",5]\n',
      ],
      [{ ...attribution, capability: 'stt', modelId: 'm' }, '["ours","2026-06-01","stt","m","","k",5]\n'],
      [{ ...attribution, capability: 'agent' }, '["ours","2026-06-01","agent","","","k",5]\n'],
    ] as const) {
      assert.equal(encodeRecord(usage, '2026-06-01').toString(), line);
      assert.equal(encodeRow(decodeRecord(line)!).toString(), line);
    }
  });

  it('loses at most the record that was cut, wherever its file ends, and passes over damage', async () => {
    const journal = new Journal(folder(), 'j');
    const record = encodeRecord(spoken(1), '2026-06-01');
    for (let count = 0; count < 3; count++) journal.append(record);
    journal.close();
    for (let size = record.length * 3; size >= 0; size--) {
      truncateSync(journal.path, size);
      const whole = Math.floor(size / record.length);
      const { rows, to } = await readBatch(journal.path, 0);
      assert.deepEqual([rows.reduce((sum, { credits }) => sum + credits, 0), to], [whole, whole * record.length]);
    }
    appendFileSync(journal.path, Buffer.concat([record.subarray(0, 9), Buffer.from('\n\0\0\n[1]\n{}\n\n'), record]));
    assert.equal((await readBatch(journal.path, 0)).rows[0]?.credits, 1);
    writeFileSync(journal.path, Buffer.alloc(5000));
    assert.equal((await readBatch(journal.path, 0, 4096)).to, 4096);
  });

  it('keeps records that the disk does not take', () => {
    // Writing to it always fails, as on a disk without space.
    const journal = new Journal(folder(), 'j');
    const record = encodeRecord(spoken(1), '2026-06-01');
    journal.close();
    journal.append(record);
    assert.equal(journal.unwritten, 1);
    assert.deepEqual(journal.close(), [record]);
  });
});

/** Meters until it is killed and prints `+` before a record, `-` once it is acknowledged. */
function child(database: object, dataDir: string): string {
  return `
  import { writeSync } from 'node:fs';
  const { openStore } = await import(${JSON.stringify(new URL('../store/index.ts', import.meta.url).href)});
  const { UsageMeter } = await import(${JSON.stringify(new URL('./meter.ts', import.meta.url).href)});
  const store = await openStore(${JSON.stringify(database)});
  const meter = await UsageMeter.open({ store, dataDir: ${JSON.stringify(dataDir)}, flushMs: 3, maxJournalBytes: 3000 });
  // The pipe takes nothing while its reader is slow.
  const print = (line) => {
    for (;;) {
      try {
        return writeSync(1, line);
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  };
  for (;;) {
    for (let burst = 0; burst < 5; burst++) {
      const credits = 1 + Math.floor(Math.random() * 1000);
      print('+' + credits + '\\n');
      meter.add({ organizationId: 'ours', capability: 'tts', modelId: 'm', voiceId: String(credits % 3), apiKeyId: 'k', credits });
      print('-' + credits + '\\n');
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
`;
}

function sumOf(output: string, sign: string): number {
  return output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith(sign))
    .reduce((sum, line) => sum + Number(line.slice(1)), 0);
}

for (const [name, database] of Object.entries(databases)) {
  describe(`processes that meter into ${name} and are killed`, () => {
    it('lose nothing that was acknowledged and count nothing twice', async () => {
      const { options, remove } = await database();
      const dataDir = folder();
      const store = await openStore(options);
      try {
        let [asked, acknowledged] = [0, 0];
        for (let round = 0; round < 3; round++) {
          const outputs = await Promise.all(
            [0, 1].map(async (which) => {
              const meter = spawn(process.execPath, ['--input-type=module', '-e', child(options, dataDir)], {
                stdio: ['ignore', 'pipe', 'pipe'],
              });
              const { stdout, stderr } = meter;
              const lines = text(stdout);
              const problems = text(stderr);
              // The moment depends on how far it came, not on the speed of the machine.
              let seen = 0;
              const enough = 2000 + Math.random() * 20_000 * (which + 1);
              stdout.on('data', (chunk: Buffer) => {
                seen += chunk.length;
                if (seen > enough) meter.kill('SIGKILL');
              });
              assert.equal(await problems, '');
              return lines;
            }),
          );
          for (const output of outputs) {
            asked += sumOf(output, '+');
            acknowledged += sumOf(output, '-');
          }
        }
        await (await UsageMeter.open({ store, dataDir })).close();
        const counted = await total(store);
        assert.ok(
          acknowledged > 10_000 && counted >= acknowledged && counted <= asked,
          `acknowledged ${acknowledged}, counted ${counted}, asked ${asked}`,
        );
        await (await UsageMeter.open({ store, dataDir })).close();
        assert.equal(await total(store), counted);
      } finally {
        await store.close();
        await remove();
      }
    });
  });
}
