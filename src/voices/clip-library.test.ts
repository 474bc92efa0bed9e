import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { voiceLike, wavOf } from '../audio/decoding/testing.ts';
import { ServiceError } from '../errors/service-error.ts';
import { ClipLibrary, isLostClip } from './clip-library.ts';

it('a recording that cannot be read is lost where it is gone or damaged, and not where its store is away', async () => {
  const rate = 16_000;
  const clip = wavOf(voiceLike({ seconds: 1, sampleRate: rate, pitch: 120 }), rate);
  const contents: Readonly<Record<string, () => Promise<Readable | undefined>>> = {
    good: () => Promise.resolve(Readable.from([clip])),
    gone: () => Promise.resolve(undefined),
    damaged: () => Promise.resolve(Readable.from([Buffer.from('no audio')])),
    away: () => Promise.reject(new ServiceError('unavailable', 'The store does not answer.')),
  };
  const clips = new ClipLibrary({ blobs: { get: (key) => contents[key]!() } });
  assert.equal((await clips.get({ key: 'good', transcript: undefined })).id, 'good');
  for (const [key, isLost] of [
    ['gone', true],
    ['damaged', true],
    ['away', false],
  ] as const) {
    await assert.rejects(clips.get({ key, transcript: undefined }), (error) => {
      assert.ok(error instanceof ServiceError && error.code === 'unavailable', String(error));
      assert.equal(isLostClip(error), isLost, key);
      return true;
    });
  }
});
