import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import type { OutputFormat } from '../../audio/formats.ts';
import { wavHeader } from '../../audio/wav/header.ts';
import type { FileRow, NewFile, NewEvent, Repositories } from '../../store/index.ts';
import { SavedSpeech, type SavedSpeechOptions } from './saving.ts';

const wav: OutputFormat = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 };

interface Speech {
  readonly put?: (content: Readable) => Promise<number>;
  readonly isFinished?: boolean;
}

/** A store that remembers, and whose blobs are written by `put`. */
function savedSpeech({ put, isFinished = true }: Speech = {}) {
  const objects = new Map<string, Buffer>();
  const rows: (NewFile & { organizationId: string })[] = [];
  const events: NewEvent[] = [];
  const faults: unknown[] = [];
  const saving: SavedSpeechOptions = {
    blobs: {
      async put(key, content) {
        if (put !== undefined) return put(content as Readable);
        objects.set(key, await buffer(content as Readable));
        return objects.get(key)!.length;
      },
      get: (key, range) =>
        Promise.resolve(
          Readable.from([objects.get(key)!.subarray(range?.start, range === undefined ? undefined : range.end + 1)]),
        ),
      delete: (key) => Promise.resolve(void objects.delete(key)),
    },
    store: {
      transaction: (work) =>
        work({
          files: {
            create: (organizationId: string, file: NewFile) => {
              rows.push({ organizationId, ...file });
              return Promise.resolve({ id: file.id } as FileRow);
            },
          },
          webhookDeliveries: {
            emit: (event: NewEvent) => Promise.resolve(void events.push(event)),
          },
        } as unknown as Repositories),
    },
  };
  const saved = new SavedSpeech(saving, {
    organizationId: 'ours',
    requestId: 'r1',
    format: wav,
    isFinished,
    seconds: () => 1,
    onFault: (error) => faults.push(error),
  });
  return { rows, events, faults, objects, saved };
}

describe('speech that is kept', () => {
  it('goes through unchanged, and the file is there when its last byte is out', async () => {
    const { rows, events, faults, objects, saved } = savedSpeech();
    const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(4000, index));
    const sent = await buffer(Readable.from(chunks).pipe(saved));
    const [{ blob, ...row }] = rows as [NewFile & { organizationId: string }];
    assert.ok(sent.equals(Buffer.concat(chunks)) && objects.get(blob)!.equals(sent));
    assert.deepEqual(row, {
      organizationId: 'ours',
      id: saved.fileId,
      filename: `${saved.fileId}.wav`,
      purpose: 'tts_generation',
      size: sent.length,
    });
    assert.match(blob, /^files\/\w{24}$/);
    assert.deepEqual([rows.length, objects.size, faults], [1, 1, []]);
    assert.deepEqual(
      events.map(({ type, organizationId, requestId, data }) => [
        type,
        organizationId,
        requestId,
        (data as FileRow).id,
      ]),
      [['file.created', 'ours', 'r1', saved.fileId]],
    );
  });

  it('carries its length in the file, where the answer was a stream of open size', async () => {
    const { rows, faults, objects, saved } = savedSpeech({ isFinished: false });
    const samples = Buffer.alloc(48_000, 7);
    const stream = Buffer.concat([wavHeader(wav), samples]);
    const pieces = [stream.subarray(0, 20), stream.subarray(20, 30_000), stream.subarray(30_000)];
    assert.ok((await buffer(Readable.from(pieces).pipe(saved))).equals(stream));
    const file = Buffer.concat([wavHeader(wav, samples.length), samples]);
    assert.deepEqual([rows.length, rows[0]!.size, objects.size, faults], [1, file.length, 1, []]);
    assert.ok(objects.get(rows[0]!.blob)!.equals(file));
  });

  it('waits for a slow store', async () => {
    const go = Promise.withResolvers<undefined>();
    const { saved } = savedSpeech({
      put: async (content) => {
        await go.promise;
        return (await buffer(content)).length;
      },
    });
    let taken = 0;
    const source = Readable.from(
      (function* () {
        for (; taken < 1000; taken++) yield Buffer.alloc(4000);
      })(),
    );
    const sent = buffer(source.pipe(saved));
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(taken < 100, `${taken} chunks were taken`);
    go.resolve(undefined);
    assert.equal((await sent).length, 4_000_000);
  });

  it('leaves nothing when it breaks off, and that is no fault of the store', async () => {
    const broken = Promise.withResolvers<unknown>();
    const put = (content: Readable): Promise<number> =>
      buffer(content).then(
        ({ length }) => length,
        (error: unknown) => {
          broken.resolve(error);
          throw error;
        },
      );
    const { rows, faults, saved } = savedSpeech({ put });
    const source = new PassThrough();
    source.write('half');
    const piped = pipeline(source, saved);
    source.destroy(new Error('the engine failed'));
    await assert.rejects(piped, /the engine failed/);
    assert.match(String(await broken.promise), /the engine failed|broke off/);
    assert.deepEqual([rows, faults], [[], []]);
  });

  it('is broken off where it cannot be kept, and the fault is told once', async () => {
    for (const put of [
      () => Promise.reject(new Error('disk full')),
      async (content: Readable) => {
        for await (const chunk of content) throw new Error(`disk full after ${(chunk as Buffer).length > 0}`);
        return 0;
      },
    ]) {
      const { rows, faults, saved } = savedSpeech({ put });
      const speech = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(4000)));
      await assert.rejects(Promise.all([pipeline(speech, saved), buffer(saved)]), /disk full/);
      assert.deepEqual([rows.length, faults.map((fault) => (fault as Error).message.slice(0, 9))], [0, ['disk full']]);
    }
  });
});
