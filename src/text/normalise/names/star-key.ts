/** The key of a telephone that has a star: `*67`, `drücken Sie *`. */
import { digitWords } from '../numerals.ts';
import { matchAt, type Rule } from '../rule.ts';

/** The key's name, and words that tell of pressing it, by language. */
const keys: Readonly<Record<string, readonly [name: string, verbs: string]>> = {
  de: ['Stern', 'drück|wähl|tast|tippen|eingeben|geben'],
  fr: ['étoile', 'appuy|touche|compos|tap|entr'],
  es: ['asterisco', 'puls|presion|marqu|marca|tecla|oprim'],
  it: ['asterisco', 'prem|digit|tasto|compon'],
  pt: ['asterisco', 'pression|tecl|apert|digit|disque|marque'],
  nl: ['sterretje', 'druk|toets|kies|bel'],
  pl: ['gwiazdka', 'naciśni|wciśni|wybierz|klawisz'],
  sv: ['stjärna', 'tryck|slå|knapp'],
  da: ['stjerne', 'tryk|tast'],
  no: ['stjerne', 'trykk|tast'],
};
const patterns = new Map<string, RegExp>();
const reach = 40;
/** Before digits that no second star ends, or by itself. */
const code = /\*(\d{1,4})(?![\d*]|[.,]\d)/uy;
const lone = /\*(?=[\s.,;:!?)"'”»]|$)/uy;

export const starKey: Rule = {
  starts: ['sign'],
  applies: (text) => text.includes('*'),
  read: ({ text, at, locale }) => {
    const key = text.charAt(at) === '*' && !/[\p{L}\d*]/u.test(text.charAt(at - 1)) ? keys[locale.language] : undefined;
    if (key === undefined) return undefined;
    const digits = matchAt(code, text, at);
    // Four digits may be the year of a birth.
    if (digits !== null && digits[1]!.length < 4) {
      return [{ end: at + digits[0].length, words: [key[0], ...digitWords(digits[1]!, locale)] }];
    }
    if (matchAt(lone, text, at) === null) return undefined;
    let verbs = patterns.get(locale.language);
    if (verbs === undefined) {
      verbs = new RegExp(String.raw`(?<!\p{L})(?:${key[1]})`, 'iu');
      patterns.set(locale.language, verbs);
    }
    return verbs.test(text.slice(Math.max(0, at - reach), at)) ? [{ end: at + 1, words: [key[0]] }] : undefined;
  },
};
