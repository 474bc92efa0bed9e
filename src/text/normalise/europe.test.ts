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
  ],
  sv: [
    ['2.30 e.m.', 'två och trettio eftermiddag'],
    ['10.15 f.m.', 'tio och femton förmiddag'],
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
    ['4,51/s', 'cuatro coma cincuenta y uno por segundo'],
    ['335 M de personas', 'trescientos treinta y cinco millones de personas'],
    ['1990-02-28', 'veintiocho de febrero de mil novecientos noventa'],
    ['29/02/2024', 'veintinueve de febrero de dos mil veinticuatro'],
    // No month has such a day.
    ['1990-2-30', 'mil novecientos noventa dos treinta'],
  ],
  pt: [
    ['Rua Augusta, n. 5', 'Rua Augusta, número cinco'],
    ['n + 5', 'n mais cinco'],
    ['1/2 xícara', 'meia xícara'],
    ['1/2 copo', 'meio copo'],
    ['a profa. Ana', 'a professora Ana'],
  ],
  fr: [
    ["l'al. 2 s'applique", "l'alinéa deux s'applique"],
    ['en 2 s', 'en deux secondes'],
  ],
  hu: [
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
