import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocumentError, readDocument, type Document } from './index.ts';
import { pdfOf } from './testing.ts';

/** A loader that tells when it is called, and gives an empty file when it is told to. */
function slowFile(): { source: () => Promise<Uint8Array>; called: Promise<undefined>; give: () => void } {
  const called = Promise.withResolvers<undefined>();
  const given = Promise.withResolvers<Uint8Array>();
  const source = (): Promise<Uint8Array> => {
    called.resolve(undefined);
    return given.promise;
  };
  return { source, called: called.promise, give: () => given.resolve(nothing) };
}

function isBusy(pattern: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof DocumentError && error.fault === 'busy' && pattern.test(error.message);
}

const words = Buffer.from('Words.');
/** Refused when its turn has come, before there is a process for it: what a queue does takes no more. */
const nothing = Buffer.alloc(0);

/** Of a file that is {@link nothing}. */
function wasLoaded(reading: Promise<unknown>): Promise<void> {
  return assert.rejects(reading, { fault: 'empty' });
}

describe('documents that wait', () => {
  it('are two of one key at most, and of any key eight', async () => {
    const first = slowFile();
    const reading = wasLoaded(readDocument(first.source, { key: 'a' }));
    await first.called;
    const ask = (key: string | undefined): Promise<Document> => readDocument(nothing, { key });
    const others = [ask('a'), ask('a')];
    await assert.rejects(ask('a'), isBusy(/2 documents of yours wait/));
    others.push(...['b', 'b', 'c', 'd', undefined, undefined].map(ask));
    await assert.rejects(ask('e'), isBusy(/Too many documents/));
    first.give();
    await Promise.all([reading, ...others.map(wasLoaded)]);
    assert.equal(others.length, 8);
  });

  it('leave their places with their callers and are never loaded', async () => {
    const first = slowFile();
    const reading = wasLoaded(readDocument(first.source, { key: 'a' }));
    await first.called;
    const leaving = new AbortController();
    let isLoaded = false;
    const load = (): Promise<Uint8Array> => {
      isLoaded = true;
      return Promise.resolve(nothing);
    };
    const left = [1, 2].map(() => readDocument(load, { key: 'a', signal: leaving.signal }));
    const refused = left.map((each) => assert.rejects(each, { message: 'gone' }));
    leaving.abort(new Error('gone'));
    // Their places are free while the first is still read.
    await Promise.all(refused);
    const others = [1, 2].map(() => wasLoaded(readDocument(nothing, { key: 'a' })));
    first.give();
    await Promise.all([reading, ...others]);
    assert.equal(isLoaded, false);
  });

  it('go before a second one of the key that was just read', async () => {
    const first = slowFile();
    const order: string[] = [];
    const ask = (key: string): Promise<void> => {
      const load = (): Promise<Uint8Array> => {
        order.push(key);
        return Promise.resolve(nothing);
      };
      return wasLoaded(readDocument(load, { key }));
    };
    const reading = wasLoaded(readDocument(first.source, { key: 'a' }));
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
