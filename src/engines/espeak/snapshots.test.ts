import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VoiceSnapshots } from './snapshots.ts';

const page = 4096;

/** A memory of ten pages whose first byte says which voice is loaded; loading a voice fills the pages 2 and 3. */
function memory(): {
  heap: Uint8Array;
  loads: string[];
  snapshots: (limit: number) => VoiceSnapshots;
  load: (voice: string) => () => void;
} {
  const heap = new Uint8Array(10 * page);
  const loads: string[] = [];
  let top = 2 * page;
  return {
    heap,
    loads,
    snapshots: (limit) => new VoiceSnapshots({ bytes: () => heap, top: () => top }, limit),
    load: (voice) => () => {
      loads.push(voice);
      heap[0] = voice.charCodeAt(0);
      heap.fill(voice.charCodeAt(0), 2 * page, 4 * page);
      top = 4 * page - 64;
    },
  };
}

describe('voice snapshots', () => {
  it('take a call back, whatever it changed', () => {
    const { heap, snapshots, load } = memory();
    const voices = snapshots(100 * page);
    voices.restore('a', load('a'));
    const before = heap.slice(0, 4 * page);
    heap.fill(7);
    voices.restore('a', load('a'));
    assert.deepEqual(heap.slice(0, 4 * page), before);
  });

  it('load a voice from the base image, not on top of another voice', () => {
    const { heap, snapshots, load } = memory();
    const voices = snapshots(100 * page);
    voices.restore('a', load('a'));
    heap.fill(9);
    voices.restore('b', () => {
      assert.deepEqual([heap[0], heap[1]], [0, 0]);
      load('b')();
    });
  });

  it('keep only what a voice changed', () => {
    const { snapshots, load } = memory();
    const voices = snapshots(100 * page);
    voices.restore('a', load('a'));
    assert.equal(voices.heldBytes, 3 * page);
  });

  it('load a voice once while it is kept', () => {
    const { loads, snapshots, load } = memory();
    const voices = snapshots(100 * page);
    for (const voice of ['a', 'b', 'a', 'b', 'a']) voices.restore(voice, load(voice));
    assert.deepEqual(loads, ['a', 'b']);
  });

  it('drop the voice used longest ago above the limit', () => {
    const { loads, snapshots, load } = memory();
    const voices = snapshots(7 * page);
    for (const voice of ['a', 'b', 'a', 'c', 'a', 'b']) voices.restore(voice, load(voice));
    assert.deepEqual(loads, ['a', 'b', 'c', 'b']);
    assert.ok(voices.heldBytes <= 7 * page);
  });

  it('keep the newest voice even when it is larger than the limit', () => {
    const { loads, snapshots, load } = memory();
    const voices = snapshots(10);
    for (const voice of ['a', 'a', 'b', 'b', 'a']) voices.restore(voice, load(voice));
    assert.deepEqual(loads, ['a', 'b', 'a']);
  });

  it('keep nothing of a voice that does not load', () => {
    const { loads, snapshots, load } = memory();
    const voices = snapshots(100 * page);
    const failing = (): void => assert.fail('no voice');
    assert.throws(() => voices.restore('x', failing), /no voice/u);
    assert.throws(() => voices.restore('x', failing), /no voice/u);
    voices.restore('x', load('x'));
    assert.deepEqual(loads, ['x']);
  });
});
