import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/support/property-runs.ts';
import { spell, spokenOf } from '../index.ts';

/** Words as a caller writes them, and what is spoken: one token's words are divided by spaces, tokens by ` | `. */
const cases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'cardinal numbers': [
    ['0 7 12 20 21 99', 'zero | seven | twelve | twenty | twenty one | ninety nine'],
    [
      '100 105 342 1000 1,000',
      'one hundred | one hundred five | three hundred forty two | one thousand | one thousand',
    ],
    [
      '12,345 1,234,567',
      'twelve thousand three hundred forty five | one million two hundred thirty four thousand five hundred sixty seven',
    ],
    ['1000000000', 'one billion'],
    ['007', 'zero zero seven'],
    [
      '12345678901234567890',
      'one two three four five six seven eight nine zero one two three four five six seven eight nine zero',
    ],
    ['٣ apples, ३ more', 'three | apples, | three | more'],
  ],
  'decimals and signs': [
    ['3.14 0.5 .25', 'three point one four | zero point five | point two five'],
    ['-5 −3 +7 -0.5', 'minus five | minus three | plus seven | minus zero point five'],
    ['5 + 3 = 8', 'five | plus | three | equals | eight'],
    ['5 - 3', 'five | minus | three'],
    ['~5 x²', 'about five | X squared'],
  ],
  'ordinal numbers': [
    ['1st 2nd 3rd 4th', 'first | second | third | fourth'],
    ['12th 21st 100th 1,000th', 'twelfth | twenty first | one hundredth | one thousandth'],
    ['the 5th, 8th and 9th', 'the | fifth, | eighth | and | ninth'],
  ],
  money: [
    ['$12.50', 'twelve dollars and fifty cents'],
    ['$1 $2 $1.00 $0.99', 'one dollar | two dollars | one dollar | ninety nine cents'],
    ['€5, £3.20 and ¥1,000', 'five euros, | three pounds and twenty pence | and | one thousand yen'],
    ['$1.2 million.', 'one point two | million dollars.'],
    ['$5M and $3bn', 'five million dollars | and | three billion dollars'],
    ['-$5', 'minus five dollars'],
    ['$10-20', 'ten to twenty dollars'],
    ['10€', 'ten euros'],
  ],
  percentages: [
    ['50% 3.5%.', 'fifty percent | three point five percent.'],
    ['10–20%', 'ten to twenty percent'],
  ],
  'years and decades': [
    ['in 1984 and 2024', 'in | nineteen eighty four | and | twenty twenty four'],
    ['1900 1905 2000 2005 2010', 'nineteen hundred | nineteen oh five | two thousand | two thousand five | twenty ten'],
    ['in 1066 and of 1492', 'in | ten sixty six | and | of | fourteen ninety two'],
    ['1066 people', 'one thousand sixty six | people'],
    ['2000 people', 'two thousand | people'],
    ["the 1900s, 1980s, 90s and '60s", 'the | nineteen hundreds, | nineteen eighties, | nineties | and | sixties'],
    ['1990-1995 and 2023–24', 'nineteen ninety to nineteen ninety five | and | twenty twenty three to twenty four'],
  ],
  dates: [
    ['2024-05-03', 'May third twenty twenty four'],
    ['5/3/2024 25/12/2024', 'May third twenty twenty four | December twenty fifth twenty twenty four'],
    ['03.05.2024', 'May third twenty twenty four'],
    ['May 3, 2024', 'May | third, | twenty twenty four'],
    ['3 May', 'the third of | May'],
    ['Jan. 5 and Sept 21', 'January | fifth | and | September | twenty first'],
    ['May 3–5', 'May | third to fifth'],
  ],
  times: [
    ['10:45', 'ten forty five'],
    ['10:05 10:00 14:00', "ten oh five | ten o'clock | fourteen hundred"],
    ['3pm 3 pm 11:30am', 'three P M | three | P M | eleven thirty A M'],
    ['10:45 p.m. sharp', 'ten forty five | P M | sharp'],
    ['at 7 p.m.', 'at | seven | P M.'],
    ['1:02:03', 'one oh two oh three'],
    ['16:9', 'sixteen to nine'],
  ],
  'phone numbers': [
    ['555-123-4567', 'five five five, one two three, four five six seven'],
    ['(555) 123-4567.', 'five five five, | one two three, four five six seven.'],
    ['+1-800-555-0199', 'plus one, eight zero zero, five five five, zero one nine nine'],
    ['+44 20 7946 0958 now', 'plus four four, | two zero, | seven nine four six, | zero nine five eight | now'],
  ],
  units: [
    ['5kg 1kg 2.5kg', 'five kilograms | one kilogram | two point five kilograms'],
    ['20°C -4°F 90°', 'twenty degrees Celsius | minus four degrees Fahrenheit | ninety degrees'],
    ['10km/h 10 km/h', 'ten kilometers per hour | ten | kilometers per hour'],
    ['5 lbs. of', 'five | pounds | of'],
    ['16GB at 3.2GHz', 'sixteen gigabytes | at | three point two gigahertz'],
    ['1920x1080', 'one thousand nine hundred twenty by one thousand eighty'],
    ['5\'10"', 'five foot ten'],
  ],
  fractions: [
    ['1/2 2/3 3/4 5/8', 'one half | two thirds | three quarters | five eighths'],
    ['½ 2½ 1 1/2', 'one half | two and a half | one | and a half'],
    ['24/7 9/11', 'twenty four seven | nine eleven'],
  ],
  'Roman numerals after names': [
    ['Henry VIII and Elizabeth II', 'Henry | the eighth | and | Elizabeth | the second'],
    ['World War II', 'World | War | two'],
    ['Chapter IV, Part I', 'Chapter | four, | Part | one'],
    ['Then I left', 'Then | I | left'],
    ['an IV drip', 'an | I V | drip'],
  ],
  abbreviations: [
    ['Dr. Smith and Mr Jones', 'doctor | Smith | and | mister | Jones'],
    ['St. Paul, Main St.', 'saint | Paul, | Main | street.'],
    [
      'cats vs. dogs, e.g. here, i.e. there, etc.',
      'cats | versus | dogs, | for example | here, | that is | there, | et cetera.',
    ],
    ['No. 5, vol. 3', 'number | five, | volume | three'],
    ['No.', 'No.'],
    ['No. Never.', 'No | Never.'],
    ['approx. ten', 'approximately | ten'],
    ['Acme Inc. said', 'Acme | incorporated | said'],
  ],
  acronyms: [
    ['the USA, FBI and BBC', 'the | U S A, | F B I | and | B B C'],
    ['NASA said OK', 'NASA | said | OK'],
    ['the U.S. is', 'the | U S | is'],
    ["CDs, APIs and the FBI's", "C D's, | A P I's | and | the | F B I's"],
    ['GIVE IT TO US NOW', 'GIVE | IT | TO | US | NOW'],
    ['R&D at AT&T', 'R and D | at | A T and T'],
  ],
  addresses: [
    [
      'see https://www.example.com/a_b?q=1.',
      'see | W W W dot example dot com slash A underscore B question mark Q equals one.',
    ],
    ['me@example.org!', 'me at example dot org!'],
    ['example.io', 'example dot I O'],
    ['192.168.1.1', 'one nine two dot one six eight dot one dot one'],
  ],
  'mixtures of letters and digits': [
    ['A4 MP3 B2B H2O', 'A four | M P three | B two B | H two O'],
    ['GPT-4 COVID-19 iPhone15', 'G P T four | COVID nineteen | iPhone fifteen'],
    ['v2.0.1 and 1.2.3', 'version two point zero point one | and | one point two point three'],
    ['4K 10k', 'four K | ten K'],
    ['#1 #BigNews @ann', 'number one | hashtag Big News | at ann'],
    ['C++ C# Node.js', 'C plus plus | C sharp | Node dot J S'],
  ],
  signs: [
    ['this & that', 'this | and | that'],
    ['a < b', 'a | less than | b'],
    ['and/or well-known snake_case', 'and or | well known | snake case'],
    ['=== --- ***', ' |  | '],
  ],
  'what is not spoken': [
    ['**bold** *it* `code` _so_', 'bold | it | code | so'],
    ['Hello 😀 world👍🏽! 🇫🇷', 'Hello |  | world! | '],
    ['"quoted?" (yes) [no]', 'quoted? | yes, | no'],
    ['# Title', ' | Title'],
    ['> quote', ' | quote'],
    ['a\u0000b \u200b \ufffd', 'ab |  | '],
  ],
  pauses: [
    ['well — yes', 'well, |  | yes'],
    ['well—yes', 'well, yes'],
    ['wait... what?', 'wait... | what?'],
    ['- item', ' | item'],
  ],
  'phrases of several tokens, each with its share of the words': [
    ['USD 1,500 was', 'one thousand five hundred | U S dollars | was'],
    ['10 000 steps', 'ten | thousand | steps'],
    ['5 € each', 'five | euros | each'],
    ['EUR 2.5 million', 'two point | five million | euros'],
    ['4111 1111 1111 1111', 'four one one one, | one one one one, | one one one one, | one one one one'],
    ['100 sq. ft. of', 'one hundred | square | feet | of'],
    ['7 a.m. – 3 p.m.', 'seven | A M | to | three | P M.'],
  ],
  'the full stop of an abbreviation at the end of a segment alone': [
    ['on Elm St.', 'on | Elm | street.'],
    ['on Elm St. It is', 'on | Elm | street | It | is'],
    ['by Acme Inc.', 'by | Acme | incorporated.'],
    ['at 3 p.m. on Monday', 'at | three | P M | on | Monday'],
    ['5 kg. Then rest.', 'five | kilograms | Then | rest.'],
    ['Prof. He', 'professor | He'],
    ['Lake St. is', 'Lake | street | is'],
    ['1. Open it.', 'one, | Open | it.'],
    ['wait... then stop', 'wait... | then | stop'],
  ],
  'years and the dates of cards': [
    ['World War II ended in 1945', 'World | War | two | ended | in | nineteen forty five'],
    ['starting in 2024', 'starting | in | twenty twenty four'],
    ['the card ending in 1945', 'the | card | ending | in | one nine four five'],
    ['expires 08/27', 'expires | oh eight twenty seven'],
    ['exp. 12/26', 'exp | twelve twenty six'],
    ['1- 2 = 5', 'one minus | two | equals | five'],
    ['take 5- 10', 'take | five | ten'],
    ['1/f noise', 'one over f | noise'],
    ['¥30 bn', 'thirty | billion yen'],
    ['£5 m', 'five | million pounds'],
    ['5 m', 'five | meters'],
    ['Fl. 21', 'floor | twenty one'],
    ['sdf@gmail.com/123-sm', 'S D F at gmail dot com slash one twenty three dash S M'],
    ['valid thru 01/30', 'valid | thru | oh one thirty'],
    ['the date 08/27', 'the | date | August twenty seventh'],
  ],
  apostrophes: [["don’t it's o'clock", "don't | it's | o'clock"]],
};

describe('English', () => {
  for (const [name, table] of Object.entries(cases)) {
    it(`speaks ${name}`, () => {
      for (const [written, expected] of table) {
        const spoken = spokenOf(written.split(' '), 'en', 'auto')
          .map((words) => words.join(' '))
          .join(' | ');
        assert.equal(spoken, expected, written);
      }
    });
  }

  it('speaks any token in words without white space and invisible characters', () => {
    const part = fc.constantFrom(
      '1',
      '12',
      '1984',
      '007',
      '1,234',
      ',567',
      '.5',
      '.',
      ',',
      ':',
      '/',
      '-',
      '–',
      '+',
      '$',
      '€',
      '%',
      '°C',
      'kg',
      'pm',
      'am',
      'x',
      's',
      'th',
      '(',
      ')',
      '#',
      '@',
      '&',
      '*',
      '_',
      "'",
      '"',
      'May',
      'Jan',
      'Dr',
      'St',
      'II',
      'IV',
      'USA',
      'A',
      'a',
      'http://',
      'com',
      'v',
      '½',
      '²',
      '٣',
      '😀',
      'million',
      'k',
      '—',
      '~',
      '<',
      '>',
      '=',
      '±',
      '×',
      '√',
      '^',
      '§',
      '№',
      '™',
      '\\',
      '[',
      '|',
      '①',
      '㎏',
      '１',
      'é',
      '\u0000',
      '\u200d',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
          { minLength: 1, maxLength: 5 },
        ),
        (texts) => {
          const spoken = spokenOf(texts, 'en', 'auto');
          assert.equal(spoken.length, texts.length);
          for (const word of [...spoken.flat(), ...texts.flatMap((text) => spell(text, 'en'))]) {
            assert.match(word, /^[^\s\p{Cc}\p{Cs}\ufffd]+$/u);
          }
          for (const word of spoken.flat()) assert.match(word, /^(?=.*\p{L})[\p{L}\p{M}'-]+[.,:;?!…]*$/u);
        },
      ),
      runs(4000),
    );
  });

  for (const [name, unit] of Object.entries({
    digits: '7',
    'groups of digits': '111,',
    dashes: '1-',
    dots: 'a.',
    slashes: '/a',
    marks: '!a',
    quotes: '"',
    signs: '1=',
    sums: '$5',
    exponents: '²',
    letters: 'A1',
    'full-width digits': '１',
    'mail signs': 'a@',
    colons: '1:',
  })) {
    // A cost that grows with the square of the length would not end before the deadline.
    it(`speaks 100,000 characters of ${name}, in one token and in many`, () => {
      assert.equal(spokenOf([unit.repeat(100_000 / unit.length)], 'en', 'auto').length, 1);
      const many = Array.from({ length: 10_000 }, () => unit);
      assert.equal(spokenOf(many, 'en', 'auto').length, many.length);
    });
  }

  it('looks a bounded way around what its neighbours decide', () => {
    for (const row of ['1/10 and', '30s and', '10/15 to', '14A and', 'press * or', '3 >']) {
      const many = Array.from({ length: 5000 }, () => row.split(' ')).flat();
      assert.equal(spokenOf(many, 'en', 'auto').length, many.length);
    }
  });

  it('leaves no sign out in silence between numbers', () => {
    const signs = Array.from('−+±×÷=≠<>≤≥≈%‰°§№&@#©®™√∞^$€£¥₹₿¢');
    for (const sign of [...signs, '＋', '－', '＝', '＜', '％', '＄', '＆', '＠']) {
      // A caret raises what stands before it, and means nothing without that.
      const placed = [['5', sign, '3'], [`5${sign}3`], ...(sign === '^' ? [] : [[`${sign}5`]])];
      for (const texts of placed) {
        const without = spokenOf(
          texts.map((text) => text.replace(sign, '')).filter((text) => text !== ''),
          'en',
          'auto',
        );
        assert.notDeepEqual(spokenOf(texts, 'en', 'auto').flat(), without.flat(), texts.join(' '));
        if (texts.length === 1 && texts[0]!.startsWith('5')) {
          const words = spokenOf(texts, 'en', 'auto').flat();
          assert.ok(
            words.some((word) => !['five', 'three', 'fifty'].includes(word)),
            texts[0],
          );
        }
      }
    }
  });

  it('is spoken as written when normalization is off', () => {
    assert.deepEqual(spokenOf(['Dr.', '$12.50', '**', 'a\u0007b'], 'en', 'off'), [['Dr.'], ['$12.50'], [], ['ab']]);
  });

  it('lends its rules to a text of another language when the caller asks', () => {
    assert.deepEqual(spokenOf(['$5'], 'de', 'en-US'), [['five', 'dollars']]);
    assert.deepEqual(spokenOf(['$5'], 'en', 'de'), [['fünf', 'Dollar']]);
  });
});

describe('spelling', () => {
  it('names each letter, digit and sign of English', () => {
    assert.deepEqual(spell('aB-12', 'en'), ['A', 'B', 'dash', 'one', 'two']);
    assert.deepEqual(spell('.', 'en'), ['dot']);
  });

  it('keeps the punctuation around what is spelled as punctuation', () => {
    assert.deepEqual(spell('"AB".', 'en'), ['A', 'B.']);
  });

  it('gives each letter and digit of other languages', () => {
    assert.deepEqual(spell('Äß-1', 'de'), ['Ä', 'ß', '1']);
    assert.deepEqual(spell('नमस्ते', 'hi'), ['न', 'म', 'स्ते']);
  });
});

describe('other languages', () => {
  it('have their signs and units read, and quotes, brackets, emphasis and emoji left out', () => {
    assert.deepEqual(spokenOf(['«Bonjour»,', '(5', 'km)', '**gras**', '😀', "l'été?"], 'fr', 'auto'), [
      ['Bonjour,'],
      ['cinq'],
      ['kilomètres,'],
      ['gras'],
      [],
      ["l'été?"],
    ]);
    assert.deepEqual(spokenOf(['「はい。」', '你好，', '“谢谢！”'], 'ja', 'auto'), [
      ['はい。'],
      ['你好，'],
      ['谢谢！'],
    ]);
  });

  it('keep the joiners that shape Indic letters', () => {
    assert.deepEqual(spokenOf(['क्\u200dष', 'र्\u200dय'], 'mr', 'auto'), [['क्\u200dष'], ['र्\u200dय']]);
  });
});
