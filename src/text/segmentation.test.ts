import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextSegment, type SegmentationOptions } from './segmentation.ts';

const sentences: SegmentationOptions = { maxCodePoints: 500, firstClauseWords: 1000, spoken: 1, language: 'en' };

/** The pieces of a text that is there at once. */
function pieces(text: string, options: Partial<SegmentationOptions> = {}): string[] {
  const found: string[] = [];
  let rest = text;
  let spoken = options.spoken ?? sentences.spoken;
  while (rest !== '') {
    const length = nextSegment(rest, true, { ...sentences, ...options, spoken })!;
    spoken += Array.from(rest.slice(0, length)).length;
    found.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return found;
}

/** One text in each language; `|` marks where it is cut. */
const byLanguage: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Hello there. |How are you? |I am fine!',
    'Mr. Smith met Dr. Jones. |They talked.',
    'Meet in bldg. 5, Ste. 200, with the asst. Manager. |Ask the mgr. |Then call.',
    '12 fans yelled "Go!" and left.',
    '2 things matter. |first, be kind. |second, be brave.',
    'Open the tab. |Click Save. |Add 1 tsp. |Mix well. |We had a temp. |Nobody knew para. 3.',
  ],
  fr: [
    'Bonjour M. Dupont. |Comment allez-vous ? |Très bien !',
    '« Oui. » |Elle partit.',
    'Voici M. D. Martin et E. Zola. |Vous le savez.',
  ],
  de: [
    'Am 3. Mai kam Dr. Weiß, z. B. mit Obst. |Er blieb bis 1984. |Dann ging er.',
    '„Komm her!“, rief er. |„Gut.“ |Sie ging.',
    'Der Dichter B. Brecht und R. Meier kamen. |Sie hatten z. B. Äpfel, i. d. R. Birnen u. v. m. |Danach gingen sie.',
    'Das sind 3,2 Mrd. Euro und 5 Mio. Menschen, sagte Dipl.-Ing. Bauer. |Max. Größe: 85,8 Mrd. €.',
    'Es dauert 90 Min. Fußweg, dann 5 Min. |Danach sind wir da.',
    'Er hat 5 Mio. |Seine Frau auch. |Dauer: 10 Min. |Zutaten: Mehl. |3 € inkl. MwSt. |Bestellen Sie jetzt!',
    'Vom 1.-5. Juli und am 10.-12. Mai. |Das Spiel endete 3-1. |Danach gingen sie.',
    'Das Spiel endete 3:1. |Danach war es 14:30. |Wir gingen um 10. |Es kostete 2,50. |Danke.',
    'Das Spiel um 3. Platz. |Danke.',
  ],
  es: [
    '¿Qué tal? |¡Muy bien! |El Sr. Pérez llegó.',
    'Vive en EE.UU. desde ayer. |¿Y tú?',
    'El autor E. Mendoza y F. García, de EE. UU. |Plan nuevo.',
  ],
  pt: [
    'O Sr. Silva chegou. |Está tudo bem?',
    'A Dra. Ana disse olá. |Depois saiu.',
    'O autor C. Souza e M. Costa, a. C. |Depois veio.',
  ],
  zh: ['你好。|我是小明！|你呢？', '他说：“走吧。”|“好。”他笑了。|他走了。', '版本是3.5。|很好!|再见'],
  ja: ['今日はいい天気ですね。|東京に行きます！|「はい。」と言った。|そう。'],
  hi: ['यह अच्छा है। |डॉ. शर्मा आए। |क्या हाल है?'],
  it: [
    'Il Sig. Rossi è qui. |Come sta? |Bene, ecc. ecc. |Poi andò.',
    'Il prof. M. Rossi e B. Croce, nel 30 a. C. |Poi andò.',
  ],
  ko: ['안녕하세요. |저는 민수입니다. |값은 3.14입니다!'],
  nl: ['Dhr. Jansen is hier. |Hij komt om 10.30 uur. |Goed?'],
  pl: [
    'Dr Nowak przyszedł. |Było ok. 5 osób, np. Jan. |Tak?',
    'W. Reymont i R. Kapuściński, w 2020 r. |Potem 3:1. |Było 2,50. |Dziękuję.',
  ],
  ru: [
    'Привет, г. Москва! |Он жил на ул. Ленина, т. е. рядом. |Да?',
    'А. С. Пушкин родился в 1799 г. в Москве. |Потом жил.',
  ],
  sv: ['Hej, hr. Berg! |Det är t.ex. bra. |Ja.', 'S. Lagerlöf och K. Karlsson, m. m. |Sedan gick han.'],
  tr: ['Merhaba Dr. Yılmaz. |Bugün 3. sınıf geldi. |Nasılsın?'],
  tl: ['Kumusta ka? |Si G. Reyes ay narito. |Salamat po.'],
  bg: ['Здравейте, г-н Иванов! |Той дойде. |Добре?'],
  ro: ['Bună ziua, dl. Popescu! |Ce mai faceți? |Bine.'],
  ar: ['مرحبا. |كيف حالك؟ |أنا بخير!', 'جاء د. أحمد أمس. |ثم ذهب.'],
  cs: [
    '3. 5. 2024.',
    'Dobrý den, pane Ing. Nováku. |Přijde 3. května, např. ráno. |Ano?',
    'Skóre 3:1. |Potom šel R. Novák.',
  ],
  el: ['Γεια σας. |Τι κάνετε; |Ο κ. Παπάς ήρθε.'],
  fi: ['Hei. |Hän tuli 3. toukokuuta esim. junalla. |Niinkö?'],
  hr: ['Dobar dan, dr. Horvat. |Došao je 5. svibnja. |Kako ste?'],
  ms: ['Selamat pagi. |Encik Hj. Ali ada di sini. |Apa khabar?'],
  sk: ['Dobrý deň, p. Novák. |Príde napr. zajtra. |Áno?'],
  da: ['Goddag, hr. Hansen. |Han kom den 3. maj, f.eks. med tog. |Ja?', 'S. Kierkegaard kom. |Det kostede 2,50. |Tak.'],
  ta: ['வணக்கம். |நீங்கள் எப்படி இருக்கிறீர்கள்? |நான் நலம்.'],
  uk: ['Привіт! |Він жив на вул. Шевченка. |Так?'],
  hu: ['2010. 04. 01.', 'Jó napot, dr. Kovács. |2024. május 3. napján jött. |Igen?'],
  no: ['God dag, hr. Hansen. |Han kom 17. mai, f.eks. med tog. |Ja?'],
  vi: ['Xin chào. |TS. Nguyễn đã đến TP. Hồ Chí Minh. |Bạn khỏe không?'],
  bn: ['আমি ভালো আছি। |ডা. রহমান এসেছেন। |তুমি কেমন আছ?'],
  th: ['สวัสดีครับ |ผมชื่อสมชาย', 'ไปไหนคะ |ไปตลาดค่ะ |ดีมาก'],
  he: ['שלום. |מה שלומך? |אני בסדר!'],
  ka: ['გამარჯობა. |როგორ ხარ? |კარგად!'],
  id: ['Selamat pagi, Bpk. Budi. |Apa kabar? |Baik.'],
  te: ['నమస్కారం. |మీరు ఎలా ఉన్నారు? |డా. రావు వచ్చారు.'],
  gu: ['નમસ્તે. |તમે કેમ છો? |ડૉ. પટેલ આવ્યા.'],
  kn: ['ನಮಸ್ಕಾರ. |ಹೇಗಿದ್ದೀರಿ? |ಡಾ. ರಾವ್ ಬಂದರು.'],
  ml: ['നമസ്കാരം. |സുഖമാണോ? |ഡോ. മേനോൻ വന്നു.'],
  mr: ['नमस्कार. |तुम्ही कसे आहात? |डॉ. पाटील आले.', 'मी बरा आहे। |चला.'],
  pa: ['ਸਤ ਸ੍ਰੀ ਅਕਾਲ। |ਤੁਸੀਂ ਕਿਵੇਂ ਹੋ? |ਡਾ. ਸਿੰਘ ਆਏ।'],
  or: ['ନମସ୍କାର। |ଆପଣ କେମିତି ଅଛନ୍ତି? |ଭଲ ଅଛି।'],
  ur: ['السلام علیکم۔ |آپ کیسے ہیں؟ |میں ٹھیک ہوں۔'],
};

const traps: readonly string[] = [
  'He paid at 10:45 p.m. 3 apples left. |Then he slept.',
  'It was 10 p.m. |He left at 5 p.m. Eastern. |See Vol. II of it.',
  'We meet at 3 p.m. on Monday. |The U.S. and Canada. |Next Tue. or Wed. at noon.',
  'Take Room No. 5',
  'It was on Jan. 15, 2020.',
  'It ended in 1945. |12.',
  'Pi is 3.14. |It never ends.',
  'The U.S. Senate met. |He lives in the U.S. |He likes it.',
  'Wait... what? |No... |Yes.',
  'Wait… what happened?',
  'He said "Go." |Then left.',
  '"Why?" he asked. |"Because."',
  '(It rained. |We left.) |Then it stopped.',
  'See https://a.example/x.y?z=1. |Or mail me@a.example. |Fine.',
  'J. K. Rowling wrote it. |George W. Bush read it.',
  'Use e.g. apples, pears, etc. in it. |Then cook, i.e. boil.',
  'Acme Inc. bought it. |No. 5 won. |No. |Really?',
  '1. Wash it. |2. Dry it.',
  'It is 5. |3 more came.',
  'hello there. |how are you? |i paid approx. five, e.g. today.',
  'Really?! |Yes!!! |Great!😀 |Next.',
  '**Bold.** |Next.',
  'Version 2.0.1 is out. |Get it.',
  'No space.Here it goes on.',
  'A title\n\n|The text is wrapped where a line has become too long,\nas here, and goes on in the next',
  'A title\n|Basic\n|pro',
  'Things:\n|- one\n|- two\n|1. three',
];

describe('segmentation', () => {
  for (const [language, texts] of Object.entries(byLanguage)) {
    it(`finds the sentences of ${new Intl.DisplayNames('en', { type: 'language' }).of(language)!}`, () => {
      for (const text of texts) assert.deepEqual(pieces(text.replaceAll('|', ''), { language }), text.split('|'));
    });
  }

  it('knows all 44 languages', () => assert.equal(Object.keys(byLanguage).length, 44));

  it('is not taken in by full stops that end nothing', () => {
    for (const text of traps) assert.deepEqual(pieces(text.replaceAll('|', '')), text.split('|'));
  });

  it('waits until the letter that decides has arrived', () => {
    for (const open of [
      'Hello.',
      'Hello. ',
      'Hello. 3',
      'Hello. "',
      'Hello. (',
      'Hello. 😀',
      'Hello. <',
      'Hello. <spell>',
      'Hello. [laugh',
      'Hello.\n',
      '你好。',
      'Hello',
      'He <speed ratio="1.',
      'The U.S. S',
    ]) {
      assert.equal(nextSegment(open, false, sentences), undefined, open);
    }
    for (const [decided, length] of [
      ['Hello. W', 7],
      ['Hello. 3 w', 7],
      ['Hello. "W', 7],
      ['Hello. <spell>W', 7],
      ['Hello.\n\n', 8],
      ['你好。我', 3],
      ['Hello. <break time="1s"/>', 7],
      ['He <speed ratio="1"/>', 3],
    ] as const) {
      assert.equal(nextSegment(decided, false, sentences), length, decided);
    }
  });

  it('decides every text that is at its end, and never one that is empty', () => {
    assert.equal(nextSegment('', true, sentences), undefined);
    assert.equal(nextSegment('Hel', true, sentences), 3);
    assert.equal(nextSegment(' \n', true, sentences), 2);
  });

  it('ends a segment before a tag that changes how it is spoken, and keeps such tags together at the start', () => {
    assert.deepEqual(pieces('One <speed ratio="1.2"/> <emotion value="sad"/>two<break time="1s"/>three'), [
      'One ',
      '<speed ratio="1.2"/> <emotion value="sad"/>two',
      '<break time="1s"/>three',
    ]);
    assert.deepEqual(pieces('One [laughter] <spell>AB</spell> <<t|uː>>'), [
      'One [laughter] <spell>AB</spell> <<t|uː>>',
    ]);
    assert.deepEqual(pieces('One <speed ratio="9"/> two'), ['One <speed ratio="9"/> two']);
  });

  it('does not end a sentence inside what is spelled', () => {
    assert.deepEqual(pieces('It is <spell>A. B! C</spell> now. Then.'), [
      'It is <spell>A. B! C</spell> now. ',
      'Then.',
    ]);
  });

  it('takes a bracket for text when no tag closes within 128 characters', () => {
    assert.equal(nextSegment(`<speed ${'x'.repeat(121)}. Next`, false, sentences), 130);
    assert.equal(nextSegment(`<speed ${'x'.repeat(110)}`, false, sentences), undefined);
    assert.deepEqual(pieces('If a < b. Then [1] holds.'), ['If a < b. ', 'Then [1] holds.']);
  });
});

describe('the first segment', () => {
  const first = { spoken: 0, firstClauseWords: 3 };

  it('ends at the first clause mark after enough words', () => {
    assert.deepEqual(pieces('Well, I think so, and he, too, agrees. Yes.', first), [
      'Well, I think so, ',
      'and he, too, agrees. ',
      'Yes.',
    ]);
    assert.deepEqual(pieces('One two three – four, five.', first), ['One two three – ', 'four, five.']);
    assert.deepEqual(pieces('We have 10,000 of them, all good.', first), ['We have 10,000 of them, ', 'all good.']);
  });

  it('ends there in scripts without spaces too', () => {
    assert.deepEqual(pieces('今天天气很好，我们去公园。', { ...first, language: 'zh' }), [
      '今天天气很好，',
      '我们去公园。',
    ]);
    assert.deepEqual(pieces('ผมชื่อสมชายและอยู่บ้าน เขาไปตลาด', { ...first, language: 'th' }), [
      'ผมชื่อสมชายและอยู่บ้าน ',
      'เขาไปตลาด',
    ]);
    assert.deepEqual(pieces('أنا في البيت الآن، وأنت؟', { ...first, language: 'ar' }), [
      'أنا في البيت الآن، ',
      'وأنت؟',
    ]);
  });

  it('ends at the sentence when that comes first', () => {
    assert.deepEqual(pieces('Yes. I do, too.', first), ['Yes. ', 'I do, too.']);
  });

  it('waits for the letter after the mark', () => {
    assert.equal(nextSegment('I think so, ', false, { ...sentences, ...first }), undefined);
    assert.equal(nextSegment('I think so, a', false, { ...sentences, ...first }), 12);
  });
});

describe('with an engine whose segment is heard when all of it is computed', () => {
  const slow = { maxCodePoints: 180, firstClauseWords: 3, firstCodePoints: 60, spoken: 0 };
  const long = `The keeper of the old lighthouse went down to the harbour ${'because nobody had seen the boat since the storm of the night before '.repeat(6)}`;

  it('the first segment has at most so many code points, and ends where a phrase does', () => {
    const first = (language: string, text: string): string => pieces(text, { ...slow, language })[0]!;
    assert.equal(first('en', long), 'The keeper of the old lighthouse went down to the harbour ');
    assert.equal(
      first('de', 'Der Wärter des alten Leuchtturms ging zum Hafen hinunter weil niemand das Boot gesehen hatte'),
      'Der Wärter des alten Leuchtturms ging zum Hafen hinunter ',
    );
    assert.equal(
      first('fr', 'Le gardien du vieux phare est descendu au port pour savoir si quelqu’un avait vu le bateau'),
      'Le gardien du vieux phare est descendu au port pour savoir ',
    );
    assert.equal(
      first('ru', 'Смотритель старого маяка спустился в гавань потому что никто не видел лодки после бури'),
      'Смотритель старого маяка спустился в гавань ',
    );
    assert.equal(first('en', 'A sentence that is short enough for it is not cut. Then more.').length, 51);
  });

  it('later ones have at most as many as stand before them', () => {
    let before = 0;
    for (const piece of pieces(long, slow)) {
      assert.ok(piece.length <= Math.max(60, before), `${piece.length} behind ${before}`);
      before += piece.length;
    }
    assert.ok(pieces(long, slow).some((piece) => piece.length > 120));
    assert.ok(pieces(long, { ...slow, spoken: 500 })[0]!.length > 120);
  });

  it('a code point of Chinese, Japanese and Korean counts as three', () => {
    assert.equal(pieces('我喜欢中国音乐'.repeat(10), { ...slow, language: 'zh' })[0]!.length, 19, 'behind a word');
    assert.equal(pieces('우리는어제바다에갔다'.repeat(10), { ...slow, language: 'ko' })[0]!.length, 20);
  });
});

describe('a volume tag', () => {
  const text = 'Now <volume ratio="2"/>listen to <speed ratio="1.2"/>me.';

  it('ends a segment like a tag of speed', () => {
    assert.deepEqual(pieces(text), ['Now ', '<volume ratio="2"/>listen to ', '<speed ratio="1.2"/>me.']);
  });

  it('ends none where the volume can change within a segment', () => {
    assert.deepEqual(pieces(text, { volumeWithin: true }), [
      'Now <volume ratio="2"/>listen to ',
      '<speed ratio="1.2"/>me.',
    ]);
  });
});

describe('the cap', () => {
  it('cuts at the last clause in its second half, otherwise at the last white space', () => {
    const words = 'word '.repeat(40);
    assert.deepEqual(new Set(pieces(words, { maxCodePoints: 32 }).map((piece) => piece.length)), new Set([30, 20]));
    assert.equal(
      pieces(`one two three four, five six seven ${words}`, { maxCodePoints: 30 })[0],
      'one two three four, ',
    );
    assert.equal(
      pieces(`one, two three four five six seven ${words}`, { maxCodePoints: 30 })[0],
      'one, two three four five six ',
    );
  });

  it('cuts before a word that begins a clause, else a phrase, in its second half', () => {
    const first = (text: string, maxCodePoints: number, language = 'en'): string =>
      pieces(text, { maxCodePoints, language })[0]!;
    const text = 'The man with the red hat went home because he was tired and cold';
    assert.equal(first(text, 60), 'The man with the red hat went home because he was tired ');
    assert.equal(first(text, 54), 'The man with the red hat went home ');
    assert.equal(first('I saw her today walking home Through the park slowly', 48), 'I saw her today walking home ');
    // One in the first half would leave too short a piece.
    assert.equal(first('one and two three four five six', 20), 'one and two three ');
    // No such words are known of Finnish.
    assert.equal(first('one two three four and five six', 24, 'fi'), 'one two three four and ');
  });

  it('spares a number or an abbreviation and the word that says how it is read', () => {
    const cut = (text: string): string => pieces(text, { maxCodePoints: 24 })[0]!;
    assert.equal(cut('walking homewards in May 5 or later'), 'walking homewards ');
    assert.equal(cut('walking the whole 50 kilometres'), 'walking the ');
    assert.equal(cut('walking here to Dr. Smith'), 'walking here to ');
    assert.equal(cut('walking for a good $50 or so'), 'walking for a ');
    assert.equal(cut('1 000 000 km 2 000 000 km'), '1 000 000 km 2 000 000 ', 'where nothing else is left');
  });

  it('waits for its lookahead', () => {
    assert.equal(nextSegment('a '.repeat(81), false, { ...sentences, maxCodePoints: 100 }), undefined);
    assert.equal(nextSegment('a '.repeat(82), false, { ...sentences, maxCodePoints: 100 }), 100);
  });

  it('spares numbers and tags', () => {
    assert.equal(pieces(`x ${'1 000 '.repeat(3)}000`, { maxCodePoints: 12 })[0], 'x ');
    assert.equal(pieces('abc [laughter] def', { maxCodePoints: 8 })[0], 'abc ');
    assert.equal(pieces('<spell>AB', { maxCodePoints: 3 })[0], '<spell>');
  });

  it('cuts between graphemes, and between words where no spaces are', () => {
    assert.deepEqual(pieces('👩‍👩‍👧'.repeat(4), { maxCodePoints: 12 }), ['👩‍👩‍👧'.repeat(2), '👩‍👩‍👧'.repeat(2)]);
    assert.deepEqual(pieces('我喜欢中国音乐', { maxCodePoints: 4, language: 'zh' })[0], '我喜欢');
  });

  it('looks at a bounded part of the text, however long it is', () => {
    const long = 'x'.repeat(100_000);
    assert.equal(nextSegment(long, false, sentences), 500);
    assert.equal(nextSegment(long.slice(0, 564), false, sentences), 500);
  });
});
