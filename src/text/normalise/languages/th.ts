/** Thai numbers in words, which eSpeak reads digit by digit. Source: the Royal Society of Thailand's rules for reading numbers. */
import type { LanguageRules } from '../rule.ts';

const units = ',หนึ่ง,สอง,สาม,สี่,ห้า,หก,เจ็ด,แปด,เก้า'.split(',');
const places = ',สิบ,ร้อย,พัน,หมื่น,แสน'.split(',');

/** Up to six digits: one of them behind others is เอ็ด, twenty is ยี่สิบ, ten has no one before it. */
function belowMillion(digits: string, follows: boolean): string {
  return Array.from(digits, (digit, index) => {
    const place = digits.length - 1 - index;
    const value = Number(digit);
    if (value === 0) return '';
    if (place === 1 && value <= 2) return (value === 1 ? '' : 'ยี่') + places[1]!;
    const isLast = place === 0 && value === 1 && (follows || /[1-9]/u.test(digits.slice(0, -1)));
    return (isLast ? 'เอ็ด' : units[value]!) + places[place]!;
  }).join('');
}

/** Millions are counted like units, and again for millions of millions. */
function inWords(digits: string): string {
  if (digits.length <= 6) return belowMillion(digits, false);
  return `${inWords(digits.slice(0, -6))}ล้าน${belowMillion(digits.slice(-6), true)}`;
}

export const thai: LanguageRules = { cardinal: (digits) => [digits === '0' ? 'ศูนย์' : inWords(digits)] };
