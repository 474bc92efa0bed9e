import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sweptLanguages } from '../../../test/support/sweeps.ts';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import { capabilities } from './capabilities.ts';
import { defaultVoices } from './language-files.ts';
import { EspeakSynthesizer } from './synthesizer.ts';

const latin = 'abcdefghijklmnopqrstuvwxyz';
const alphabets: Readonly<Partial<Record<string, string>>> = {
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  el: 'αβγδεζηθικλμνξοπρστυφχψω',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  ur: 'ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنوہی',
  he: 'אבגדהוזחטיכלמנסעפצקרשת',
  de: `${latin}äöüß`,
  es: `${latin}ñ`,
  pl: `${latin}ąćęłńóśźż`,
  cs: `${latin}áčďéěíňóřšťúůýž`,
  tr: 'abcçdefgğhıijklmnoöprsştuüvyz',
};

/** Without what the sound beside it changes: voice and softness of consonants, and weak vowels. */
function broad(sounds: string): string {
  const plain: Readonly<Record<string, string>> = {
    b: 'p',
    β: 'p',
    d: 't',
    ð: 't',
    ɡ: 'k',
    ɣ: 'k',
    v: 'f',
    z: 's',
    ʒ: 'ʃ',
    ʑ: 'ɕ',
    ə: 'ɛ',
    ɐ: 'a',
    ɹ: 'r',
  };
  return Array.from(sounds, (sound) => plain[sound] ?? sound).join('');
}

describe('a spelled word', () => {
  let espeak: EspeakSynthesizer;
  before(async () => {
    espeak = await EspeakSynthesizer.load();
  });

  /** What is said for each spoken word, without stress. */
  const soundsOf = (text: string, language: string): string[] => {
    const options = { language, normalization: 'auto', generationConfig: {} };
    return readSegments(text, initialReaderState, options).segments.flatMap((segment) =>
      espeak
        .phonemize(segment, { engine: 'espeak', name: defaultVoices.get(language)! })
        .map(({ phonemes }) => phonemes.replace(/[ˈˌ ]/gu, '')),
    );
  };

  const known: readonly (readonly [string, string, string])[] = [
    ['en', 'BAD', 'biː eɪ diː'],
    ['en', 'dddd', 'diː diː diː diː'],
    ['de', 'aß', 'ɑː ɛstsɛt'],
    ['ru', 'вокса', 'vɛ o kɑ ɛs ɑ'],
    ['uk', 'вбжз', 'βɛ bɛ ʒɛ zɛ'],
    ['pl', 'wzs', 'vu zɛt ɛs'],
    ['cs', 'skov', 'es kaː oː veː'],
    ['hu', 'sas', 'ɛʃ ɑ ɛʃ'],
    ['el', 'ον', 'omikron ni'],
    ['hi', 'BAD', 'biː eɪ diː'],
    ['ar', 'سلام', 'sin lam alif mim'],
    ['he', 'שלום', 'ʃin lamed vav mem'],
    ['ro', 'eș', 'e ʃe'],
    ['bg', 'гв', 'ɡə və'],
    ['fr', 'yd', 'iɡʁɛk de'],
  ];
  for (const [language, word, sounds] of known) {
    it(`is said by the names of its letters in ${language}: ${word}`, () =>
      assert.deepEqual(soundsOf(`<spell>${word}</spell>`, language), sounds.split(' ')));
  }

  it('says each letter the same wherever it stands, in every language and in both cases', () => {
    const different: string[] = [];
    for (const language of sweptLanguages(capabilities.languages)) {
      const letters = Array.from(alphabets[language] ?? latin);
      const alone = letters.map((letter) => broad(soundsOf(`<spell>${letter}</spell>`, language).join()));
      assert.ok(
        alone.every((sounds) => sounds !== ''),
        language,
      );
      for (const word of [letters.join(''), letters.join('').toLocaleUpperCase(language).replace('SS', 'ß')]) {
        const heard = soundsOf(`<spell>${word}</spell>`, language).map(broad);
        for (const [index, name] of alone.entries()) {
          if (heard[index] !== name) different.push(`${language} ${letters[index]!}: ${heard[index]} for ${name}`);
        }
      }
    }
    assert.deepEqual(different, []);
  });

  it('is said like an abbreviation, not like words of one letter', () => {
    assert.deepEqual(soundsOf('AI', 'en'), ['eɪ', 'aɪ']);
    assert.deepEqual(soundsOf('a AI a', 'en').slice(1, 3), ['eɪ', 'aɪ']);
  });
});

describe('a letter with marks that the language has not', () => {
  it('is read without them, in Vietnamese with them', async () => {
    const espeak = await EspeakSynthesizer.load();
    const soundsOf = (text: string, language: string): string[] => {
      const options = { language, normalization: 'auto', generationConfig: {} };
      return readSegments(text, initialReaderState, options).segments.flatMap((segment) =>
        espeak
          .phonemize(segment, { engine: 'espeak', name: defaultVoices.get(language)! })
          .map(({ phonemes }) => phonemes),
      );
    };
    for (const language of ['en', 'de', 'fr', 'tl']) {
      assert.deepEqual(soundsOf('Nguyễn Trị Hồ.', language), soundsOf('Nguyen Tri Ho.', language), language);
      assert.equal(soundsOf('Nguyễn', language).join(' ').includes(' '), false, language);
    }
    assert.notDeepEqual(soundsOf('Nguyễn', 'vi'), soundsOf('Nguyen', 'vi'));
    assert.deepEqual(soundsOf('groẞ', 'de'), soundsOf('groß', 'de'));
  });
});

describe('phones in the accent that is asked for', () => {
  let espeak: EspeakSynthesizer;
  before(async () => {
    espeak = await EspeakSynthesizer.load();
  });

  const cases: readonly (readonly [string, string, string])[] = [
    ['en-gb', 'b|oʊ|t', 'bəʊt'],
    ['en-us', 'b|əʊ|t', 'boʊt'],
    ['en-gb-scotland', 'b|əʊ|t', 'boːt'],
    ['en-gb-x-gbclan', 'b|oʊ|t', 'boːt'],
    ['en-gb', 'n|ɝ|s', 'nɜːs'],
    ['en-us', 'h|ɛə', 'hɛɹ'],
    ['en-gb', 'h|ɛɹ', 'heə'],
    ['en-us', 'l|ɒ|t', 'lɑːt'],
    ['en-gb', 'l|ɑ|s|t', 'lɑːst'],
    ['en-gb-x-rp', 't|æ|p', 'tæp'],
  ];
  for (const [name, phones, heard] of cases) {
    it(`${name}: ${phones} is ${heard}`, () => {
      const options = { language: 'en', normalization: 'auto', generationConfig: {} };
      const [segment] = readSegments(`<<${phones}>>`, initialReaderState, options).segments;
      const [word] = espeak.phonemize(segment!, { engine: 'espeak', name });
      assert.equal(word?.phonemes.replace(/[ˈˌ]/gu, ''), heard);
    });
  }
});
