import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../engines/fake/index.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JobKind } from '../jobs/handler.ts';
import { testSettings, testVoices } from '../speech/testing.ts';
import { openStore, type BookRun, type Store } from '../store/index.ts';
import { openBlobs, type Blobs } from '../store/blobs/index.ts';
import { filesInFolder, type TestBlobs } from '../store/blobs/testing.ts';
import { bookJob } from './book-job.ts';
import { BookService, type BookRequest } from './book-service.ts';

const engine = fakeEngine({ synthesizer: { wordSeconds: 0.05 } });
const settings = testSettings(testVoices.fake, { wordTimestamps: true }, engine);
const request: BookRequest = { voice: 'v', modelId: 'm', language: null, speed: 1, container: 'mp3', bitRate: 64_000 };
const never = new AbortController().signal;

describe('the job of a book', () => {
  let store: Store;
  let folder: TestBlobs;
  let blobs: Blobs;
  let scheduler: Scheduler;
  let organizationId: string;
  before(async () => {
    store = await openStore();
    folder = await filesInFolder();
    blobs = await openBlobs(folder.options);
    scheduler = await Scheduler.start({ engines: [engine], threads: 1, spawn: spawnLocalThread });
    organizationId = (await store.organizations.create('Ours')).id;
  });
  after(async () => {
    await scheduler.close();
    await store.close();
    await blobs.close();
    await folder.remove();
  });

  it('ends with the reason when the disk is full, keeps what is made, counts it once, and goes on', async () => {
    let counted = 0;
    let roomFor = Infinity;
    const full = new ServiceError('unavailable', 'The object store is full.', { cause: new Error('ENOSPC') });
    const narrow = {
      ...blobs,
      put: async (...[key, content]: Parameters<Blobs['put']>) => {
        if (roomFor-- > 0) return blobs.put(key, content);
        if (!(content instanceof Uint8Array)) content.destroy();
        throw full;
      },
    };
    const readSpeech = () => Promise.resolve(settings);
    const service = new BookService({ store, blobs: narrow, readSpeech, limits: {}, fetching: {} });
    const meterOf = () => ({ spoken: (_: unknown, characters: number) => void (counted += characters) });
    const kind: JobKind = bookJob({ store, blobs: narrow, readSpeech, scheduler, meterOf, reportMs: 0 });
    const text = Buffer.from('# One\n\nFirst words.\n\n# Two\n\nMore words here.\n');
    const { book } = await service.add(organizationId, () => Promise.resolve(text), { name: 'a.md' }, 'a.md');
    const start = () => service.start({ organizationId, keyId: 'key' }, book.id, request, undefined);
    const runOnce = (run: number) => {
      const payload: BookRun = { organization_id: organizationId, book_id: book.id, run };
      return kind.run({ id: 'job', kind: 'books.speak', payload, attempt: 1 }, { signal: never });
    };

    const first = await start();
    assert.ok((await runOnce(first.run)) !== undefined, 'another chapter');
    const once = counted;
    roomFor = 0;
    await assert.rejects(Promise.resolve(runOnce(first.run)), full);
    assert.equal((await store.books.find(organizationId, book.id))?.error, 'The object store is full.');
    const payload: BookRun = { organization_id: organizationId, book_id: book.id, run: first.run };
    await kind.onExhausted!({ id: 'job', kind: 'books.speak', payload, attempt: 5 }, full.message);
    const failed = (await service.find(organizationId, book.id))!;
    assert.equal(failed.book.status, 'failed');
    assert.match(failed.book.error!, /The object store is full\..*are kept; start it again to go on/);
    assert.deepEqual(
      failed.chapters.map(({ how }) => how !== null),
      [true, false],
    );

    roomFor = Infinity;
    const audio = failed.chapters[0]!.audio_blob;
    const second = await start();
    assert.equal(await runOnce(first.run), undefined, 'a job of the run before does nothing');
    const before = counted;
    assert.ok((await runOnce(second.run)) !== undefined);
    assert.equal((await service.find(organizationId, book.id))!.chapters[0]!.audio_blob, audio);
    assert.equal(await runOnce(second.run), undefined);
    const done = (await store.books.find(organizationId, book.id))!;
    assert.deepEqual([done.status, done.error], ['completed', null]);
    assert.ok(done.seconds > 2, `${done.seconds}`);
    // The first chapter is spoken once, the second in both runs: what was spoken and could not be kept was spoken.
    assert.ok(once > 0 && counted - before < once + 20);
  });
});
