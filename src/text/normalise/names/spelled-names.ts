/** Names in capitals that could be words but are said letter by letter. */
import type { Rule } from '../rule.ts';

const everywhere = 'WHO CEO COO CIO CAO';
/** Of the languages in whose texts they stand; what has no vowel is spelled by the engines themselves. */
const own: Readonly<Record<string, string>> = {
  de: 'ADAC AOK ADHS IAA UKE',
  es: 'IPC ITV AEAT OCU',
  fr: 'EDF IUT IRM OGM OPA',
  pt: 'INSS IBGE OAB ICMS IPVA IPTU UERJ',
  ru: 'МГУ ООО ОАО ЕГЭ ОГЭ',
};

const patterns = new Map<string, RegExp>();
function patternOf(language: string): RegExp {
  let pattern = patterns.get(language);
  if (pattern === undefined) {
    const names = `${everywhere} ${own[language] ?? ''}`.trim().split(/\s+/u);
    pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names.join('|')})(?![\p{L}\p{M}\p{N}])`, 'uy');
    patterns.set(language, pattern);
  }
  return pattern;
}

export const spelledName: Rule = {
  starts: ['letter'],
  applies: (text) => /\p{Lu}{3}/u.test(text),
  read: ({ text, at, locale }) => {
    const pattern = patternOf(locale.language);
    pattern.lastIndex = at;
    const name = pattern.exec(text)?.[0];
    return name === undefined ? undefined : [{ end: at + name.length, words: Array.from(name) }];
  },
};
