import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isSampleLanguage, swept, sweptLanguages } from '../../test/support/sweeps.ts';
import type { EngineId, Synthesizer } from '../engines/adapter.ts';
import { loadSynthesizer } from '../engines/testing.ts';
import { allEngines, enginesById } from '../engines/registry.ts';
import { neutralProsody } from '../text/types.ts';
import { createCatalogue } from './catalogue.ts';
import { greetings } from './sample-text.ts';
import type { Language } from './languages.ts';
import { speakerFor, speechTarget } from './speakers.ts';
import type { Voice } from './voice.ts';

const { voices: builtInVoices } = createCatalogue();

/** In the sample: the first voice of each engine, and one of each sample language. */
function isSampleVoice(voice: Voice): boolean {
  const isFirst = (same: (other: Voice) => boolean) => builtInVoices.find(same) === voice;
  return (
    isFirst(({ speaker }) => speaker.engine === voice.speaker.engine) ||
    (isSampleLanguage(voice.language) && isFirst(({ language }) => language === voice.language))
  );
}

const engines = new Map<EngineId, Synthesizer>();
before(async () => {
  for (const engine of allEngines) engines.set(engine.id, await loadSynthesizer(engine));
});

/** Seconds and effective level (0–1) of a greeting spoken by a voice in a language. */
async function greet(voice: Voice, language: Language): Promise<{ seconds: number; level: number }> {
  const speaker = speakerFor(voice, speechTarget(voice, { language }), allEngines);
  const engine = engines.get(speaker.engine)!;
  const tokens = greetings[language].split(' ').map((text) => ({ text, spoken: [text], continues: false }));
  let count = 0;
  let energy = 0;
  const audio = (samples: Int16Array): void => {
    count += samples.length;
    for (const sample of samples) energy += (sample / 32768) ** 2;
  };
  await engine.speak(
    { tokens, prosody: neutralProsody, language, pauseSeconds: 0 },
    speaker,
    { audio, marks: () => undefined },
    new AbortController().signal,
  );
  return {
    seconds: count / enginesById([speaker.engine])[0]!.capabilities.sampleRate,
    level: Math.sqrt(energy / count),
  };
}

describe('a built-in voice', () => {
  for (const voice of swept(builtInVoices, isSampleVoice)) {
    it(`${voice.name} (${voice.tagline}) speaks its language aloud`, async () => {
      const { seconds, level } = await greet(voice, voice.language);
      assert.ok(seconds > 0.3 && seconds < 3, `${seconds} s`);
      assert.ok(level > 0.01, `level ${level}`);
    });
  }
  it('speaks every other language too', async () => {
    for (const language of sweptLanguages(Object.keys(greetings) as Language[])) {
      assert.ok((await greet(builtInVoices[0]!, language)).level > 0.01, language);
    }
  });
});
