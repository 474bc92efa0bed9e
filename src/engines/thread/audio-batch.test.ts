import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { AudioBatch } from './audio-batch.ts';
import type { AudioPart } from './protocol.ts';

/** Adds pieces of so many samples, two bytes each, in no time, and gives what was posted. */
function post(isUrgent: boolean, pieces: readonly number[]): { parts: AudioPart[]; rest: AudioPart | undefined } {
  const parts: AudioPart[] = [];
  const batch = new AudioBatch(
    1000,
    isUrgent,
    (part) => parts.push(part),
    () => 0,
  );
  let count = 0;
  for (const samples of pieces) {
    batch.add(
      Uint8Array.from({ length: 2 * samples }, () => count++ % 251),
      samples,
    );
  }
  return { parts, rest: batch.take() };
}

describe('the messages of a task', () => {
  it('are short at first where the listener waits, then four times as long, at most eight seconds', () => {
    const { parts } = post(
      true,
      Array.from({ length: 30_000 }, () => 1),
    );
    assert.deepEqual(
      parts.map(({ samples }) => samples),
      [40, 160, 640, 2560, 8000, 8000, 8000],
    );
  });

  it('are long where it does not', () => {
    const { parts, rest } = post(
      false,
      Array.from({ length: 25 }, () => 400),
    );
    assert.deepEqual(
      parts.map(({ samples }) => samples),
      [8000],
    );
    assert.equal(rest?.samples, 2000);
  });

  it('have at most 256 KiB, unless one piece has more', () => {
    const { parts, rest } = post(false, [1000, 1000]);
    assert.deepEqual([parts.length, rest?.bytes.byteLength], [0, 4000]);
    const many: AudioPart[] = [];
    const batch = new AudioBatch(48_000, false, (part) => many.push(part));
    for (let piece = 0; piece < 10; piece++) batch.add(new Uint8Array(100_000), 25_000);
    batch.add(new Uint8Array(300_000), 75_000);
    const last = batch.take()!;
    assert.deepEqual(
      [...many, last].map((part) => [part.bytes.byteLength, part.samples]),
      [...Array.from({ length: 5 }, () => [200_000, 50_000]), [300_000, 75_000]],
    );
  });

  it('carry all bytes and samples once, in order, however they came', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.nat(3000), { maxLength: 30 }), (isUrgent, pieces) => {
        const { parts, rest } = post(isUrgent, pieces);
        const all = rest === undefined ? parts : [...parts, rest];
        const total = pieces.reduce((sum, samples) => sum + samples, 0);
        assert.equal(
          all.reduce((sum, { samples }) => sum + samples, 0),
          total,
        );
        const bytes = Buffer.concat(all.map((part) => part.bytes));
        assert.equal(bytes.length, 2 * total);
        assert.ok(bytes.every((byte, index) => byte === index % 251));
        for (const { samples } of parts) assert.ok(samples > 0);
      }),
      runs(),
    );
  });

  it('carry samples that an encoder still holds, and bytes that come later', () => {
    const parts: AudioPart[] = [];
    const batch = new AudioBatch(1000, false, (part) => parts.push(part));
    batch.add(new Uint8Array(0), 600);
    batch.add(new Uint8Array([7]), 0);
    assert.deepEqual(batch.take(), { bytes: new Uint8Array([7]), samples: 600 });
    assert.equal(batch.take(), undefined);
    assert.deepEqual(parts, []);
  });

  it('are sent after a quarter of a second, however little has come, so that slow audio is heard in time', () => {
    const parts: AudioPart[] = [];
    let now = 0;
    const batch = new AudioBatch(
      1000,
      false,
      (part) => parts.push(part),
      () => now,
    );
    const add = (at: number, samples: number): number => {
      now = at;
      batch.add(new Uint8Array(2 * samples), samples);
      return parts.length;
    };
    assert.deepEqual([add(249, 5), add(250, 0), add(499, 5), add(500, 5)], [0, 1, 1, 2]);
    assert.equal(add(9000, 0), 2, 'nothing is not sent');
    assert.deepEqual(
      parts.map(({ samples }) => samples),
      [5, 10],
    );
  });

  it('own their bytes: what the engine wrote them from may change', () => {
    const given = new Uint8Array([1, 2, 3]);
    const batch = new AudioBatch(1000, false, () => undefined);
    batch.add(given.subarray(1), 1);
    const part = batch.take();
    given.fill(9);
    assert.deepEqual(part?.bytes, new Uint8Array([2, 3]));
    assert.equal(part.bytes.buffer.byteLength, 2);
  });
});
