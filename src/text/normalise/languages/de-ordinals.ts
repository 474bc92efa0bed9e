/** German ordinal numbers in a text: their endings after article, preposition and noun (Duden, Grammatik: starke und schwache Deklination). */
import { wordAfter, wordBefore, wordsBefore } from '../neighbours.ts';
import { patternRule, type TextPosition, type Rule } from '../rule.ts';
import { dateRules } from './date-rules.ts';
import { germanCardinal, germanOrdinalStem, germanYear } from './de-numbers.ts';
import { romanRule, isSurelyRoman } from './roman-rule.ts';
import { list, setOf } from './thousands.ts';

const months = list('Januar Februar März April Mai Juni Juli August September Oktober November Dezember');
export const germanMonths: ReadonlySet<string> = new Set(months);

const feminineEnding = /(?:ung|heit|keit|schaft|tät|ion|ei|enz|anz|ik|ur|tte|cke|nge|rde|hre|sse|ode)$/u;
const feminineNouns = setOf(
  'Minute Sekunde Stunde Tonne Meile Krone Mark Woche Person Katze Frau Tochter Schwester Seite Tasse Flasche Karte Frage Aufgabe Nacht Hand Stadt Straße Klasse Reihe Etage Runde Auflage Liga Bundesliga Million Milliarde Unze Gallone Rupie Lira Stelle Ausgabe Strophe Hälfte Stufe Etappe Staffel Folge Party Blume Schule Firma Rose Tür Wand Idee Reise Sache Sprache Pause Gabel Prise Zwiebel Dose Zehe Knoblauchzehe Kartoffel Möhre Karotte Tomate Gurke Zitrone Banane Birne Nuss Scheibe Messerspitze Kugel Tüte Kanne Schüssel Pfanne Tablette Kapsel Spritze Tafel Rolle Kiste Palette Lampe Insel Regel',
);
const neuterEnding = /(?:chen|lein|um|ment)$/u;
const neuterNouns = setOf(
  'Mal Jahr Kind Haus Buch Tor Kapitel Spiel Semester Quartal Halbjahr Jahrhundert Jahrtausend Viertel Drittel Zimmer',
);

export function isFeminineGerman(noun: string): boolean {
  return feminineNouns.has(noun) || feminineEnding.test(noun);
}

/** Determiners after which an ordinal has the ending -e, -er or -es, and -en; the article `der` is told by what stands before it. */
const weak = setOf(
  'die das diese dieses dieser jede jedes jeder jene jenes jener welche welches welcher eine keine meine deine seine ihre unsere',
);
const mixed = setOf('ein kein mein dein sein ihr unser');
const oblique = setOf(
  'dem den des am im zum vom beim zur ins ans einem einen einer eines keinem keinen keiner diesem diesen jedem jeden meinem meinen meiner seinem seinen seiner ihrem ihren ihrer unserem unseren unserer',
);
const dativePrepositions = setOf(
  'in an auf mit von bei zu aus nach seit vor hinter unter über neben zwischen während wegen trotz ab gegenüber bis',
);
/** Capitalised only because they begin a sentence, so that the number before them ended one. */
const starters = setOf(
  'Der Die Das Er Sie Es Wir Ich Ihr Du Man Ein Eine Dann Danach Und Aber Doch Denn Jetzt Heute Morgen Gestern In Im Am Auf Mit Von Für Bei Nach Wenn Weil Als Da Hier Dort Nun Was Wer Wie Wo Warum Dies Diese Dieser',
);

/** The ending without a determiner: strong, by gender. */
function strongEnding(noun: string, dative: boolean): string {
  if (isFeminineGerman(noun)) return dative ? 'er' : 'e';
  if (dative) return germanMonths.has(noun) ? 'en' : 'em';
  return neuterNouns.has(noun) || neuterEnding.test(noun) ? 'es' : 'er';
}

function endingAfter([near, far]: readonly [string, string], noun: string): string {
  const before = near.toLowerCase();
  if (before === 'der') return dativePrepositions.has(far.toLowerCase()) && !germanMonths.has(noun) ? 'en' : 'e';
  if (weak.has(before)) return 'e';
  if (oblique.has(before)) return 'en';
  if (mixed.has(before)) return strongEnding(noun, false);
  return strongEnding(noun, dativePrepositions.has(before));
}

function hasDeterminer(before: string): boolean {
  return before === 'der' || weak.has(before) || oblique.has(before);
}

function ordinalWord(digits: string, noun: string, { text, at }: TextPosition): string | undefined {
  const stem = germanOrdinalStem(digits);
  return stem && stem + endingAfter(wordsBefore(text, at), noun);
}

/** `3. Mai`, `im 4. Stock`, `am 3. kommt`; not the number that ends a sentence. */
const ordinal = patternRule(['digit'], String.raw`(\d{1,4})\.(?= ?\p{L}| ?$)`, ([all, digits], place) => {
  const noun = wordAfter(place.text, place.at + all.length);
  const isNoun = /^\p{Lu}/u.test(noun) && !starters.has(noun);
  if (!isNoun && !hasDeterminer(wordBefore(place.text, place.at).toLowerCase())) return undefined;
  const word = ordinalWord(digits!, isNoun ? noun : '', place);
  return word === undefined ? undefined : [word];
});

/** `1.–3. Mai`, `2. und 3. Platz`: both end alike. */
const ordinalPair = patternRule(
  ['digit'],
  String.raw`(\d{1,2})\.( ?[-–/] ?| und | bis | oder )(\d{1,2})\.(?= (\p{Lu}\p{L}{0,40}))`,
  ([, first, between, second, noun], place) => {
    const [from, to] = [ordinalWord(first!, noun!, place), ordinalWord(second!, noun!, place)];
    if (from === undefined || to === undefined) return undefined;
    const joint = between!.trim();
    return [from, ...(/^\p{L}/u.test(joint) ? [joint] : joint === '/' ? [] : ['bis']), to];
  },
);

/** 1st to 31st with the month of a date in digits. */
function dayOfMonth(day: number, month: number, place: TextPosition): string[] | undefined {
  const name = months[month - 1];
  const word = name === undefined || day < 1 || day > 31 ? undefined : ordinalWord(String(day), name, place);
  return word === undefined ? undefined : [word, name!];
}

const dates = dateRules(({ day, month, year }, place) => {
  const words = dayOfMonth(day, month, place);
  return words && [...words, ...germanYear(year)];
});

const dayAndMonth = patternRule(['digit'], String.raw`(\d{1,2})\.(\d{1,2})\.(?!\d)`, ([, day, month], place) =>
  dayOfMonth(Number(day), Number(month), place),
);

/** `3.-7.6.2024`, `vom 10.10.-12.10.2024`: two days, of which the first may have a month of its own. */
const dayRange = patternRule(
  ['digit'],
  String.raw`(\d{1,2})\.(?:(\d{1,2})\.)? ?[-–—] ?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2}(?!\d))?(?!\d)`,
  ([, first, firstMonth, second, month, year], place) => {
    const to = dayOfMonth(Number(second), Number(month), place);
    const from =
      firstMonth === undefined
        ? ordinalWord(first!, months[Number(month) - 1] ?? '', place)
        : dayOfMonth(Number(first), Number(firstMonth), place)?.join(' ');
    if (to === undefined || from === undefined) return undefined;
    return [...from.split(' '), 'bis', ...to, ...(year === undefined ? [] : germanYear(year))];
  },
  (text) => /\d\. ?[-–—]/u.test(text),
);

const articles: Readonly<Record<string, string>> = Object.fromEntries(
  list('von mit unter bei nach seit vor zu').map((preposition) => [preposition, 'dem']),
);
const numbered = setOf(
  'Kapitel Band Teil Akt Abschnitt Klasse Stufe Typ Artikel Buch Szene Satz Phase Gruppe Variante Paragraf Anhang Weltkrieg',
);

/** `Ludwig XIV.` is "der Vierzehnte"; the article follows the preposition before the name and the genitive of the name. */
function regnal(value: number, [name, preposition]: readonly [string, string]): readonly string[] {
  const stem = germanOrdinalStem(String(value))!;
  const isGenitive = /[^aeiou]s$/u.test(name) && !/(?:us|as|es|is|os)$/u.test(name);
  const article = isGenitive ? 'des' : (articles[preposition] ?? 'der');
  return [article, `${stem.charAt(0).toUpperCase()}${stem.slice(1)}${article === 'der' ? 'e' : 'en'}`];
}

/** With a full stop an ordinal number (`Ludwig XIV.`, `im XIX. Jahrhundert`), without one a cardinal number. */
const roman = romanRule((value, { letters, dotted, before, after }) => {
  const [near] = before;
  const isName = /^\p{Lu}\p{Ll}/u.test(near) && !numbered.has(near) && !germanMonths.has(near);
  if (dotted && isName && (letters.length > 1 || /^[IVX]$/u.test(letters))) {
    return { words: regnal(value, before), mark: 1 };
  }
  const isOrdinal = isSurelyRoman(letters) || /^(?:Weltkrieg|Jahrhundert|Quartal|Weltkriegs)/u.test(after);
  if (dotted && /^\p{Lu}\p{Ll}/u.test(after) && isOrdinal) {
    return { words: [germanOrdinalStem(String(value))! + endingAfter(before, after)], mark: 1 };
  }
  return numbered.has(near) || isSurelyRoman(letters) ? { words: germanCardinal(String(value)) } : undefined;
});

export const germanOrdinalRules: readonly Rule[] = [dayRange, ...dates, dayAndMonth, ordinalPair, ordinal, roman];
