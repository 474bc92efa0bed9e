import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import loadPackage from '@echogarden/espeak-ng-emscripten';
import { loadScript } from './script.ts';

const sentence = 'She sells sea shells by the shore, and nobody (not even Jeffrey!) knows why.';

/** Speaks with a clock that stands still, so that noise has the same seed each time. */
async function speak(load: typeof loadPackage, voices: readonly string[]): Promise<Map<string, string>> {
  const now = Date.now;
  Date.now = () => 0;
  try {
    const module = await load({ print: () => undefined, printErr: () => undefined });
    const worker = new module.eSpeakNGWorker();
    const bytes = new TextEncoder().encode(`${sentence}\0`);
    const text = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, text);
    const spoken = new Map<string, string>();
    for (const voice of voices) {
      assert.equal(worker.set_voice(voice), 0, voice);
      const hash = createHash('sha256');
      let samples = 0;
      const callback = module.addFunction((pcm, count) => {
        hash.update(module.HEAP16.slice(pcm >> 1, (pcm >> 1) + count));
        samples += count;
        return 0;
      }, 'iiii');
      worker.synth_(text, callback);
      assert.ok(samples > worker.samplerate, `${voice}: ${samples} samples`);
      spoken.set(voice, hash.digest('hex'));
    }
    return spoken;
  } finally {
    Date.now = now;
  }
}

// Deep and high, breathy, whispering, rough, with echo, by Klatt's synthesizer (which makes noise of its own), with recorded sounds.
const voices = ['gmw/en-US', 'gmw/en-US+m1', 'gmw/en-US+f5', 'gmw/de+f2', 'gmw/en+whisper', 'gmw/en+croak'].concat([
  'gmw/en-US+m7',
  'roa/fr+Storm',
  'zls/hr+klatt2',
  'gmw/en+klatt4',
  'jpx/ja',
  'sit/cmn',
  'zle/ru+female2',
]);

void test('speaks as the package does, sample by sample', async () => {
  assert.deepEqual(await speak(loadScript, voices), await speak(loadPackage, voices));
});

void test('its memory grows, and what stood in it stays', async () => {
  const module = await loadScript({ print: () => undefined, printErr: () => undefined });
  const before = module.HEAPU8.length;
  const kept = module._malloc(4);
  module.HEAPU8.set([1, 2, 3, 4], kept);
  const large = module._malloc(2 * before);
  assert.ok(large > 0);
  module.HEAPU8.fill(7, large, large + 2 * before);
  assert.ok(module.HEAPU8.length > 2 * before);
  assert.deepEqual([...module.HEAPU8.subarray(kept, kept + 4)], [1, 2, 3, 4]);
  const worker = new module.eSpeakNGWorker();
  assert.equal(worker.set_voice('gmw/en-US'), 0);
});
