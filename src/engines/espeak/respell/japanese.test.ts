import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/support/property-runs.ts';
import { initialReaderState, readSegments } from '../../../text/reader.ts';
import { morphemesOf } from './japanese-dictionary.ts';
import { mendHiragana } from './japanese-hiragana.ts';
import { toKatakana, withLongVowels } from './japanese-kana.ts';
import { vocabulary } from './japanese-vocabulary-testing.ts';
import { readJapanese, spokenKana } from './japanese.ts';
import { EspeakSynthesizer } from '../synthesizer.ts';

/** What is spoken for each of these words, in katakana. */
function kanaOf(...words: readonly string[]): string[] {
  return spokenKana(words.map((text) => ({ text, isWritten: true }))).map((sounds) =>
    sounds.map(({ mora, text }) => mora ?? `<${text}>`).join(''),
  );
}

/** Kana by their sound alone: long vowels and the voiced sounds that have two letters are written in one way. */
function bySound(kana: string): string {
  const rows = {
    ア: 'アカサタナハマヤラワガザダバパャ',
    イ: 'イキシチニヒミリギジビピ',
    ウ: 'ウクスツヌフムユルグズブプュ',
  };
  const long = Object.entries({ ...rows, オ: 'オコソトノホモヨロゴゾドボポョ' });
  return long
    .reduce(
      (text, [vowel, row]) => text.replaceAll(new RegExp(`(?<=[${row}])${vowel}`, 'gu'), 'ー'),
      withLongVowels(toKatakana(kana)),
    )
    .replaceAll('ヅ', 'ズ')
    .replaceAll('ヂ', 'ジ');
}

describe('Japanese', () => {
  it('reads at least 99 of 100 common words as they are spoken, and none of them silently', () => {
    assert.ok(vocabulary.length >= 1000 && new Set(vocabulary.map(([word]) => word)).size >= 1000);
    const wrong = vocabulary.flatMap(([word, reading]) => {
      const [kana = ''] = kanaOf(word);
      assert.notEqual(kana, '', `${word} is silent`);
      return bySound(kana) === bySound(reading) ? [] : [`${word}: ${kana} instead of ${reading}`];
    });
    assert.ok(wrong.length <= vocabulary.length / 100, wrong.join('\n'));
  });

  it('reads at least 99 of 100 of them in a sentence of hiragana', () => {
    const wrong = vocabulary.flatMap(([word, reading]) => {
      const said = bySound(kanaOf(`これは${reading}です`).join('').replaceAll('\u309a', ''));
      return said === bySound(`コレワ${reading}デス`) ? [] : [`${word}: ${said} instead of ${reading}`];
    });
    assert.ok(wrong.length <= vocabulary.length / 100, wrong.join('\n'));
  });

  it('takes hiragana in any order to its end, and leaves none of it out', () => {
    const parts = [
      'きょう',
      'は',
      'へ',
      'ゃ',
      'ー',
      'ーシェフ',
      'う',
      'ち',
      'ん',
      'これ',
      '猫',
      '、',
      'です',
      'っ',
      '」',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }), (written) => {
        for (const text of [written.join(''), written.join('').repeat(20)]) {
          const morphemes = mendHiragana(morphemesOf(text));
          assert.equal(morphemes.map(({ surface }) => surface).join(''), text);
        }
      }),
      runs(500, 60),
    );
  });

  const sentences: readonly (readonly [string, string])[] = [
    ['きょうはちゅうごくりょうりをたべます', 'キョーワチュウゴクリョーリオタベマス'],
    ['あのひとははやいです', 'アノヒトワハヤイデス'],
    ['しゃちょうはひこうきでいきました', 'シャチョーワヒコーキデイキマシタ'],
    ['私は東京へ行きます', 'ワタシワトーキョーエイキマス'],
    ['母は花を買った', 'ハハワハナオカッタ'],
    ['吾輩は猫である名前はまだ無い', 'ワガハイワネコデアルナマエワマダナイ'],
    ['お父さんは学校を出た', 'オトーサンワガッコーオデタ'],
    ['こんにちは', 'コンニチワ'],
    ['今日は', 'コンニチワ'],
    ['今日はいい天気ですね', 'キョーワイイテンキデスネ'],
    ['会議を行った', 'カイギオオコナッタ'],
    ['一人で行った', 'ヒトリデイッタ'],
    ['百二十三円です', 'ヒャクニジューサンエンデス'],
    ['六百八十本', 'ロッピャクハチジュッポン'],
    ['四月三日の四時三分', 'シガツミッカノヨジサンプン'],
    ['鬱と檸檬', 'ウツトレモン'],
    ['鬱々', 'ウツウツ'],
    ['髙橋さんと山﨑さん', 'タカハシサントヤマザキサン'],
  ];
  for (const [text, kana] of sentences) {
    it(`reads ${text}`, () => assert.equal(kanaOf(text).join('').replaceAll('\u309a', ''), kana));
  }

  it('reads every kanji of JIS X 0208', () => {
    const decoder = new TextDecoder('euc-jp');
    const bytes = Array.from({ length: 94 }, (_, index) => 0xa1 + index);
    const kanji = bytes.flatMap((row) =>
      bytes.map((cell) => decoder.decode(Uint8Array.of(row, cell))).filter((text) => /^\p{Script=Han}$/u.test(text)),
    );
    assert.ok(kanji.length > 6300);
    const kana = kanji.map((character) => kanaOf(character)[0]!);
    const silent = kanji.filter((_character, index) => !/^[ァ-ー]+$/u.test(kana[index]!));
    assert.deepEqual(silent, ['々'], 'it has nothing to repeat');
    // Of additions of makers to the standard some have no reading anywhere: it is said that they are kanji.
    assert.ok(kana.filter((reading) => reading === 'カンジ').length < 30);
  });

  it('gives each word its share of what is spoken, however the text is divided', () => {
    assert.deepEqual(kanaOf('一', '人', 'で'), ['ヒト', 'リ', 'デ']);
    assert.deepEqual(kanaOf('三', '百', '円'), ['サン', 'ビャク', 'エン']);
    const text = '吾輩は猫である名前はまだ無いどこで生れたか頓と見当がつかぬ';
    assert.equal(kanaOf(...Array.from(text)).join(''), kanaOf(text).join(''));
  });

  it('reads kana that stand for a number as they are, and the words beside them as beside a noun', () => {
    const words = ['はち', '時', 'は', 'へいき'].map((text, index) => ({ text, isWritten: index > 0 }));
    const kana = spokenKana(words).map((sounds) => sounds.map(({ mora }) => mora).join(''));
    assert.deepEqual([kana[0], kana[2]], ['ハチ', 'ワ']);
  });

  it('leaves other scripts to the voice', () => {
    assert.deepEqual(readJapanese([{ text: 'NHKの', isWritten: true }]), [[{ text: 'NHK' }, { phones: ['n', 'o̞'] }]]);
    assert.deepEqual(readJapanese([{ text: '', isWritten: true }]), [[]]);
  });

  describe('gives kana as phones', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['きゃりーぱみゅぱみゅ', 'kʲä ɽi i pä mʲɯᵝ pä mʲɯᵝ'],
      ['シェフ', 'ɕe̞ ɸɯᵝ'],
      ['ティーシャツ', 'ti i ɕä tsɯᵝ'],
      ['ウォッカ', 'wo̞ k kä'],
      ['マッチ', 'mä t tɕi'],
      ['クァルテット', 'kwä ɽɯᵝ te̞ t to̞'],
      ['デュエット', 'dʲɯᵝ e̞ t to̞'],
      ['ちょっと', 'tɕo̞ t to̞'],
      ['しんぶん', 'ɕi m bɯᵝ ɴ'],
      ['さんかい', 'sä ŋ kä i'],
      ['あっ', 'ä ʔ'],
      ['ねぇ', 'ne̞e̞'],
    ];
    for (const [kana, expected] of cases) {
      it(kana, () => {
        const [[reading] = []] = readJapanese([{ text: kana, isWritten: false }]);
        assert.ok(reading !== undefined && 'phones' in reading);
        assert.equal(reading.phones.join('').replace('ˌ', ''), expected.replaceAll(' ', ''));
      });
    }
  });
});

describe('Japanese through eSpeak', () => {
  let espeak: EspeakSynthesizer;
  before(async () => {
    espeak = await EspeakSynthesizer.load();
  });

  it('is heard word by word, without the names of letters', () => {
    for (const text of ['鬱な薔薇と渋い吾輩。', '「きょう」は、ーシェフの憂鬱。', '檸檬を齧った躑躅']) {
      const options = { language: 'ja', normalization: 'auto', generationConfig: {} };
      const { segments } = readSegments(text, initialReaderState, options);
      for (const segment of segments) {
        const words = espeak.phonemize(segment, { engine: 'espeak', name: 'ja' });
        assert.ok(
          words.every(({ phonemes }) => phonemes !== '' && !phonemes.includes('dʒˈapəniːz')),
          text,
        );
      }
    }
  });
});
