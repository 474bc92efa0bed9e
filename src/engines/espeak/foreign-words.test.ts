import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sweptLanguages } from '../../../test/support/sweeps.ts';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import { capabilities } from './capabilities.ts';
import { defaultVoices } from './language-files.ts';
import { EspeakSynthesizer } from './synthesizer.ts';

/** A word of each script, and the language that its script stands for. */
const words = {
  en: 'London',
  ru: 'Москва',
  el: 'Αθήνα',
  ar: 'سلام',
  he: 'שלום',
  hi: 'नमस्ते',
  zh: '北京',
  ja: 'さくら',
  ko: '서울',
  th: 'สวัสดี',
  bn: 'বাংলা',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  gu: 'ગુજરાત',
  pa: 'ਪੰਜਾਬ',
  kn: 'ಕನ್ನಡ',
  ml: 'മലയാളം',
  or: 'ଓଡ଼ିଆ',
  ka: 'თბილისი',
};
/** Languages that are written in the same script. */
const kin: Readonly<Record<string, readonly string[]>> = {
  en: 'fr de es pt it nl pl sv tr tl ro cs fi hr ms sk da hu no vi id'.split(' '),
  ru: ['uk', 'bg'],
  ar: ['ur'],
  hi: ['mr'],
  zh: ['ja'],
};

describe('eSpeak, of words in another script', () => {
  let espeak: EspeakSynthesizer;
  before(async () => {
    espeak = await EspeakSynthesizer.load();
  });

  /** The sounds, without stress and length. */
  const soundsOf = (text: string, language: string): string => {
    const { foreignWords } = capabilities;
    const options = { language, normalization: 'auto', generationConfig: {}, foreignWords };
    return readSegments(text, initialReaderState, options)
      .segments.flatMap((segment) =>
        espeak.phonemize(segment, { engine: 'espeak', name: defaultVoices.get(language)! }),
      )
      .map(({ phonemes }) => phonemes.replace(/[ˈˌː\s]/gu, ''))
      .join('');
  };

  it('never spells them, in any language', () => {
    const spelled: string[] = [];
    for (const language of sweptLanguages(capabilities.languages)) {
      for (const [own, word] of Object.entries(words)) {
        if (own === language || kin[own]?.includes(language)) continue;
        const [heard, native] = [soundsOf(word, language), soundsOf(word, own)];
        // It may choose its own sounds for them, but not many more of them, as the names of letters have.
        if (heard === '' || heard.length > native.length * 1.3 + 1) spelled.push(`${word} in ${language}: ${heard}`);
      }
    }
    assert.deepEqual(spelled, []);
  });
});
