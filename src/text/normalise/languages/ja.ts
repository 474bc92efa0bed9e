/**
 * Japanese: numbers, and numbers with their counters, in kana, since the reading of either depends on the other. Everything
 * else stays as it is written.
 */
import { patternRule, type LanguageRules, type Rule } from '../rule.ts';
import { romanLetterRule } from './roman-letters.ts';
import { counters, dayOfMonth, suffixes, type Counter } from './ja-counters.ts';
import { countedInKana, countedKana, decimalInKana, digitsInKana, lettersInKana, numberInKana } from './ja-numbers.ts';

const number = String.raw`\d{1,3}(?:,\d{3}){1,4}(?![\d,])|\d{1,16}(?![\d,]\d)`;
const decimal = String.raw`(?:${number})(?:\.\d{1,15})?(?!\.?\d)`;
/** `1億2千万`, `5万`, `3千`. */
const myriads = String.raw`(?:(?:\d{1,3},\d{3}|\d{1,4}(?:\.\d{1,4})?)[千百]?[兆億万千](?!\d{5})){1,3}(?:\d{1,4}(?!\d))?`;
const quantity = String.raw`${myriads}|${decimal}`;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}
function anyOf(words: Iterable<string>): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => (/[A-Za-z]$/u.test(word) ? `${escaped(word)}(?![A-Za-z/])` : escaped(word)))
    .join('|');
}
const counter = anyOf(counters.keys());
/** What follows a suffix and makes another word of it: 後半, 前期, 中旬, 半ば. */
const otherWords: Readonly<Record<string, string>> = { 前: '半期', 後: '半期', 中: '旬頃盤期', 半: 'ば' };
const suffix = [...suffixes.keys()]
  .map((written) => written + (otherWords[written] === undefined ? '' : `(?![${otherWords[written]}])`))
  .join('|');

const zeros: Readonly<Record<string, string>> = {
  百: '00',
  千: '000',
  万: '0000',
  億: '00000000',
  兆: '000000000000',
};
const unitKana: Readonly<Record<string, string>> = { 百: 'ひゃく', 千: 'せん', 万: 'まん', 億: 'おく', 兆: 'ちょう' };

/** The value of `1億2千万` in digits; undefined when decimals stand before a unit. */
function valueOf(written: string): string | undefined {
  if (/\.\d*[百千万億兆]/u.test(written)) return undefined;
  let sum = 0n;
  for (const [, digits = '', small = '', large = ''] of written.matchAll(/(\d+)([百千]?)([万億兆]?)/gu)) {
    sum += BigInt(digits + (zeros[small] ?? '') + (zeros[large] ?? ''));
  }
  return String(sum);
}

/** A number that begins with 0: digits of a code from three on, otherwise its value. */
function readCode(written: string, counted?: Counter): string {
  const [whole = '', fraction] = written.split('.');
  if (whole.length > 2) return digitsInKana(whole) + (counted?.kana ?? '');
  return fraction === undefined ? read(String(Number(whole)), counted) : decimalInKana(whole, fraction);
}

/** `1.5億` in kana; undefined for a whole number. */
function mixedInKana(written: string): string | undefined {
  const mixed = /^(\d+)\.(\d+)([百千]?)([万億兆]?)$/u.exec(written);
  if (mixed === null) return undefined;
  const [, whole = '', fraction = '', small = '', large = ''] = mixed;
  return decimalInKana(whole, fraction) + (unitKana[small] ?? '') + (unitKana[large] ?? '');
}

/** A number as it is written, with its counter where there is one. */
function read(written: string, counted?: Counter): string {
  const plain = written.replace(/,/gu, '');
  if (/^0\d/u.test(plain) && !/[百千万億兆]/u.test(plain)) return readCode(plain, counted);
  const mixed = mixedInKana(plain);
  if (mixed !== undefined) return counted === undefined ? mixed : countedKana(mixed, counted);
  const value = valueOf(plain) ?? plain.replace(/\D/gu, '');
  return counted === undefined ? numberInKana(value) : countedInKana(value, counted);
}

const sign = String.raw`((?:(?<![A-Za-z\d])[-−+]|±)?)`;
const signKana: Readonly<Record<string, string>> = {
  '-': 'マイナス',
  '−': 'マイナス',
  '+': 'プラス',
  '±': 'プラスマイナス',
};
function signed(mark: string, kana: string): string {
  return (signKana[mark] ?? '') + kana;
}

const eras: Readonly<Record<string, string>> = { R: 'れいわ', H: 'へいせい', S: 'しょうわ' };
const codeRules: readonly Rule[] = [
  // Letters and digits in turns, or with many digits: A7-39XQ, AB123456.
  patternRule(
    ['letter', 'digit'],
    String.raw`(?<![\p{Script=Latin}\d-])[A-Z\d]{1,12}(?:-[A-Z\d]{1,12}){0,5}(?![\p{Script=Latin}\d./:-]|便|号|型|系|年|世代)`,
    ([code]) => {
      const runs = code.match(/[A-Z]+|\d+/gu)!;
      const isCode =
        /[A-Z]\d|-/u.test(code) &&
        /\d/u.test(code) &&
        /[A-Z]/u.test(code) &&
        ((runs.length > 2 && code.length > 3) || /\d{4}/u.test(code));
      return isCode
        ? code.split('-').map((part) => part.replace(/\d+/gu, digitsInKana).replace(/[A-Z]+/gu, lettersInKana))
        : undefined;
    },
    (text) => /[A-Z]-?\d|\d-?[A-Z]/u.test(text),
  ),
  // The year of an era: R.4, H30年.
  patternRule(
    ['letter'],
    String.raw`(?<![\p{Script=Latin}\d])([RHS])\.?([1-9]\d?)(?=年|\.\d{1,2}\.\d|[)）])`,
    ([, era = '', digits = '']) => [eras[era]!, numberInKana(digits)],
  ),
  patternRule(
    ['letter'],
    String.raw`(?<![\p{Script=Latin}\d])([RHS])\.([1-9]\d?)(?=$|[、。\s])`,
    ([, era = '', digits = '']) => [eras[era]!, `${numberInKana(digits).replace(/(?<=よ)ん$/u, '')}ねん`],
  ),
  // Rooms, seats and gates: 4B号室, 座席6A.
  patternRule(
    ['digit'],
    String.raw`(?<![\d.,:/-])(\d{1,3})([A-F])(?=号室|号|番|室|席|棟|館|ゲート|出口|組|列)|(?<=(?:座席|席|部屋|号室|ゲート|教室|棟|番線|出口|ホーム|図|表)[はがの:： ]?)(\d{1,3})([A-Fa-f])(?![A-Za-z\d])`,
    ([, room, letter, digits, behind]) => [
      numberInKana((room ?? digits)!),
      lettersInKana((letter ?? behind)!.toUpperCase()),
    ],
  ),
  patternRule(['sign'], String.raw`(?<![\p{L}\d])[-−]√(?=\d)`, () => ['マイナス', 'ルート']),
  // Flights and models: NH123.
  patternRule(
    ['letter'],
    String.raw`(?<![\p{Script=Latin}\d-])([A-Z]{2,3})(\d{2,4})(?=便|号|系|型)`,
    ([, letters = '', digits = '']) => [lettersInKana(letters), numberInKana(digits)],
  ),
];

const phoneRules: readonly Rule[] = [
  // With the code of a country: +49 (0)30 901820.
  patternRule(['sign'], String.raw`\+\d{1,3}(?:[ -]?\(\d{1,4}\))?(?:[ -]?\d{2,12}){1,5}(?!\d|[.,/]\d)`, ([text]) => {
    const groups = text.match(/\d+/gu)!;
    const count = groups.join('').length;
    return count < 8 || count > 15 || !/[ (-]/u.test(text) ? undefined : ['プラス', ...groups.map(digitsInKana)];
  }),
  patternRule(
    ['digit', 'sign'],
    String.raw`(\+\d{1,3}[- ]?)?(?:0\d{1,4}[-(]\d{1,4}[-)]\d{3,4}|0[5789]0\d{8}|(?<=\+\d{1,3}[- ])\d{1,4}-\d{1,4}-\d{3,4})(?!\d)`,
    ([text]) => [
      ...(text.startsWith('+') ? ['プラス'] : []),
      ...text
        .split(/[^\d]+/u)
        .filter((part) => part !== '')
        .map(digitsInKana),
    ],
  ),
  patternRule(['sign'], String.raw`〒\s?(\d{3})-?(\d{4})(?!\d)`, ([, a = '', b = '']) => [
    'ゆうびんばんごう',
    `${digitsInKana(a)}の`,
    digitsInKana(b),
  ]),
  patternRule(['digit'], String.raw`110(?=番(?!目))`, () => ['ひゃくとお']),
  // Versions and addresses of machines.
  patternRule(['digit'], String.raw`\d{1,3}(?:\.\d{1,3}){2,3}(?![.\d]|,\d)`, ([text]) =>
    text
      .split('.')
      .map((part, index) => (index === 0 ? '' : 'てん') + (part.length > 2 ? digitsInKana(part) : numberInKana(part)))
      .join('')
      .split(' '),
  ),
  // A score: 3-1で勝った.
  patternRule(
    ['digit'],
    String.raw`(\d{1,2})[-−](\d{1,2})(?=で(?:勝|負|敗|制|下|破|引き分|快勝|逆転|惜敗))`,
    ([, a = '', b = '']) => [`${numberInKana(a)}たい${numberInKana(b)}`],
  ),
  patternRule(
    ['digit'],
    String.raw`(?<=(?:結果|スコア|試合|得点)[はが:： ]{1,2})(\d{1,2})[-−–](\d{1,2})(?![-\d])`,
    ([, a = '', b = '']) => [`${numberInKana(a)}たい${numberInKana(b)}`],
  ),
  // House numbers: 1-2-3.
  patternRule(['digit'], String.raw`\d{1,4}(?:[-−]\d{1,4}){1,2}(?![-\d/=]|\.\d|\s?(?:${counter}))`, ([text]) =>
    /^(?:19|20)\d\d-/u.test(text) ? undefined : [text.split(/[-−]/u).map(numberInKana).join('の')],
  ),
];

function dateWords(year: string | undefined, month: number, day: number | undefined): string[] {
  return [
    ...(year === undefined ? [] : [read(year, counters.get('年'))]),
    read(String(month), counters.get('月')),
    ...(day === undefined ? [] : [read(String(day), dayOfMonth)]),
  ];
}

/** What stands behind a date: its weekday in brackets, or what happens then. */
const behindDate = String.raw`\s?[(（](?:月|火|水|木|金|土|日)(?:曜日?|・?祝日?)?[)）]|(?:に|まで|から|以降|ごろ|頃|は|の)?(?:お?届|到着|着|配達|配送|発送|出荷|出発|開催|開始|開店|発売|締|予約|予定|来店|伺|納品|公開|実施|午[前後]|朝|夜)`;
/** Of a fraction with such a denominator nobody says that something happens in it. */
const behindLateDate = 'に|まで|から|以降|ごろ|頃|付';

const dateRules: readonly Rule[] = [
  patternRule(
    ['digit'],
    String.raw`(?<![\d/.-])(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])(?![\d/]|[.-]\d)(?=(${behindDate})|(${behindLateDate})|)`,
    ([, month = '', day = '', dated, late]) => {
      const isWritten = month.startsWith('0') || day.startsWith('0') || (late !== undefined && Number(day) > 12);
      return dated !== undefined || isWritten ? dateWords(undefined, Number(month), Number(day)) : undefined;
    },
    (text) => /\d\/\d/u.test(text),
  ),
  patternRule(
    ['digit'],
    String.raw`(\d{4})[/.-](0?[1-9]|1[0-2])[/.-](0?[1-9]|[12]\d|3[01])(?!\d)`,
    ([, year, month, day]) => dateWords(year, Number(month), Number(day)),
  ),
  patternRule(['digit'], String.raw`(?<=月\s?)(0?[1-9]|[12]\d|3[01])日(?!間)`, ([, day = '']) => [
    read(day, dayOfMonth),
  ]),
  patternRule(['digit'], String.raw`1日(${suffix})?`, ([, more]) => [
    `いちにち${more === '中' ? 'じゅう' : (suffixes.get(more ?? '') ?? '')}`,
  ]),
  patternRule(['letter'], String.raw`元年`, () => ['がんねん']),
];

const weekdays: Readonly<Record<string, string>> = {
  月: 'げつようび',
  火: 'かようび',
  水: 'すいようび',
  木: 'もくようび',
  金: 'きんようび',
  土: 'どようび',
  日: 'にちようび',
};
const weekday = '[月火水木金土日]';

const weekdayRules: readonly Rule[] = [
  // Alone between brackets: 3月1日(水), (月・水), (土祝).
  patternRule(
    ['letter'],
    String.raw`(?<=[(（](?:${weekday}[・、]){0,6})(${weekday})(?=(?:・?祝日?)?[)）]|[・、]${weekday}[・、)）])`,
    ([, day = '']) => [weekdays[day]!],
  ),
  patternRule(
    ['letter'],
    String.raw`(?<![\p{Script=Han}\d])(${weekday})[〜～~–-](${weekday})(?![\p{Script=Han}])`,
    ([, from = '', to = '']) => [`${weekdays[from]!}から`, weekdays[to]!],
  ),
];

function timeWords(hours: number, minutes: number, seconds?: number): string[] {
  return [
    read(String(hours), counters.get('時')),
    ...(minutes === 0 && seconds === undefined ? [] : [read(String(minutes), counters.get('分'))]),
    ...(seconds === undefined ? [] : [read(String(seconds), counters.get('秒'))]),
  ];
}

const dash = '[-–—~～〜]';
const operators: Readonly<Record<string, string>> = {
  '+': 'たす',
  '-': 'ひく',
  '−': 'ひく',
  '×': 'かける',
  '÷': 'わる',
};

const mathRules: readonly Rule[] = [
  patternRule(
    ['digit'],
    String.raw`(?<![\d/])(?!24/7|(?:19|20)\d\d/)(\d{1,4})/(\d{1,4})(?![\d/]|\s?[A-Za-z])`,
    ([, a = '', b = '']) => [`${numberInKana(b)}ぶんの${numberInKana(a)}`],
  ),
  patternRule(
    ['digit'],
    String.raw`(${decimal})\s?([+−×÷-])\s?(${decimal})\s?[=＝]\s?([-−]?)(${decimal})`,
    ([, a = '', operator = '', b = '', mark = '', c = '']) => [
      `${read(a)}${operators[operator]!}${read(b)}わ${signed(mark, read(c))}`,
    ],
  ),
  patternRule(['digit'], String.raw`(${decimal})\s?([+×÷])\s?(?=\d)`, ([, a = '', operator = '']) => [
    read(a),
    operators[operator]!,
  ]),
  patternRule(['digit', 'sign'], String.raw`${sign}(\d{1,6})分の(\d{1,6})(?!\d)`, ([, mark = '', a = '', b = '']) => [
    signed(mark, `${numberInKana(a)}ぶんの${numberInKana(b)}`),
  ]),
  patternRule(['digit'], String.raw`(\d{1,3})対(\d{1,3})(?!\d)`, ([, a = '', b = '']) => [
    `${numberInKana(a)}たい${numberInKana(b)}`,
  ]),
];

const currencies: Readonly<Record<string, string>> = {
  '¥': '円',
  '￥': '円',
  $: 'ドル',
  '€': 'ユーロ',
  '£': 'ポンド',
  '₩': 'ウォン',
};

const counterRules: readonly Rule[] = [
  romanLetterRule((digits) => [numberInKana(digits)]),
  // A page: p. 12.
  patternRule(['letter'], String.raw`(?<![\p{Script=Latin}\d])[pP]{1,2}\.\s?(\d{1,4})(?![\d:])`, ([, digits = '']) => [
    read(digits, counters.get('ページ')),
  ]),
  // Sizes and models of a letter: A4. F1 and J1 keep their English numbers.
  patternRule(
    ['letter'],
    String.raw`(?<![\p{Script=Latin}\d.-])(?![FGJTU]1(?!\d))([A-Z])(\d{1,2})(?![\p{Script=Latin}\d.,:/-])`,
    ([, letter = '', digits = '']) => [lettersInKana(letter), numberInKana(digits)],
  ),
  // From one date or quantity to another: 5月1日〜7日.
  patternRule(['sign'], String.raw`(?<=\d[年月日時分秒円個人本回階歳位号章頁])[-–—~～〜](?=\d)`, () => ['から']),
  patternRule(
    ['sign'],
    String.raw`(?<=[¥￥$€£₩]\s?[\d,.]{1,15}[万億兆]?\s?|\d\s?(?:[%％℃]|°C?)\s?)[-–—~～〜](?=\s?[¥￥$€£₩]?\s?\d)`,
    () => ['から'],
  ),
  patternRule(['sign'], String.raw`(?<=世紀|年代|[前後]半|[初中]頃|末|[)）])[~～〜](?=\d)`, () => ['から']),
  // 3:2 is a score, unlike 3:02.
  patternRule(['digit'], String.raw`(\d{1,3}):(\d)(?![\d:])`, ([, a = '', b = '']) => [
    `${numberInKana(a)}たい${numberInKana(b)}`,
  ]),
  // A scale: 1:500.
  patternRule(['digit'], String.raw`(\d{1,4}):(\d{3,5})(?![\d:])`, ([, a = '', b = '']) => [
    `${numberInKana(a)}たい${numberInKana(b)}`,
  ]),
  // Two numbers in a row are an estimate: 2、3日.
  patternRule(['digit'], String.raw`([1-9])[、,]([1-9])(日|人)(?!\d)`, ([, a = '', b = '', name = '']) =>
    Number(b) === Number(a) + 1 ? [digitsInKana(a + b) + (name === '日' ? 'にち' : 'にん')] : undefined,
  ),
  patternRule(
    ['sign'],
    String.raw`([-−]?)([¥￥$€£₩])\s?(${quantity})(?!\s?[A-Za-z/])`,
    ([, mark = '', symbol = '', digits = '']) => [signed(mark, read(digits, counters.get(currencies[symbol]!)))],
  ),
  patternRule(
    ['digit'],
    String.raw`(${quantity})${dash}(${quantity})\s?(${counter})(${suffix})?`,
    ([, a = '', b = '', name = '', more]) => [
      `${read(a)}から`,
      read(b, counters.get(name)) + (more === undefined ? '' : suffixes.get(more)!),
    ],
  ),
  patternRule(['digit'], String.raw`(${decimal})\s?km/h`, ([, digits = '']) => [
    `じそく${read(digits, counters.get('キロメートル'))}`,
  ]),
  patternRule(['letter'], String.raw`第(${number})(?:(${counter})(${suffix})?)?`, ([, digits = '', name, more]) => [
    `だい${read(digits, name === undefined ? undefined : counters.get(name))}${more === undefined ? '' : suffixes.get(more)!}`,
  ]),
  patternRule(
    ['digit', 'sign'],
    String.raw`${sign}(${quantity})\s?(${counter})(${suffix})?`,
    ([text, mark = '', digits = '', name = '', more]) =>
      // 3日本 is no count of days.
      text.length === 0
        ? undefined
        : [signed(mark, read(digits, counters.get(name))) + (more === undefined ? '' : suffixes.get(more)!)],
  ),
  // What the common rules know behind a number is theirs.
  patternRule(
    ['digit', 'sign'],
    String.raw`${sign}(${quantity})(?!\s?(?:\p{Sc}|[%‰°½′″]|[A-Za-zµμ]|${dash}\s?[-−+]?\d|\d)|['’"]|\.\.|[\^/]\d|[⁰¹²³⁴-⁹⁺⁻])`,
    ([, mark = '', digits = '']) => [signed(mark, read(digits))],
  ),
];

/** So many for each: 8錠/日, 2,999円/月. */
const each: Readonly<Record<string, string>> = {
  日: 'いちにちあたり',
  週: 'いっしゅうかんあたり',
  月: 'ひとつきあたり',
  年: 'いちねんあたり',
  時間: 'いちじかんあたり',
  人: 'ひとりあたり',
  名: 'いちめいあたり',
  ユーザー: 'ユーザーあたり',
};
const perRule = patternRule(
  ['sign'],
  String.raw`(?<=\d[円個回錠人件本名分枚ドル]{1,2})[/／](日|週|月|年|時間|人|名|ユーザー)(?!\p{Script=Han})`,
  ([, name = '']) => [each[name]!],
  (text) => /[/／]/u.test(text),
);

/** 10:30〜11時 */
const clockBefore = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4]):([0-5]\d)\s?[-–—~～〜]\s?(?=\d{1,2}時)`,
  ([, hours, minutes]) => [`${timeWords(Number(hours), Number(minutes)).join('')}から`],
);

const clockRange = patternRule(
  ['digit'],
  String.raw`(?<![\d:.])([01]?\d|2[0-4])(?::([0-5]\d))?\s?[-–—~～〜]\s?([01]?\d|2[0-4]):([0-5]\d)(?![\d:])`,
  ([, hours, minutes, toHours, toMinutes]) => [
    `${timeWords(Number(hours), Number(minutes ?? 0)).join('')}から`,
    ...timeWords(Number(toHours), Number(toMinutes)),
  ],
);

const clockRule = patternRule(
  ['digit'],
  String.raw`([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])`,
  ([, hours, minutes, seconds]) =>
    timeWords(Number(hours), Number(minutes), seconds === undefined ? undefined : Number(seconds)),
);

export const japanese: LanguageRules = {
  rules: [
    ...codeRules,
    ...phoneRules,
    ...dateRules,
    ...weekdayRules,
    perRule,
    clockBefore,
    clockRange,
    clockRule,
    ...mathRules,
    ...counterRules,
  ],
  cardinal: (digits) => [numberInKana(digits)],
  decimals: (digits) => [digitsInKana(digits)],
  decimal: (whole, fraction) => [decimalInKana(whole, fraction)],
  fraction: (numerator, denominator) => [
    `${numberInKana(String(denominator))}ぶんの${numberInKana(String(numerator))}`,
  ],
  date: ({ day, month, year }) => dateWords(year, month, day),
  time: ({ hours, minutes, seconds }) => timeWords(hours, minutes, seconds),
  year: (digits) => [read(digits, counters.get('年'))],
  roman: (value) => [numberInKana(String(value))],
};
