import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { epubOf } from '../documents/testing.ts';
import type { VoiceClip } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { ServiceError } from '../errors/service-error.ts';
import { HttpError } from '../outbound/http-error.ts';
import { testSettings, testVoices } from '../speech/testing.ts';
import { openTestStore } from '../store/testing.ts';
import type { Store } from '../store/index.ts';
import { openBlobs, type Blobs } from '../store/blobs/index.ts';
import { filesInFolder, type TestBlobs } from '../store/blobs/testing.ts';
import { BookService, type BookRequest, type BookServiceOptions } from './book-service.ts';
import { problemOf } from './fetch-document.ts';

const asked: BookRequest = { voice: 'v', modelId: 'm', language: null, speed: 1, container: 'mp3', bitRate: 64_000 };

describe('books that are added', () => {
  let store: Store;
  let files: TestBlobs;
  let blobs: Blobs;
  let folder: string;
  let organizationId: string;
  before(async () => {
    store = await openTestStore();
    files = await filesInFolder();
    blobs = await openBlobs(files.options);
    folder = await mkdtemp(join(tmpdir(), 'sonorant-test-'));
    organizationId = (await store.organizations.create('Ours')).id;
  });
  after(async () => {
    await store.close();
    await blobs.close();
    await files.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const serviceOf = (options: Partial<BookServiceOptions> = {}) =>
    new BookService({
      ...{ store, blobs, limits: {}, fetching: { allowPrivate: true }, folder },
      readSpeech: () => Promise.reject(new Error('nothing is spoken here')),
      ...options,
    });

  async function serving(answer: RequestListener, use: (host: string) => Promise<void>): Promise<void> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await use(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  async function objects(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of blobs.list()) keys.push(key);
    return keys;
  }

  it(
    'come from few addresses at once, by way of the disk, and end when the caller leaves',
    { timeout: 20_000 },
    async () => {
      const asked = Promise.withResolvers<ServerResponse>();
      const answer: RequestListener = (request, response) => {
        if (request.url === '/quick') return void response.end('Some words.');
        response.write('Some ');
        asked.resolve(response);
      };
      await serving(answer, async (host) => {
        const service = serviceOf({ maxDownloads: 1 });
        const left = new AbortController();
        const slow = service.addFrom(organizationId, `http://${host}/slow`, left.signal);
        slow.catch(() => undefined);
        const response = await asked.promise;
        await assert.rejects(service.addFrom(organizationId, `http://${host}/quick`), (error: ServiceError) => {
          assert.deepEqual([error.code, error.status, error.retryAfterSeconds], ['unavailable', 503, 5]);
          return true;
        });
        assert.equal((await readdir(folder)).length, 1);
        const closed = once(response, 'close');
        left.abort(new Error('The client has left.'));
        await assert.rejects(slow, /has left/);
        await closed;
        assert.deepEqual(await readdir(folder), []);
        const { book } = await service.addFrom(organizationId, `http://${host}/quick`);
        assert.deepEqual([book.kind, await readdir(folder)], ['text', []]);
      });
    },
  );

  it('come from so few addresses of one organization that others have room', { timeout: 20_000 }, async () => {
    const slow = Promise.withResolvers<undefined>();
    let waiting = 0;
    const answer: RequestListener = (request, response) => {
      if (request.url === '/quick') return void response.end('Some words.');
      response.write('Some ');
      if (++waiting === 2) slow.resolve(undefined);
    };
    await serving(answer, async (host) => {
      const service = serviceOf({ maxDownloads: 4 });
      const left = new AbortController();
      const add = (whose: string, path: string) => service.addFrom(whose, `http://${host}${path}`, left.signal);
      const dripping = [add(organizationId, '/slow'), add(organizationId, '/slow')];
      for (const each of dripping) each.catch(() => undefined);
      await slow.promise;
      await assert.rejects(add(organizationId, '/quick'), /^ServiceError: 2 addresses of yours are being downloaded/);
      const other = (await store.organizations.create('Theirs')).id;
      assert.equal((await add(other, '/quick')).book.kind, 'text');
      left.abort(new Error('The client has left.'));
      for (const each of dripping) await assert.rejects(each, /has left/);
      assert.equal((await service.addFrom(organizationId, `http://${host}/quick`)).book.kind, 'text');
    });
  });

  it('keep and show no user and no password of an address', async () => {
    const answer: RequestListener = ({ headers, url }, response) => {
      response.statusCode = url === '/secret' && headers.authorization !== undefined ? 200 : 404;
      response.end('Some words.');
    };
    await serving(answer, async (host) => {
      const { book } = await serviceOf().addFrom(organizationId, `http://me:hush@${host}/secret`);
      assert.equal(book.source, `http://${host}/secret`);
      await assert.rejects(serviceOf().addFrom(organizationId, `http://me:hush@${host}/none`), ({ message }: Error) => {
        assert.equal(message, `http://${host}/none answers 404 Not Found`);
        return true;
      });
    });
  });

  it('tell where a redirect leads only where private addresses may be read', () => {
    const url = 'https://example.org/a';
    const refused = new HttpError('address_refused', 'is refused', { url: 'https://10.0.0.7/admin', isPrivate: true });
    assert.equal(
      problemOf(refused, url, {}),
      'https://example.org/a leads to another one, which is an address of no public network, which may not be read',
    );
    assert.match(problemOf(refused, url, { allowPrivate: true }), /leads to https:\/\/10\.0\.0\.7\/admin, which/);
    const open = new HttpError('redirect', 'redirects from https to http://10.0.0.7/, which is not encrypted', { url });
    assert.equal(problemOf(open, url, {}), `${url}: redirects from https to an address which is not encrypted`);
  });

  it('leave no object where their row is refused', async () => {
    const file = () => Promise.resolve(epubOf([{ title: 'One', body: '<p>One two.</p>' }]));
    const before = await objects();
    const refusing = (error: Error) =>
      serviceOf({ store: { books: store.books, transaction: () => Promise.reject(error) } });
    await assert.rejects(refusing(new Error('22021')).add(organizationId, file, {}, 'a.epub'), /22021/);
    assert.deepEqual(await objects(), before);
    // It may have been written.
    const silent = new ServiceError('unavailable', 'The database does not answer.');
    await assert.rejects(refusing(silent).add(organizationId, file, {}, 'a.epub'), silent);
    assert.equal((await objects()).length, before.length + 2);
  });

  it('are asked for in the same way as long as the clip of their voice is the same, however it is decoded', async () => {
    const { book } = await serviceOf().add(organizationId, () => Promise.resolve(Buffer.from('Words.')), {}, 'a.txt');
    const startedBy = async (id: string, ...samples: number[]) => {
      const clip = { id, samples: Int16Array.from(samples), sampleRate: 24_000, transcript: 'Hello.' };
      const speaker = { ...testVoices.fake, clip: clip as unknown as VoiceClip };
      const readSpeech = () => Promise.resolve(testSettings(speaker, {}, fakeEngine()));
      const { how } = await serviceOf({ readSpeech }).start(
        { organizationId, keyId: 'key' },
        book.id,
        asked,
        undefined,
      );
      await serviceOf().cancel(organizationId, book.id);
      return how;
    };
    const first = await startedBy('clips/1', 1, 2);
    assert.equal(await startedBy('clips/1', 2, 3), first);
    assert.notEqual(await startedBy('clips/2', 1, 2), first);
  });

  it('have titles that every database can store', async () => {
    const text = Buffer.from('# a\0b\n\nSome words.\n');
    const { book, chapters } = await serviceOf().add(
      organizationId,
      () => Promise.resolve(text),
      { name: 'a.md' },
      'a\0.md',
    );
    assert.deepEqual([(book.title + chapters[0]!.title).includes('\0'), book.source], [false, 'a\uFFFD.md']);
  });
});
