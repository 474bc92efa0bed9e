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
};

for (const [language, cases] of Object.entries(rows)) {
  describe(`numbers and abbreviations in ${language}`, () => {
    for (const [text, words] of cases) it(text, () => assert.equal(spoken(text, language), words));
  });
}
