/** Addresses of the web and of mail, hashtags, handles, files, networks (RFC 3986, RFC 5322, RFC 4291). */
import type { Rule } from './context.ts';
import { lettersOf } from './acronyms.ts';
import { mixture } from './mixture.ts';
import { digitWords, identifier, integer, year } from './numbers.ts';
import { list, spoken } from './rule.ts';

const topLevel =
  'com|org|net|io|dev|ai|co|uk|de|gov|edu|app|info|me|tv|us|eu|fr|ca|au|jp|in|ch|at|nl|es|it|se|xyz|cloud|biz|ly|gg|mil|int|nz|ie|br|mx|ru|cn|kr|za|no|dk|fi|pl|be|online|shop|store|tech|site|fm|im|sh|so|to|cc|ws|museum|world|news|blog|page';
const host = String.raw`(?:[\p{L}\d-]{1,63}\.){1,10}`;
const address = new RegExp(
  String.raw`^(?:(?:https?|ftp|sftp|ssh|wss?|git|file):\/\/\S+|www\.\S+|localhost(?::\d+)(?:[/?#]\S*)?|${host}(?:${topLevel})(?::\d+)?(?:[/?#]\S*)?)$`,
  'iu',
);
const mail =
  /^(?:mailto:)?[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){0,10}[\p{L}\d-]{1,63}(?:\/[\p{L}\d._%-]{1,64}){0,4}$/iu;
export const addressSigns: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '\\': 'backslash',
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

const spelledParts = list('io ai uk us eu tv edu api ip id ui ux faq ie');
const spelledExtensions = list(
  'md py ts js html htm css xml pdf exe csv jpg png gif mp3 mp4 svg sql php rs rb sh cpp doc docx xlsx pptx yml txt tsx jsx avi mov iso',
);

/** A number in an address: short ones as numbers, others digit by digit. */
function addressNumber(digits: string): string[] {
  if (/^(?:19|20)\d\d$/u.test(digits)) return year(Number(digits));
  return digits.length > 3 ? digitWords(digits) : digits.length > 2 ? identifier(digits) : integer(digits);
}

function addressWords(text: string): string[] {
  const parts = text.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? [];
  return parts.flatMap((part, index) => {
    if (/^\d/u.test(part)) return addressNumber(part);
    if (/^\p{L}/u.test(part)) {
      const isSpelled = !/[aeiouy]/iu.test(part) || spelledParts.has(part.toLowerCase());
      const isExtension =
        parts[index - 1] === '.' && index === parts.length - 1 && spelledExtensions.has(part.toLowerCase());
      return isExtension || (part.length > 1 && part.length < 6 && isSpelled)
        ? lettersOf(part)
        : [part.length === 1 ? part.toUpperCase() : part];
    }
    return Object.hasOwn(addressSigns, part) ? addressSigns[part]!.split(' ') : [];
  });
}

const longestAddress = 512;

export const webAddress: Rule = ({ core: shown }) => {
  const core = shown.replace(/^<|>$/gu, '');
  if (core.length > longestAddress || (!address.test(core) && !(core.includes('@') && mail.test(core)))) {
    return undefined;
  }
  const host = /@(\d{1,3}(?:\.\d{1,3}){3})$/u.exec(core);
  if (host !== null) return spoken([...addressWords(core.slice(0, host.index)), 'at', ...networkWords(host[1]!)]);
  const words = addressWords(core.replace(/^(?:[a-z]+:\/\/|mailto:)/iu, '').replace(/\/$/u, ''));
  return words.length === 0 ? undefined : { words };
};

/** Every digit for itself, with the signs between. */
function networkWords(text: string): string[] {
  return Array.from(text).flatMap((character) =>
    /\d/u.test(character)
      ? digitWords(character)
      : /[\p{L}]/u.test(character)
        ? [character.toUpperCase()]
        : addressSigns[character]!.split(' '),
  );
}

const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5}|\/\d{1,2})?$/u;
const hardware = /^[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}$/iu;

function isIpv6(text: string): boolean {
  if (!/^[\da-f:]{2,39}$/iu.test(text) || !/\d/u.test(text)) return false;
  const groups = text.split(':');
  return groups.every((group) => group.length <= 4) && (text.includes('::') ? groups.length <= 9 : groups.length === 8);
}

/** Addresses of networks, which are dictated digit by digit. */
export const networkAddress: Rule = ({ core, text }) => {
  if (text.length > 48) return undefined;
  if (
    ipv4.test(core) &&
    core
      .split(/[.:/]/u)
      .slice(0, 4)
      .every((group) => Number(group) < 256)
  ) {
    return spoken(networkWords(core));
  }
  const whole = text.replace(/^[([]+|[.,;!?)\]]+$/gu, '');
  const bare = whole.replace(/:$/u, '');
  if (hardware.test(bare) && /[a-f]/iu.test(bare)) return spoken(networkWords(bare));
  return isIpv6(whole) ? spoken(networkWords(whole)) : undefined;
};

const path = /^(?:[A-Za-z]:\\|~\/|\.{1,2}\/|\/(?=[\p{L}.])).+|^[\w.-]+(?:\/[\w.-]+){1,20}\.\p{L}{1,5}$/u;
const fileName = /^[\p{L}\d_-]{2,80}(?:\.[\p{L}\d_-]{1,40}){0,4}\.(\p{L}[\p{L}\d]{0,4})$/u;
const extensions = list(
  'md txt py ts js tsx jsx json html htm css xml pdf exe csv jpg jpeg png gif mp3 mp4 svg sql php rs rb go java c h cpp sh doc docx xls xlsx ppt pptx yml yaml toml zip tar gz log wav avi mov iso ini cfg conf lock bat dll apk dmg',
);

/** A path or the name of a file. */
export const file: Rule = ({ core, text }) => {
  if (text.length > longestAddress) return undefined;
  const whole = text.replace(/^["'([`*]+|["'\])`*.,;:!?]+$/gu, '');
  if (/[\\/]/u.test(whole) && path.test(whole) && !/\s|^\/\//u.test(whole)) {
    return spoken(addressWords(whole.replace(/\/$/u, '')));
  }
  const name = fileName.exec(core);
  return name !== null && extensions.has(name[1]!.toLowerCase()) && /\p{L}/u.test(core)
    ? spoken(addressWords(core))
    : undefined;
};

export const tagged: Rule = ({ core }, { shouting }) => {
  const parts = /^([#@])(\p{L}[\p{L}\p{M}\p{N}_.-]*)$/u.exec(core);
  if (parts === null) return undefined;
  const isTag = parts[1] === '#';
  // Capitals inside show where the words of a hashtag meet.
  const words = parts[2]!
    .split(/(_+)|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u)
    .filter((word: string | undefined) => word !== undefined && word !== '')
    .flatMap((word) => {
      if (word.startsWith('_')) return isTag ? [] : ['underscore'];
      return /^\d+$/u.test(word) ? addressNumber(word) : mixture(word, shouting);
    });
  return { words: [isTag ? 'hashtag' : 'at', ...words] };
};
