/** Numbers of six Asian languages as words, token by token. How they sound is tested by the tables of cases. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../reader.ts';

/** Words of one token by spaces, tokens by `|`. */
function spoken(text: string, language: string): string {
  return readSegments(text, initialReaderState, { language, normalization: 'auto', generationConfig: {} })
    .segments.flatMap(({ tokens }) => tokens.map((token) => token.spoken.join(' ')))
    .join('|');
}

const rows: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  zh: [
    ['10010', '一万零一十'],
    ['1000000000000', '一万亿'],
    ['200000002', '两亿零二'],
    ['12个', '十二|个'],
    ['2次方', '二|次|方'],
    ['1998-2005年', '一九九八|到|二零零五年'],
    ['5月1日-7日', '五|月|一|日 到|七|日'],
    ['$1.5亿', '一点五亿美元||'],
    ['NT$300', '三百新台币'],
    ['-百分之1', '负|百分|之|一'],
    ['日期是12/2/2', '日期|是|一二年|二月|二日'],
  ],
  ja: [
    ['300本', 'さんびゃっぽん|'],
    ['1000万人', 'いっせんまんにん|'],
    ['2億5000万円', 'におくごせんまんえん||||'],
    ['8兆', 'はっちょう|'],
    ['1日中', 'いちにちじゅう||'],
    ['2、3日', 'にさんにち||'],
    ['6時6分', 'ろくじ||ろっぷん|'],
    ['5月1日〜7日', 'ごがつ||ついたち|から|なのか|'],
    ['第Ⅲ章', '第|さん|章'],
    ['-√3分の1', 'マイナス ルート|さんぶんのいち|||'],
    ['R.4', 'れいわ よねん'],
  ],
  ko: [
    ['1만5천원', '만 오천 원'],
    ['60kg이다', '육십 킬로그램이다'],
    ['1.5배', '일 점 오 배'],
    ['24시간', '이십사 시간'],
    ['7,8월', '칠 팔 월'],
    ['9:00~18:00', '아홉 시에서 십팔 시'],
    ['5분의 1', '오분의|일'],
    ['2/5이 반대했다', '오분의 이가|반대했다'],
    ['1/3가 왔다', '삼분의 일이|왔다'],
    ['3/4은 크다', '사분의 삼은|크다'],
    ['1/2로', '이분의 일로'],
    ['3/4로 줄었다', '사분의 삼으로|줄었다'],
    ['종로 3가', '종로|삼가'],
    ['월~금', '월요일에서 금요일'],
    ['월요일~금요일에', '월요일에서 금요일에'],
    ['2일(수)〜5일(토)', '이 일 수요일 에서 오 일 토요일'],
    ['2234-5678로', '이이삼사 오육칠팔로'],
    ['1500-2000원', '천오백에서 이천 원'],
    ['1592-1598년', '천오백구십이에서 천오백구십팔 년'],
  ],
  vi: [
    ['1001', 'một nghìn không trăm linh một'],
    ['3.000.000.005', 'ba tỷ không trăm linh năm'],
    ['50k', 'năm mươi nghìn'],
    ['tháng 4/2024', 'tháng|tư năm hai nghìn không trăm hai mươi tư'],
    ['9:00-18:00', 'chín giờ đến mười tám giờ'],
  ],
  hi: [
    ['1000000', 'दस लाख'],
    ['₹1.5 लाख', 'एक दशमलव पाँच|लाख रुपये'],
    ['2½', 'ढाई'],
    ['32A, गांधी नगर', 'बत्तीस ए,|गांधी|नगर'],
    ['32A', 'बत्तीस ए'],
    ['फ्यूज 32A का है', 'फ्यूज|बत्तीस एम्पीयर|का|है'],
    ['मुंबई - 400 001', 'मुंबई,||चार शून्य शून्य|शून्य शून्य एक'],
    ['7वें', 'सातवें'],
    ['1914-1918', 'उन्नीस सौ चौदह से उन्नीस सौ अठारह'],
    ['9:00-18:00', 'नौ बजे से अठारह बजे'],
  ],
  ar: [
    ['103 كغ', 'مئة وثلاثة|كيلوغرامات'],
    ['11 سنة', 'إحدى عشرة|سنة'],
    ['2000 جندي', 'ألفا|جندي'],
    ['القرن 19', 'القرن|التاسع عشر'],
    ['الساعة 13:30', 'الساعة|الثالثة عشرة والنصف'],
    ['2024م', 'ألفين وأربعة وعشرين ميلادية'],
  ],
};

describe('numbers of Asian languages', () => {
  for (const [language, cases] of Object.entries(rows)) {
    for (const [text, words] of cases) {
      it(`in ${language}: ${text}`, () => {
        assert.equal(spoken(text, language), words);
      });
    }
  }

  it('lose no digit of a run that is longer than numbers have names', () => {
    for (const language of Object.keys(rows)) {
      const words = spoken('7'.repeat(100), language);
      const one = spoken('7', language);
      assert.equal(words.split(one).length - 1, 100, language);
    }
  });

  it('are as written where normalisation is off', () => {
    const { segments } = readSegments('2024年', initialReaderState, {
      language: 'zh',
      normalization: 'off',
      generationConfig: {},
    });
    assert.equal(segments[0]!.tokens[0]!.spoken[0], '2024');
  });
});
