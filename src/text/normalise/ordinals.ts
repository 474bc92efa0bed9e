/** Numbers that are marked as ordinal. */
import { matchAt, type TextPosition, type Reading, type Rule } from './rule.ts';

/**
 * What marks an ordinal number behind its digits. A full stop does so only before a small letter or a month, where a
 * sentence cannot begin, and in the languages that write it. Source: the style guides of {@link europeanSigns}.
 */
const markers: Readonly<Record<string, string>> = {
  es: String.raw`\.?[ºª°]|er`,
  pt: String.raw`\.?[ºª°]`,
  it: String.raw`[ºª°]`,
  fr: String.raw`ers?|res?|è?me|es?|ère`,
  nl: String.raw`e|de|ste`,
  sv: String.raw`:[ae]`,
  ro: String.raw`-lea|-a`,
  ru: String.raw`-(?:й|го|му|м|я|ю|е|х|ый|ий|ой|ая|ое|ого)`,
  uk: String.raw`-(?:й|го|му|м|а|я|у|ту|е|х|ий|та|те)`,
  bg: String.raw`-(?:ви|ва|во|ри|ра|ро|ти|та|то|ми|ма|мо|ия|ият|ата|ото)`,
  el: String.raw`ος|η|ο|ου|ης|ον|ην`,
  tr: String.raw`'?(?:inci|ıncı|uncu|üncü|nci|ncı|ncu|ncü)|\.(?= \p{Ll})`,
  ka: String.raw`-ე`,
  hi: String.raw`(?:वाँ|वां|वीं|वें|ला|ली|रा|री|था|थी|ठा|ठी)`,
  ...Object.fromEntries(
    ['de', 'da', 'no', 'fi', 'cs', 'sk', 'hr', 'hu', 'pl'].map((code) => [code, String.raw`\.(?= \p{Ll})`]),
  ),
};
const patterns = new Map<string, RegExp>();
function patternOf(language: string): RegExp | undefined {
  const source = Object.hasOwn(markers, language) ? markers[language] : undefined;
  if (source === undefined) return undefined;
  let pattern = patterns.get(language);
  if (pattern === undefined) {
    pattern = new RegExp(String.raw`(\d{1,15})(${source})(?![\p{L}\p{M}\d])`, 'uy');
    patterns.set(language, pattern);
  }
  return pattern;
}

const nextWord = / ([\p{L}\p{M}]{1,40})/uy;

function readOrdinal({ text, at, locale }: TextPosition): readonly Reading[] | undefined {
  const pattern = locale.rules.ordinal === undefined ? undefined : patternOf(locale.language);
  const found = pattern === undefined ? null : matchAt(pattern, text, at);
  if (found === null || found[1]!.startsWith('0')) return undefined;
  const end = at + found[0].length;
  const words = locale.rules.ordinal?.(found[1]!, found[2]!, matchAt(nextWord, text, end)?.[1] ?? '');
  return words && [{ end, words }];
}

export const ordinalRules: readonly Rule[] = [{ starts: ['digit'], read: readOrdinal }];
