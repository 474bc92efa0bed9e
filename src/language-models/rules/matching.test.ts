/** Which rule is meant, and what is understood of numbers, days, times, names and consent, in several languages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Matcher } from './matching.ts';
import type { SlotKind } from './program.ts';
import { readProgram } from './parse.ts';
import { readSlot, said } from './slots.ts';

function matched(language: string, examples: readonly string[], text: string): number | undefined {
  const { program } = readProgram(examples.map((each) => `When the user says: ${each}\nSay: x`).join('\n'));
  const rule = new Matcher(program.rules, language).match(text)?.rule;
  return rule === undefined ? undefined : program.rules.indexOf(rule);
}

const english = ['opening hours | when are you open', 'book a table', 'cancel my booking', 'goodbye | bye', 'no'];
const german = ['Öffnungszeiten | wann habt ihr geöffnet', 'einen Tisch reservieren', 'Tschüss'];

describe('what rules understand', () => {
  for (const [language, examples, text, index] of [
    ['en', english, 'Um, hi, WHEN are you open?', 0],
    ['en', english, 'whats your opening hours please', 0],
    ['en', english, "I'd like to book a table for two", 1],
    ['en', english, 'can i book a tabel', 1],
    ['en', english, 'cancel the booking', 2],
    ['en', english, 'bye bye', 3],
    ['en', english, 'No!', 4],
    ['en', english, 'tell me a story', undefined],
    ['en', english, 'are you there', undefined],
    ['en', english, '', undefined],
    ['en', english, '🎉', undefined],
    ['de', german, 'Sagen Sie mir bitte die Oeffnungszeiten', 0],
    ['de', german, 'ähm ich würde gern einen tisch reservieren', 1],
    ['de', german, 'tschüß', 2],
    ['fr', ["l'heure d'ouverture", 'annuler ma commande'], "quelle est l’heure d'ouverture ?", 0],
    ['ja', ['営業時間', '予約したい'], '営業時間を教えてください', 0],
    ['ru', ['часы работы', 'заказать столик'], 'Какие у вас часы работы?', 0],
    ['hi', ['खुलने का समय', 'मेज़ बुक करना'], 'आपके खुलने का समय क्या है', 0],
    ['en', ['same words', 'same words'], 'same words', 0],
    ['en', ['pay a bill', 'pay a large bill'], 'pay a large bill', 1],
    ['en', ['who are you', 'what can you do'], 'who are they', undefined],
  ] as const) {
    it(`means rule ${index ?? 'none'}: ${text} (${language})`, () =>
      assert.equal(matched(language, examples, text), index));
  }

  const cases: readonly (readonly [SlotKind, string, string, string | undefined])[] = [
    ['number', 'en', 'we are twenty-one people', '21'],
    ['number', 'en', 'one thousand two hundred and five', '1205'],
    ['number', 'en', 'about 1,200', '1200'],
    ['number', 'en', '3.5 kilos', '3.5'],
    ['number', 'de', 'fünfundvierzig Stück', '45'],
    ['number', 'de', 'eine', '1'],
    ['number', 'fr', 'quatre-vingt-dix', '90'],
    ['number', 'es', 'somos cuarenta y dos', '42'],
    ['number', 'en', 'many', undefined],
    ['digits', 'en', 'it is four seven, one one', '4711'],
    ['digits', 'en', 'oh one two 34 - 5', '012345'],
    ['digits', 'de', 'null eins sieben zwei', '0172'],
    ['digits', 'en', 'no idea', undefined],
    ['date', 'en', 'Maybe next Friday?', 'next Friday'],
    ['date', 'en', 'on the 3rd of March, I think', '3rd of March'],
    ['date', 'en', 'in three days', 'three days'],
    ['date', 'en', 'tomorrow at seven', 'tomorrow'],
    ['date', 'de', 'am 24. Dezember bitte', '24 Dezember'],
    ['date', 'de', 'übermorgen', 'übermorgen'],
    ['date', 'pl', 'może w piątek', 'piątek'],
    ['date', 'fr', 'lundi prochain', 'lundi prochain'],
    ['date', 'en', '2026-12-24', '2026-12-24'],
    ['date', 'en', 'soon', undefined],
    ['time', 'en', 'at half past seven please', 'half past seven'],
    ['time', 'en', "seven o'clock", "seven o'clock"],
    ['time', 'en', '7:30 p.m.', '7:30 p.m'],
    ['time', 'en', 'at eight', 'eight'],
    ['time', 'de', 'so um 18 Uhr 30', '18 Uhr 30'],
    ['time', 'de', 'halb acht', 'halb acht'],
    ['time', 'en', 'noon', 'noon'],
    ['time', 'en', 'later', undefined],
    ['name', 'en', 'um my name is anna-lena o’neil', 'Anna-Lena O’neil'],
    ['name', 'de', 'Ich heiße Jürgen Groß.', 'Jürgen Groß'],
    ['name', 'en', 'Yes, this is Bob', 'Bob'],
    ['name', 'en', 'yes', undefined],
    ['name', 'en', 'I am not going to tell you my name at all', undefined],
    ['yes or no', 'en', 'yeah, sure', 'yes'],
    ['yes or no', 'en', "No, that's wrong", 'no'],
    ['yes or no', 'en', 'that is not right', 'no'],
    ['yes or no', 'en', 'yes but not today', 'yes'],
    ['yes or no', 'de', 'ja genau', 'yes'],
    ['yes or no', 'de', 'lieber nicht', 'no'],
    ['yes or no', 'es', 'sí, claro', 'yes'],
    ['yes or no', 'ja', 'はい、お願いします', 'yes'],
    ['yes or no', 'hi', 'नहीं', 'no'],
    ['yes or no', 'en', 'what do you mean', undefined],
    [{ oneOf: ['small', 'very large'] }, 'en', 'the very large one', 'very large'],
    [{ oneOf: ['rot', 'grün'] }, 'de', 'GRUEN bitte', 'grün'],
    [{ oneOf: ['rot', 'grün'] }, 'de', 'blau', undefined],
    ['anything', 'en', '  Whatever it is!  ', 'Whatever it is!'],
    ['anything', 'en', ' … ', undefined],
  ];
  for (const [kind, language, text, value] of cases) {
    const name = typeof kind === 'string' ? kind : 'one of';
    it(`takes as ${name}: ${text} (${language})`, () =>
      assert.equal(readSlot(kind, said(text, language), language)?.value, value));
  }

  it('is quick, however long and odd what is said is', { timeout: 20_000 }, () => {
    const { program } = readProgram(english.map((each) => `When the user says: ${each}\nSay: x`).join('\n'));
    for (const part of [
      'a',
      '!',
      'a ',
      '! ',
      "'",
      "n't",
      '9',
      '9 ',
      '日',
      '日本 ',
      '\u0301',
      '😀',
      '-',
      '12/',
      'to the ',
    ]) {
      const text = part.repeat(20_000);
      new Matcher(program.rules, 'en').match(text);
      for (const kind of ['number', 'digits', 'date', 'time', 'name', 'yes or no', 'anything'] as const) {
        readSlot(kind, said(text, 'en'), 'en');
      }
    }
  });
});
