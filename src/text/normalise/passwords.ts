/** Letters, digits and signs in one word, such as a password: no sign of it is a mark of punctuation, so each is said. */
import { digitWords } from './numerals.ts';
import { matchAt, type Rule } from './rule.ts';

/** Names of signs, in the order of {@link order}. */
const names: Readonly<Partial<Record<string, string>>> = {
  de: 'Ausrufezeichen; Raute; Dollar; Prozent; Kaufmanns-Und; Stern; Fragezeichen; Zirkumflex; plus; gleich; Unterstrich; Bindestrich; at',
  es: 'exclamación; almohadilla; dólar; por ciento; et; asterisco; interrogación; circunflejo; más; igual; guion bajo; guion; arroba',
  fr: 'point d’exclamation; dièse; dollar; pour cent; esperluette; astérisque; point d’interrogation; circonflexe; plus; égal; tiret bas; tiret; arobase',
  it: 'punto esclamativo; cancelletto; dollaro; percento; e commerciale; asterisco; punto interrogativo; accento circonflesso; più; uguale; trattino basso; trattino; chiocciola',
  nl: 'uitroepteken; hekje; dollar; procent; ampersand; sterretje; vraagteken; dakje; plus; is; liggend streepje; streepje; apenstaartje',
  pt: 'exclamação; cerquilha; cifrão; por cento; e comercial; asterisco; interrogação; circunflexo; mais; igual; sublinhado; hífen; arroba',
  sv: 'utropstecken; fyrkant; dollar; procent; och-tecken; asterisk; frågetecken; cirkumflex; plus; lika med; understreck; bindestreck; snabel-a',
};
const order = Array.from('!#$%&*?^+=_-@');
const namesBySign = new Map(
  Object.entries(names).map(([language, list]) => [
    language,
    new Map(list!.split('; ').map((name, index) => [order[index]!, name.split(' ')])),
  ]),
);

/** One of these stands inside no word; the others are signs of sums, addresses and names too. */
const distinctive = String.raw`[!#$]`;
const part = String.raw`[\p{L}\d!#$%&*?^+=_@-]`;
/**
 * With a letter, a digit, and one of those signs before another sign, letter or digit; a last mark may end the sentence. No amount of
 * money: `R$500`.
 */
const password = new RegExp(
  String.raw`(?!\p{L}{1,3}\$\d)(?=${part}{0,40}\p{L})(?=${part}{0,40}\d)(?=[\p{L}\d]${part}{0,40}${distinctive}[\p{L}\d!#$%&*?^+=_@-])[\p{L}\d]${part}{5,40}(?=[.,;:]?(?:[\s"'»”“)]|$))`,
  'uy',
);

/**
 * What looks like one and is none: `x1!=y2`, a number that names (`room#1234`, `my-repo#12`), an amount (`10k$-20k$`, `100$US`, `USDT$100`),
 * and a word, number or time that is only exclaimed (`25th!!!`, `10am!!`, `B2B!!!`).
 */
const noPassword = /!=|^[\p{L}-]+#\d+(?:-?\p{L})?$|^\d+\p{L}?\$|^\p{L}+\$\d+$|^[^!#$]*!+$/u;

/** Whether a word is one, without marks of the sentence around it. */
export function isPassword(word: string): boolean {
  return !noPassword.test(word) && matchAt(password, word, 0)?.[0].length === word.length;
}

export const passwordRule: Rule = {
  starts: ['letter', 'digit'],
  applies: (text) => /[\p{L}\d%&*?^+=_@-][!#$][\p{L}\d!#$%&*?^+=_@-]/u.test(text),
  read: ({ text, at, locale }) => {
    const signs = namesBySign.get(locale.language);
    if (signs === undefined || /[^\s"'„“«(]/u.test(text.charAt(at - 1))) return undefined;
    const found = matchAt(password, text, at)?.[0];
    if (found === undefined || noPassword.test(found)) return undefined;
    const words = [...found.matchAll(/\p{L}+|\d+|[^\p{L}\d]/gu)].flatMap(({ 0: piece }) =>
      /^\d/u.test(piece) ? digitWords(piece, locale) : (signs.get(piece) ?? [piece]),
    );
    return [{ end: at + found.length, words }];
  },
};
