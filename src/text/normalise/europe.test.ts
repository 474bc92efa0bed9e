/** Readings in languages of Europe that once misled, each with its neighbours that are meant otherwise. How words sound is tested by the tables of cases. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../reader.ts';

function spoken(text: string, language: string): string {
  return readSegments(text, initialReaderState, { language, normalization: 'auto', generationConfig: {} })
    .segments.flatMap(({ tokens }) => tokens.flatMap((token) => token.spoken))
    .join(' ');
}

const rows: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  de: [
    ['Sitz 14A', 'Sitz vierzehn A'],
    ['Klasse 7B', 'Klasse sieben B'],
    ['Klasse 10 A', 'Klasse zehn A'],
    ['Bus 5M', 'Bus fünf M'],
    ['Lindenweg 3 A', 'Lindenweg drei A'],
    ['5M Nutzer', 'fünf Millionen Nutzer'],
    ['2,5M', 'zwei Komma fünf Millionen'],
    ['eine 16A-Sicherung', 'eine sechzehn Ampere Sicherung'],
    ['Der Strom beträgt 5 A.', 'Der Strom beträgt fünf Ampere.'],
    ['Der Motor zieht 12 A.', 'Der Motor zieht zwölf Ampere.'],
    ['512B', 'fünfhundertzwölf Byte'],
    ['2L Wasser', 'zwei Liter Wasser'],
    ['12V-Batterie', 'zwölf Volt Batterie'],
    ['10115 Berlin', 'eins null eins eins fünf Berlin'],
    ['60311 Frankfurt am Main', 'sechs null drei eins eins Frankfurt am Main'],
    ['nach 78462 Konstanz', 'nach sieben acht vier sechs zwei Konstanz'],
    ['97980 Bad Mergentheim', 'neun sieben neun acht null Bad Mergentheim'],
    ['01067 Dresden', 'null eins null sechs sieben Dresden'],
    ['Lindenweg 3, 21107 Kleckersdorf', 'Lindenweg drei, zwei eins eins null sieben Kleckersdorf'],
    // Five digits before a noun that is no town count it.
    ['12500 Euro', 'zwölftausendfünfhundert Euro'],
    ['86400 Sekunden.', 'sechsundachtzigtausendvierhundert Sekunden.'],
    ['10115 Menschen', 'zehntausendeinhundertfünfzehn Menschen'],
    ['aus 12500 Stimmen', 'aus zwölftausendfünfhundert Stimmen'],
    ['in 15000 Haushalten', 'in fünfzehntausend Haushalten'],
    ['12345 Bestellungen', 'zwölftausenddreihundertfünfundvierzig Bestellungen'],
    ['Ihr Flug UA 1175', 'Ihr Flug U A eins eins sieben fünf'],
    ['mit LH 454', 'mit L H vier fünf vier'],
    ['ISO 9001', 'ISO neuntausendeins'],
    ['2/3el der Leute', 'zwei Drittel der Leute'],
    ['5/8tel', 'fünf Achtel'],
    ['zwei 3/4els', 'zwei drei Viertels'],
    ['Das Passwort ist hunter2!# heute.', 'Das Passwort ist hunter zwei Ausrufezeichen Raute heute.'],
    ['Kommst du um 2?!', 'Kommst du um zwei?!'],
    ['inkl. MwSt.', 'inklusive Mehrwertsteuer.'],
    ['Äpfel usw.', 'Äpfel und so weiter.'],
    ['Heute ist der 5.', 'Heute ist der fünfte.'],
    ['Kostet das R$500?!', 'Kostet das fünfhundert Brasilianische Real?!'],
  ],
  it: [
    ['Posto 12A', 'Posto dodici A'],
    ['fusibile da 10A', 'fusibile da dieci ampere'],
    ['Il volo UA 1175 parte.', 'Il volo U A uno uno sette cinque parte.'],
    ['La chiesa di S. Anna.', 'La chiesa di Sant’ Anna.'],
    ['S. Stefano e S. Pietro', 'Santo Stefano e San Pietro'],
    ['via S. Agostino', 'via Sant’ Agostino'],
    ['S. Rossi', 'S Rossi'],
  ],
  sv: [
    ['Klockan är 14.30.', 'Klockan är fjorton och trettio.'],
    ['Mötet är 14.30 i morgon', 'Mötet är fjorton och trettio i morgon'],
    ['Priset är 14.30 kr', 'Priset är fjorton kronor och trettio öre'],
    ['2.30 e.m.', 'två och trettio eftermiddag.'],
    ['10.15 f.m.', 'tio och femton förmiddag.'],
    ['2.30 m', 'två komma tre noll meter'],
  ],
  da: [
    ['kl. 15.30', 'klokken 15 30'],
    ['bl.a. Per', 'blandt andet Per'],
    ['tlf. 112', 'telefon 112'],
  ],
  no: [
    ['kl. 9', 'klokken 9'],
    ['f.eks. Per', 'for eksempel Per'],
  ],
  es: [
    ['Asiento 12A', 'Asiento doce A'],
    ['el fusible de 10A', 'el fusible de diez amperios'],
    ['El vuelo UA 1175 sale.', 'El vuelo U A uno uno siete cinco sale.'],
    ['el vuelo FR 25', 'el vuelo F R dos cinco'],
    ['Está en la pza. central', 'Está en la plaza central'],
    ['Quiero 1 pza. más', 'Quiero una pieza más'],
    ['Pza. Mayor', 'plaza Mayor'],
    ['4,51/s', 'cuatro coma cincuenta y uno por segundo'],
    ['335 M de personas', 'trescientos treinta y cinco millones de personas'],
    ['1990-02-28', 'veintiocho de febrero de mil novecientos noventa'],
    ['29/02/2024', 'veintinueve de febrero de dos mil veinticuatro'],
    // No month has such a day.
    ['1990-2-30', 'mil novecientos noventa dos treinta'],
  ],
  pt: [
    ['Assento 12A', 'Assento doze A'],
    ['disjuntor de 10A', 'disjuntor de dez amperes'],
    ['O voo UA 1175 parte.', 'O voo U A um um sete cinco parte.'],
    ['A senha é abc!12# hoje', 'A senha é abc exclamação um dois cerquilha hoje'],
    ['Rua Augusta, n. 5', 'Rua Augusta, número cinco'],
    ['n + 5', 'n mais cinco'],
    ['1/2 xícara', 'meia xícara'],
    ['1/2 copo', 'meio copo'],
    ['a profa. Ana', 'a professora Ana'],
  ],
  fr: [
    ['Siège 12A', 'Siège douze A'],
    ['quai 2V', 'quai deux V'],
    ['un fusible de 10A', 'un fusible de dix ampères'],
    ['5M d’habitants', 'cinq millions d’habitants'],
    ['12V', 'douze volts'],
    ["l'al. 2 s'applique", "l'alinéa deux s'applique"],
    ['en 2 s', 'en deux secondes'],
    [
      "M. le Maire, M. l'Ambassadeur, M. de Villepin",
      "monsieur le Maire, monsieur l'Ambassadeur, monsieur de Villepin",
    ],
    ['MM. les députés, etc.', 'messieurs les députés, et cetera.'],
  ],
  ru: [
    ['А. С. Пушкин', 'А С Пушкин'],
    ['О. Бендер', 'О Бендер'],
    ['с. Иваново', 'село Иваново'],
  ],
  nl: [
    ['Stoel 12A', 'Stoel 12 A'],
    ['zekering van 16A', 'zekering van 16 ampère'],
  ],
  pl: [
    ['Miejsce 12A', 'Miejsce 12 A'],
    ['bezpiecznik 10A', 'bezpiecznik 10 amperów'],
  ],
  hu: [
    ['+(36) 1 441-4000', 'plusz három hat, egy, négy négy egy, négy nulla nulla nulla'],
    ['+ (36) 1 441-4000', 'plusz három hat, egy, négy négy egy, négy nulla nulla nulla'],
    ['1,32 GBP-t', 'egy angol font harminckét pennyt'],
    ['5 GBP-t', 'öt angol fontot'],
    ['5 Ft-tal', 'öt forinttal'],
    ['5 kg-mal', 'öt kilogrammal'],
    ['3 m-rel', 'három méterrel'],
    ['az ált. isk.-ban', 'az általános iskolában'],
    ['az isk.-val', 'az iskolával'],
    ['isk.-ként', 'iskolaként'],
    ['a tv.-t', 'a tévét'],
    ['a Kft.-t', 'a káeftét'],
    ['a Fő u.-ban', 'a Fő utcában'],
  ],
};

for (const [language, cases] of Object.entries(rows)) {
  describe(`numbers and abbreviations in ${language}`, () => {
    for (const [text, words] of cases) it(text, () => assert.equal(spoken(text, language), words));
  });
}
