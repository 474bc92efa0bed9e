/** Addresses of the web and of mail, hashtags, handles. */
import type { Rule } from '../english-context.ts';
import { lettersOf } from './acronyms.ts';
import { mixture } from './mixture.ts';
import { digitWords, integer } from './numbers.ts';
import { list } from './rule.ts';

const topLevel =
  'com|org|net|io|dev|ai|co|uk|de|gov|edu|app|info|me|tv|us|eu|fr|ca|au|jp|in|ch|at|nl|es|it|se|xyz|cloud|biz|ly|gg';

const address = new RegExp(
  String.raw`^(?:(?:https?|ftp|wss?)://\S+|www\.\S+|(?:[\p{L}\d-]+\.)+(?:${topLevel})(?::\d+)?(?:[/?#]\S*)?)$`,
  'iu',
);

const mail = /^(?:mailto:)?[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/iu;

export const addressSigns: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  ':': 'colon',
  '?': 'question mark',
  '&': 'and',
  '=': 'equals',
  '#': 'hash',
  _: 'underscore',
  '-': 'dash',
  '~': 'tilde',
  '%': 'percent',
  '+': 'plus',
  '@': 'at',
  ',': 'comma',
  ';': 'semicolon',
  '!': 'exclamation mark',
  $: 'dollar',
};

const spelledDomains = list('io ai uk us eu tv edu api ip id ui ux faq');

function addressWords(text: string): string[] {
  return (text.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? []).flatMap((part) => {
    if (/^\d/u.test(part)) return part.length > 4 ? digitWords(part) : integer(part);
    if (/^\p{L}/u.test(part)) {
      return part.length > 1 && part.length < 6 && (!/[aeiouy]/iu.test(part) || spelledDomains.has(part.toLowerCase()))
        ? lettersOf(part)
        : [part.length === 1 ? part.toUpperCase() : part];
    }
    return Object.hasOwn(addressSigns, part) ? addressSigns[part]!.split(' ') : [];
  });
}

export const webAddress: Rule = ({ core }) => {
  if (!address.test(core) && !mail.test(core)) return undefined;
  const words = addressWords(core.replace(/^(?:[a-z]+:\/\/|mailto:)/iu, '').replace(/\/$/u, ''));
  return words.length === 0 ? undefined : { words };
};

export const tagged: Rule = ({ core }, { shouting }) => {
  const parts = /^([#@])(\p{L}[\p{L}\p{M}\p{N}_]*)$/u.exec(core);
  if (parts === null) return undefined;
  // Capitals inside show where the words of a hashtag meet.
  const words = parts[2]!
    .split(/_+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== '')
    .flatMap((word) => mixture(word, shouting));
  return { words: [parts[1] === '#' ? 'hashtag' : 'at', ...words] };
};
