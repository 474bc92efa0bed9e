import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readFile, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { newBlobKey, openBlobs } from '../../store/blobs/index.ts';
import { openTestStore } from '../../store/testing.ts';
import { command, spawned, start, temporaryFolder } from '../testing.ts';

describe('sonorant db', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let from: string;
  const content = Buffer.alloc(500_000, 'sound');

  before(async () => {
    folder = await temporaryFolder();
    from = folder.path('from');
    const store = await openTestStore({ dataDir: from });
    const { organization } = await store.bootstrap({ apiKey: 'the-key' });
    const blobs = await openBlobs({ dataDir: from });
    const blob = newBlobKey('files');
    await blobs.put(blob, content);
    await store.files.create(organization.id, { filename: 'a.wav', purpose: 'fine_tune', size: content.length, blob });
    await store.close();
  });
  after(() => folder.remove());

  const db = async (verb: 'export' | 'import', file: string, dataDir: string, ...more: readonly string[]) => {
    const { code, stdout, stderr } = await command(['db', verb, file, '--data-dir', dataDir, ...more]);
    return { code, out: stdout.toString(), err: stderr };
  };

  it('moves everything into a file and from it into another data folder', async () => {
    const file = folder.path('all.jsonl');
    const written = await db('export', file, from);
    assert.deepEqual(written, { code: 0, out: '', err: 'Exported 6 rows and 1 object of 0.5 MB.\n' });
    assert.equal((await stat(file)).mode & 0o077, 0, 'other users cannot read it');
    for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) {
      assert.equal(typeof JSON.parse(line), 'object');
    }
    assert.ok(!(await readFile(file, 'utf8')).includes('the-key'));

    const to = folder.path('to');
    const read = await db('import', file, to);
    assert.deepEqual(read, { code: 0, out: '', err: 'Imported 6 rows and 1 object of 0.5 MB.\n' });
    const again = folder.path('again.jsonl');
    await db('export', again, to);
    const body = async (path: string) => (await readFile(path, 'utf8')).split('\n').slice(1);
    assert.deepEqual(await body(again), await body(file));
  });

  it('compresses what is named so, and reads it by its content', async () => {
    const file = folder.path('all.jsonl.gz');
    assert.equal((await db('export', file, from)).code, 0);
    assert.match(gunzipSync(await readFile(file)).toString(), /^\{"sonorant":"archive"/);
    const renamed = folder.path('renamed');
    await writeFile(renamed, await readFile(file));
    assert.equal((await db('import', renamed, folder.path('unzipped'))).code, 0);
    await truncate(renamed, (await stat(renamed)).size - 100);
    const cut = await db('import', renamed, folder.path('cut'));
    assert.equal(cut.code, 1);
    assert.match(cut.err, /^sonorant: [^\n]+\n$/);
  });

  it('goes through pipes', async () => {
    const written = await spawned(['db', 'export', '-', '--data-dir', from]);
    assert.equal(written.code, 0);
    const read = await spawned(['db', 'import', '-', '--data-dir', folder.path('piped')], { input: written.stdout });
    assert.deepEqual([read.code, read.stderr], [0, 'Imported 6 rows and 1 object of 0.5 MB.\n']);
  });

  it('says that an archive was not read to its end', { timeout: 60_000 }, async () => {
    const child = start(['db', 'export', '-', '--data-dir', from]);
    child.stdout!.destroy();
    const stderr = text(child.stderr!);
    const [code] = (await once(child, 'close')) as [number | null];
    assert.deepEqual(
      [code, await stderr],
      [1, 'sonorant: standard output was closed before all of the archive was written\n'],
    );
  });

  it('writes into a pipe that has a name, and where a link leads', { timeout: 60_000 }, async () => {
    const [fifo, link, file] = [folder.path('fifo'), folder.path('link'), folder.path('linked.jsonl')];
    execFileSync('mkfifo', [fifo]);
    const read = readFile(fifo, 'utf8');
    assert.equal((await db('export', fifo, from)).code, 0);
    assert.match(await read, /^\{"sonorant":"archive"/);
    assert.ok((await stat(fifo)).isFIFO());
    await writeFile(file, 'old');
    await symlink(file, link);
    assert.equal((await db('export', link, from)).code, 0);
    assert.match(await readFile(file, 'utf8'), /^\{"sonorant":"archive"/);
    assert.ok((await lstat(link)).isSymbolicLink());
    await rm(file);
    const nowhere = await db('export', link, from);
    assert.deepEqual([nowhere.code, nowhere.err], [1, `sonorant: ${link}: no such file or folder\n`]);
  });

  it('keeps what is there, unless it is told to replace it', async () => {
    const [file, to] = [folder.path('kept.jsonl'), folder.path('kept')];
    await db('export', file, from);
    await db('import', file, to);
    const { code, err } = await db('import', file, to);
    assert.equal(code, 1);
    assert.match(
      err,
      /^sonorant: the database is not empty \(.*\): nothing was changed; --replace deletes it first\n$/,
    );
    assert.equal((await db('import', file, to, '--replace')).code, 0);
  });

  it('says in one line what is wrong, and leaves no half file', async () => {
    const missing = await db('export', folder.path('x'), folder.path('nothing'));
    assert.equal(missing.code, 1);
    assert.match(missing.err, /^sonorant: \S+sonorant\.db does not exist: [^\n]+\n$/);
    const nowhere = await db('export', folder.path('no/such/folder'), from);
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.err, /^sonorant: \S+: no such file or folder\n$/);
    const unread = await db('import', folder.path('no-file'), folder.path('unread'));
    assert.match(unread.err, /^sonorant: \S+no-file: no such file or folder\n$/);
    await writeFile(folder.path('other.json'), '{"some":"thing"}');
    const other = await db('import', folder.path('other.json'), folder.path('unread'));
    assert.equal(other.err, 'sonorant: this is no archive that "sonorant db export" wrote\n');
    assert.deepEqual(
      (await readdir(folder.path(''))).filter((name) => name.endsWith('.partial')),
      [],
    );
  });
});
