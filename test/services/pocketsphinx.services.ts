/** PocketSphinx as Debian packages it, on speech of the embedded voices: its suite, and what only a real recognizer shows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { integersOf } from '../../src/audio/bytes.ts';
import { encodeSamples } from '../../src/audio/pcm.ts';
import { createResampler } from '../../src/audio/resampler.ts';
import { flite } from '../../src/engines/flite/index.ts';
import { loadSynthesizer, segmentOf, speakWith } from '../../src/engines/testing.ts';
import { recognizerRate, type RecognizerDescriptor } from '../../src/recognizers/adapter.ts';
import { describeRecognizer } from '../../src/recognizers/conformance.ts';
import { installPocketsphinx, pocketsphinx } from '../../src/recognizers/pocketsphinx/index.ts';

const silence = new Int16Array(recognizerRate / 2);

/** By a masculine voice, with silence on both sides. */
async function spoken(text: string): Promise<Int16Array> {
  const engine = await loadSynthesizer(flite);
  const voice = flite.voices().find(({ gender, accent }) => gender === 'masculine' && accent !== 'scottish')!.speaker;
  const { samples } = await speakWith(engine, segmentOf(text), voice);
  await engine.close();
  const resampler = createResampler({ inputRate: flite.capabilities.sampleRate, outputRate: recognizerRate });
  const parts = [resampler.write(samples), resampler.end()].map((part) => integersOf(encodeSamples(part, 'pcm_s16le')));
  return Int16Array.from([silence, ...parts, silence].flatMap((part) => [...part]));
}

function installed(): RecognizerDescriptor {
  const descriptor = pocketsphinx();
  assert.ok(descriptor !== undefined, `PocketSphinx is not installed: ${installPocketsphinx}`);
  return descriptor;
}

const sentence = await spoken('The weather in London will be warm and sunny on Monday morning.');
describeRecognizer(installed, 'pocketsphinx', {
  speech: sentence,
  language: 'en',
  heard: /\b(?:london|weather|morning)\b/u,
});

describe('PocketSphinx with a vocabulary', () => {
  it('hears its phrases and nothing else', async () => {
    const recognizer = installed().open();
    try {
      const vocabulary = ['turn on the light', 'turn off the light', 'open the door', 'close the window'];
      for (const phrase of vocabulary) {
        const utterance = recognizer.begin({ language: 'en', vocabulary, signal: new AbortController().signal });
        utterance.write(await spoken(phrase));
        assert.equal((await utterance.end()).text, phrase);
      }
      const strange = recognizer.begin({
        language: 'en',
        vocabulary: ['xyzzyq'],
        signal: new AbortController().signal,
      });
      strange.write(sentence.slice());
      await assert.rejects(strange.end(), /none of the phrases has words that its dictionary knows/);
    } finally {
      await recognizer.close();
    }
  });
});
