/**
 * Modern Standard Arabic numbers (العدد والمعدود), read with pausal forms. 3–10 take the opposite gender of what they count,
 * 1, 2 and the tens their own.
 */
export type Gender = 'masculine' | 'feminine';
/** The nominative; the oblique after prepositions and after a noun, as in a year. */
export type ArabicCase = 'nominative' | 'oblique';

/** With a masculine noun. */
const masculineOnes = ['', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة'];
const feminineOnes = ['', 'واحدة', 'اثنتان', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثماني', 'تسع'];
const tensNames = ['', '', 'عشر', 'ثلاث', 'أربع', 'خمس', 'ست', 'سبع', 'ثمان', 'تسع'];
const hundredsNames = ['', 'مئة', '', 'ثلاثمئة', 'أربعمئة', 'خمسمئة', 'ستمئة', 'سبعمئة', 'ثمانمئة', 'تسعمئة'];

interface Manner {
  readonly gender: Gender;
  readonly grammaticalCase: ArabicCase;
}

function isOblique({ grammaticalCase }: Manner): boolean {
  return grammaticalCase === 'oblique';
}

function twoOf({ gender, grammaticalCase }: Manner): string {
  return (gender === 'feminine' ? 'اثنت' : 'اثن') + (grammaticalCase === 'oblique' ? 'ين' : 'ان');
}

/** 1–99, in the parts that و joins. */
function belowHundred(value: number, manner: Manner): string[] {
  const feminine = manner.gender === 'feminine';
  const one = value % 10;
  const name = one === 2 ? twoOf(manner) : (feminine ? feminineOnes : masculineOnes)[one]!;
  if (value === 10) return [feminine ? 'عشر' : 'عشرة'];
  if (value < 10) return [name];
  if (value < 20) {
    const first = one === 1 ? (feminine ? 'إحدى' : 'أحد') : one === 2 ? name.slice(0, -1) : name;
    return [`${first} ${feminine ? 'عشرة' : 'عشر'}`];
  }
  const tens = tensNames[Math.floor(value / 10)]! + (isOblique(manner) ? 'ين' : 'ون');
  if (one === 0) return [tens];
  return [one === 1 && feminine ? 'إحدى' : name, tens];
}

/** 1–999. */
function belowThousand(value: number, manner: Manner): string[] {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const name = hundreds === 2 ? (isOblique(manner) ? 'مئتين' : 'مئتان') : hundredsNames[hundreds]!;
  return [...(hundreds > 0 ? [name] : []), ...(rest > 0 ? belowHundred(rest, manner) : [])];
}

/** A power of a thousand: alone, as dual, after 3–10, after 11–99. */
const powers = [
  { zeros: 12, one: 'تريليون', dual: 'تريليون', few: 'تريليونات', many: 'تريليونًا' },
  { zeros: 9, one: 'مليار', dual: 'مليار', few: 'مليارات', many: 'مليارًا' },
  { zeros: 6, one: 'مليون', dual: 'مليون', few: 'ملايين', many: 'مليونًا' },
  { zeros: 3, one: 'ألف', dual: 'ألف', few: 'آلاف', many: 'ألفًا' },
] as const;

function powerParts(count: number, power: (typeof powers)[number], grammaticalCase: ArabicCase): string[] {
  if (count === 1) return [power.one];
  if (count === 2) return [power.dual + (grammaticalCase === 'oblique' ? 'ين' : 'ان')];
  const small = count % 100;
  const name = small >= 3 && small <= 10 ? power.few : small >= 11 ? power.many : power.one;
  const parts = belowThousand(count, { gender: 'masculine', grammaticalCase });
  // In front of its noun مئتان loses its ending.
  const last = parts
    .at(-1)!
    .replace(/^مئتان$/u, 'مئتا')
    .replace(/^مئتين$/u, 'مئتي');
  return [...parts.slice(0, -1), `${last} ${name}`];
}

/**
 * Up to 15 digits.
 * @param construct the counted noun follows at once, so that duals lose their ending: مئتا ريال
 */
export function arabicNumber(
  digits: string,
  gender: Gender = 'masculine',
  grammaticalCase: ArabicCase = 'nominative',
  construct = false,
): string[] {
  let value = Number(digits);
  if (value === 0) return ['صفر'];
  const parts: string[] = [];
  for (const power of powers) {
    const count = Math.floor(value / 10 ** power.zeros);
    if (count > 0) parts.push(...powerParts(count, power, grammaticalCase));
    value %= 10 ** power.zeros;
  }
  if (value > 0) parts.push(...belowThousand(value, { gender, grammaticalCase }));
  const last = parts.at(-1)!;
  if (construct) parts[parts.length - 1] = last.replace(/^(مئت|ألف|مليون|مليار)(ا|ي)ن$/u, '$1$2');
  return parts.flatMap((part, index) => (index === 0 ? part : `و${part}`).split(' '));
}

const hourNames = [
  'الثانية عشرة',
  'الواحدة',
  'الثانية',
  'الثالثة',
  'الرابعة',
  'الخامسة',
  'السادسة',
  'السابعة',
  'الثامنة',
].concat(['التاسعة', 'العاشرة', 'الحادية عشرة', 'الثانية عشرة']);
const lateHours = ['الثالثة', 'الرابعة', 'الخامسة', 'السادسة', 'السابعة', 'الثامنة', 'التاسعة'];

/** 0–24: feminine ordinals, as الساعة is feminine. */
export function hourWords(hour: number): string[] {
  const name =
    hour <= 12
      ? hourNames[hour]!
      : hour < 20
        ? `${lateHours[hour - 13]!} عشرة`
        : ['العشرون', 'الحادية والعشرون', 'الثانية والعشرون', 'الثالثة والعشرون', 'الرابعة والعشرون'][hour - 20]!;
  return name.split(' ');
}

/** Minutes after the hour; quarters, thirds and halves by their names. */
export function minuteWords(minutes: number): string[] {
  const named: Readonly<Record<number, string>> = { 15: 'والربع', 20: 'والثلث', 30: 'والنصف' };
  if (minutes === 0) return [];
  if (named[minutes] !== undefined) return [named[minutes]];
  if (minutes === 1) return ['ودقيقة'];
  if (minutes === 2) return ['ودقيقتان'];
  const [first = '', ...rest] = arabicNumber(String(minutes), 'feminine');
  return [`و${first}`, ...rest, minutes <= 10 ? 'دقائق' : 'دقيقة'];
}

const dayOnes = ['', 'الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع', 'الثامن', 'التاسع', 'العاشر'];

/** Masculine ordinals of the days of a month, 1–31. */
export function dayWords(day: number, grammaticalCase: ArabicCase): string[] {
  const ending = grammaticalCase === 'oblique' ? 'ين' : 'ون';
  const one = day % 10;
  const first = one === 1 && day > 10 ? 'الحادي' : dayOnes[one]!;
  if (day <= 10) return [dayOnes[day]!];
  if (day < 20) return [first, 'عشر'];
  const tens = (day < 30 ? 'العشر' : 'الثلاث') + ending;
  return one === 0 ? [tens] : [first, `و${tens}`];
}

export const monthNames = [
  'يناير',
  'فبراير',
  'مارس',
  'أبريل',
  'مايو',
  'يونيو',
  'يوليو',
  'أغسطس',
  'سبتمبر',
  'أكتوبر',
].concat(['نوفمبر', 'ديسمبر']);
