import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import { loudnessOf, decibels, speechLoudness } from '../../audio/loudness.ts';
import { createSegmentPipeline } from '../../audio/pipeline.ts';
import { truePeakOf } from '../../audio/true-peak.ts';
import type { EngineVoice, Synthesizer } from '../adapter.ts';
import { loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { espeak } from './index.ts';
import { variants, voiceFiles } from './language-files.ts';
import { levelOf } from './level.ts';

const sentences: Readonly<Record<string, string>> = {
  en: 'The birch canoe slid on the smooth planks, and a large size in stockings is hard to sell in the morning.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren, und sie sollen einander begegnen.',
  vi: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.',
  ru: 'Все люди рождаются свободными и равными в своем достоинстве и правах, они наделены разумом.',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
};

describe('the level of a voice of eSpeak', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(espeak);
  });

  const heard = async (voice: EngineVoice, language: string): Promise<{ loudness: number; truePeak: number }> => {
    const segment = segmentOf(sentences[language]!, { language });
    const { samples } = await speakWith(engine, segment, voice);
    const gain = decibels(speechLoudness - engine.level!(segment, voice)!);
    const pipeline = createSegmentPipeline({ inputRate: 22_050, sampleRate: 24_000, encoding: 'pcm_s16le', gain });
    const bytes = Buffer.concat([pipeline.write(samples), pipeline.end()]);
    const output = new Int16Array(new Uint8Array(bytes).buffer);
    return { loudness: loudnessOf(output, 24_000), truePeak: truePeakOf(output) };
  };

  const voices = espeak.voices().filter(({ language }) => language in sentences);
  const sampled = voices.find(({ language }) => language === 'ko');
  for (const { key, speaker, language } of swept(voices, (voice) => voice === sampled)) {
    it(`${key} is heard at −20 LUFS, without a peak above −1 dBTP`, async () => {
      const { loudness, truePeak } = await heard(speaker, language);
      // One sentence is louder or softer than a text by up to half a unit.
      assert.ok(Math.abs(loudness + 20) <= 1.2, `${loudness} LUFS`);
      assert.ok(truePeak <= -1, `${truePeak} dBTP`);
    });
  }

  it('is that of the language file that speaks', async () => {
    for (const variant of swept(['f2', 'm7'], (each) => each === 'm7')) {
      const { loudness } = await heard({ engine: 'espeak', name: 'en-us', variant }, 'ru');
      assert.ok(Math.abs(loudness + 20) <= 1.2, `${variant}: ${loudness} LUFS`);
    }
  });

  it('is known for every file with every variant', () => {
    for (const file of Object.keys(voiceFiles)) {
      for (const variant of [undefined, ...variants.masculine, ...variants.feminine]) {
        const level = levelOf(file, variant);
        assert.ok(level !== undefined && level < -13 && level > -34, `${file} ${variant ?? ''}: ${level ?? 'none'}`);
      }
    }
  });

  it('is measured for a clone, whose variant stands in no table', async () => {
    for (const [name, language] of [
      ['en-us', 'en'],
      ['de', 'de'],
    ] as const) {
      for (const medianPitch of swept([90, 150, 260], (pitch) => language === 'en' && pitch === 260)) {
        const profile = { medianPitch, pitchSpread: 0.3 };
        const { loudness } = await heard({ engine: 'espeak', name, variant: 'masculine1', profile }, language);
        assert.ok(Math.abs(loudness + 20) <= 1.2, `${medianPitch} Hz: ${loudness} LUFS`);
      }
    }
  });
});
