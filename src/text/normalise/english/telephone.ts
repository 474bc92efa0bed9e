/** Telephone numbers, digit by digit in their groups (ITU-T E.123 and E.164, the North American Numbering Plan). */
import type { Context, PhraseRule, Rule, Spoken, TokenText } from './context.ts';
import { digitWords } from './numbers.ts';
import { isCounted, list, lower, spoken } from './rule.ts';

const wholes: readonly RegExp[] = [
  // With a country code: seven to fifteen digits.
  /^\+(?=(?:\D*\d){7,15}\D*$)\d{1,4}(?:[-. ]?\(?\d{1,8}\)?)+$/u,
  // North America, with or without the trunk prefix 1.
  /^(?:1[-. ])?(?:\(\d{3}\)[-. ]?|[2-9]\d{2}[-. ])\d{3}[-. ]\d{4}$/u,
  /^(?:1[-. ])?\d{3}-\d{7}$/u,
  /^[2-9]\d{2}-\d{4}$/u,
  // A trunk prefix 0 in front of two to four groups.
  /^\(?0\d{0,4}\)?(?: ?[-/.]? ?\d{2,8}){1,4}$/u,
];

/** The groups of digits of a telephone number; undefined when the text is none. */
function groupsOf(text: string): string[] | undefined {
  const digits = text.replace(/\D/gu, '').length;
  if (digits < 7 || digits > 15 || !wholes.some((pattern) => pattern.test(text))) return undefined;
  // A number that begins with the trunk prefix needs white space or nine digits, or it is a serial number.
  if (/^\(?0/u.test(text) && (digits < 9 || !/[ )]/u.test(text))) return undefined;
  return text.split(/[^\d+]+/u).filter((group) => group !== '');
}

function groupWords(groups: readonly string[]): string[] {
  return groups.flatMap((group, index) => {
    const words = [...(group.startsWith('+') ? ['plus'] : []), ...digitWords(group)];
    return index === groups.length - 1 ? words : [...words.slice(0, -1), `${words.at(-1)!},`];
  });
}

const mostTokens = 8;

function textOf({ text, core }: TokenText): string {
  return /^\(\d/u.test(text) ? text.replace(/[.,;:!?'"]+$/u, '') : core;
}

/** A telephone number written with spaces: `(555) 123-4567`, `+44 20 7946 0958`. */
export const spacedTelephone: PhraseRule = (words, index) => {
  const first = words[index]!;
  if (!/^\+?\(?\d{1,4}\)?[\d.-]*$/u.test(textOf(first))) return undefined;
  if (words[index - 1]?.closing === '' && /^\d+$/u.test(words[index - 1]!.core)) return undefined;
  let end = index;
  while (end - index < mostTokens && /^\+?[\d().-]{1,16}$/u.test(textOf(words[end] ?? first)) && end < words.length) {
    if (words[end++]!.closing !== '') break;
  }
  for (; end - index > 1; end--) {
    const tokens = words.slice(index, end);
    if (
      groupsOf(
        tokens
          .map(textOf)
          .join(' ')
          .replace(/\((\d+)\)(?=\d)/gu, '($1) '),
      ) === undefined
    ) {
      continue;
    }
    return tokens.map((word, at): Spoken => {
      const spokenWords = groupWords(
        textOf(word)
          .split(/[^\d+]+/u)
          .filter((group) => group !== ''),
      );
      return at < tokens.length - 1 ? { words: spokenWords, closing: ',' } : { words: spokenWords };
    });
  }
  return undefined;
};

const callWords = list('call dial phone ring text fax telephone tel calling dialing dialling called dialed hotline');

/** A short or bare number that the words around it make one to call. */
function isCalled(core: string, { closing }: TokenText, context: Context): boolean {
  if (!/^\d{3,12}$/u.test(core)) return false;
  const { before, after, at } = context;
  if (['hotline', 'helpline', 'lifeline'].includes(lower(after))) return true;
  if (lower(before) === 'to' && [-2, -3, -4].some((distance) => lower(at(distance)) === 'text')) return true;
  return (
    callWords.has(lower(before)) &&
    (closing !== '' || after === undefined || !(isCounted(after) || after.core === 'of'))
  );
}

const extensions = list('ext extension');

/** The digits behind `ext.`, and `x89` behind a number. */
const extension: Rule = ({ core }, { before }) => {
  const found = /^(x|ext\.?)?(\d{1,6})$/iu.exec(core);
  if (found === null) return undefined;
  if (found[1] === undefined) {
    return extensions.has(lower(before)) && /^\.?:?$/u.test(before!.closing) ? spoken(digitWords(core)) : undefined;
  }
  const isNumber = /\d{4}$/u.test(before?.core ?? '');
  return isNumber || found[1] !== 'x' ? spoken(['extension', ...digitWords(found[2]!)]) : undefined;
};

export const telephone: Rule = (word, context) => {
  const { core } = word;
  if (!/\d/u.test(core) || core.length > 32) return undefined;
  if (isCalled(core, word, context)) return spoken(digitWords(core));
  const named = /^(tel|sms|fax|callto):(\+?[\d().-]{3,20})$/iu.exec(core);
  if (named !== null) {
    const groups = groupsOf(named[2]!) ?? [named[2]!];
    return spoken([named[1]!.toLowerCase() === 'tel' ? 'telephone' : named[1]!.toLowerCase(), ...groupWords(groups)]);
  }
  const letters = /^(\+?1[-.])?(8\d\d)[-.]([A-Z][A-Z-]{2,12})$/u.exec(core);
  if (letters !== null) {
    const groups = [...(letters[1] === undefined ? [] : [letters[1].replace(/[-.]/gu, '')]), letters[2]!];
    return spoken([
      ...groupWords(groups).map((one, at, all) => (at === all.length - 1 ? `${one},` : one)),
      ...letters[3]!.split('-'),
    ]);
  }
  const [, number = core, inner] = /^([\d+().-]+)x(\d{1,6})$/iu.exec(core) ?? [];
  const groups =
    groupsOf(word.text.startsWith('(') && !number.includes('(') ? `(${number}` : number) ?? groupsOf(number);
  if (groups !== undefined) {
    return spoken([...groupWords(groups), ...(inner === undefined ? [] : ['extension', ...digitWords(inner)])]);
  }
  return extension(word, context);
};
