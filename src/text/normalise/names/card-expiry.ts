/** The month and the year of a card: `gültig bis 09/27`. */
import { cardinalWords, digitWords } from '../numerals.ts';
import { patternRule, type Locale } from '../rule.ts';

/** What tells of the end of a card or a code, by language; a few words may stand between. */
const cues: Readonly<Record<string, string>> = {
  de: String.raw`gültig|ablauf\p{L}*|läuft|abgelaufen|verfall\p{L}*|verfällt|karte|exp`,
  fr: 'expir\\p{L}*|valable|validité|valide|échéance|carte|exp',
  es: 'caduc\\p{L}*|venc\\p{L}*|válid[ao]|validez|expira|tarjeta|exp',
  pt: 'valid\\p{L}*|válid[ao]|venc\\p{L}*|expira|cartão|exp',
  it: 'scad\\p{L}*|valid\\p{L}*|carta|exp',
  nl: 'geldig|verloopt|vervalt|vervaldatum|kaart|exp',
  sv: 'giltig\\p{L}*|utgår|kort|exp',
  da: 'gyldig\\p{L}*|udløber|kort|exp',
  no: 'gyldig\\p{L}*|utløper|kort|exp',
  pl: 'ważn\\p{L}*|wygasa|kart\\p{L}*|exp',
  ru: 'действ\\p{L}*|истека\\p{L}*|срок\\p{L}*|карт\\p{L}*',
  ja: '有効期限|期限|カード',
  zh: '有效期|到期|过期|卡',
  ko: '유효 ?기간|만료|카드',
};
const between = String.raw`(?:[\s:：至到]|[\p{L}'’]{1,12}[. ]){0,4}`;
const longestCue = 48;

const patterns = new Map<string, RegExp>();
/** Behind a word that tells of it. */
function isNamed(before: string, { language, spaceless }: Locale): boolean {
  const cue = cues[language];
  if (cue === undefined) return false;
  let pattern = patterns.get(language);
  if (pattern === undefined) {
    const gap = spaceless || language === 'ko' ? String.raw`[\s:：\p{L}]{0,6}` : between;
    pattern = new RegExp(`(?<!\\p{L})(?:${cue})${gap}$`, 'iu');
    if (spaceless || language === 'ko') pattern = new RegExp(`(?:${cue})${gap}$`, 'u');
    patterns.set(language, pattern);
  }
  return pattern.test(before);
}

/** A zero before the month, and a year that is no day or month. */
const surely = /^0\d\/(?:3[2-9]|[4-9]\d)$/u;

export const cardExpiry = patternRule(
  ['digit'],
  String.raw`(?<![\d.,/:-])(0[1-9]|1[0-2])\/([2-9]\d)(?![\d/]|[.,:-]\d)`,
  ([all, month, year], { text, at, locale }) => {
    const isDayFirst = locale.dateOrder[0] === 'day' && /^0\d\/(?:1[3-9]|[2-9]\d)$/u.test(all);
    if (!surely.test(all) && !isDayFirst && !isNamed(text.slice(Math.max(0, at - longestCue), at), locale)) {
      return undefined;
    }
    return [
      ...(month!.startsWith('0') ? digitWords(month!, locale) : cardinalWords(month!, locale)),
      ...cardinalWords(year!, locale),
    ];
  },
  (text) => /\d\/\d/u.test(text),
);
