import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocumentError, readDocument } from './index.ts';
import { pdfOf } from './testing.ts';

/** A loader that tells when it is called, and gives its text when it is told to. */
function slowFile(): { source: () => Promise<Uint8Array>; called: Promise<undefined>; give: () => void } {
  const called = Promise.withResolvers<undefined>();
  const given = Promise.withResolvers<Uint8Array>();
  const source = (): Promise<Uint8Array> => {
    called.resolve(undefined);
    return given.promise;
  };
  return { source, called: called.promise, give: () => given.resolve(Buffer.from('Words.')) };
}

function isBusy(pattern: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof DocumentError && error.fault === 'busy' && pattern.test(error.message);
}

const words = Buffer.from('Words.');

describe('documents that wait', () => {
  it('are two of one key at most, and of any key eight', async () => {
    const first = slowFile();
    const reading = [readDocument(first.source, { key: 'a' })];
    await first.called;
    reading.push(readDocument(words, { key: 'a' }), readDocument(words, { key: 'a' }));
    await assert.rejects(readDocument(words, { key: 'a' }), isBusy(/2 documents of yours wait/));
    reading.push(...['b', 'b', 'c', 'd', undefined, undefined].map((key) => readDocument(words, { key })));
    await assert.rejects(readDocument(words, { key: 'e' }), isBusy(/Too many documents/));
    first.give();
    assert.equal((await Promise.all(reading)).length, 9);
  });

  it('leave their places with their callers and are never loaded', async () => {
    const first = slowFile();
    const reading = readDocument(first.source, { key: 'a' });
    await first.called;
    const leaving = new AbortController();
    let isLoaded = false;
    const load = (): Promise<Uint8Array> => {
      isLoaded = true;
      return Promise.resolve(words);
    };
    const left = [1, 2].map(() => readDocument(load, { key: 'a', signal: leaving.signal }));
    const refused = left.map((each) => assert.rejects(each, { message: 'gone' }));
    leaving.abort(new Error('gone'));
    // Their places are free while the first is still read.
    await Promise.all(refused);
    const others = [1, 2].map(() => readDocument(words, { key: 'a' }));
    first.give();
    await Promise.all([reading, ...others]);
    assert.equal(isLoaded, false);
  });

  it('go before a second one of the key that was just read', async () => {
    const first = slowFile();
    const order: string[] = [];
    const ask = async (key: string): Promise<void> => {
      await readDocument(
        () => {
          order.push(key);
          return Promise.resolve(words);
        },
        { key },
      );
    };
    const reading = readDocument(first.source, { key: 'a' });
    await first.called;
    const asked = ['a', 'a', 'b', 'c'].map(ask);
    first.give();
    await Promise.all([reading, ...asked]);
    assert.deepEqual(order, ['b', 'a', 'c', 'a']);
  });

  it('are read at once when the caller of the one before them leaves, while it loads and while it is read', async () => {
    const never = (): Promise<Uint8Array> => new Promise(() => undefined);
    const leaving = new AbortController();
    const loading = assert.rejects(readDocument(never, { signal: leaving.signal }), { message: 'gone' });
    leaving.abort(new Error('gone'));
    await loading;
    const line = { text: 'Words of a page that are read aloud, and more of them.', y: 700 };
    const long = pdfOf(Array.from({ length: 2000 }, () => Array.from({ length: 20 }, () => line)));
    const loaded = Promise.withResolvers<undefined>();
    const source = (): Promise<Uint8Array> => {
      loaded.resolve(undefined);
      return Promise.resolve(long);
    };
    const reader = new AbortController();
    const read = assert.rejects(readDocument(source, { signal: reader.signal }), { message: 'gone' });
    await loaded.promise;
    const next = readDocument(words);
    reader.abort(new Error('gone'));
    await read;
    assert.equal((await next).chapters.length, 1);
  });
});
