/** Books and the engines of a server that come and go while they are spoken. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bookJob } from '../books/book-job.ts';
import { BookService, type BookRequest } from '../books/book-service.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { JobOutcome } from '../jobs/handler.ts';
import { SpeechRequestReader } from '../routes/tts/speech-request.ts';
import { openBlobs, type Blobs } from '../store/blobs/index.ts';
import { filesInFolder, type TestBlobs } from '../store/blobs/testing.ts';
import type { BookRun, Store } from '../store/index.ts';
import { openTestStore } from '../store/testing.ts';
import type { ClipLibrary } from '../voices/clip-library.ts';
import { liveCatalogue } from '../voices/catalogue.ts';
import { voiceLibrary } from '../voices/library.ts';
import type { Voice } from '../voices/voice.ts';
import { readSpeech } from './books.ts';

const embedded = enginesById(['flite']);
const placement = { threads: 1 } as const;
const own = fakeEngine({
  id: 'own',
  placement,
  voices: fakeEngine({ id: 'own' })
    .voices()
    .map((voice) => ({ ...voice, name: `${voice.name} alone` })),
  synthesizer: { wordSeconds: 0.05 },
});
/** Speaks a voice by its clip only. */
const byClip = fakeEngine({
  id: 'clip',
  placement,
  capabilities: { cloning: 'zero-shot' },
  voices: [],
  synthesizer: { wordSeconds: 0.05 },
  cast: ({ clip }) => clip && { engine: 'clip', name: 'Tonia', clip },
});

const never = new AbortController().signal;

describe('books and the engines of a server', () => {
  let store: Store;
  let folder: TestBlobs;
  let blobs: Blobs;
  let scheduler: Scheduler;
  let organizationId: string;
  before(async () => {
    store = await openTestStore();
    folder = await filesInFolder();
    blobs = await openBlobs(folder.options);
    const engines = [own, byClip, ...embedded];
    scheduler = await Scheduler.start({ engines, threads: 1, spawn: spawnLocalThread });
    organizationId = (await store.organizations.create('Ours')).id;
  });
  after(async () => {
    await scheduler.close();
    await store.close();
    await blobs.close();
    await folder.remove();
  });

  /** Starts a book of two chapters, of which each turn speaks one; and what runs a turn of its job. */
  async function started(
    asked: Pick<BookRequest, 'voice' | 'modelId'>,
    { second = 'Two', clone, clips }: { second?: string; clone?: Voice; clips?: Pick<ClipLibrary, 'get'> } = {},
  ) {
    let counted = 0;
    const library = voiceLibrary(
      store.voices,
      scheduler,
      liveCatalogue(() => scheduler.known),
    );
    const reader = new SpeechRequestReader({
      voices: { resolve: async (...given) => clone ?? library.resolve(...given) },
      dictionaries: { get: () => Promise.resolve(undefined) },
      clips: clips ?? { get: () => Promise.reject(new Error('there is no clip')) },
      source: scheduler,
    });
    const options = { store, blobs, readSpeech: readSpeech(reader) };
    const service = new BookService({ ...options, limits: {}, fetching: {} });
    const meterOf = () => ({ spoken: (_: unknown, characters: number) => void (counted += characters) });
    const kind = bookJob({ ...options, scheduler, meterOf, turnCharacters: 1 });
    const text = Buffer.from(`# One\n\nSome words.\n\n# ${second}\n\nMore words.\n`);
    const { book } = await service.add(organizationId, () => Promise.resolve(text), { name: 'a.md' }, 'a.md');
    const start = (voice = asked.voice) =>
      service.start(
        { organizationId, keyId: 'key' },
        book.id,
        { ...asked, voice, language: 'en', speed: 1, container: 'mp3', bitRate: 64_000 },
        undefined,
      );
    let { run } = await start();
    return {
      turn: async (): Promise<JobOutcome> => {
        const payload: BookRun = { organization_id: organizationId, book_id: book.id, run };
        const job = { id: 'job', kind: 'books.speak', payload, attempt: 1 };
        return (await kind.run(job, { signal: never })) ?? undefined;
      },
      again: async (voice: string) => {
        await service.cancel(organizationId, book.id);
        ({ run } = await start(voice));
      },
      read: async () => {
        const found = (await service.find(organizationId, book.id))!;
        return { ...found.book, audio: found.chapters.map(({ audio_blob: audio }) => audio), counted };
      },
    };
  }

  async function having(engines: readonly EngineDescriptor[], work: () => Promise<void>): Promise<void> {
    scheduler.update(engines);
    try {
      await work();
    } finally {
      scheduler.update([own, byClip, ...embedded]);
    }
  }

  function isLater(outcome: JobOutcome): boolean {
    return outcome !== undefined && outcome.runAt.getTime() > Date.now() + 1000;
  }

  for (const modelId of ['sonorant-1', 'own']) {
    it(`wait for the engine they were begun with, and keep what it made, by the model ${modelId}`, async () => {
      const { turn, read } = await started({ voice: 'Tonia alone', modelId });
      await turn();
      const begun = await read();
      await having(embedded, async () => {
        for (let tries = 0; tries < 3; tries++) assert.ok(isLater(await turn()), `${tries}`);
        const waiting = await read();
        assert.deepEqual([waiting.status, waiting.audio], ['speaking', begun.audio]);
        assert.match(waiting.error!, /^The engine own, which speaks this voice, is not here now/);
      });
      await turn();
      assert.equal((await read()).audio[0], begun.audio[0]);
      assert.equal(await turn(), undefined);
      const { status, counted } = await read();
      assert.deepEqual([status, counted], ['completed', 'One\n\nSome words.Two\n\nMore words.'.length]);
    });
  }

  it('are spoken on by the engine they were begun with when their voice has its own again', async () => {
    const voice = liveCatalogue(() => scheduler.known).voices.find(({ name }) => name === 'Tonia alone')!.id;
    let book: Awaited<ReturnType<typeof started>> | undefined;
    await having(embedded, async () => {
      // A voice whose engine is away is spoken by another one, which is decided when it is asked for.
      const clone = { ...(await anyVoice()), id: voice, speaker: { engine: 'own', name: 'Tonia' } };
      book = await started({ voice, modelId: 'sonorant-1' }, { clone });
      await book.turn();
    });
    const begun = await book!.read();
    assert.equal(begun.engine, 'flite');
    await book!.turn();
    const ended = await book!.read();
    assert.deepEqual([ended.engine, ended.audio[0]], ['flite', begun.audio[0]]);
    assert.equal(await book!.turn(), undefined);
  });

  async function anyVoice(): Promise<Voice> {
    return (
      (await voiceLibrary(store.voices, scheduler).resolve('Charlotte', organizationId)) ?? assert.fail('no voice')
    );
  }

  it('have no part in another voice where an engine cannot go on', async () => {
    const second = 'DECLINE';
    const { turn, read } = await started({ voice: 'Tonia alone', modelId: 'sonorant-1' }, { second });
    await turn();
    assert.ok(isLater(await turn()));
    const { status, audio } = await read();
    assert.deepEqual([status, audio[1]], ['speaking', null]);
  });

  it('wait for the clip of their voice, though it could be spoken without', async () => {
    let isThere = true;
    const samples = new Int16Array(new SharedArrayBuffer(48_000));
    const clips: Pick<ClipLibrary, 'get'> = {
      get: ({ key }) =>
        isThere
          ? Promise.resolve({ id: key, samples, sampleRate: 24_000 })
          : Promise.reject(new ServiceError('unavailable', 'The recording of this voice cannot be read now.')),
    };
    const base = await anyVoice();
    const profile = { medianPitch: 120 } as NonNullable<Voice['speaker']['profile']>;
    const clone: Voice = {
      ...base,
      speaker: { engine: 'flite', name: 'rms', profile },
      clip: { key: 'clips/1', transcript: undefined },
    };
    for (const modelId of ['sonorant-1', 'clip']) {
      isThere = true;
      const { turn, read } = await started({ voice: clone.id, modelId }, { clone, clips });
      await turn();
      const begun = await read();
      assert.equal(begun.engine, 'clip');
      isThere = false;
      assert.ok(isLater(await turn()), modelId);
      const waiting = await read();
      assert.deepEqual([waiting.status, waiting.audio], ['speaking', begun.audio]);
      assert.match(waiting.error!, /^The recording of this voice cannot be read now/);
    }
  });

  it('are made anew for another voice that is asked for', async () => {
    const { turn, again, read } = await started({ voice: 'Tonia alone', modelId: 'sonorant-1' });
    await turn();
    const { audio } = await read();
    await again('Toni alone');
    await turn();
    assert.notEqual((await read()).audio[0], audio[0]);
  });
});
