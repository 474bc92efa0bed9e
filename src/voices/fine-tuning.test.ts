import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { before, describe, it } from 'node:test';
import { allEngines, enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { ServiceError } from '../errors/service-error.ts';
import { pcmOf, testSettings, testVoices, utter } from '../speech/testing.ts';
import { storageUnavailable } from '../store/blobs/errors.ts';
import { newBlobKey } from '../store/blobs/index.ts';
import type { FineTuneRow, Store } from '../store/index.ts';
import { databases, using } from '../store/testing.ts';
import { emitEvent } from '../webhooks/envelope.ts';
import { FineTuneTrainer, fineTuneMetadata } from './fine-tuning.ts';
import { storedVoice } from './stored-voice.ts';
import { analysingOnce } from './testing.ts';

const running = { signal: new AbortController().signal };

/** Objects in memory; a reader can be kept waiting. */
class MemoryBlobs {
  readonly #objects = new Map<string, Buffer>();
  reads = 0;
  onRead: (key: string) => void | Promise<void> = () => undefined;

  put(content: Buffer): string {
    const key = newBlobKey('datasets');
    this.#objects.set(key, content);
    return key;
  }

  delete(key: string): void {
    this.#objects.delete(key);
  }

  /** Whether the store as a whole can be used. */
  isAway = false;

  probe(): Promise<void> {
    return this.isAway ? Promise.reject(storageUnavailable(new Error('refused'))) : Promise.resolve();
  }

  async get(key: string): Promise<Readable | undefined> {
    this.reads++;
    await this.onRead(key);
    const content = this.#objects.get(key);
    return content && Readable.from([content]);
  }
}

interface Setting {
  readonly store: Store;
  readonly organizationId: string;
  readonly blobs: MemoryBlobs;
  readonly tuning: FineTuneTrainer;
  /** A fine-tune of a new dataset with these clips, and its job. */
  readonly create: (
    clips: Readonly<Record<string, Buffer>>,
  ) => Promise<{ readonly id: string; readonly job: { readonly payload: unknown }; readonly keys: readonly string[] }>;
  readonly read: (id: string) => Promise<FineTuneRow>;
  readonly voices: (id: string) => Promise<readonly ReturnType<typeof storedVoice>[]>;
  /** Types of the events that were written, in order, and the data of the last one. */
  readonly events: () => Promise<{ readonly types: readonly string[]; readonly last: unknown }>;
}

const analysed = analysingOnce();

async function setUp(store: Store, analyse = analysed): Promise<Setting> {
  const { id: organizationId } = await store.organizations.create('Ours');
  await store.webhooks.create(organizationId, {
    url: 'https://example.org/',
    secret: 'sealed',
    displayName: null,
    clearSecret: false,
  });
  const [webhook] = (await store.webhooks.page(organizationId, { limit: 1 })).rows;
  const blobs = new MemoryBlobs();
  return {
    store,
    organizationId,
    blobs,
    tuning: new FineTuneTrainer({ store, blobs, emitEvent, source: { engines: allEngines }, analyse, pauseMs: 0 }),
    async create(clips) {
      const dataset = await store.datasets.create(organizationId, { name: 'Set', description: '' });
      const keys = [];
      for (const [filename, content] of Object.entries(clips)) {
        keys.push(blobs.put(content));
        await store.datasets.addFile(organizationId, dataset.id, {
          filename,
          size: content.length,
          blob: keys.at(-1)!,
        });
      }
      const { id } = await store.transaction(({ fineTunes }) =>
        fineTunes.create(organizationId, {
          name: 'Tune',
          description: 'Of clips',
          language: 'en',
          accent: 'british',
          modelId: 'sonorant-1',
          datasetId: dataset.id,
        }),
      );
      return { id, keys, job: { payload: { organization_id: organizationId, fine_tune_id: id } } };
    },
    read: async (id) => (await store.fineTunes.find(organizationId, id))!,
    voices: async (id) =>
      (await store.voices.page(organizationId, { limit: 10, fineTuneId: id })).rows.map(storedVoice),
    async events() {
      const { rows } = await store.webhookDeliveries.page(organizationId, webhook!.id, { limit: 100 });
      return {
        types: rows.map(({ type }) => type).sort(),
        last: rows
          .map(({ body }) => JSON.parse(body) as { type: string; data: unknown })
          .find(({ type }) => type.startsWith('fine_tune'))?.data,
      };
    },
  };
}

const silence = Buffer.concat([
  Buffer.from(
    'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\xff\xff\xff\xff',
    'latin1',
  ),
  Buffer.alloc(40_000),
]);
function errorsOf(row: FineTuneRow): { code: string; message: string }[] {
  return JSON.parse(row.user_errors) as { code: string; message: string }[];
}

let male: Buffer;
let female: Buffer;
before(async () => {
  const scheduler = await Scheduler.start({ threads: 1, engines: enginesById(['flite']) });
  const speak = async (voice: string): Promise<Buffer> =>
    pcmOf(
      await utter(
        scheduler,
        testSettings(
          { engine: 'flite', name: voice },
          { format: { container: 'wav', encoding: 'pcm_s16le', sampleRate: 16_000 } },
        ),
        ['The quick brown fox jumps over the lazy dog, and runs away.'],
      ),
    );
  [male, female] = await Promise.all([speak('rms'), speak(testVoices.flite.name)]);
  await scheduler.close();
});

for (const [name, database] of Object.entries(databases)) {
  describe(`a fine-tune on ${name}`, () => {
    it('makes a voice from one clip and names those it could not use', () =>
      using(database, async (store) => {
        const { tuning, create, read, voices, events } = await setUp(store);
        const { id, job } = await create({ 'quiet.wav': silence, 'good.wav': male, 'bad.wav': male.subarray(0, 30) });
        await tuning.train(job, running);
        const row = await read(id);
        assert.deepEqual([row.status, row.progress], ['completed', 1]);
        assert.deepEqual(
          errorsOf(row).map(({ code }) => code),
          ['unusable_clip', 'unusable_clip'],
        );
        // Files of the same millisecond come in no particular order.
        const [bad, quiet] = errorsOf(row)
          .map(({ message }) => message)
          .sort();
        assert.match(bad!, /^bad\.wav: /);
        assert.match(quiet!, /^quiet\.wav: The clip is silent/);
        const [voice] = await voices(id);
        assert.deepEqual(
          [voice?.name, voice?.description, voice?.language, voice?.access, voice?.gender, voice?.accents],
          ['Tune', 'Of clips', 'en', 'private', 'masculine', [{ accent: 'british', locale: 'en-GB', isNative: true }]],
        );
        assert.ok(
          Math.abs(voice!.speaker.profile!.medianPitch - 100) < 40,
          `${voice!.speaker.profile!.medianPitch} Hz`,
        );
        const published = await events();
        assert.deepEqual(published.types, ['fine_tune.completed', 'voice.created']);
        assert.deepEqual(published.last, fineTuneMetadata(row));
      }));

    it('speaks like the middle of its clips', () =>
      using(database, async (store) => {
        const { tuning, create, voices } = await setUp(store);
        const { id, job } = await create({ '1.wav': female, '2.wav': male, '3.wav': female });
        await tuning.train(job, running);
        assert.equal((await voices(id))[0]?.gender, 'feminine');
      }));

    it('fails with why when the dataset is empty or gone, or no clip can be used', () =>
      using(database, async (store) => {
        const { organizationId, tuning, create, read, voices, events } = await setUp(store);
        const [empty, gone, useless] = [
          await create({}),
          await create({ 'a.wav': male }),
          await create({ 'quiet.wav': silence }),
        ];
        const { dataset_id: dataset } = await read(gone.id);
        await store.transaction(({ datasets }) => datasets.remove(organizationId, dataset));
        for (const { job } of [empty, gone, useless]) await tuning.train(job, running);
        const codes = await Promise.all(
          [empty, gone, useless].map(async ({ id }) => errorsOf(await read(id)).map(({ code }) => code)),
        );
        assert.deepEqual(codes, [['dataset_empty'], ['dataset_empty'], ['no_usable_clip', 'unusable_clip']]);
        for (const { id } of [empty, gone, useless]) {
          assert.deepEqual([(await read(id)).status, await voices(id)], ['failed', []]);
        }
        assert.deepEqual((await events()).types, ['fine_tune.failed', 'fine_tune.failed', 'fine_tune.failed']);
      }));

    it('goes on without a clip that was taken out meanwhile', () =>
      using(database, async (store) => {
        const { blobs, tuning, create, read } = await setUp(store);
        const { id, job, keys } = await create({ 'gone.wav': male, 'good.wav': male });
        blobs.delete(keys[0]!);
        await tuning.train(job, running);
        assert.deepEqual(
          [(await read(id)).status, errorsOf(await read(id)).map(({ code }) => code)],
          ['completed', ['clip_missing']],
        );
      }));

    it('shows how far it is', () =>
      using(database, async (store) => {
        const { blobs, tuning, create, read } = await setUp(store);
        const { id, job } = await create({ '1.wav': silence, '2.wav': silence, '3.wav': silence });
        const seen: (readonly [string, number])[] = [];
        blobs.onRead = async () => {
          const { status, progress } = await read(id);
          seen.push([status, progress]);
        };
        await tuning.train(job, running);
        assert.deepEqual(seen, [
          ['training', 0],
          ['training', 0.25],
          ['training', 0.5],
        ]);
      }));

    it('that ran before makes no second voice, also when two run at once', () =>
      using(database, async (store) => {
        const { tuning, create, voices, events } = await setUp(store);
        const { id, job } = await create({ 'good.wav': male });
        await Promise.all([tuning.train(job, running), tuning.train(job, running)]);
        await tuning.train(job, running);
        assert.equal((await voices(id)).length, 1);
        assert.deepEqual((await events()).types, ['fine_tune.completed', 'voice.created']);
      }));

    it('waits at a clip that there is no room for, and does not begin anew', () =>
      using(database, async (store) => {
        let refusals = 20;
        const { blobs, tuning, create, read } = await setUp(store, async (...given) => {
          if (blobs.reads === 1 || refusals-- === 0) return analysed(...given);
          throw new ServiceError('unavailable', 'Too many clips are being decoded; try again soon.');
        });
        const { id, job, keys } = await create({ '1.wav': male, '2.wav': male });
        const asked: string[] = [];
        blobs.onRead = (key) => void asked.push(key);
        await tuning.train(job, running);
        assert.deepEqual([(await read(id)).status, refusals], ['completed', -1]);
        assert.equal(asked.filter((key) => key === asked[0]).length, 1);
        assert.equal(new Set(asked).size, keys.length);
      }));

    it('fails in words that name the clip where one cannot be read, and only then', () =>
      using(database, async (store) => {
        const { blobs, tuning, create, read, voices, events } = await setUp(store);
        const { id, job, keys } = await create({ 'good.wav': male, 'broken.wav': male });
        blobs.onRead = (key) => {
          if (key === keys[1]) throw storageUnavailable(new Error('EIO'));
        };
        // A store that is away is waited for: the clips are as good as before.
        blobs.isAway = true;
        for (let tries = 0; tries < 10; tries++) await assert.rejects(tuning.train(job, running), /cannot be read or/);
        blobs.isAway = false;
        await tuning.train(job, running);
        const row = await read(id);
        assert.deepEqual([row.status, await voices(id)], ['failed', []]);
        assert.deepEqual(
          errorsOf(row).map(({ code, message }) => [code, message.slice(0, 11)]),
          [['clip_unreadable', 'broken.wav:']],
        );
        assert.deepEqual((await events()).types, ['fine_tune.failed']);
      }));

    it('that is deleted while it waits ends', () =>
      using(database, async (store) => {
        const { organizationId, blobs, tuning, create, events } = await setUp(store, () =>
          Promise.reject(new ServiceError('unavailable', 'Too many clips are being decoded; try again soon.')),
        );
        const { id, job } = await create({ '1.wav': male });
        blobs.onRead = async () => {
          if (blobs.reads === 3) await store.fineTunes.remove(organizationId, id);
        };
        await tuning.train(job, running);
        assert.deepEqual([blobs.reads, (await events()).types], [3, []]);
      }));

    it('begins anew when its process died in the middle', () =>
      using(database, async (store) => {
        const { blobs, tuning, create, read, voices } = await setUp(store);
        const { id, job } = await create({ '1.wav': male, '2.wav': male });
        blobs.onRead = () => {
          if (blobs.reads === 2) throw new Error('killed');
        };
        await assert.rejects(tuning.train(job, running), /killed/);
        assert.deepEqual([(await read(id)).status, (await voices(id)).length], ['training', 0]);
        await tuning.train(job, running);
        assert.deepEqual([(await read(id)).status, (await voices(id)).length], ['completed', 1]);
      }));

    it('stops when it is aborted, and can be taken up again', () =>
      using(database, async (store) => {
        const { blobs, tuning, create, read } = await setUp(store);
        const { id, job } = await create({ '1.wav': silence, '2.wav': male });
        const abort = new AbortController();
        blobs.onRead = () => abort.abort(new Error('the server stops'));
        await assert.rejects(tuning.train(job, abort), /the server stops/);
        assert.equal(blobs.reads, 1);
        blobs.onRead = () => undefined;
        await tuning.train(job, running);
        assert.equal((await read(id)).status, 'completed');
      }));

    it('that is deleted while it trains ends without a trace', () =>
      using(database, async (store) => {
        const { organizationId, blobs, tuning, create, voices, events } = await setUp(store);
        const { id, job } = await create({ '1.wav': male, '2.wav': male });
        blobs.onRead = async () => {
          await store.fineTunes.remove(organizationId, id);
        };
        await tuning.train(job, running);
        assert.deepEqual([blobs.reads, await voices(id), (await events()).types], [1, [], []]);
        await tuning.train(job, running);
        await tuning.onExhausted(job);
        assert.deepEqual((await events()).types, []);
      }));

    it('is told as failed when the server gives it up, unless it has ended', () =>
      using(database, async (store) => {
        const { tuning, create, read, events } = await setUp(store);
        const { id, job } = await create({ 'good.wav': male });
        await tuning.onExhausted(job);
        assert.deepEqual([(await read(id)).status, errorsOf(await read(id))[0]?.code], ['failed', 'internal_error']);
        await tuning.onExhausted(job);
        await tuning.train(job, running);
        assert.deepEqual((await events()).types, ['fine_tune.failed']);
      }));

    it('fails on a server whose engines cannot speak it', () =>
      using(database, async (store) => {
        const { blobs, create, read } = await setUp(store);
        const { id, job } = await create({ 'good.wav': male });
        const engines = enginesById(['flite']).map((engine) => ({
          ...engine,
          capabilities: { ...engine.capabilities, cloning: 'none' as const },
        }));
        await new FineTuneTrainer({ store, blobs, emitEvent, source: { engines } }).train(job, running);
        assert.deepEqual([(await read(id)).status, errorsOf(await read(id))[0]?.code], ['failed', 'not_implemented']);
      }));
  });
}
