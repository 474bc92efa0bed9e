import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { keptBytes } from './kept-bytes.ts';

function streamOf(...chunks: readonly Buffer[]): Readable {
  return Readable.from(chunks, { objectMode: false });
}

describe('an uploaded file in memory', () => {
  it('has the bytes of the stream, and nothing else is in its buffer', async () => {
    const chunks = [Buffer.from('one'), Buffer.alloc(70_000, 7), Buffer.from('three')];
    const bytes = await keptBytes(streamOf(...chunks), 80_000);
    assert.deepEqual(bytes, Buffer.concat(chunks));
    assert.equal(bytes.buffer.byteLength, bytes.byteLength);
  });

  it('may be handed over to a thread', async () => {
    const bytes = await keptBytes(streamOf(Buffer.from('clip')), 100);
    const moved = structuredClone(bytes, { transfer: [bytes.buffer] });
    assert.deepEqual([Buffer.from(moved).toString(), bytes.byteLength], ['clip', 0]);
  });

  it('may be empty, or as long as it may be', async () => {
    assert.equal((await keptBytes(streamOf(), 10)).byteLength, 0);
    assert.equal((await keptBytes(streamOf(Buffer.alloc(10)), 10)).byteLength, 10);
  });

  it('fails where the stream fails, and where more comes than may', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    await assert.rejects(keptBytes(broken, 10), /gone/u);
    await assert.rejects(keptBytes(streamOf(Buffer.alloc(11)), 10), RangeError);
  });
});
