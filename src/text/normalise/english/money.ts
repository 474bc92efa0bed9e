/** Sums of money. */
import type { Context, Rule } from '../english-context.ts';
import { type Currency, currencies, multipleWords, multiples } from './currencies.ts';
import { cardinal, integer, number, numberPattern } from './numbers.ts';
import { match, spoken } from './rule.ts';

const symbols = Object.keys(currencies)
  .map((symbol) => (symbol === '$' ? String.raw`\$` : symbol))
  .join('|');

const sumPattern = match(
  `([-−]?)(?:US|CA|AU|NZ|HK|A|C)?(${symbols})([-−]?)(${numberPattern})(k|m|mn|mm|b|bn|t|tn)?`,
  'iu',
);

const trailingSumPattern = match(`([-−]?)(${numberPattern})(${symbols})`);

const sumRangePattern = match(`(${symbols})(${numberPattern})[-–—](?:${symbols})?(${numberPattern})`);

function plural(forms: readonly [string, string], amount: string): string {
  return forms[Number(amount) === 1 ? 0 : 1];
}

function sumWords({ major, minor }: Currency, amount: string): string[] {
  const [whole = '', fraction] = amount.replace(/,/gu, '').split('.');
  if (fraction?.length !== 2 || minor === undefined) {
    return [...number(amount)!, plural(major, amount.replace(/,/gu, ''))];
  }
  const majorWords = [...integer(whole === '' ? '0' : whole), plural(major, whole)];
  const minorWords = [...cardinal(Number(fraction)), plural(minor, fraction)];
  if (Number(fraction) === 0) return majorWords;
  return Number(whole) === 0 ? minorWords : [...majorWords, 'and', ...minorWords];
}

function isMultiple(word: string | undefined): boolean {
  return word !== undefined && multipleWords.has(word.toLowerCase());
}

export const sumRange: Rule = ({ core }, { after }) => {
  const found = sumRangePattern.exec(core);
  return found === null
    ? undefined
    : spoken([
        ...number(found[2]!)!,
        'to',
        ...number(found[3]!)!,
        ...(isMultiple(after?.core) ? [] : [currencies[found[1]!]!.major[1]]),
      ]);
};

/** The sum itself; where `million` follows, the currency comes after that. */
function plainSum(currency: Currency, amount: string, { after }: Context): string[] {
  return isMultiple(after?.core) ? number(amount)! : sumWords(currency, amount);
}

export const leadingSum: Rule = ({ core }, context) => {
  const found = sumPattern.exec(core);
  if (found === null) return undefined;
  const [, sign, symbol, innerSign, amount, letter] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string | undefined,
  ];
  const currency = currencies[symbol]!;
  const minus = sign + innerSign === '' ? [] : ['minus'];
  if (letter !== undefined) {
    return spoken([...minus, ...number(amount)!, multiples[letter.toLowerCase()]!, currency.major[1]]);
  }
  return spoken([...minus, ...plainSum(currency, amount, context)]);
};

export const trailingSum: Rule = ({ core }, context) => {
  const found = trailingSumPattern.exec(core);
  return found === null
    ? undefined
    : spoken([...(found[1] === '' ? [] : ['minus']), ...plainSum(currencies[found[3]!]!, found[2]!, context)]);
};

/** `million` after `$1.2` is followed by the currency. */
export const moneyMultiple: Rule = ({ core }, { before }) => {
  if (!isMultiple(core) || before?.closing !== '') return undefined;
  const sum = sumPattern.exec(before.core) ?? sumRangePattern.exec(before.core);
  const symbol = sum === null ? undefined : [sum[1]!, sum[2]!].find((group) => Object.hasOwn(currencies, group));
  return symbol === undefined ? undefined : spoken([core, currencies[symbol]!.major[1]]);
};
