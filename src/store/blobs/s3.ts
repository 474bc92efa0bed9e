import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type MultipartUpload,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Blobs } from './blobs.ts';
import { checkedKey, isBlobKey } from './keys.ts';
import type { S3Location } from './s3-url.ts';

/** Bytes of one part of a large object; so many parts of an object are in memory at once. */
const part = { bytes: 8 * 2 ** 20, atOnce: 2 };

/** Holds the id of the owner, see {@link Blobs.claim}. */
const ownerKey = 'owner';

function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}

function isMissing(error: unknown): boolean {
  return isNamed(error, 'NoSuchKey', 'NotFound');
}

/**
 * Objects of a bucket. Credentials come from the usual places: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a
 * profile, the machine's role.
 * @throws {Error} when the bucket cannot be listed
 */
export async function s3Blobs(location: S3Location): Promise<Blobs> {
  const { bucket: Bucket, prefix } = location;
  const client = new S3Client(clientOptions(location));
  await reach(client, location);
  const named = (key: string) => ({ Bucket, Key: prefix + checkedKey(key) });
  return {
    async put(key, content) {
      const counted = new Counter(content);
      const upload = new Upload({
        client,
        params: { ...named(key), Body: Readable.from(counted, { objectMode: false }) },
        partSize: part.bytes,
        queueSize: part.atOnce,
      });
      try {
        await upload.done();
      } catch (error) {
        // Where the content failed, its error is the cause; the store's error only reports the broken upload.
        throw counted.failure ?? error;
      }
      return counted.bytes;
    },
    async get(key, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            ...named(key),
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        return Body as Readable;
      } catch (error) {
        if (isMissing(error)) return undefined;
        // Nothing of the object lies in the range.
        if (isNamed(error, 'InvalidRange')) return Readable.from([]);
        throw error;
      }
    },
    async stat(key) {
      try {
        const { ContentLength = 0, LastModified = new Date(0) } = await client.send(new HeadObjectCommand(named(key)));
        return { key, size: ContentLength, modifiedAt: LastModified };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(named(key)));
    },
    async *list(beginning = '') {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + beginning })) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
          const key = Key.slice(prefix.length);
          if (isBlobKey(key)) yield { key, size: Size, modifiedAt: LastModified };
        }
      }
    },
    async discardUnfinished(before) {
      for await (const { Key, UploadId, Initiated } of unfinished(client, Bucket, prefix)) {
        if (Initiated !== undefined && Initiated < before) {
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
      }
    },
    async claim(owner) {
      const place = { Bucket, Key: `${prefix}${ownerKey}` };
      const known = await textOf(client, place);
      if (known !== undefined) return known;
      await client.send(new PutObjectCommand({ ...place, Body: owner }));
      return (await textOf(client, place)) ?? owner;
    },
    close() {
      client.destroy();
      return Promise.resolve();
    },
  };
}

async function textOf(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string },
): Promise<string | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand(place));
    return (await Body!.transformToString()).trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function clientOptions({ endpoint, region = process.env.AWS_REGION ?? 'us-east-1' }: S3Location): S3ClientConfig {
  const requestHandler = { connectionTimeout: 5000, requestTimeout: 60_000 };
  if (endpoint === undefined) return { region, requestHandler };
  // Other stores know neither buckets as host names nor checksums behind the body: some keep those as a part of the object.
  return {
    region,
    requestHandler,
    endpoint,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

async function reach(client: S3Client, { bucket, prefix, endpoint }: S3Location): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }));
  } catch (error) {
    client.destroy();
    const { name, message } = error as Error;
    throw new Error(
      `the bucket ${bucket}${endpoint === undefined ? '' : ` at ${endpoint}`} cannot be used: ${message === '' ? name : message}`,
      { cause: error },
    );
  }
}

/** Uploads in parts that were begun and not ended. A store that cannot list them has its own rules for their end. */
async function* unfinished(client: S3Client, bucket: string, prefix: string): AsyncGenerator<MultipartUpload> {
  let marker = {};
  for (;;) {
    const page = await ifAble(
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker })),
    );
    yield* page?.Uploads ?? [];
    if (page?.IsTruncated !== true) return;
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function ifAble<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNamed(error, 'NotImplemented')) return undefined;
    throw error;
  }
}

/** Passes the content on and counts it. */
class Counter implements AsyncIterable<Uint8Array> {
  readonly #content: Readable | Uint8Array;
  bytes = 0;
  /** The error with which the content ended early. */
  failure: unknown;

  constructor(content: Readable | Uint8Array) {
    this.#content = content;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const chunks = this.#content instanceof Uint8Array ? [this.#content] : (this.#content as AsyncIterable<Uint8Array>);
    try {
      for await (const chunk of chunks) {
        this.bytes += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
