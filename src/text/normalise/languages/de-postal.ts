/** Postal codes of Germany, which are read digit by digit. Five digits before a noun count it far more often: the town has to be known. */
import { patternRule, type Rule } from '../rule.ts';
import { germanCardinal } from './de-numbers.ts';
import { setOf } from './thousands.ts';

/** Of the larger towns those whose names do not end as names of towns do. */
const towns = setOf(
  `Aachen Ahlen Augsburg Bautzen Berlin Bochum Bonn Bottrop Braunschweig Bremen Castrop Celle Chemnitz Cottbus Darmstadt Dessau Detmold
  Dinslaken Dorsten Dortmund Dresden Düren Emden Erfurt Erlangen Essen Frankfurt Fulda Fürth Füssen Gera Gießen Gladbeck Goslar Gotha
  Greifswald Görlitz Göttingen Gütersloh Hagen Halle Hamm Hanau Hannover Herne Herten Hof Husum Iserlohn Jena Kassel Kempten Kiel Kleve
  Koblenz Konstanz Köln Landau Leipzig Lindau Lübeck Lüdenscheid Lünen Mainz Mannheim Marl Meerbusch Meißen Melsungen Menden Minden Moers
  München Münster Neuss Neuwied Norden Oldenburg Olpe Passau Pirna Plauen Potsdam Remscheid Rheine Riesa Rostock Salzgitter Schwerin Siegen
  Soest Solingen Speyer Stade Stendal Stralsund Straubing Stuttgart Suhl Sylt Trier Tübingen Ulm Unna Velbert Verden Viersen Weiden Weimar
  Wesel Wiesbaden Wismar Witten Wittenberg Worms Wuppertal Zwickau`,
);
const townEnding =
  /\p{L}{2}(?:hausen|ingen|leben|burg|berg|dorf|heim|stadt|stedt|furt|bach|brück|brücken|bronn|born|kirchen|feld|lautern|haven|hafen|rode|roda|walde|münster)$/u;

function isTown(name: string): boolean {
  const [first = ''] = name.split('-');
  return name.includes(' ') || towns.has(first) || townEnding.test(first);
}

function digitByDigit(digits: string): string[] {
  return Array.from(digits).flatMap((digit) => germanCardinal(digit));
}

/** A code that begins with 0 counts nothing: `01067`. */
const code = String.raw`\d{5}(?= ((?:Bad |Sankt |St\. )?\p{Lu}\p{Ll}[\p{L}-]{1,30}))`;

/** `Hauptstr. 12a, 10115 Berlin`, `10115 Berlin`, `in 10115 Berlin`, `D-10115`. */
export const postalCodeRules: readonly Rule[] = [
  patternRule(['digit'], String.raw`(?<=(?<!\p{L})D-)\d{5}(?!\d)`, ([digits]) => digitByDigit(digits)),
  patternRule(
    ['digit'],
    String.raw`(?<=\d ?[a-z]?, |^|, |(?<!\p{L})(?:[Ii]n|[Aa]us|[Nn]ach|[Bb]ei) )${code}`,
    ([digits, town]) => (digits.startsWith('0') || isTown(town!) ? digitByDigit(digits) : undefined),
  ),
  // Behind the number of a house any name is that of a town, but what is counted there as well: `am 5., 12500 Euro`.
  patternRule(
    ['digit'],
    String.raw`(?<=\p{Ll}(?:str(?:aße|\.)|weg|platz|allee|gasse|ring|damm|ufer) \d{1,4} ?[a-z]?, )${code}`,
    ([digits]) => digitByDigit(digits),
  ),
];
