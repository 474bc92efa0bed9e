import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import type { OutputFormat } from '../../audio/formats.ts';
import type { FileRow, NewFile } from '../../store/index.ts';
import { SavedSpeech, type SavedSpeechOptions } from './saving.ts';

const format: OutputFormat = { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 };

/** A store that remembers, and whose blobs are written by `put`. */
function deps(put: (content: Readable) => Promise<number> = async (content) => (await buffer(content)).length) {
  const rows: (NewFile & { organizationId: string })[] = [];
  const faults: unknown[] = [];
  const saving: SavedSpeechOptions = {
    blobs: { put: (_key, content) => put(content as Readable) },
    files: {
      create: (organizationId, file) => {
        rows.push({ organizationId, ...file });
        return Promise.resolve({} as FileRow);
      },
    },
  };
  return { rows, faults, saved: new SavedSpeech(saving, 'ours', format, (error) => faults.push(error)) };
}

describe('speech that is kept', () => {
  it('goes through unchanged, and the file is there when its last byte is out', async () => {
    const stored: Buffer[] = [];
    const { rows, faults, saved } = deps(async (content) => {
      stored.push(await buffer(content));
      return stored[0]!.length;
    });
    const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(4000, index));
    const sent = await buffer(Readable.from(chunks).pipe(saved));
    assert.ok(sent.equals(Buffer.concat(chunks)) && stored[0]!.equals(sent));
    const [{ blob, ...row }] = rows as [NewFile & { organizationId: string }];
    assert.deepEqual(row, {
      organizationId: 'ours',
      id: saved.fileId,
      filename: `${saved.fileId}.mp3`,
      purpose: 'tts_generation',
      size: sent.length,
    });
    assert.match(blob, /^files\/\w{24}$/);
    assert.deepEqual([rows.length, faults], [1, []]);
  });

  it('waits for a slow store', async () => {
    const go = Promise.withResolvers<undefined>();
    const { saved } = deps(async (content) => {
      await go.promise;
      return (await buffer(content)).length;
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
    const { rows, faults, saved } = deps((content) =>
      buffer(content).then(
        ({ length }) => length,
        (error: unknown) => {
          broken.resolve(error);
          throw error;
        },
      ),
    );
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
      const { rows, faults, saved } = deps(put);
      const speech = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(4000)));
      await assert.rejects(Promise.all([pipeline(speech, saved), buffer(saved)]), /disk full/);
      assert.deepEqual([rows.length, faults.map((fault) => (fault as Error).message.slice(0, 9))], [0, ['disk full']]);
    }
  });
});
