import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fakeEngine } from '../engines/fake/index.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import type { JobKind, JobOutcome } from '../jobs/handler.ts';
import { testSettings, testVoices } from '../speech/testing.ts';
import { openTestStore } from '../store/testing.ts';
import type { BookRun, Store } from '../store/index.ts';
import { storageUnavailable } from '../store/blobs/errors.ts';
import { openBlobs, type Blobs } from '../store/blobs/index.ts';
import { filesInFolder, type TestBlobs } from '../store/blobs/testing.ts';
import { bookJob, type BookJobOptions } from './book-job.ts';
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
    store = await openTestStore();
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
    const full = storageUnavailable(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }));
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
    const kind: JobKind = bookJob({
      store,
      blobs: narrow,
      readSpeech,
      scheduler,
      meterOf,
      reportMs: 0,
      turnCharacters: 1,
    });
    const text = Buffer.from('# One\n\nFirst words.\n\n# Two\n\nMore words here.\n');
    const { book } = await service.add(organizationId, () => Promise.resolve(text), { name: 'a.md' }, 'a.md');
    const start = () => service.start({ organizationId, keyId: 'key' }, book.id, request, undefined);
    const runOnce = (run: number) => {
      const payload: BookRun = { organization_id: organizationId, book_id: book.id, run };
      return kind.run({ id: 'job', kind: 'books.speak', payload, attempt: 1 }, { signal: never });
    };

    const first = await start();
    assert.ok((await runOnce(first.run)) !== undefined, 'another chapter');
    roomFor = 0;
    await assert.rejects(Promise.resolve(runOnce(first.run)), full);
    assert.equal(
      (await store.books.find(organizationId, book.id))?.error,
      'there is no room left on the disk of the server',
    );
    const payload: BookRun = { organization_id: organizationId, book_id: book.id, run: first.run };
    await kind.onExhausted!({ id: 'job', kind: 'books.speak', payload, attempt: 5 }, full.message);
    const failed = (await service.find(organizationId, book.id))!;
    assert.equal(failed.book.status, 'failed');
    assert.match(
      failed.book.error!,
      /there is no room left on the disk of the server\..*are kept; start it again to go on/,
    );
    assert.deepEqual(
      failed.chapters.map(({ how }) => how !== null),
      [true, false],
    );

    roomFor = Infinity;
    const audio = failed.chapters[0]!.audio_blob;
    const second = await start();
    assert.equal(await runOnce(first.run), undefined, 'a job of the run before does nothing');
    assert.ok((await runOnce(second.run)) !== undefined);
    assert.equal((await service.find(organizationId, book.id))!.chapters[0]!.audio_blob, audio);
    assert.equal(await runOnce(second.run), undefined);
    const done = (await store.books.find(organizationId, book.id))!;
    assert.deepEqual([done.status, done.error], ['completed', null]);
    assert.ok(done.seconds > 2, `${done.seconds}`);
    // The second chapter is spoken in both runs, and counts when it is kept.
    assert.equal(counted, 'One\n\nFirst words.Two\n\nMore words here.'.length);
  });

  /** A book of one paragraph, and what runs its job once; its first attempt each time, as behind a turn that was no failure. */
  async function started(options: Partial<BookJobOptions>, text = 'Some words.') {
    const readSpeech = () => Promise.resolve(settings);
    const service = new BookService({ store, blobs, readSpeech, limits: {}, fetching: {} });
    const file = () => Promise.resolve(Buffer.from(text));
    const { book } = await service.add(organizationId, file, { name: 'a.md' }, 'a.md');
    const { run } = await service.start({ organizationId, keyId: 'key' }, book.id, request, undefined);
    const meterOf = () => ({ spoken: () => undefined });
    const kind = bookJob({ store, blobs, readSpeech, scheduler, meterOf, reportMs: 0, ...options });
    const payload: BookRun = { organization_id: organizationId, book_id: book.id, run };
    const job = { id: 'job', kind: 'books.speak', payload, attempt: 1 };
    const read = async () => (await service.find(organizationId, book.id))!;
    return { service, id: book.id, read, turn: async () => (await kind.run(job, { signal: never })) ?? undefined };
  }

  function isLater(outcome: JobOutcome): boolean {
    return outcome !== undefined && outcome.runAt.getTime() > Date.now() + 1000;
  }

  it('waits as long as its engine is away, tells what for, and keeps what is made', async () => {
    const text = '# One\n\nFirst words.\n\n# Two\n\nDECLINE the offer.\n';
    const { read, turn } = await started({ turnCharacters: 1 }, text);
    await turn();
    const { audio_blob: first } = (await read()).chapters[0]!;
    for (let tries = 0; tries < 7; tries++) assert.ok(isLater(await turn()), `${tries}`);
    const { book, chapters } = await read();
    assert.deepEqual([book.status, chapters[0]!.audio_blob, chapters[1]!.how], ['speaking', first, null]);
    assert.match(book.error!, /^What speaks this voice cannot speak now/);
  });

  it('waits as long as the object store is away, and goes on', async () => {
    let isAway = true;
    const put: Blobs['put'] = async (key, content) => {
      if (!isAway) return blobs.put(key, content);
      if (!(content instanceof Uint8Array)) content.destroy();
      throw storageUnavailable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    };
    const { read, turn } = await started({ blobs: { ...blobs, put } });
    for (let tries = 0; tries < 7; tries++) assert.ok(isLater(await turn()), `${tries}`);
    const waiting = (await read()).book;
    assert.equal(waiting.status, 'speaking');
    assert.match(waiting.error!, /^Stored files cannot be/);
    isAway = false;
    await turn();
    await turn();
    const { book } = await read();
    assert.deepEqual([book.status, book.error], ['completed', null]);
  });

  const long = Array.from({ length: 12 }, (_, index) => `Paragraph ${index} has some words. And some more.`);
  const speech = long.join('\n\n');

  /** Speaks the long text to its end. @param cancelAfter characters that are counted when it is cancelled, once */
  async function speakLong(options: Partial<BookJobOptions>, cancelAfter = Infinity) {
    let counted = 0;
    const readSpeech = () => Promise.resolve(settings);
    const service = new BookService({ store, blobs, readSpeech, limits: {}, fetching: {} });
    const { book } = await service.add(
      organizationId,
      () => Promise.resolve(Buffer.from(speech)),
      { name: 'a.txt' },
      'a',
    );
    let asked = await service.start({ organizationId, keyId: 'key' }, book.id, request, undefined);
    let isCancelled = false;
    const meterOf = () => ({ spoken: (_: unknown, characters: number) => void (counted += characters) });
    const kind = bookJob({ store, blobs, readSpeech, scheduler, meterOf, reportMs: 0, ...options });
    for (let turn = 0; turn < 40 && asked.status !== 'completed'; turn++) {
      const payload: BookRun = { organization_id: organizationId, book_id: book.id, run: asked.run };
      await kind.run({ id: 'job', kind: 'books.speak', payload, attempt: 1 }, { signal: never });
      if (counted >= cancelAfter && !isCancelled) {
        isCancelled = true;
        await service.cancel(organizationId, book.id);
        await service.start({ organizationId, keyId: 'key' }, book.id, request, undefined);
      }
      asked = (await store.books.find(organizationId, book.id))!;
    }
    return { counted, book: asked, isCancelled, cues: await service.subtitles(organizationId, book.id) };
  }

  it('speaks a long chapter in parts, which stay and count once over a cancel, and sound as in one go', async () => {
    const whole = await speakLong({});
    const parts = await speakLong({ partCharacters: 150, turnCharacters: 1 }, 200);
    assert.deepEqual([whole.book.status, parts.book.status, parts.isCancelled], ['completed', 'completed', true]);
    assert.deepEqual([whole.counted, parts.counted], [speech.length, speech.length]);
    // Four borders, at each of which an encoder begins anew: some frames of 26 ms.
    assert.ok(
      Math.abs(parts.book.seconds - whole.book.seconds) < 4 * 0.12,
      `${parts.book.seconds} ${whole.book.seconds}`,
    );
    assert.deepEqual(
      parts.cues.map(({ lines }) => lines),
      whole.cues.map(({ lines }) => lines),
    );
    for (const [index, { start }] of parts.cues.entries()) {
      const at = whole.cues[index]!.start;
      assert.ok(Math.abs(start - at) < 4 * 0.12, `${index}: ${start} ${at}`);
    }
    assert.deepEqual(await store.books.parts(organizationId, parts.book.id), []);
  });

  it('tells a member nothing of the inside of the server', async () => {
    const readSpeech = () => Promise.resolve(settings);
    const service = new BookService({ store, blobs, readSpeech, limits: {}, fetching: {} });
    const text = Buffer.from('# One\n\nWords.\n');
    const { book } = await service.add(organizationId, () => Promise.resolve(text), { name: 'a.md' }, 'a.md');
    const { run } = await service.start({ organizationId, keyId: 'key' }, book.id, request, undefined);
    const folder = join(process.execPath, 'private');
    const meterOf = () => ({ spoken: () => undefined });
    const kind = bookJob({ store, blobs, readSpeech, scheduler, meterOf, folder });
    const payload: BookRun = { organization_id: organizationId, book_id: book.id, run };
    const job = { id: 'job', kind: 'books.speak', payload, attempt: 5 };
    await kind.run(job, { signal: never });
    await assert.rejects(Promise.resolve(kind.run(job, { signal: never })), /ENOTDIR/);
    assert.equal((await store.books.find(organizationId, book.id))?.error, 'an internal error');
    await kind.onExhausted!(job, `ENOTDIR: ${folder}`);
    const failed = (await store.books.find(organizationId, book.id))!;
    assert.deepEqual([failed.status, /private|ENO/.test(failed.error!)], ['failed', false]);
    assert.match(failed.error!, /an internal error\. The chapters/);
  });
});
