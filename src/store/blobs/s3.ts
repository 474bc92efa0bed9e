import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type MultipartUpload,
  type PutObjectCommandInput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isEmptyRange, type BlobInfo, type BlobRange, type Blobs } from './blobs.ts';
import { CountedContent } from './content.ts';
import { storageUnavailable } from './errors.ts';
import { checkedKey, isBlobKey } from './keys.ts';
import { S3Stream, type S3Body } from './s3-stream.ts';
import type { S3Location } from './s3-url.ts';

/** Bytes of one part of a large object; so many parts of an object are in memory at once. */
const part = { bytes: 8 * 2 ** 20, atOnce: 2 };

/** Connections at once: each object that is being read holds one as long as its reader takes. */
const maxSockets = 1000;

/** No object has it: one that the store cannot read says nothing of the others. */
const probePrefix = 'probe/';

/** Holds the id of the owner, see {@link Blobs.claim}. */
const ownerKey = 'owner';

/** How long a call may take and how often it is tried; see {@link BlobOptions}. */
export interface S3Limits {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly uploadMs: number;
  readonly silenceMs: number;
  readonly attempts: number;
}

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
export async function s3Blobs(location: S3Location, limits: S3Limits): Promise<Blobs> {
  const client = new S3Client(clientOptions(location, limits));
  await reach(client, location);
  return new S3Blobs(client, location, limits);
}

class S3Blobs implements Blobs {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #limits: S3Limits;
  /** For requests without content: no piece of an object has to be sent first. */
  readonly #prompt: { readonly requestTimeout: number };

  constructor(client: S3Client, { bucket, prefix }: S3Location, limits: S3Limits) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#limits = limits;
    this.#prompt = { requestTimeout: limits.answerMs };
  }

  async put(key: string, content: Readable | Uint8Array): Promise<number> {
    const counted = new CountedContent(content);
    // Cut into pieces that are held in memory, so that each of them can be sent again.
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#named(key), Body: Readable.from(counted, { objectMode: false }) },
      partSize: part.bytes,
      queueSize: part.atOnce,
    });
    try {
      await upload.done();
    } catch (error) {
      throw counted.causeOf(storageUnavailable(error));
    }
    return counted.bytes;
  }

  async get(key: string, range?: BlobRange): Promise<Readable | undefined> {
    if (range !== undefined && isEmptyRange(range)) return (await this.stat(key)) && Readable.from([]);
    const open = (asked?: BlobRange): Promise<S3Body | undefined> => this.#open(key, asked);
    const first = await open(range);
    if (first === undefined) return undefined;
    return new S3Stream(first, {
      start: range?.start ?? 0,
      reopen: (start, end) => open({ start, end }),
      silenceMs: this.#limits.silenceMs,
      resumptions: this.#limits.attempts - 1,
    });
  }

  async #open(key: string, range?: BlobRange): Promise<S3Body | undefined> {
    const named = this.#named(key);
    try {
      const { Body, ContentLength } = await this.#client.send(
        new GetObjectCommand({
          ...named,
          ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
        }),
        this.#prompt,
      );
      const body = Body as Readable;
      if (ContentLength !== undefined) return { body, length: ContentLength };
      body.destroy();
      // Nothing would tell its end from a connection that broke.
      throw new Error('the answer of the store does not say how long the object is');
    } catch (error) {
      if (isMissing(error)) return undefined;
      // Nothing of the object lies in the range.
      if (isNamed(error, 'InvalidRange')) return { body: Readable.from([]), length: 0 };
      throw storageUnavailable(error);
    }
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    const named = this.#named(key);
    try {
      const { ContentLength = 0, LastModified = new Date(0) } = await this.#client.send(
        new HeadObjectCommand(named),
        this.#prompt,
      );
      return { key, size: ContentLength, modifiedAt: LastModified };
    } catch (error) {
      if (!isMissing(error)) throw storageUnavailable(error);
    }
    // The answer has no body that tells a missing object from a missing bucket.
    await available(this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), this.#prompt));
    return undefined;
  }

  async delete(key: string): Promise<void> {
    const named = this.#named(key);
    await available(this.#client.send(new DeleteObjectCommand(named), this.#prompt));
  }

  async *list(beginning = ''): AsyncGenerator<BlobInfo> {
    let ContinuationToken: string | undefined;
    do {
      const page = await available(
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix + beginning, ContinuationToken }),
          this.#prompt,
        ),
      );
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (isBlobKey(key)) yield { key, size: Size, modifiedAt: LastModified };
      }
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  async discardUnfinished(before: Date): Promise<void> {
    const Bucket = this.#bucket;
    for await (const { Key = '', UploadId, Initiated } of this.#unfinished()) {
      // Others may have uploads in the same bucket.
      if (!isBlobKey(Key.slice(this.#prefix.length))) continue;
      if (Initiated === undefined || Initiated >= before) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await available(this.#client.send(abort, this.#prompt));
    }
  }

  async claim(owner: string): Promise<string> {
    const place = this.#ownerPlace();
    const known = await this.#textOf(place);
    if (known !== undefined) return known;
    await this.#putFirst({ ...place, Body: owner });
    const kept = await this.#textOf(place);
    if (kept === undefined) throw storageUnavailable(new Error('another process claims the bucket now'));
    return kept;
  }

  async handOver(from: string, to: string): Promise<void> {
    const place = this.#ownerPlace();
    if ((await this.#textOf(place)) !== from) return;
    await available(this.#client.send(new PutObjectCommand({ ...place, Body: to }), this.#prompt));
  }

  async probe(signal?: AbortSignal): Promise<void> {
    const Prefix = `${this.#prefix}${probePrefix}`;
    const list = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, MaxKeys: 1 });
    const options = { ...this.#prompt, ...(signal !== undefined && { abortSignal: signal }) };
    await available(this.#client.send(list, options));
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  #ownerPlace(): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${ownerKey}` };
  }

  #named(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + checkedKey(key) };
  }

  /** Writes it where there is none: of two at once one is refused. A store that knows no such condition keeps the last one. */
  async #putFirst(object: PutObjectCommandInput): Promise<void> {
    const put = (condition: Pick<PutObjectCommandInput, 'IfNoneMatch'>) =>
      this.#client.send(new PutObjectCommand({ ...object, ...condition }), this.#prompt);
    try {
      await put({ IfNoneMatch: '*' });
    } catch (error) {
      if (isNamed(error, 'PreconditionFailed', 'ConditionalRequestConflict')) return;
      if (!isNamed(error, 'NotImplemented')) throw storageUnavailable(error);
      await available(put({}));
    }
  }

  async #textOf(place: { readonly Bucket: string; readonly Key: string }): Promise<string | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(place), this.#prompt);
      return (await Body!.transformToString()).trim();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storageUnavailable(error);
    }
  }

  /** Uploads in parts that were begun and not ended. Where they cannot or may not be listed, the bucket has its own rules for their end. */
  async *#unfinished(): AsyncGenerator<MultipartUpload> {
    let marker = {};
    for (;;) {
      const ask = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: this.#prefix, ...marker });
      const page = await ifAble(this.#client.send(ask, this.#prompt));
      yield* page?.Uploads ?? [];
      if (page?.IsTruncated !== true) return;
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }
}

/** @throws {ServiceError} `unavailable` where the work fails */
async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storageUnavailable(error);
  }
}

function clientOptions(
  { endpoint, region = process.env.AWS_REGION ?? 'us-east-1' }: S3Location,
  { connectMs, uploadMs, attempts }: S3Limits,
): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets };
  const options: S3ClientConfig = {
    region,
    // Pauses between tries are random and grow; when most calls fail, the client stops trying again until some succeed.
    retryMode: 'standard',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: uploadMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
  if (endpoint === undefined) return options;
  // Other stores know neither buckets as host names nor checksums behind the body: some keep those as a part of the object.
  return {
    ...options,
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

async function ifAble<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNamed(error, 'NotImplemented', 'AccessDenied')) return undefined;
    throw storageUnavailable(error);
  }
}
