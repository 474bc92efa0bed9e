/** What a take keeps of an utterance. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpeechEvent } from '@sonorant/client';
import { Take } from '../../../console/src/audio/take.ts';

const audio: SpeechEvent = { type: 'audio', samples: new Float32Array(240).fill(0.5), bytes: new Uint8Array(0) };

describe('a take', () => {
  it('that has failed stays as it was then, whatever comes after it', async () => {
    const take = new Take(24_000);
    const failure = new Error('it broke off');
    await take.read(
      (async function* events(): AsyncGenerator<SpeechEvent> {
        yield audio;
        await Promise.resolve();
        take.fail(failure);
        yield audio;
        yield { type: 'done' };
      })(),
    );
    const { state, error, seconds } = take.view();
    assert.deepEqual({ state, error, seconds }, { state: 'failed', error: failure, seconds: 0.01 });
  });
});
