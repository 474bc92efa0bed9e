import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../../../text/reader.ts';
import { EspeakSynthesizer } from '../synthesizer.ts';
import { respellThai, toneLetters } from './thai.ts';

function said(word: string): string {
  const result = respellThai(word);
  if (!('phones' in result)) return `text ${result.text}`;
  return result.phones.filter((phone) => !/[ˈ˥˦˧˨˩]/u.test(phone)).join('');
}

describe('Thai letter to sound', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['สวัสดี', 'sawatdiː'],
    ['ขอบคุณ', 'kʰɔːpkʰun'],
    ['ภาษา', 'pʰaːsaː'],
    ['ไทย', 'tʰaj'],
    ['อากาศ', 'aːkaːt'],
    ['เด็ก', 'dek'],
    ['กำลัง', 'kamlaŋ'],
    ['อยู่', 'juː'],
    ['สวน', 'suən'],
    ['โรงเรียน', 'roːŋriən'],
    ['น้ำ', 'naːm'],
    ['คน', 'kʰon'],
    ['ถนน', 'tʰanon'],
    ['สนาม', 'sanaːm'],
    ['เขา', 'kʰaw'],
    ['เธอ', 'tʰɤː'],
    ['เพื่อน', 'pʰɯən'],
    ['และ', 'lɛ'],
    ['กรุงเทพ', 'kruŋtʰeːp'],
    ['ประเทศ', 'pratʰeːt'],
    ['หนังสือ', 'naŋsɯː'],
    ['ทราบ', 'saːp'],
    ['ธรรม', 'tʰam'],
    ['เกาะ', 'kɔ'],
    ['คอมพิวเตอร์', 'kʰɔːmpʰiwtɤː'],
    ['ตลาด', 'talaːt'],
    ['เชียงใหม่', 'tɕʰiəŋmaj'],
    ['ชาติ', 'tɕʰaːt'],
    ['ก็', 'kɔ'],
    ['จริง', 'tɕiŋ'],
    ['มากๆ', 'maːkmaːk'],
  ];
  for (const [word, phones] of cases) it(`reads ${word} as ${phones}`, () => assert.equal(said(word), phones));

  it('leaves other scripts, digits and punctuation to the voice', () => {
    for (const word of ['hello', '25', '…', '']) assert.equal(said(word), `text ${word}`);
  });

  it('takes any run of Thai letters and signs', () => {
    for (const word of ['ะาิี', '์์์', 'เเเ', 'ๆๆ', '่้๊๋', 'กกกกกกกกกก', 'เ', 'ฤๅ']) assert.equal(typeof said(word), 'string');
  });
});

describe('Thai tones', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['มา', 'mid'],
    ['ไม่', 'falling'],
    ['ไหม', 'rising'],
    ['น้ำ', 'high'],
    ['ข้าว', 'falling'],
    ['ข่าว', 'low'],
    ['ขาว', 'rising'],
    ['สวัสดี', 'low low mid'],
    ['ครับ', 'high'],
    ['ค่ะ', 'falling'],
    ['คะ', 'high'],
    ['ภาษา', 'mid rising'],
    ['อังกฤษ', 'mid low'],
    ['หนังสือ', 'rising rising'],
    ['รถ', 'high'],
    ['โต๊ะ', 'high'],
    ['จ๋า', 'rising'],
    ['ประเทศ', 'low falling'],
    ['กรุงเทพ', 'mid falling'],
    ['สิบ', 'low'],
    ['เก้า', 'falling'],
    ['สี่', 'low'],
    ['สาม', 'rising'],
    ['หนึ่ง', 'low'],
    ['อยู่', 'low'],
    ['ตลาด', 'low low'],
    ['ขนม', 'low rising'],
  ];
  const names = new Map(Object.entries(toneLetters).map(([name, letters]) => [letters as string, name]));
  for (const [word, tones] of cases) {
    it(`${word}: ${tones}`, () => {
      const result = respellThai(word);
      assert.ok('phones' in result);
      assert.equal(result.phones.flatMap((phone) => names.get(phone) ?? []).join(' '), tones);
    });
  }

  it('are heard: five words that differ by nothing else have five pitches', async () => {
    const espeak = await EspeakSynthesizer.load();
    const pitches = ['มา', 'หม่า', 'ม่า', 'ม้า', 'หมา'].map((word) => {
      const options = { language: 'th', normalization: 'auto', generationConfig: {} };
      const [segment] = readSegments(word, initialReaderState, options).segments;
      const pcm: number[] = [];
      const sink = { audio: (samples: Int16Array) => void pcm.push(...samples), marks: () => undefined };
      espeak.speak(segment!, { engine: 'espeak', name: 'th' }, sink, new AbortController().signal);
      return [0.3, 0.5, 0.8].map((part) => pitchAt(pcm, Math.round(part * pcm.length)));
    });
    const [mid, low, falling, high, rising] = pitches as [number[], number[], number[], number[], number[]];
    const order = [low, mid, high].map(([, middle]) => middle!);
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.ok(high[1]! > 1.1 * low[1]!, `${high[1]} and ${low[1]} Hz`);
    assert.ok(rising[2]! > 1.03 * rising[0]! && falling[2]! < 0.97 * falling[0]!, JSON.stringify(pitches));
  });
});

/** Hz around a sample, by autocorrelation. */
function pitchAt(pcm: readonly number[], at: number): number {
  const [length, rate] = [900, 22_050];
  let [best, bestLag] = [0, 1];
  for (let lag = Math.round(rate / 250); lag < rate / 60; lag++) {
    let [product, energy] = [0, 1];
    for (let index = at - length; index < at + length; index++) {
      product += (pcm[index] ?? 0) * (pcm[index + lag] ?? 0);
      energy += (pcm[index + lag] ?? 0) ** 2;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > best) [best, bestLag] = [likeness, lag];
  }
  return rate / bestLag;
}
