import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Dictionary } from './dictionary.ts';
import { initialReaderState, readSegments, type ReaderOptions, type ReaderState } from './reader.ts';
import { neutralProsody, type Segment } from './types.ts';

const english: ReaderOptions = { language: 'en', normalization: 'auto', generationConfig: {} };

function read(pieces: readonly string[], options: Partial<ReaderOptions> = {}): Segment[] {
  let state: ReaderState = initialReaderState;
  return pieces.flatMap((piece) => {
    const result = readSegments(piece, state, { ...english, ...options });
    state = result.state;
    return result.segments;
  });
}

function texts(segments: readonly Segment[]): string[][] {
  return segments.map(({ tokens }) => tokens.map((token) => (token.continues ? '+' : '') + token.text));
}

function spoken(segments: readonly Segment[]): string[][] {
  return segments.map(({ tokens }) => tokens.map((token) => token.spoken.join(' ')));
}

describe('reading a piece', () => {
  it('gives one token for each word with its punctuation', () => {
    assert.deepEqual(read(['Hello,  "world" — yes.\n']), [
      {
        tokens: [
          { text: 'Hello,', spoken: ['Hello,'], continues: false },
          { text: '"world"', spoken: ['world,'], continues: false },
          { text: '—', spoken: [], continues: false },
          { text: 'yes.', spoken: ['yes.'], continues: false },
        ],
        prosody: neutralProsody,
        language: 'en',
        pauseSeconds: 0,
      },
    ]);
  });

  it('gives nothing for white space and for tags alone', () => {
    assert.deepEqual(read([' \n', '', '<speed ratio="1.2"/>', '[laughter]']), []);
  });

  it('reads the base language from a locale', () =>
    assert.equal(read(['Oi.'], { language: 'pt_BR' })[0]!.language, 'pt'));
});

describe('the volume within a segment', () => {
  const volumes = (segments: readonly Segment[]): unknown[] =>
    segments.map(({ tokens, prosody }) => [prosody.volume, ...tokens.map(({ text, volume }) => [text, volume])]);

  it('is that of each word, where it is another than the segment begins with', () => {
    const pieces = [
      'Come <volume ratio="2"/>here, now, <volume ratio="1"/>or <volume ratio="0.5"/>go.',
      'Well <volume ratio="1"/>done.',
    ];
    assert.deepEqual(volumes(read(pieces, { volumeWithin: true })), [
      [1, ['Come', undefined], ['here,', 2], ['now,', 2], ['or', undefined], ['go.', 0.5]],
      [0.5, ['Well', undefined], ['done.', 1]],
    ]);
  });

  it('multiplies what the request asks, and that of an emotion', () => {
    const options = { volumeWithin: true, generationConfig: { volume: 0.5, emotion: 'shouting' } };
    const [plain] = read(['<volume ratio="2"/>go'], options);
    assert.deepEqual(volumes(read(['Now <volume ratio="2"/>go'], options))[0], [
      plain!.prosody.volume / 2,
      ['Now', undefined],
      ['go', plain!.prosody.volume],
    ]);
  });

  it('begins with a word: one that has begun keeps its own', () => {
    assert.deepEqual(
      volumes(read(['so wor<volume ratio="2"/>ld <spell>A<volume ratio="1"/>B</spell> end'], { volumeWithin: true })),
      [[1, ['so', undefined], ['world', undefined], ['AB', 2], ['end', undefined]]],
    );
    assert.deepEqual(volumes(read(['你好<volume ratio="2"/>世界'], { volumeWithin: true, language: 'zh' })), [
      [1, ['你好', undefined], ['世界', 2]],
    ]);
  });

  it('is left to segments where it cannot change within one', () => {
    assert.deepEqual(volumes(read(['Come <volume ratio="2"/>here.'])), [
      [1, ['Come', undefined]],
      [2, ['here.', undefined]],
    ]);
  });
});

describe('prosody tags', () => {
  it('hold from their place on, over pieces, on top of what the request asks', () => {
    const segments = read(
      ['One ', '<speed ratio="1.2"/>two ', 'three ', '<emotion value="sad"/><volume ratio="0.5"/>four'],
      { generationConfig: { speed: 0.8, volume: 2 } },
    );
    assert.deepEqual(
      segments.map(({ prosody }) => prosody.rate),
      [0.8, 0.96, 0.96, 0.816],
    );
    assert.deepEqual(
      segments.map(({ prosody }) => prosody.volume),
      [2, 2, 2, 0.82],
    );
  });

  it('divide a piece that has one in its middle', () => {
    assert.deepEqual(texts(read(['one <speed ratio="1.2"/>two'])), [['one'], ['two']]);
  });
});

describe('a break', () => {
  it('is silence before the text that follows', () => {
    const segments = read(['<break time="1s"/><break time="500ms"/> one']);
    assert.deepEqual(
      segments.map(({ pauseSeconds }) => pauseSeconds),
      [1.5],
    );
  });

  it('is a segment of its own at the end', () => {
    assert.deepEqual(read(['<break time="2s"/>']), [
      { tokens: [], prosody: neutralProsody, language: 'en', pauseSeconds: 2 },
    ]);
  });

  it('lasts a minute at most, also where several stand together', () => {
    assert.deepEqual(read(['<break time="50s"/><break time="50s"/>'])[0]!.pauseSeconds, 60);
  });
});

describe('words that are cut', () => {
  it('continue in the next piece', () => {
    assert.deepEqual(texts(read(['Hel', 'lo wor', 'ld ', 'x'])), [['Hel'], ['+lo', 'wor'], ['+ld'], ['x']]);
  });

  it('continue behind a tag, and are whole behind a tag that changes nothing', () => {
    assert.deepEqual(texts(read(['wor', '<volume ratio="2"/>ld', '<volume ratio="1"/> x'])), [['wor'], ['+ld'], ['x']]);
    assert.deepEqual(texts(read(['wor[laughter]ld a<speed ratio="9"/>b'])), [['world', 'ab']]);
  });
});

describe('spelling', () => {
  it('speaks each character, over pieces, until it is closed', () => {
    const segments = read(['My <spell>AB1', '2c</spell> is <spell>x</spell>.']);
    assert.deepEqual(texts(segments), [
      ['My', 'AB1'],
      ['+2c', 'is', 'x.'],
    ]);
    assert.deepEqual(spoken(segments), [
      ['My', 'A B one'],
      ['two C', 'is', 'X.'],
    ]);
  });
});

describe('phones', () => {
  it('are one token whose text and spoken word are the joined phones', () => {
    const [segment] = read(['Say <<h|ə|l|oʊ>>, un<<d|uː>>ing']);
    assert.deepEqual(segment!.tokens, [
      { text: 'Say', spoken: ['Say'], continues: false },
      { text: 'həloʊ,', spoken: ['həloʊ,'], phones: ['h', 'ə', 'l', 'oʊ'], continues: false },
      { text: 'un', spoken: ['un'], continues: false },
      { text: 'duː', spoken: ['duː'], phones: ['d', 'uː'], continues: true },
      { text: 'ing', spoken: ['ing'], continues: true },
    ]);
  });
});

describe('a pronunciation dictionary', () => {
  const dictionary = new Dictionary([
    { text: 'sonorant', pronunciation: 'so no rant' },
    { text: 'GIF', pronunciation: '<<dʒ|ɪ|f>>', caseSensitive: true },
    { text: 'café', pronunciation: 'ka fay' },
    { text: 'New York', pronunciation: 'the big apple' },
    { text: 'San José', pronunciation: '<<s|æ|n>> <<h|oʊ|z|eɪ>>' },
    { text: 'v2', pronunciation: 'version 2' },
    { text: '東京都', pronunciation: 'とうきょうと' },
  ]);
  const tokens = (text: string, options: Partial<ReaderOptions> = {}) =>
    read([text], { dictionary, ...options }).flatMap((segment) => segment.tokens);

  it('takes the place of whole words, and leaves their text and punctuation', () => {
    assert.deepEqual(tokens('A Sonorant, café? GIF. gif GIFs'), [
      { text: 'A', spoken: ['A'], continues: false },
      { text: 'Sonorant,', spoken: ['so', 'no', 'rant,'], continues: false },
      { text: 'café?', spoken: ['ka', 'fay?'], continues: false },
      { text: 'GIF.', spoken: ['dʒɪf.'], phones: ['dʒ', 'ɪ', 'f'], continues: false },
      { text: 'gif', spoken: ['gif'], continues: false },
      { text: 'GIFs', spoken: ['GIFs'], continues: false },
    ]);
  });

  it('shares what is spoken for a phrase among its words', () => {
    assert.deepEqual(tokens('To New York, or San José!'), [
      { text: 'To', spoken: ['To'], continues: false },
      { text: 'New', spoken: ['the', 'big'], continues: false },
      { text: 'York,', spoken: ['apple,'], continues: false },
      { text: 'or', spoken: ['or'], continues: false },
      { text: 'San', spoken: ['sænhoʊzeɪ!'], phones: ['s', 'æ', 'n', ' ', 'h', 'oʊ', 'z', 'eɪ'], continues: false },
      { text: 'José!', spoken: [], continues: false },
    ]);
  });

  it('is read by the rules of the language, as if it stood in the text', () => {
    assert.deepEqual(
      tokens('Use V2.').map((token) => token.spoken),
      [['Use'], ['version', 'two.']],
    );
    assert.deepEqual(
      tokens('Use V2.', { normalization: 'off' }).map((token) => token.spoken),
      [['Use'], ['version', '2.']],
    );
  });

  it('finds words of scripts without spaces', () => {
    const spoken = tokens('私は東京都にいます。', { language: 'ja' }).map((token) => token.spoken.join(' '));
    assert.equal(spoken.join(''), '私はとうきょうとにいます。');
  });

  it('leaves alone what is spelled, given as phones, or part of a word', () => {
    assert.deepEqual(
      tokens('<spell>GIF</spell> <<ɡ|ɪ|f>> GIF<<s>> <<æ>>GIF').map((token) => token.spoken.join(' ')),
      ['G I F', 'ɡɪf', 'GIF', 's', 'æ', 'GIF'],
    );
    assert.deepEqual(
      tokens('x<volume ratio="2"/>GIF').map((token) => token.phones),
      [undefined, undefined],
    );
  });
});

describe('scripts without spaces', () => {
  it('give dictionary words with the punctuation after them, and none continues', () => {
    assert.deepEqual(texts(read(['今日はいい天気ですね。', '東京「行く」'], { language: 'ja' })), [
      ['今日', 'は', 'いい', '天気', 'です', 'ね。'],
      ['東京', '「行く」'],
    ]);
    assert.deepEqual(texts(read(['我喜欢 Node.js，你呢？'], { language: 'zh' })), [
      ['我', '喜欢', 'Node.js，', '你', '呢？'],
    ]);
    assert.deepEqual(texts(read(['สวัสดีครับผมชื่อ'], { language: 'th' })), [['สวัสดี', 'ครับ', 'ผม', 'ชื่อ']]);
  });

  it('give white-space tokens for other scripts and in other languages', () => {
    assert.deepEqual(texts(read(['Hello big wor', 'ld!'], { language: 'zh' })), [['Hello', 'big', 'wor'], ['+ld!']]);
    assert.deepEqual(texts(read(['今日は いい'], { language: 'en' })), [['今日は', 'いい']]);
    assert.deepEqual(texts(read(['안녕하세요 저는'], { language: 'ko' })), [['안녕하세요', '저는']]);
  });
});

describe('what cannot be spoken', () => {
  it('stays in the text and leaves the spoken words', () => {
    assert.deepEqual(read(['a\ud800b\u0007 😀'])[0]!.tokens, [
      { text: 'a\ufffdb\u0007', spoken: ['ab'], continues: false },
      { text: '😀', spoken: [], continues: false },
    ]);
  });
});
