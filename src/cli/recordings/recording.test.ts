import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { readRecording } from './recording.ts';

describe('a recording on standard input', () => {
  /** Reads what comes in pieces of ten bytes, of which there are more than can be read. */
  const read = async (pieces: number, maxBytes: number) => {
    const own = Object.getOwnPropertyDescriptor(process, 'stdin')!;
    let given = 0;
    const source = Readable.from(
      (function* () {
        for (; given < pieces; given++) yield Buffer.alloc(10, 1);
      })(),
    );
    Object.defineProperty(process, 'stdin', { configurable: true, value: source });
    try {
      const { bytes } = await readRecording('-', { maxBytes });
      return bytes.length;
    } catch (error) {
      return [(error as Error).message, given];
    } finally {
      Object.defineProperty(process, 'stdin', own);
    }
  };

  it('may be as large as a file, and is read no further', async () => {
    assert.equal(await read(5, 50), 50);
    const [message, given] = (await read(10_000, 50)) as [string, number];
    assert.equal(message, 'standard input: is too big: at most 50 bytes');
    assert.ok(given < 100, String(given));
  });
});
