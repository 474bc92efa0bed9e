import assert from 'node:assert/strict';
import { createHash, type Hash } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isBlobKey, newBlobKey, openBlobs, parseS3Url, type BlobInfo, type Blobs } from './index.ts';
import { bucket, drivers, filesInFolder, usingBlobs } from './testing.ts';

async function all(blobs: Blobs, prefix?: string): Promise<BlobInfo[]> {
  const found: BlobInfo[] = [];
  for await (const blob of blobs.list(prefix)) found.push(blob);
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function read(content: Readable | undefined): Promise<string | undefined> {
  return content === undefined ? undefined : (await buffer(content)).toString();
}

/** So many bytes in pieces of 64 KiB that are made when they are asked for. */
function* pieces(bytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes; at += 65_536) yield Buffer.alloc(Math.min(65_536, bytes - at), at / 65_536);
}

const fails = async function* (after: number): AsyncGenerator<Buffer> {
  yield* pieces(after);
  await Promise.resolve();
  throw new Error('the line broke');
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of all buffers that something still needs. */
function heldBuffers(): number {
  // The memory of buffers is given back beside the program; a second collection waits for that.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

for (const [name, driver] of Object.entries(drivers)) {
  describe(`an object in ${name}`, () => {
    it('is given back as it was put, from bytes and from a stream', () =>
      usingBlobs(driver, async (blobs) => {
        for (const content of ['', 'a', 'ä\0\r\n\u{1f600}']) {
          const key = newBlobKey('files');
          assert.equal(await blobs.put(key, Buffer.from(content)), Buffer.byteLength(content));
          assert.equal(await read(await blobs.get(key)), content);
          const streamed = newBlobKey('clips');
          assert.equal(
            await blobs.put(streamed, Readable.from([Buffer.from(content), Buffer.from('!')])),
            Buffer.byteLength(content) + 1,
          );
          assert.equal(await read(await blobs.get(streamed)), `${content}!`);
        }
      }));

    it('has the owner who asked first, for good', () =>
      usingBlobs(driver, async (blobs) => {
        const given = await Promise.all(['one', 'one'].map((owner) => blobs.claim(owner)));
        assert.deepEqual([...given, await blobs.claim('two'), await blobs.claim('one')], ['one', 'one', 'one', 'one']);
        assert.deepEqual(await all(blobs), [], 'it is no object');
      }));

    it('has another owner once the first one hands it over', () =>
      usingBlobs(driver, async (blobs) => {
        await blobs.handOver('one', 'two');
        assert.equal(await blobs.claim('one'), 'one', 'what nobody has is not handed over');
        await blobs.handOver('two', 'three');
        assert.equal(await blobs.claim('three'), 'one');
        await blobs.handOver('one', 'two');
        assert.equal(await blobs.claim('one'), 'two');
        assert.deepEqual(await all(blobs), []);
      }));

    it('is given back in part', () =>
      usingBlobs(driver, async (blobs) => {
        const key = newBlobKey('files');
        await blobs.put(key, Buffer.from('0123456789'));
        assert.equal(await read(await blobs.get(key, { start: 2, end: 4 })), '234');
        assert.equal(await read(await blobs.get(key, { start: 0, end: 1 })), '01');
        assert.equal(await read(await blobs.get(key, { start: 8, end: 100 })), '89');
        assert.equal(await read(await blobs.get(key, { start: 10, end: 100 })), '');
        assert.equal(await read(await blobs.get(key, { start: 10, end: 9 })), '');
        assert.equal(await read(await blobs.get(key, { start: 4, end: 3 })), '');
        assert.equal(await blobs.get(newBlobKey('files'), { start: 1, end: 0 }), undefined);
        assert.equal(await blobs.get(newBlobKey('files'), { start: 0, end: 1 }), undefined);
      }));

    it('has a size and a time', () =>
      usingBlobs(driver, async (blobs) => {
        const key = newBlobKey('datasets');
        // The clock of file systems is behind by up to some milliseconds.
        const before = Math.floor(Date.now() / 1000) * 1000 - 1000;
        await blobs.put(key, Buffer.from('12345'));
        const info = await blobs.stat(key);
        assert.deepEqual({ ...info, modifiedAt: undefined }, { key, size: 5, modifiedAt: undefined });
        assert.ok(info!.modifiedAt.getTime() >= before && info!.modifiedAt.getTime() <= Date.now() + 1000);
      }));

    it('is gone once it is deleted, and deleting it again changes nothing', () =>
      usingBlobs(driver, async (blobs) => {
        const [gone, kept] = [newBlobKey('files'), newBlobKey('files')];
        await blobs.put(gone, Buffer.from('1'));
        await blobs.put(kept, Buffer.from('2'));
        await blobs.delete(gone);
        await blobs.delete(gone);
        assert.equal(await blobs.get(gone), undefined);
        assert.equal(await blobs.stat(gone), undefined);
        assert.deepEqual(
          (await all(blobs)).map(({ key }) => key),
          [kept],
        );
      }));

    it('is listed under the beginning of its key', () =>
      usingBlobs(driver, async (blobs) => {
        assert.deepEqual(await all(blobs), []);
        const keys = [newBlobKey('clips'), newBlobKey('files'), newBlobKey('files')].sort();
        for (const key of keys) await blobs.put(key, Buffer.from(key));
        assert.deepEqual(
          (await all(blobs)).map(({ key, size }) => [key, size]),
          keys.map((key) => [key, key.length]),
        );
        assert.deepEqual(
          (await all(blobs, 'files/')).map(({ key }) => key),
          keys.slice(1),
        );
        assert.deepEqual(
          (await all(blobs, keys[2]!.slice(0, 15))).map(({ key }) => key),
          [keys[2]],
        );
        assert.deepEqual(await all(blobs, 'datasets/'), []);
      }));

    it('is not there at all when its stream fails, at its beginning or in its middle', () =>
      usingBlobs(driver, async (blobs) => {
        for (const bytes of [0, 100_000, 20 * 2 ** 20]) {
          const key = newBlobKey('files');
          await assert.rejects(blobs.put(key, Readable.from(fails(bytes))), /the line broke/);
          assert.equal(await blobs.stat(key), undefined);
        }
        const destroyed = Readable.from(pieces(100_000)).on('error', () => undefined);
        destroyed.destroy(new Error('gone already'));
        await assert.rejects(blobs.put(newBlobKey('files'), destroyed));
        assert.deepEqual(await all(blobs), []);
      }));

    it('may be larger than what is held in memory', () =>
      usingBlobs(driver, async (blobs) => {
        const bytes = 48 * 2 ** 20;
        const key = newBlobKey('files');
        const before = heldBuffers();
        let most = 0;
        /** Looks at what is held early, for what reads ahead, and late, for what keeps: a look collects the heap of all tests. */
        const watched = (hash: Hash): ((piece: Buffer) => void) => {
          let passed = 0;
          const looks = [8 * 2 ** 20, 44 * 2 ** 20];
          return (piece) => {
            hash.update(piece);
            passed += piece.length;
            if (passed < (looks[0] ?? Infinity)) return;
            looks.shift();
            most = Math.max(most, heldBuffers() - before);
          };
        };
        const sent = createHash('sha256');
        const send = watched(sent);
        const content = function* (): Generator<Buffer> {
          for (const piece of pieces(bytes)) {
            send(piece);
            yield piece;
          }
        };
        assert.equal(await blobs.put(key, Readable.from(content())), bytes);
        const got = createHash('sha256');
        const take = watched(got);
        for await (const piece of (await blobs.get(key))!) take(piece as Buffer);
        assert.equal(got.digest('hex'), sent.digest('hex'));
        assert.ok(most < 40 * 2 ** 20, `${(most / 2 ** 20).toFixed(0)} MiB of buffers`);
      }));

    it('has no other name than a key that was made here', () =>
      usingBlobs(driver, async (blobs) => {
        for (const key of [
          '',
          'files',
          'files/',
          'files/../../etc/passwd',
          `${newBlobKey('files')}x`,
          `/${newBlobKey('files')}`,
          newBlobKey('files').replace('files', 'other'),
          `${newBlobKey('files')}\n`,
        ]) {
          assert.equal(isBlobKey(key), false);
          await assert.rejects(async () => blobs.put(key, Buffer.from('x')), /not a blob key/);
          await assert.rejects(async () => blobs.get(key), /not a blob key/);
          await assert.rejects(async () => blobs.stat(key), /not a blob key/);
          await assert.rejects(async () => blobs.delete(key), /not a blob key/);
        }
      }));

    it('survives the cleaning up of unfinished writes', () =>
      usingBlobs(driver, async (blobs) => {
        const key = newBlobKey('files');
        await blobs.put(key, Buffer.from('whole'));
        await blobs.discardUnfinished(new Date(Date.now() + 60_000));
        assert.equal(await read(await blobs.get(key)), 'whole');
      }));
  });
}

describe('files in a folder', () => {
  it('that a killed process left half-written are discarded when they are old enough, and never listed', () =>
    usingBlobs(filesInFolder, async (blobs, { dataDir }) => {
      const key = newBlobKey('files');
      await blobs.put(key, Buffer.from('whole'));
      const folder = join(dataDir, 'blobs', 'files');
      const [old, fresh] = [join(folder, `${key.slice(6)}.aaaa.tmp`), join(folder, `${key.slice(6)}.bbbb.tmp`)];
      for (const path of [old, fresh]) await writeFile(path, 'half');
      await utimes(old, new Date(0), new Date(0));
      assert.equal((await all(blobs)).length, 1);
      await blobs.discardUnfinished(new Date(Date.now() - 60_000));
      assert.deepEqual((await readdir(folder)).sort(), [key.slice(6), `${key.slice(6)}.bbbb.tmp`]);
    }));

  it('leave nothing beside them when a write fails, and cannot be read by other users', () =>
    usingBlobs(filesInFolder, async (blobs, { dataDir }) => {
      await assert.rejects(blobs.put(newBlobKey('files'), Readable.from(fails(1000))));
      const folder = join(dataDir, 'blobs', 'files');
      assert.deepEqual(await readdir(folder), []);
      await blobs.put(newBlobKey('files'), Buffer.from('secret'));
      const [name] = await readdir(folder);
      for (const path of [folder, join(folder, name!)]) assert.equal((await stat(path)).mode & 0o077, 0);
    }));

  it('are read to their end when they are deleted meanwhile', () =>
    usingBlobs(filesInFolder, async (blobs) => {
      const key = newBlobKey('files');
      await blobs.put(key, Readable.from(pieces(1_000_000)));
      const content = await blobs.get(key);
      await blobs.delete(key);
      assert.equal((await buffer(content!)).length, 1_000_000);
    }));
});

describe('an S3 address', () => {
  it('names a bucket, and may name a prefix, a server and a region', () => {
    assert.deepEqual(parseS3Url('s3://voices'), {
      bucket: 'voices',
      prefix: '',
      endpoint: undefined,
      region: undefined,
    });
    assert.deepEqual(parseS3Url('s3://my.bucket-1/a/b/?endpoint=http://127.0.0.1:9000&region=eu-central-1'), {
      bucket: 'my.bucket-1',
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
    });
  });

  it('is refused when anything else is in it', () => {
    for (const url of [
      '',
      'voices',
      'http://voices',
      's3://',
      's3://a',
      's3://-no',
      's3://key:secret@voices',
      's3://voices?endpoint=localhost:9000',
      's3://voices?endpoint=ftp://x',
      's3://voices?secret=x',
    ]) {
      assert.equal(parseS3Url(url), undefined, url);
    }
  });

  it('of a bucket that cannot be used ends the start with a message that names it', async () => {
    const { options, remove } = await bucket();
    try {
      await assert.rejects(
        openBlobs({ ...options, blobUrl: options.blobUrl!.replace('s3://objects', 's3://others') }),
        /^Error: the bucket others at http:\/\/127\.0\.0\.1:\d+ cannot be used: .*bucket does not exist/,
      );
    } finally {
      await remove();
    }
    await assert.rejects(
      openBlobs(options),
      /^Error: the bucket objects at http:\/\/127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/,
    );
  });
});
