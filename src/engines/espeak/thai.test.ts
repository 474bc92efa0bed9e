import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { respellThai } from './thai.ts';

function said(word: string): string {
  const result = respellThai(word);
  return 'phones' in result ? result.phones.filter((phone) => phone !== 'ˈ').join('') : `text ${result.text}`;
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
