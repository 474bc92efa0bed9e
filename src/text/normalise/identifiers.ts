/** What is read sign by sign: network addresses, paths, names of files, numbers of books, accounts and cards. */
import { addressWords } from './electronic.ts';
import { digitWords, wordsOf } from './numerals.ts';
import { hasDigit, patternRule, type Locale, type TextPosition, type Reading, type Rule } from './rule.ts';

/** Digits one by one, letters one by one, a colon by its name. */
function characterWords(text: string, locale: Locale): string[] {
  return Array.from(text).flatMap((character) => {
    if (/\d/u.test(character)) return digitWords(character, locale);
    return character === ':' ? wordsOf(locale.signs.colon) : [character.toUpperCase()];
  });
}

const hexGroup = '[0-9a-fA-F]{1,4}';
/** IPv6 (RFC 4291) with eight groups, or fewer with two colons in a row; an address of a network card (six groups of two). */
const networkAddress = patternRule(
  ['digit', 'letter', 'sign'],
  String.raw`(?<![\p{L}\d:])(?:(?:${hexGroup}:){7}${hexGroup}|(?:${hexGroup}:){1,6}(?::${hexGroup}){1,6}|::(?:${hexGroup}:){0,6}${hexGroup}|(?:${hexGroup}:){1,7}:|(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2})(?![\p{L}\d:])`,
  ([address], { locale }) => characterWords(address, locale),
  (text) => text.includes('::') || /(?:[0-9a-fA-F]:[0-9a-fA-F]{1,4}:){2}/u.test(text),
);

const part = String.raw`[\p{L}\p{M}\d_][\p{L}\p{M}\d_.-]{0,80}`;
/** `/usr/local/bin`, `./a`, `~/x` */
const path = patternRule(
  ['sign'],
  String.raw`(?<![^\s\p{Ps}\p{Pi}"'])(?:~|\.{1,2})?/(?:${part}/){0,20}${part}/?`,
  ([found], { locale }) => addressWords(found.replace(/\.$/u, ''), locale),
  (text) => text.includes('/'),
);

const extensions =
  'txt|pdf|docx?|xlsx?|pptx?|odt|csv|json|xml|ya?ml|html?|css|js|ts|py|java|cpp|c|h|rs|go|sh|exe|dll|zip|gz|tar|bz2|xz|7z|rar|iso|deb|rpm|jpe?g|png|gif|svg|webp|mp[34]|wav|ogg|flac|opus|mov|avi|mkv|md|log|ini|cfg|conf|toml|sql|db|bak';
const file = patternRule(
  ['letter', 'digit'],
  String.raw`[\p{L}\p{M}\d_-]{1,80}(?:\.[\p{L}\d_-]{1,40}){0,3}\.(?:${extensions})(?![\p{L}\p{M}\d]|\.\d)`,
  ([name], { locale }) => addressWords(name, locale),
  (text) => /[\p{L}\d_]\.[a-z7]/u.test(text),
);

/** ISBN-10 and ISBN-13 behind their name (ISO 2108). */
const bookNumber = patternRule(
  ['digit'],
  String.raw`(?<=ISBN(?:-1[03])?:? ?)(?:\d[\d-]{8,16})[\dX](?![\p{L}\d])`,
  ([number], { locale }) => characterWords(number.replace(/-/gu, ''), locale),
  (text) => text.includes('ISBN'),
);

/** Each group of four characters is a reading of its own. */
function groupReadings(pattern: RegExp): (place: TextPosition) => readonly Reading[] | undefined {
  return ({ text, at, locale }) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return undefined;
    const groups = [...found.matchAll(/[A-Z\d]+/gu)];
    return groups.map(({ 0: group }, index) => ({
      end: at + (groups[index + 1]?.index ?? found.length),
      words: characterWords(group, locale),
    }));
  };
}
/** Account numbers (ISO 13616): two letters, two digits, and groups of four. */
const account: Rule = {
  starts: ['letter'],
  applies: (text) => /[A-Z]{2}\d{2}/u.test(text),
  read: groupReadings(/[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/uy),
};
/** Card numbers: four groups of four digits. */
const card: Rule = {
  starts: ['digit'],
  applies: hasDigit,
  read: groupReadings(/\d{4}(?:[ -]\d{4}){3}(?![\p{L}\d]|[ .,-]\d)/uy),
};

export const identifierRules: readonly Rule[] = [networkAddress, path, file, bookNumber, account, card];
