const units = ['sero', 'isa', 'dalawa', 'tatlo', 'apat', 'lima', 'anim', 'pito', 'walo', 'siyam'];
const teens = [
  'sampu',
  'labing-isa',
  'labindalawa',
  'labintatlo',
  'labing-apat',
  'labinlima',
  'labing-anim',
  'labimpito',
  'labingwalo',
  'labinsiyam',
];
const tens = ['', '', 'dalawampu', 'tatlumpu', 'apatnapu', 'limampu', 'animnapu', 'pitumpu', 'walumpu', 'siyamnapu'];

/** The words of a whole number up to 999,999 (`1,250` too); longer digit strings digit by digit; undefined for anything else. */
export function tagalogNumber(text: string): string[] | undefined {
  if (!/^\d{1,3}(,\d{3})+$|^\d+$/u.test(text)) return undefined;
  const digits = text.replaceAll(',', '');
  if (digits.length > 6 || (digits.length > 1 && digits.startsWith('0'))) {
    return Array.from(digits, (digit) => units[Number(digit)]!);
  }
  return words(Number(digits));
}

function words(value: number): string[] {
  if (value < 10) return [units[value]!];
  if (value < 20) return [teens[value - 10]!];
  if (value < 100) return join([tens[Math.floor(value / 10)]!], value % 10);
  if (value < 1000) return join(counted(Math.floor(value / 100), 'daan', 'raan'), value % 100);
  return join(counted(Math.floor(value / 1000), 'libo', 'libo'), value % 1000);
}

function join(head: readonly string[], rest: number): string[] {
  return rest === 0 ? [...head] : [...head, 'at', ...words(rest)];
}

/** A count before its noun takes the linker: -ng after a vowel, "na" after a consonant (where daan becomes raan). */
function counted(count: number, afterVowel: string, afterConsonant: string): string[] {
  const head = words(count);
  const last = head.at(-1)!;
  return /[aeiou]$/u.test(last) ? [...head.slice(0, -1), `${last}ng`, afterVowel] : [...head, 'na', afterConsonant];
}
