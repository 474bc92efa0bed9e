import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import { measureSpeech } from '../../audio/clip/measures.ts';
import type { Synthesizer, EngineVoice } from '../adapter.ts';
import { loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { espeak } from './index.ts';
import { withPitch } from './profile.ts';

/** By voice name, with the language of the text. */
const sentences: Readonly<Record<string, readonly [language: string, text: string]>> = {
  'en-us': [
    'en',
    'The keeper of the lighthouse went down to the harbour, and she waited for the boat until the evening.',
  ],
  de: ['de', 'Der Wärter des Leuchtturms ging hinunter zum Hafen und wartete bis zum Abend auf das Boot.'],
  fr: ['fr', 'Le gardien du phare est descendu au port et il a attendu le bateau jusqu’au soir.'],
  es: ['es', 'El guardián del faro bajó al puerto y esperó el barco hasta la noche.'],
  cmn: ['zh', '今天 天气 很 好， 我们 去 公园 走走， 然后 一起 吃饭。 你 喜欢 吃 什么？'],
  hi: ['hi', 'आज मौसम बहुत अच्छा है, हम बाहर घूमने चलते हैं।'],
  ru: ['ru', 'Смотритель маяка спустился в гавань и ждал лодку до вечера.'],
  fi: ['fi', 'Majakanvartija meni alas satamaan ja odotti venettä iltaan asti.'],
  vi: ['vi', 'Hôm nay trời đẹp, chúng tôi đi dạo trong công viên.'],
  ja: ['ja', 'きょう は とても いい てんき です ね、 さんぽ に いきましょう。'],
};

const profiles = swept(
  [
    ['m7', 80, 0.5],
    ['f2', 110, 0.35],
    ['f2', 330, 0.2],
  ] as const,
  ([, medianPitch]) => medianPitch !== 110,
);

describe('a profile on eSpeak', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(espeak);
  });
  const speak = async (voice: Omit<EngineVoice, 'engine'>, prosody = {}): Promise<Int16Array> => {
    const [language, text] = sentences[voice.name]!;
    return (await speakWith(engine, segmentOf(text, { language, prosody }), { engine: 'espeak', ...voice })).samples;
  };
  const pitchOf = (samples: Int16Array) =>
    measureSpeech(
      Float32Array.from(samples, (sample) => sample / 32_768),
      espeak.capabilities.sampleRate,
    ).pitch!;

  for (const [name] of swept(Object.entries(sentences), ([name]) => name === 'ru')) {
    it(`speaks ${name} with the median pitch of the profile, within 8 %`, async () => {
      for (const [variant, medianPitch, pitchSpread] of profiles) {
        const { median } = pitchOf(await speak({ name, variant, profile: { medianPitch, pitchSpread } }));
        assert.ok(Math.abs(median / medianPitch - 1) < 0.08, `${median} Hz for ${medianPitch} Hz on ${variant}`);
      }
    });
  }

  it('moves the pitch further where the speaker does', async () => {
    const spread = async (pitchSpread: number): Promise<number> => {
      const { low, high } = pitchOf(
        await speak({ name: 'en-us', variant: 'm7', profile: { medianPitch: 120, pitchSpread } }),
      );
      return high - low;
    };
    assert.ok((await spread(0.4)) > 1.4 * (await spread(0.2)));
  });

  it('changes nothing but the pitch: with that of its variant the samples are the variant’s', async () => {
    const own = { medianPitch: 105, pitchSpread: 0.3238 };
    assert.match(
      withPitch('name male7\npitch  75 125\nvoicing 155', own, 'en'),
      /^name male7\nvoicing 155\npitch 75 125\n$/u,
    );
    assert.deepEqual(
      await speak({ name: 'en-us', variant: 'm7', profile: own }),
      // A voice that is no clone has half as much more of the range, and a mean that makes up for it.
      await speak({ name: 'en-us', variant: 'm7' }, { range: 2 / 3 / 2 ** (4 / 50), pitch: 2 ** (4 / 50) }),
    );
  });

  it('gives the same samples each time, between other voices, and leaves those as they were', async () => {
    const clone = { name: 'en-us', variant: 'f2', profile: { medianPitch: 180, pitchSpread: 0.3 } };
    const other = { ...clone, profile: { medianPitch: 190, pitchSpread: 0.3 } };
    const [plain, first] = [await speak({ name: 'en-us', variant: 'f2' }), await speak(clone)];
    const second = await speak(other);
    assert.deepEqual(
      [await speak(clone), await speak(other), await speak({ name: 'en-us', variant: 'f2' })],
      [first, second, plain],
    );
    assert.notDeepEqual(first, second);
  });

  it('works without a variant, and refuses an unknown one', async () => {
    const profile = { medianPitch: 140, pitchSpread: 0.3 };
    assert.ok(Math.abs(pitchOf(await speak({ name: 'de', profile })).median / 140 - 1) < 0.08);
    await assert.rejects(speak({ name: 'de', variant: 'written', profile }), /no voice variant written/u);
  });
});
