/** Digits, signs and ligatures of other widths and scripts in the form that the rules know. */

function isDecimalDigit(c: number): boolean {
  return /^\p{Nd}/u.test(String.fromCodePoint(c));
}

/** Decimal digits of any script as ASCII: each script's ten stand in a row that begins at a multiple of 16 or 6 after it. */
function asciiDigit(digit: string): string {
  const c = digit.normalize('NFKC').codePointAt(0)!;
  const start = c - (c % 16);
  return String(isDecimalDigit(start) ? c - start : c - start - 6);
}

const foreign =
  /(?!\d)\p{Nd}|[\uff03-\uff06\uff0a-\uff0f\uff1c-\uff1e\uff20\uff3f\uffe0\uffe1\uffe5\u066a\u02da₀-₉º]|[℃℉ℓ\u3371-\u33df]/u;
const foreignDigit = /(?!\d)\p{Nd}/gu;
/** Full-width signs; commas and the marks that shape the intonation stay. */
const wideSign = /[\uff03-\uff06\uff0a\uff0b\uff0d-\uff0f\uff1c-\uff1e\uff20\uff3f\uffe0\uffe1\uffe5]/gu;
/** `℃`, `㎏`, `㎡` and their like in one character. */
const ligature = /[℃℉ℓ\u3371-\u33df]/gu;

/** Decimal digits of all scripts, full-width signs and unit ligatures in ASCII, with `²` and `³`. */
export function plainDigits(text: string): string {
  if (!foreign.test(text)) return text;
  return text
    .replace(ligature, (unit) => unit.normalize('NFKC').replace(/2$/u, '²').replace(/3$/u, '³'))
    .replace(/\u066a/gu, '%')
    .replace(/[º\u02da](?=[CFС](?!\p{L}))/gu, '°')
    .replace(/[₀-₉]/gu, (digit) => digit.normalize('NFKC'))
    .replace(wideSign, (sign) => sign.normalize('NFKC'))
    .replace(foreignDigit, asciiDigit)
    .replace(/(?<=\d)：(?=\d)/gu, ':');
}
