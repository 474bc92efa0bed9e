/** The key of a telephone that has a star: `*67`, `drücken Sie *`. */
import { digitWords } from '../numerals.ts';
import { matchAt, type Rule } from '../rule.ts';

/** The key's name, and words that tell of pressing it, by language. */
const keys: Readonly<Record<string, readonly [name: string, words: string]>> = {
  de: ['Stern', 'drücken?|drückt|wählen?|wählt|tippen?|tippt|eingeben|geben|gib|taste'],
  fr: ['étoile', 'appuy(?:ez|er|e)|touche|compos(?:ez|er|e)|tap(?:ez|er|e)|entr(?:ez|er)'],
  es: ['asterisco', 'puls(?:e|a|ar|en)|presion(?:e|a|ar|en)|marqu(?:e|en)|marcar|tecla|oprim(?:a|e|ir)'],
  it: ['asterisco', 'prem(?:i|ere|a|ete)|digit(?:a|i|are|ate)|tasto|compon(?:i|a|ete)'],
  pt: ['asterisco', 'pression(?:e|ar|em)|tecl(?:a|e|ar)|apert(?:e|a|ar)|digit(?:e|ar|em)|disque|marque'],
  nl: ['sterretje', 'druk|toets|kies|bel'],
  pl: ['gwiazdka', 'naciśnij|naciśnąć|wciśnij|wcisnąć|wybierz|wybrać|klawisz'],
  sv: ['stjärna', 'tryck|trycka|slå|knappa'],
  da: ['stjerne', 'tryk|trykke|tast'],
  no: ['stjerne', 'trykk|trykke|tast'],
};
const patterns = new Map<string, RegExp>();
const reach = 40;
/** Four digits may be the year of a birth. */
const code = /\*(\d{1,3})(?![\d*]|[.,]\d)/uy;
const lone = /\*(?=[\s.,;:!?)"'”»]|$)/uy;
/** A sign of multiplication: a number on both sides. */
const product = /\d \* ?\d/uy;

function isDialled(text: string, at: number, language: string, words: string): boolean {
  let pattern = patterns.get(language);
  if (pattern === undefined) {
    pattern = new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu');
    patterns.set(language, pattern);
  }
  return pattern.test(text.slice(Math.max(0, at - reach), at));
}

/** Behind a word of pressing or dialling: elsewhere the star marks a note. */
export const starKey: Rule = {
  starts: ['sign'],
  applies: (text) => text.includes('*'),
  read: ({ text, at, locale }) => {
    const key = text.charAt(at) === '*' && !/[\p{L}\d*]/u.test(text.charAt(at - 1)) ? keys[locale.language] : undefined;
    if (key === undefined || matchAt(product, text, at - 2) !== null) return undefined;
    const digits = matchAt(code, text, at);
    if (digits === null && matchAt(lone, text, at) === null) return undefined;
    if (!isDialled(text, at, locale.language, key[1])) return undefined;
    return digits === null
      ? [{ end: at + 1, words: [key[0]] }]
      : [{ end: at + digits[0].length, words: [key[0], ...digitWords(digits[1]!, locale)] }];
  },
};
