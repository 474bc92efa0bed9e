/** What stores do that no server of the tests does, by answers that are written out. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { ServiceError } from '../../errors/service-error.ts';
import { newBlobKey, type Blobs } from './index.ts';
import { S3Stream, type S3Body } from './s3-stream.ts';
import { withBlobs } from './testing.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** A store with one bucket, `objects`, that answers so; asked for a list of objects it has none. */
async function withServer(answer: Answer, use: (blobs: Blobs) => Promise<void>, prefix = ''): Promise<void> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://store');
    if (url.searchParams.has('list-type')) xml(response, 200, '<ListBucketResult></ListBucketResult>');
    else void answer(request, response, url);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'of a test', AWS_SECRET_ACCESS_KEY: 'of a test' });
  const blobUrl = `s3://objects${prefix}?endpoint=http://127.0.0.1:${port}`;
  try {
    await withBlobs({ blobUrl, dataDir: '/nowhere', blobAnswerMs: 10_000, blobAttempts: 2 }, use);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function xml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  xml(response, status, `<Error><Code>${code}</Code><Message>of a test</Message></Error>`);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503;
}

describe('a bucket', () => {
  for (const prefix of ['', '/some/prefix']) {
    it(`loses no upload of another application${prefix === '' ? '' : ', below a prefix'}`, async () => {
      const beginning = prefix === '' ? '' : `${prefix.slice(1)}/`;
      const own = beginning + newBlobKey('files');
      const foreign = ['backups/nightly.tar', `${newBlobKey('files')}.tar`, `deeper/${newBlobKey('files')}`];
      const uploads = [own, ...foreign.map((name) => beginning + name)].map(
        (key) =>
          `<Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>`,
      );
      const ended: string[] = [];
      await withServer(
        (request, response, url) => {
          if (request.method === 'GET') {
            xml(response, 200, `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
          } else {
            ended.push(`${request.method!} ${url.pathname}`);
            response.writeHead(204).end();
          }
        },
        (blobs) => blobs.discardUnfinished(new Date()),
        prefix,
      );
      assert.deepEqual(ended, [`DELETE /objects/${own}`]);
    });
  }

  it('has one owner, the first, also where two ask at once', async () => {
    let kept: string | undefined;
    let writes = 0;
    const waiting: (() => void)[] = [];
    const firstIsRead = Promise.withResolvers<undefined>();
    await withServer(
      async (request, response) => {
        if (request.method === 'PUT') {
          const owner = await text(request);
          // The second write comes when the first one has already seen its own.
          if (++writes === 2) await firstIsRead.promise;
          if (kept !== undefined && request.headers['if-none-match'] === '*') {
            refuse(response, 412, 'PreconditionFailed');
          } else {
            kept = owner;
            response.writeHead(200).end();
          }
        } else if (kept === undefined) {
          // Both find no owner before either of them writes one.
          waiting.push(() => refuse(response, 404, 'NoSuchKey'));
          if (waiting.length === 2) for (const answer of waiting) answer();
        } else {
          response.writeHead(200, { 'content-length': kept.length }).end(kept);
          firstIsRead.resolve(undefined);
        }
      },
      async (blobs) => {
        const [one, two] = await Promise.all([blobs.claim('one'), blobs.claim('two')]);
        assert.deepEqual([one, two], [kept, kept]);
        assert.equal(await blobs.claim('three'), one);
      },
    );
  });

  it('has an owner in a store that knows no conditions', async () => {
    let kept: string | undefined;
    await withServer(
      async (request, response) => {
        if (request.headers['if-none-match'] !== undefined) refuse(response, 501, 'NotImplemented');
        else if (request.method === 'PUT') {
          kept = await text(request);
          response.writeHead(200).end();
        } else if (kept === undefined) refuse(response, 404, 'NoSuchKey');
        else response.writeHead(200, { 'content-length': kept.length }).end(kept);
      },
      async (blobs) => {
        assert.deepEqual([await blobs.claim('one'), await blobs.claim('two')], ['one', 'one']);
      },
    );
  });

  it('whose uploads may not be listed keeps them', () =>
    withServer(
      (_, response) => refuse(response, 403, 'AccessDenied'),
      (blobs) => blobs.discardUnfinished(new Date()),
    ));

  it('gives no object whose answer does not say how long it is', () =>
    withServer(
      (_, response) => {
        // Without a length the answer comes in chunks.
        response.write('half of an obj');
        response.end();
      },
      async (blobs) => {
        await assert.rejects(blobs.get(newBlobKey('files')), isUnavailable);
      },
    ));
});

/** Whether it broke, and what came before that. */
async function readAll(stream: Readable): Promise<{ readonly content: string; readonly isBroken: boolean }> {
  let content = '';
  try {
    for await (const piece of stream) content += String(piece);
    return { content, isBroken: false };
  } catch (error) {
    assert.ok(isUnavailable(error), String(error));
    return { content, isBroken: true };
  }
}

describe('the bytes of an object', () => {
  const whole = '0123456789';

  /** An answer that has these bytes and then, unless it is whole, breaks. */
  function body(content: string, isBroken: boolean): Readable {
    return Readable.from(
      (function* () {
        yield Buffer.from(content);
        if (isBroken) throw new Error('broken');
      })(),
      { objectMode: false },
    );
  }

  function streamOf(first: S3Body, reopen: (start: number, end: number) => S3Body | undefined): S3Stream {
    const asked = (start: number, end: number) => Promise.resolve(reopen(start, end));
    return new S3Stream(first, { start: 0, reopen: asked, silenceMs: 60_000, resumptions: 2 });
  }

  it('come once where their answer fails behind the last one, as where their checksum is another', async () => {
    const stream = streamOf({ body: body(whole, true), length: 10 }, () => ({ body: body(whole, false), length: 10 }));
    assert.deepEqual(await readAll(stream), { content: whole, isBroken: true });
  });

  it('are not those of an answer that is not the rest', async () => {
    const begun = () => ({ body: body(whole.slice(0, 4), true), length: 10 });
    const all = () => ({ body: body(whole, false), length: 10 });
    assert.deepEqual(await readAll(streamOf(begun(), all)), { content: whole.slice(0, 4), isBroken: true });
    const rest = (start: number, end: number) => ({
      body: body(whole.slice(start, end + 1), false),
      length: end - start + 1,
    });
    assert.deepEqual(await readAll(streamOf(begun(), rest)), { content: whole, isBroken: false });
  });
});
