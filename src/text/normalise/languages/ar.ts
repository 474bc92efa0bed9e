/** Arabic: numbers that agree with what they count, the hours and days by their ordinals. */
import { patternRule, type LanguageRules, type Rule } from '../rule.ts';
import { abbreviationRule } from './abbreviation-rule.ts';
import { moreAbbreviations } from './more-abbreviations.ts';
import { countedNouns, signsBefore, type CountedNoun } from './ar-nouns.ts';
import { arabicNumber, dayWords, hourWords, minuteWords, monthNames, type Gender } from './ar-numbers.ts';

const digitNames = ['صفر', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة'];

function byDigits(digits: string): string[] {
  return Array.from(digits.replace(/\D/gu, ''), (digit) => digitNames[Number(digit)]!);
}

/** Plurals in ات of masculine nouns. */
const masculinePlurals =
  /^(?:دولار|ريال|جنيه|كيلوغرام|كيلوجرام|كيلومتر|سنتيمتر|مليمتر|متر|غرام|جرام|لتر|درهم|حيوان|قطار|مطار|اجتماع|مليار|تريليون|امتحان|اختبار|حساب|طلب|قرار|ملف|خطاب|مؤتمر|إعلان|برنامج|كتاب|شعار|هدف|يورو|ميغابايت|بايت|هكتار|سنت|يوان|مخيم|مستشفي|باص|حمام|صاروخ)ات$/u;
/** Broken plurals of feminine nouns, and feminine nouns without ة. */
const feminineNouns =
  /^(?:دقائق|ثوان|ثواني|ليال|ليالي|مدن|غرف|صور|قصص|نساء|بنات|دول|مدارس|رسائل|شقق|جمل|فرص|نقاط|نسخ|عين|يد|شمس|أرض|حرب|نفس|بنت|أخت|أم|جزر|قرى|طرق|درجات|خطط)$/u;

/** The gender of a counted noun as far as its spelling shows it. */
export function genderOf(noun: string): Gender {
  const bare = noun.replace(/[\u064b-\u0652]/gu, '');
  if (feminineNouns.test(bare)) return 'feminine';
  if (bare.endsWith('ات')) return masculinePlurals.test(bare) ? 'masculine' : 'feminine';
  // Plurals such as أجهزة have masculine singulars.
  return bare.endsWith('ة') && !/^(?:أ|بال)/u.test(bare) ? 'feminine' : 'masculine';
}

function yearWords(digits: string): string[] {
  return arabicNumber(digits, 'masculine', 'oblique');
}

function dateWords(day: number | undefined, month: number, year: string | undefined, oblique: boolean): string[] {
  return [
    ...(day === undefined ? [] : [...dayWords(day, oblique ? 'oblique' : 'nominative'), 'من']),
    monthNames[month - 1]!,
    ...(year === undefined ? [] : yearWords(year)),
  ];
}

const day = String.raw`(0?[1-9]|[12]\d|3[01])`;
const month = String.raw`(0?[1-9]|1[0-2])`;
const otherMonths =
  'كانون|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين|إبريل|محرم|صفر|ربيع|جمادى|رجب|شعبان|رمضان|شوال|ذو|ذي';
const months = `${monthNames.join('|')}|${otherMonths}`;
/** Words that a number of a date stands after in the oblique. */
const governs = String.raw`(?<=(?:يوم|في|من|إلى|حتى|منذ|قبل|بعد)\s)`;
const noLetter = String.raw`(?![\p{L}\p{M}\d])`;

function timeWords(hours: number, minutes: number, seconds?: number): string[] {
  const second = seconds === undefined || seconds === 0 ? [] : arabicNumber(String(seconds), 'feminine');
  return [
    ...hourWords(hours),
    ...minuteWords(minutes),
    ...(second.length === 0 ? [] : [`و${second[0]!}`, ...second.slice(1), seconds! <= 10 ? 'ثوان' : 'ثانية']),
  ];
}

const quantity = String.raw`(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:[.٫](\d{1,6}))?(?![.,٫]?\d)`;
const sign = String.raw`((?:(?<![\p{L}\d])[-−+])?)`;
const signNames: Readonly<Record<string, string>> = { '-': 'ناقص', '−': 'ناقص', '+': 'زائد' };

/** A number with what it counts: دولار واحد, دولاران, خمسة دولارات, عشرون دولارًا. */
function countedWords(mark: string, whole: string, fraction: string | undefined, noun: CountedNoun): string[] {
  const digits = whole.replace(/,/gu, '');
  const [one, two, few, many] = noun.forms.map((form) => form.split(' ')) as [string[], string[], string[], string[]];
  const before = mark === '' ? [] : [signNames[mark]!];
  if (fraction !== undefined) {
    return [...before, ...arabicNumber(digits, noun.gender), 'فاصلة', ...decimalWords(fraction), ...one];
  }
  if (digits === '1') return [...before, ...one, noun.gender === 'feminine' ? 'واحدة' : 'واحد'];
  if (digits === '2') return [...before, ...two];
  const last = Number(digits.slice(-2));
  const form = last >= 3 && last <= 10 ? few : last >= 11 ? many : one;
  return [...before, ...arabicNumber(digits, noun.gender, 'nominative', true), ...form];
}

function decimalWords(digits: string): string[] {
  const zeros = /^0*/u.exec(digits)![0];
  const rest = digits.slice(zeros.length);
  return [...byDigits(zeros), ...(rest.length > 3 ? byDigits(rest) : rest === '' ? [] : arabicNumber(rest))];
}

const nounPattern = [...countedNouns.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/[.$]/gu, String.raw`\$&`))
  .join('|');
const countedRules: readonly Rule[] = [
  patternRule(
    ['digit', 'sign'],
    String.raw`${sign}${quantity}\s?(${nounPattern})(?![\p{L}\p{M}\d])`,
    ([, mark = '', whole = '', fraction, name = '']) => countedWords(mark, whole, fraction, countedNouns.get(name)!),
  ),
  patternRule(
    ['sign', 'letter'],
    String.raw`${sign}(${signsBefore.join('|').replace(/\$/gu, String.raw`\$`)})\s?${quantity}(?!\s?(?:مليون|مليار|ألف|آلاف))`,
    ([, mark = '', name = '', whole = '', fraction]) =>
      fraction?.length === 2 && name !== '¥' ? undefined : countedWords(mark, whole, fraction, countedNouns.get(name)!),
  ),
];

/** Masculine nouns with the article that a number follows as an ordinal: القرن 21. */
const orderedNouns = 'القرن|الفصل|الطابق|الدرس|الباب|الجزء|المجلد';

const titles: Readonly<Record<string, string>> = { أ: 'أستاذ', م: 'مهندس', ش: 'شارع' };

const rules: readonly Rule[] = [
  abbreviationRule(moreAbbreviations.ar!),
  // Titles and pages, abbreviated.
  patternRule(['letter'], String.raw`([أشم])\. (?=\p{Script=Arabic}{2})`, ([, letter]) => [titles[letter!]!]),
  patternRule(['letter'], String.raw`د\. ?(?=\p{Script=Arabic}{2})`, () => ['دكتور']),
  patternRule(['letter'], String.raw`أ\. ?د\. ?(?=\p{Script=Arabic}{2})`, () => ['أستاذ', 'دكتور']),
  patternRule(['letter'], String.raw`ص\. ?(?=\d)`, () => ['صفحة']),
  // A telephone number behind a word that says so.
  patternRule(
    ['digit'],
    String.raw`(?<=(?:اتصل(?: بنا)? (?:على|ب)(?: الرقم)?|هاتف|جوال|موبايل|الرقم|رقم الهاتف):? )\d{7,12}(?!\d)`,
    ([text]) => Array.from(text).flatMap((digit) => arabicNumber(digit)),
  ),
  patternRule(
    ['digit'],
    String.raw`(?<=(?:${orderedNouns})\s)([12]?\d|3[01])(?![\d/:]|[.,٫-]\d|\s(?:${months}))`,
    ([, digits]) => (Number(digits) === 0 ? undefined : dayWords(Number(digits), 'nominative')),
  ),
  patternRule(['digit'], String.raw`(\d{1,3}):(\d)(?![\d:])`, ([, a = '', b = '']) => [
    ...arabicNumber(a),
    'إلى',
    ...arabicNumber(b, 'masculine', 'oblique'),
  ]),
  patternRule(
    ['digit', 'sign'],
    String.raw`\+\d{1,3}(?:[ -]?\d{2,4}){2,4}(?!\d)|0\d{8,10}(?![\d.,])|0\d{1,3}[ -]\d{3,4}[ -]?\d{3,4}(?!\d)`,
    ([text]) => [...(text.startsWith('+') ? ['زائد'] : []), ...byDigits(text)],
  ),
  patternRule(
    ['digit'],
    String.raw`(?<=الساعة\s)(\d{1,2})(?::([0-5]\d))?(?::([0-5]\d))?(?![\d:])`,
    ([, h = '', m = '0', s]) =>
      Number(h) > 24 ? undefined : timeWords(Number(h), Number(m), s === undefined ? undefined : Number(s)),
  ),
  patternRule(['digit'], String.raw`${governs}${day}(?=\s(?:${months})${noLetter})`, ([, d]) => [
    ...dayWords(Number(d), 'oblique'),
    'من',
  ]),
  patternRule(['digit'], String.raw`${day}(?=\s(?:${months})${noLetter})`, ([, d]) => [
    ...dayWords(Number(d), 'nominative'),
    'من',
  ]),
  patternRule(['digit'], String.raw`${governs}${day}[/.-]${month}[/.-](\d{4})(?![\d/.-]\d)`, ([, d, m, y]) =>
    dateWords(Number(d), Number(m), y, true),
  ),
  patternRule(['digit'], String.raw`${day}[/.-]${month}[/.-](\d{4})(?![\d/.-]\d)`, ([, d, m, y]) =>
    dateWords(Number(d), Number(m), y, false),
  ),
  patternRule(['digit'], String.raw`(?<=(?:عام|سنة|العام|السنة|${months})\s)[1-9]\d{3}(?!\d|[.,]\d)`, ([text]) =>
    yearWords(text),
  ),
  patternRule(['digit'], String.raw`(?<=(?:في|منذ|حتى|بين)\s)(?:1[4-9]|20)\d\d(?![\d.,٫])`, ([text]) =>
    yearWords(text),
  ),
  patternRule(['digit'], String.raw`(\d{3,4})\s?(م|هـ?)(?![\p{L}\p{M}\d])`, ([, digits = '', era]) => [
    ...yearWords(digits),
    era === 'م' ? 'ميلادية' : 'هجرية',
  ]),
  ...countedRules,
  // A counted noun decides the gender.
  patternRule(
    ['digit'],
    String.raw`(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?=\s(\p{Script=Arabic}[\p{Script=Arabic}\p{M}]{1,30}))(?![.,٫]\d)`,
    ([, digits = '', noun = '']) =>
      digits.startsWith('0') || /^(?:في|من|إلى|على|عن|و|أو|مساء|صباحا|هو|هي|كان|كانت)/u.test(noun)
        ? undefined
        : arabicNumber(digits.replace(/,/gu, ''), genderOf(noun), 'nominative', true),
  ),
];

/** Fractions with names, before a noun. */
const fractions: ReadonlyMap<string, readonly string[]> = new Map([
  ['1/2', ['نصف']],
  ['1/3', ['ثلث']],
  ['2/3', ['ثلثا']],
  ['1/4', ['ربع']],
  ['3/4', ['ثلاثة', 'أرباع']],
  ['1/5', ['خمس']],
  ['1/8', ['ثمن']],
  ['1/10', ['عشر']],
]);

export const arabic: LanguageRules = {
  rules,
  cardinal: (digits, noun) =>
    noun === undefined || noun === ''
      ? arabicNumber(digits)
      : arabicNumber(digits, genderOf(noun.split(' ')[0]!), 'nominative', true),
  decimals: decimalWords,
  fraction: (numerator, denominator) =>
    fractions.get(`${numerator}/${denominator}`) ?? [
      ...arabicNumber(String(numerator)),
      'على',
      ...arabicNumber(String(denominator)),
    ],
  date: ({ day: d, month: m, year }) => dateWords(d, m, year, false),
  time: ({ hours, minutes, seconds }) => ['الساعة', ...timeWords(hours, minutes, seconds)],
  year: yearWords,
};
