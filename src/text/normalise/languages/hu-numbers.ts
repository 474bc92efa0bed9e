/** Hungarian cardinal and ordinal numbers (A magyar helyesírás szabályai, 12. kiadás, 288–292). */
import { list, thousandsOf } from './thousands.ts';

const units = list('nulla egy kettő három négy öt hat hét nyolc kilenc');
const tens = list('_ tíz húsz harminc negyven ötven hatvan hetven nyolcvan kilencven');
const joinedTens = list('_ tizen huszon harminc negyven ötven hatvan hetven nyolcvan kilencven');
const scales = list('_ ezer millió milliárd billió');

/** 1–999; two is `két` before a hundred, and before whatever `two` says at the end. */
function belowThousand(value: number, two: 'két' | 'kettő'): string {
  const hundreds = Math.floor(value / 100);
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 ? '' : hundreds === 2 ? 'két' : units[hundreds]!}száz`;
  const ten = Math.floor((value % 100) / 10);
  const unit = value % 10;
  const last = unit === 0 ? '' : unit === 2 ? two : units[unit]!;
  return `${hundred}${ten === 0 ? '' : unit === 0 ? tens[ten]! : joinedTens[ten]!}${last}`;
}

/**
 * Above two thousand a hyphen stands between the groups of three digits.
 * @param digits    1–15 ASCII digits
 * @param attribute before a noun two is `két`, otherwise `kettő`
 */
export function hungarianCardinal(digits: string, attribute = false): string {
  const groups = thousandsOf(digits);
  if (groups.length === 0) return 'nulla';
  const parts = groups.map(({ value, power }) => {
    if (power === 0) return belowThousand(value, attribute ? 'két' : 'kettő');
    return `${value === 1 && power === 1 && groups[0]!.power === 1 ? '' : belowThousand(value, 'két')}${scales[power]!}`;
  });
  const isHyphenated = digits.length > 4 || Number(digits) > 2000;
  return parts.join(isHyphenated ? '-' : '');
}

/** The stem that the endings `-dik`, `-d`, `-szor` are put to, by the last number name. */
const fractionStems: Readonly<Record<string, string>> = {
  nulla: 'nullad', egy: 'egyed', kettő: 'ketted', három: 'harmad', négy: 'negyed', öt: 'ötöd', hat: 'hatod', hét: 'heted',
  nyolc: 'nyolcad', kilenc: 'kilenced', tíz: 'tized', húsz: 'huszad', harminc: 'harmincad', negyven: 'negyvened',
  ötven: 'ötvened', hatvan: 'hatvanad', hetven: 'hetvened', nyolcvan: 'nyolcvanad', kilencven: 'kilencvened',
  száz: 'század', ezer: 'ezred', millió: 'milliomod', milliárd: 'milliárdod', billió: 'billiomod',
}; // prettier-ignore

const lastName = new RegExp(
  `(?:${Object.keys(fractionStems)
    .sort((a, b) => b.length - a.length)
    .join('|')})$`,
  'u',
);

/** `harmad`, `tizenketted`, `század`: a part of so many. */
export function hungarianPart(digits: string): string {
  return hungarianCardinal(digits).replace(lastName, (name) => fractionStems[name]!);
}

/** `első`, `második`, `huszonegyedik`. */
export function hungarianOrdinal(digits: string): string {
  if (digits === '1') return 'első';
  if (digits === '2') return 'második';
  return `${hungarianPart(digits)}ik`;
}
