import assert from 'node:assert/strict';
import * as nodeFiles from 'node:fs';
import { describe, it } from 'node:test';
import type { Store } from '../store/index.ts';
import type { JournalFiles } from './journal.ts';
import { removeFoldersAfter, journals, spoken, total, using } from './testing.ts';

removeFoldersAfter();

/** The file system of this machine, whose disk takes nothing for a while. */
class BrokenDisk {
  /** Of the error of each write, and of making a file where `forNew` is set; undefined: all is well. */
  code: string | undefined;
  forNew: string | undefined;
  /** Bytes that still fit. */
  room = Infinity;
  readonly files: JournalFiles = {
    ...nodeFiles,
    openSync: (...given) => {
      this.#check(this.forNew);
      return nodeFiles.openSync(...given);
    },
    futimesSync: (...given) => {
      this.#check(this.code);
      nodeFiles.futimesSync(...given);
    },
    writeSync: ((file: number, bytes: Buffer) => {
      this.#check(this.code);
      if (this.room === 0) this.#check('ENOSPC');
      const written = nodeFiles.writeSync(file, bytes.subarray(0, this.room));
      this.room -= written;
      return written;
    }) as typeof nodeFiles.writeSync,
  };

  #check(code: string | undefined): void {
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  }
}

describe('a usage meter on a disk that takes nothing', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']) {
    it(`keeps what is spoken in memory, says so, and counts each credit once when the disk is back from ${code}`, () =>
      using(async ({ store, open }) => {
        const disk = new BrokenDisk();
        const problems: string[] = [];
        const meter = await open({ files: disk.files, onProblem: (problem) => problems.push(problem) });
        meter.add(spoken(1));
        disk.room = code === 'ENOSPC' ? 10 : Infinity;
        disk.code = code === 'ENOSPC' ? undefined : code;
        disk.forNew = code === 'EROFS' ? code : undefined;
        for (let count = 0; count < 500; count++) meter.add(spoken(2));
        assert.equal(meter.unwritten, 500);
        assert.deepEqual(meter.notes, ['usage cannot be written to the disk and is kept in memory']);
        await meter.flush();
        assert.equal(await total(store), 1, 'what is on the disk is counted all the same');
        assert.deepEqual(problems, ['usage cannot be written and is kept in memory']);
        Object.assign(disk, { code: undefined, forNew: undefined, room: Infinity });
        await meter.flush();
        assert.deepEqual([meter.unwritten, meter.notes], [0, []]);
        assert.equal(await total(store), 1001);
        await meter.close();
        assert.equal(await total(store), 1001);
      }));
  }

  it('writes into a new journal where only the old file takes nothing', () =>
    using(async ({ store, dataDir, open }) => {
      const disk = new BrokenDisk();
      const meter = await open({ files: disk.files });
      const [first] = journals(dataDir);
      meter.add(spoken(1));
      disk.code = 'EIO';
      meter.add(spoken(2));
      await meter.flush();
      assert.notEqual(journals(dataDir)[0], first);
      disk.code = undefined;
      await meter.flush();
      assert.equal(await total(store), 3);
      await meter.close();
    }));

  it('sums what no longer fits into memory, and tells exactly what it loses beyond', () =>
    using(async ({ store, open }) => {
      const disk = new BrokenDisk();
      const problems: string[] = [];
      const meter = await open({
        files: disk.files,
        maxUnwritten: 10,
        onProblem: (problem) => problems.push(problem),
      });
      disk.code = 'ENOSPC';
      for (let count = 0; count < 1000; count++) meter.add(spoken(1, { voiceId: `v${count % 3}` }));
      assert.ok(meter.unwritten <= 10);
      assert.equal(meter.lostCredits, 0);
      for (let count = 0; count < 20; count++) meter.add(spoken(1, { voiceId: `w${count}` }));
      assert.ok(meter.unwritten <= 10);
      assert.ok(problems.some((problem) => /^usage of \d+ credits is lost$/u.test(problem)));
      assert.match(meter.notes[1]!, /^usage of [1-9]\d* credits was lost/u);
      disk.code = undefined;
      await meter.flush();
      assert.equal((await total(store)) + meter.lostCredits, 1020);
      await meter.close();
    }));

  it('puts what is in memory into the database when it closes, and tells what is lost without one', () =>
    using(async ({ store, open }) => {
      const disk = new BrokenDisk();
      const meter = await open({ files: disk.files });
      disk.code = 'ENOSPC';
      meter.add(spoken(5));
      await meter.close();
      assert.equal(await total(store), 5);
      const problems: string[] = [];
      let isDown = false;
      const transaction: Store['transaction'] = (work) =>
        isDown ? Promise.reject(new Error('down')) : store.transaction(work);
      const usage = {
        ...store.usage,
        counted: (id: string) => (isDown ? transaction(() => Promise.resolve(0)) : store.usage.counted(id)),
      };
      const other = await open({
        store: { usage, transaction },
        files: disk.files,
        onProblem: (problem) => problems.push(problem),
      });
      other.add(spoken(7));
      isDown = true;
      await other.close();
      assert.ok(problems.includes('usage of 7 credits is lost'));
    }));

  it('leaves neither a file nor a row where a journal cannot be begun', () =>
    using(async ({ store, dataDir, open }) => {
      await (await open()).close();
      const disk = new BrokenDisk();
      disk.forNew = 'EROFS';
      await assert.rejects(open({ files: disk.files }), /EROFS/u);
      const away = { ...store.usage, openJournal: () => Promise.reject(new Error('down')) };
      await assert.rejects(open({ store: { usage: away, transaction: store.transaction } }), /down/u);
      assert.deepEqual(journals(dataDir), []);
      assert.deepEqual(await store.database.db.selectFrom('usage_journals').selectAll().execute(), []);
    }));
});
