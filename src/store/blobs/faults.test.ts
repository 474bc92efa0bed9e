import assert from 'node:assert/strict';
import * as nodeFiles from 'node:fs/promises';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { ServiceError } from '../../errors/service-error.ts';
import { openFileBlobs, type Files } from './file.ts';
import { newBlobKey, type Blobs } from './index.ts';
import { FaultyProxy, type ProxyFault } from './proxy-testing.ts';
import { bucket, withBlobs } from './testing.ts';

function isUnavailable(error: unknown): true {
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.status, 503);
  assert.ok(error.retryAfterSeconds! > 0);
  assert.ok(error.cause !== undefined, 'the log needs the cause');
  assert.doesNotMatch(error.message, /127\.0\.0\.1|\/tmp|E[A-Z]{3,}/u, 'the caller is told nothing of this machine');
  return true;
}

function content(bytes: number): Buffer {
  return Buffer.alloc(bytes, 'content of an object ');
}

async function read(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  const stream = await blobs.get(key);
  return stream === undefined ? undefined : buffer(stream);
}

async function keys(blobs: Blobs): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of blobs.list()) found.push(key);
  return found.sort();
}

/** Every call of the interface, by name. */
function calls(blobs: Blobs, key: string): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    put: () => blobs.put(newBlobKey('files'), content(1000)),
    'put of a stream': () => blobs.put(newBlobKey('files'), Readable.from([content(1000)])),
    get: () => read(blobs, key),
    stat: () => blobs.stat(key),
    delete: () => blobs.delete(key),
    list: () => keys(blobs),
    discardUnfinished: () => blobs.discardUnfinished(new Date()),
    claim: () => blobs.claim('owner'),
    handOver: () => blobs.handOver('owner', 'another'),
    probe: () => blobs.probe(),
  };
}

/** The file system of this machine, in which some calls fail. */
class FailingFiles {
  /** Codes by the call they are thrown from; `write` and `sync` are those of an open file. */
  codes: Readonly<Record<string, string>> = {};
  readonly files: Files;

  constructor() {
    const wrapped: Record<string, unknown> = {};
    for (const name of Object.keys(nodeFiles)) {
      const call = nodeFiles[name as keyof typeof nodeFiles] as (...given: unknown[]) => unknown;
      wrapped[name] = (...given: unknown[]) =>
        new Promise((resolve) => {
          this.#check(name);
          resolve(call(...given));
        });
    }
    wrapped.open = async (...given: Parameters<Files['open']>) => {
      this.#check('open');
      const file = await nodeFiles.open(...given);
      for (const name of ['write', 'sync', 'read'] as const) {
        const call = file[name].bind(file) as (...all: unknown[]) => Promise<unknown>;
        Object.assign(file, {
          [name]: async (...all: unknown[]) => {
            this.#check(name);
            return call(...all);
          },
        });
      }
      return file;
    };
    this.files = wrapped as unknown as Files;
  }

  #check(name: string): void {
    const code = this.codes[name];
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${name}`), { code, syscall: name });
  }
}

async function inFolder(use: (blobs: Blobs, failing: FailingFiles, folder: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-blobs-'));
  const failing = new FailingFiles();
  try {
    await use(await openFileBlobs(join(dataDir, 'blobs'), failing.files), failing, join(dataDir, 'blobs'));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe('objects in a folder', () => {
  for (const [where, code] of [
    ['write', 'ENOSPC'],
    ['write', 'EDQUOT'],
    ['write', 'EIO'],
    ['sync', 'EIO'],
    ['open', 'EROFS'],
    ['open', 'EACCES'],
    ['open', 'EMFILE'],
    ['rename', 'EIO'],
    ['rename', 'ENOSPC'],
  ] as const) {
    it(`cannot be written when ${where} fails with ${code}: nothing is left, and later they can`, () =>
      inFolder(async (blobs, failing, folder) => {
        await blobs.put(newBlobKey('files'), content(10));
        failing.codes = { [where]: code };
        await assert.rejects(blobs.put(newBlobKey('files'), Readable.from([content(10), content(10)])), isUnavailable);
        failing.codes = {};
        assert.equal((await readdir(join(folder, 'files'))).length, 1);
        const key = newBlobKey('files');
        await blobs.put(key, content(20));
        assert.equal((await read(blobs, key))!.length, 20);
      }));
  }

  it('are unavailable one by one while reading fails, also in the middle of one', () =>
    inFolder(async (blobs, failing) => {
      const key = newBlobKey('clips');
      await blobs.put(key, content(500_000));
      for (const codes of [{ open: 'EMFILE' }, { open: 'EIO' }, { open: 'EACCES' }, { read: 'EIO' }]) {
        failing.codes = codes;
        await assert.rejects(read(blobs, key), isUnavailable);
      }
      failing.codes = {};
      const stream = await blobs.get(key);
      const seen: Buffer[] = [];
      await assert.rejects(async () => {
        for await (const piece of stream!) {
          seen.push(piece as Buffer);
          failing.codes = { read: 'EIO' };
        }
      }, isUnavailable);
      assert.ok(seen.length > 0);
      failing.codes = { stat: 'EIO' };
      await assert.rejects(blobs.stat(key), isUnavailable);
      await assert.rejects(keys(blobs), isUnavailable);
      failing.codes = { rm: 'EROFS' };
      await assert.rejects(blobs.delete(key), isUnavailable);
      failing.codes = { opendir: 'EACCES' };
      await assert.rejects(keys(blobs), isUnavailable);
      await assert.rejects(blobs.discardUnfinished(new Date()), isUnavailable);
      failing.codes = { writeFile: 'ENOSPC' };
      await assert.rejects(blobs.claim('owner'), isUnavailable);
      failing.codes = {};
      assert.deepEqual(await keys(blobs), [key]);
    }));

  it('are unavailable and not missing while the folder is gone, which is not made anew, and are there when it is', () =>
    inFolder(async (blobs, _failing, folder) => {
      const key = newBlobKey('files');
      await blobs.put(key, content(10));
      await rename(folder, `${folder}.away`);
      for (const [name, call] of Object.entries(calls(blobs, key))) await assert.rejects(call(), isUnavailable, name);
      await rename(`${folder}.away`, folder);
      assert.equal((await read(blobs, key))!.length, 10);
      assert.deepEqual(await keys(blobs), [key]);
    }));

  it('are unavailable where a file stands in the place of their folder', () =>
    inFolder(async (blobs, _failing, folder) => {
      await writeFile(join(folder, 'files'), '');
      await assert.rejects(blobs.put(newBlobKey('files'), content(1)), isUnavailable);
      await assert.rejects(blobs.get(newBlobKey('files')), isUnavailable);
      await assert.rejects(keys(blobs), isUnavailable);
    }));

  it('are not to blame for content that fails', () =>
    inFolder(async (blobs) => {
      const broken = Readable.from(
        (function* () {
          yield content(10);
          throw Object.assign(new Error('the client left'), { code: 'ECONNRESET', syscall: 'read' });
        })(),
      );
      await assert.rejects(blobs.put(newBlobKey('files'), broken), /the client left/u);
    }));
});

const quick = { blobConnectMs: 1000, blobAnswerMs: 600, blobUploadMs: 1000, blobSilenceMs: 200, blobAttempts: 3 };

/** A bucket behind a proxy. */
async function behindProxy(
  use: (blobs: Blobs, proxy: FaultyProxy) => Promise<void>,
  limits: Partial<typeof quick> = {},
): Promise<void> {
  const { options, remove } = await bucket();
  const direct = new URL(new URL(options.blobUrl!).searchParams.get('endpoint')!);
  const proxy = new FaultyProxy({ host: direct.hostname, port: Number(direct.port) });
  await proxy.open();
  try {
    const blobUrl = `s3://objects/some/prefix?endpoint=http://127.0.0.1:${proxy.port}`;
    await withBlobs({ ...options, ...quick, ...limits, blobUrl }, async (blobs) => {
      try {
        await use(blobs, proxy);
      } finally {
        proxy.fault = {};
      }
    });
  } finally {
    await proxy.close();
    await remove();
  }
}

function xml(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of a test</Message></Error>`;
}

function answering(status: string, code: string, times = Infinity): ProxyFault {
  return { answer: { head: `HTTP/1.1 ${status}\r\ncontent-type: application/xml`, body: xml(code), times } };
}

describe('objects in a bucket', () => {
  const away: Readonly<Record<string, ProxyFault>> = {
    'resets every connection': { resets: Infinity },
    'never answers': { hang: true },
    'answers 500': answering('500 Internal Server Error', 'InternalError'),
    'answers SlowDown': answering('503 Slow Down', 'SlowDown'),
    'denies access': answering('403 Forbidden', 'AccessDenied'),
    'has no such bucket': answering('404 Not Found', 'NoSuchBucket'),
    'answers what is no S3': {
      answer: { head: 'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html', body: '<html>', times: Infinity },
    },
  };
  for (const [what, fault] of Object.entries(away)) {
    it(`are unavailable while the server ${what}, and there when it is itself again`, () =>
      behindProxy(async (blobs, proxy) => {
        const key = newBlobKey('files');
        await blobs.put(key, content(1000));
        proxy.fault = fault;
        const { discardUnfinished, ...others } = calls(blobs, key);
        // A HEAD has no body: that the bucket is missing is asked for.
        await Promise.all(Object.entries(others).map(([name, call]) => assert.rejects(call(), isUnavailable, name)));
        // Keys that may do all that is needed may seldom list uploads.
        if (what !== 'denies access') await assert.rejects(discardUnfinished!(), isUnavailable);
        proxy.fault = {};
        assert.equal((await read(blobs, key))!.length, 1000);
        assert.deepEqual(await keys(blobs), [key]);
      }));
  }

  it('are unavailable while connections are refused, and there when they are taken', () =>
    behindProxy(async (blobs, proxy) => {
      const key = newBlobKey('files');
      await blobs.put(key, content(1000));
      await proxy.close();
      await Promise.all(
        Object.entries(calls(blobs, key)).map(([name, call]) => assert.rejects(call(), isUnavailable, name)),
      );
      await proxy.open();
      assert.equal((await read(blobs, key))!.length, 1000);
    }));

  it('are asked for again where the first try fails', () =>
    behindProxy(
      async (blobs, proxy) => {
        const key = newBlobKey('files');
        await blobs.put(key, content(1000));
        for (const fault of [{ resets: 1 }, answering('503 Slow Down', 'SlowDown', 1)]) {
          for (const call of [
            async () => assert.equal((await read(blobs, key))!.length, 1000),
            () => blobs.stat(key),
            () => blobs.put(newBlobKey('clips'), content(10)),
            () => blobs.delete(newBlobKey('clips')),
          ]) {
            proxy.fault = fault;
            await call();
            assert.ok(proxy.connections >= 2, `${proxy.connections} connections`);
          }
        }
      },
      // Nothing here is silent: on a busy machine each try may be late.
      { blobAttempts: 8, blobAnswerMs: 5000 },
    ));

  it('are tried three times and no more', () =>
    behindProxy(async (blobs, proxy) => {
      proxy.fault = { resets: Infinity };
      await assert.rejects(blobs.get(newBlobKey('files')), isUnavailable);
      // The first try may have gone to a connection that was kept.
      assert.ok(proxy.connections === 2 || proxy.connections === 3, `${proxy.connections} connections`);
    }));

  it('are read on where the answer breaks or falls silent in their middle', () =>
    behindProxy(
      async (blobs, proxy) => {
        const key = newBlobKey('files');
        const whole = content(3_000_000);
        await blobs.put(key, whole);
        for (const then of ['reset', 'silence'] as const) {
          proxy.fault = { cut: { after: 1_000_000, then, times: 2 } };
          assert.ok((await read(blobs, key))!.equals(whole), then);
          assert.ok(proxy.connections >= 3, `${proxy.connections} connections`);
          proxy.fault = { cut: { after: 100_000, then, times: Infinity } };
          await assert.rejects(read(blobs, key), isUnavailable);
          proxy.fault = { cut: { after: 300_000, then, times: Infinity } };
          assert.ok((await read(blobs, key))!.equals(whole), `${then}, ten times with progress`);
          proxy.fault = { cut: { after: 500_000, then, times: 1 } };
          const part = await buffer((await blobs.get(key, { start: 1_000_000, end: 1_999_999 }))!);
          assert.ok(part.equals(whole.subarray(1_000_000, 2_000_000)), then);
        }
      },
      // On a busy machine answers may be late besides, and are asked for once more.
      { blobAttempts: 8 },
    ));

  it('are read to their end however slow the reader and the server are', () =>
    behindProxy(
      async (blobs, proxy) => {
        const key = newBlobKey('files');
        const whole = content(6_000_000);
        await blobs.put(key, whole);
        const stream = await blobs.get(key);
        const pieces: Buffer[] = [];
        for await (const piece of stream!) {
          pieces.push(piece as Buffer);
          // Longer than the server may be silent; the socket has all it takes, so it is silent too.
          if (pieces.length === 1) await new Promise((resolve) => setTimeout(resolve, 3 * quick.blobSilenceMs));
        }
        assert.ok(Buffer.concat(pieces).equals(whole));
        proxy.fault = { lateMs: 10 };
        assert.ok((await read(blobs, key))!.equals(whole));
      },
      // As above.
      { blobAttempts: 8 },
    ));

  it('are not visible where their upload breaks off in the middle, and leave no part for long', () =>
    behindProxy(async (blobs, proxy) => {
      let sent = 0;
      const big = Readable.from(
        (function* () {
          for (; sent < 40; sent++) {
            if (sent === 20) proxy.fault = { resets: Infinity };
            yield content(2 ** 20);
          }
        })(),
      );
      await assert.rejects(blobs.put(newBlobKey('files'), big), isUnavailable);
      proxy.fault = {};
      assert.deepEqual(await keys(blobs), []);
      await blobs.discardUnfinished(new Date(Date.now() + 60_000));
      assert.deepEqual(await keys(blobs), []);
    }));
});
