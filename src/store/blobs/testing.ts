/** The drivers that every blob must behave the same on. The S3 one talks to a server of the same process, or to the one in `SONORANT_TEST_BLOB_URL`. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { openBlobs, type BlobOptions } from './index.ts';
import type { Blobs } from './blobs.ts';

/** An empty object store of its own for one test. */
export interface TestBlobs {
  readonly options: BlobOptions;
  readonly remove: () => Promise<void>;
}

export type NewBlobs = () => Promise<TestBlobs>;

/** Objects as files of a folder. */
export const filesInFolder: NewBlobs = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-blobs-'));
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
};

/** A bucket of a server in this process. */
export const bucket: NewBlobs = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sonorant-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'objects', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  // The keys that this server accepts; they open nothing else.
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  return {
    options: { blobUrl: `s3://objects/some/prefix?endpoint=http://127.0.0.1:${port}`, dataDir: '/nowhere' },
    remove: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

function sharedBucket(url: string): NewBlobs {
  return () => {
    const own = new URL(url);
    own.pathname += `/${randomBytes(8).toString('hex')}`;
    const options = { blobUrl: own.href, dataDir: '/nowhere' };
    const remove = () =>
      withBlobs(options, async (blobs) => {
        for await (const { key } of blobs.list()) await blobs.delete(key);
      });
    return Promise.resolve({ options, remove });
  };
}

const given = process.env.SONORANT_TEST_BLOB_URL ?? '';

/** Every driver, by name. */
export const drivers: Readonly<Record<string, NewBlobs>> = {
  'files in a folder': filesInFolder,
  'an S3 bucket': bucket,
  ...(given === '' ? {} : { 'the given S3 bucket': sharedBucket(given) }),
};

/** Runs a test with a new object store and removes it. */
export async function usingBlobs<T>(
  driver: NewBlobs,
  use: (blobs: Blobs, options: BlobOptions) => Promise<T>,
): Promise<T> {
  const { options, remove } = await driver();
  try {
    return await withBlobs(options, (blobs) => use(blobs, options));
  } finally {
    await remove();
  }
}

export async function withBlobs<T>(options: BlobOptions, use: (blobs: Blobs) => Promise<T>): Promise<T> {
  const blobs = await openBlobs(options);
  try {
    return await use(blobs);
  } finally {
    await blobs.close();
  }
}
