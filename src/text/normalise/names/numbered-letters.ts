/**
 * A capital letter behind a whole number: a letter of what the number names (`Sitz 14A`, `quai 2V`), where it would else be read as the
 * sign of a unit or of millions.
 */
import { wordAfter, wordBefore } from '../neighbours.ts';
import { matchAt, type Rule } from '../rule.ts';
import { cardinalWords } from '../numerals.ts';

const languages = new Set('de fr es it pt nl pl sv da no fi cs sk hr hu ro tr'.split(' '));

/** Seats, rows and tracks: behind these any letter. */
const places =
  /^(?:sitz|sitzplatz|platz|gleis|bus|reihe|siège|quai|voie|rang|rangée|asiento|butaca|fila|andén|vía|posto|posti|binario|autobus|autobús|ônibus|assento|poltrona|plataforma|stoel|zitplaats|rij|spoor|perron|miejsce|rząd|peron|plats|säte|spår|rad|sæde|række|sete|paikka|rivi|laituri|sedadlo|řada|nástupiště|sjedalo|ülés|vágány|loc|locul|peronul|koltuk|sıra)$/iu;
/** Other nouns whose things are numbered with a letter behind the number. */
const numbered =
  /^(?:nr|nummer|número|numéro|numero|numer|linie|klasse|klassen?stufe|zimmer|raum|tisch|tor|gate|halle|haus|wohnung|block|formular|aufgabe|frage|abbildung|tabelle|place|classe|salle|chambre|porte|ligne|hall|appartement|formulaire|puerta|mesa|aula|clase|línea|habitación|apartamento|piso|formulario|camera|interno|appartamento|tavolo|linea|portão|sala|linha|turma|quarto|klas|kamer|zaal|tafel|lijn|klasa|klasie|klasy|stolik|pokój|lokal|linia|klass|rum|linje|spor|luokka|třída|sor|osztály|table)$/iu;
/** A street before the number of a house: `Lindenweg 3 A`, `Via Roma 12A`. */
const street =
  /(?:\p{L}(?:stra(?:ß|ss)e|weg|gasse|allee|platz|damm|ufer|straat|laan|plein|kade|gracht|gatan|vägen|gata|veien|vej|gade)|(?<!\p{L})(?:rue|avenue|boulevard|calle|avenida|via|viale|piazza|corso|rua|ulica|ul\.|ulice|utca) (?:[\p{L}'’.-]+ ){0,3}\p{Lu}[\p{L}'’.-]*),? $/iu;
const streetBehind = /^,? (?:rue|avenue|boulevard|place|quai) /u;

const pattern = /(\d{1,4})( ?)([ABJKLMNVW])(?![\p{L}\p{M}\d²³/·°*=×+]|[-–'’][\p{L}\d]| ?[-–=×*+/] ?\d)/uy;
/** A number that is only the end of another, or that has a sign. */
const notFirst = /(?:\d[.,:/ -]|[-−–+±=×*÷<>≤≥~≈][ ]?|\p{Sc}[ ]?)$/u;
const reach = 40;

/** Whether what stands around a number says that the letter behind it belongs to a name. */
function isOfName(text: string, at: number, end: number, letter: string, isApart: boolean): boolean {
  const noun = wordBefore(text, at);
  if (!/[AB]/u.test(letter)) return !isApart && end - at < 4 && places.test(noun) && wordAfter(text, end) === '';
  const isOfStreet =
    street.test(text.slice(Math.max(0, at - reach), at)) || streetBehind.test(text.slice(end, end + reach));
  if (places.test(noun) || numbered.test(noun) || isOfStreet) return true;
  return !isApart && isLabel(text, at, end, letter);
}

/** What is read of current and of memory: beside it, and in numbers that fuses and memories have, the letter is a unit. */
const electric =
  /(?<!\p{L})(?:\p{L}*(?:sicherung|strom|ladeger|netzteil|stecker)\p{L}*|fusible|courant|prise|chargeur|disjoncteur|corriente|cargador|enchufe|corrente|carregador|tomada|fusibile|caricatore|presa|zekering|stroom|lader|säkring|ström\p{L}*|laddare|sikring\p{L}*|strøm\p{L}*|bezpiecznik\p{L}*|prąd\p{L}*|ladowark\p{L}*|max|[\d.,]+ ?[kM]?[VW])(?!\p{L})/iu;
const fuses = new Set(['10', '13', '16', '20', '25', '32', '35', '40', '50', '63', '80', '100', '125']);
const inPlace = /(?:(?<!\p{L})(?:in|im|auf|en|au|el|em|no|na|nel|op|på|w) |: ?|\()$/iu;
/** Behind a preposition of place or a colon nothing is counted; a number of `B` is nearly always one. */
function isLabel(text: string, at: number, end: number, letter: string): boolean {
  const digits = text.slice(at, end - 1);
  if (digits.length > 2) return false;
  if (letter === 'B') return !['8', '16', '32', '64'].includes(digits);
  const near = text.slice(Math.max(0, at - reach), end + reach);
  return !electric.test(near) && !fuses.has(digits) && inPlace.test(text.slice(Math.max(0, at - 5), at));
}

export const numberedLetter: Rule = {
  starts: ['digit'],
  applies: (text) => /\d ?[ABJKLMNVW](?!\p{L})/u.test(text),
  read: ({ text, at, locale }) => {
    const found = languages.has(locale.language) ? matchAt(pattern, text, at) : null;
    if (found === null || notFirst.test(text.slice(Math.max(0, at - 2), at))) return undefined;
    const [all, digits, space, letter] = found as unknown as [string, string, string, string];
    const end = at + all.length;
    if (!isOfName(text, at, end, letter, space !== '')) return undefined;
    return [
      { end: at + digits.length, words: cardinalWords(digits, locale) },
      { end, words: [letter] },
    ];
  },
};
