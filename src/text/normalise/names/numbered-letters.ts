/**
 * A capital letter behind a whole number: a letter of what the number names (`Sitz 14A`, `quai 2V`), where it would else be read as the
 * sign of a unit or of millions.
 */
import { wordAfter, wordBefore } from '../neighbours.ts';
import { matchAt, type Rule } from '../rule.ts';
import { cardinalWords } from '../numerals.ts';

/** The languages whose words for current and energy stand in {@link electrical}. */
const languages = new Set('de fr es it pt nl pl sv da no fi cs sk hr hu ro tr'.split(' '));

/** Words of electricity and energy: beside them the letter is a unit. */
const electrical =
  /sicherung|strom|stroom|ström|strøm|courant|corrent|corrient|curent|proud|prąd|struj|fus[ií]|pojist|bezpieczn|zekering|säkring|sikring|biztos[ií]t|áram|akım|sulake|virta|netzteil|steckdos|absicher|spannung|tension|tensión|tensão|tensione|spanning|napięci|napět|ampere|ampère|amper|volt|watt|energi|énergi|energí|batt?er|bater|akku|accu|akumul|lade|charge|cargador|enchufe|carica|carrega|tomada|lader|ładowar|nabíje|gniazd|prise|presa|disjoncteur|disjunt|interrutt|intensi|aliment|zasilacz|byte|octet|speicher|\d ?(?:k?[VW]|mA|Hz|A) ?[/,·]/iu;

/** Nouns whose things are numbered with a letter behind the number. */
const numbered =
  /^(?:sitz|sitzplatz|platz|gleis|bus|linie|klasse|klassen?stufe|reihe|zimmer|raum|tisch|tor|halle|haus|block|formular|aufgabe|frage|abbildung|tabelle|siège|place|quai|voie|rang|rangée|classe|salle|chambre|porte|ligne|hall|formulaire|asiento|butaca|fila|andén|vía|puerta|mesa|aula|clase|línea|autobús|formulario|posto|binario|posti|tavolo|linea|autobus|assento|poltrona|plataforma|portão|sala|linha|turma|ônibus|stoel|zitplaats|rij|spoor|perron|klas|kamer|zaal|tafel|lijn|miejsce|rząd|peron|klasa|klasie|klasy|stolik|linia|plats|säte|spår|rad|klass|rum|linje|sæde|række|spor|klasse|sete|paikka|rivi|laituri|luokka|sedadlo|řada|nástupiště|třída|sjedalo|ülés|sor|vágány|osztály|loc|locul|peronul|koltuk|sıra|gate|table)$/iu;

const pattern = /(\d{1,4})( ?)([ABJKLMNVW])(?![\p{L}\p{M}\d²³/·°*=×+]|[-–'’][\p{L}\d]| ?[-–=×*+/] ?\d)/uy;
/** A number that is only the end of another, or that has a sign. */
const notFirst = /(?:\d[.,:/ -]|[-−–+±=×*÷<>≤≥~≈][ ]?|\p{Sc}[ ]?)$/u;
const powersOfTwo = new Set([64, 128, 256, 512, 1024, 2048, 4096, 8192]);
const reachBefore = 40;
const reachAfter = 24;

/** A capital as a scale needs something that it counts: `5M Nutzer`. */
function countsBehind(text: string, end: number, language: string): boolean {
  const after = text.charAt(end) === ' ' ? wordAfter(text, end) : '';
  return language === 'de' ? /^\p{Lu}/u.test(after) : after.length > 1;
}

function isLetter(letter: string, digits: string, isApart: boolean, isNumbered: boolean): boolean {
  if (isNumbered) return true;
  if (isApart || !/[ABJN]/u.test(letter)) return false;
  return letter !== 'B' || !powersOfTwo.has(Number(digits));
}

export const numberedLetter: Rule = {
  starts: ['digit'],
  applies: (text) => /\d ?[ABJKLMNVW](?!\p{L})/u.test(text),
  read: ({ text, at, locale }) => {
    const found = languages.has(locale.language) ? matchAt(pattern, text, at) : null;
    if (found === null || notFirst.test(text.slice(Math.max(0, at - 2), at))) return undefined;
    const [all, digits, space, letter] = found as unknown as [string, string, string, string];
    const end = at + all.length;
    const before = wordBefore(text, at);
    // In German a letter behind the number of a house stands apart too: `Lindenweg 3 A`.
    const isNamed = space !== '' && /[AB]/u.test(letter) && locale.language === 'de' && /^\p{Lu}\p{L}/u.test(before);
    const isNumbered = isNamed || (numbered.test(before) && (space === '' || /[AB]/u.test(letter)));
    const isName =
      letter === 'M' && space === '' && !isNumbered
        ? !countsBehind(text, end, locale.language)
        : isLetter(letter, digits, space !== '', isNumbered);
    const around = `${text.slice(Math.max(0, at - reachBefore), at)}${all} ${text.slice(end, end + reachAfter)}`;
    if (!isName || electrical.test(around)) return undefined;
    return [
      { end: at + digits.length, words: cardinalWords(digits, locale) },
      { end, words: [letter] },
    ];
  },
};
