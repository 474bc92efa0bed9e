import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { goesOnByLook, isBackChannel, lookOf, type Look } from './text-completeness.ts';

/** By language and look. */
const looks: Readonly<Record<string, Readonly<Record<Look, readonly string[]>>>> = {
  en: {
    finished: [
      'Yes.',
      'yes',
      'no thanks',
      'okay thank you',
      'mm-hm',
      'I would like a table for two.',
      'What are you waiting for?',
      'I think so',
      'I am 45.',
      '"That is all."',
    ],
    undecided: [
      '',
      'I would like a table for two',
      'hello',
      'My code is 4 1 5 5.',
      'my code is 4 1 5 5 5 5 1',
      'it costs 415',
    ],
    unfinished: [
      'I would like a table for',
      'I would like the.',
      'and then, um',
      'Because…',
      'well,',
      'yes, and',
      'ummmmm',
      'my name is',
      'my number is four one five',
      'My number is 415',
      'four one five',
      'My phone number is 4-1-5.',
      'I want to see Dr.',
    ],
  },
  de: {
    finished: ['Ja.', 'ja gerne', 'vielen Dank', 'Wie viel kostet das?'],
    undecided: ['ich nehme das', 'ich rufe morgen an'],
    unfinished: [
      'ich möchte einen Tisch für',
      'und ähm',
      'weil',
      'meine Nummer ist null eins',
      'mein Name ist',
      'Herr.',
    ],
  },
  fr: {
    finished: ['oui', "d'accord", 'oui merci beaucoup', 'Je voudrais un café.', 'Quoi ?'],
    undecided: ['je voudrais un café'],
    unfinished: ['je voudrais un', 'parce que', 'euh', 'oui mais', 'mon numéro est zéro six', "j'aimerais", 'c’est l’'],
  },
  es: {
    finished: ['sí', 'sí por favor', 'muchas gracias', 'Quiero una mesa.'],
    undecided: ['quiero una mesa'],
    unfinished: ['quiero una mesa para', 'sí pero', 'porque', 'mi número es seis cinco', 'sí de'],
  },
  it: {
    finished: ['sì grazie', 'va bene', 'Vorrei un tavolo.'],
    undecided: ['vorrei un tavolo'],
    unfinished: ['vorrei un', 'perché', 'ehm', 'il mio nome è', 'tre tre quattro'],
  },
  pt: {
    finished: ['sim', 'não obrigado', 'muito obrigada', 'Quero uma mesa.'],
    undecided: ['quero uma mesa'],
    unfinished: ['quero uma mesa para', 'mas', 'porque', 'meu nome é', 'nove meia um'],
  },
  nl: {
    finished: ['ja graag', 'nee dank je', 'Ik wil een tafel.'],
    undecided: ['ik weet het', 'ik wil een tafel'],
    unfinished: ['ik wil een', 'omdat', 'ja maar', 'mijn naam is', 'nul zes'],
  },
  ja: {
    finished: ['はい', 'はい お願い', '予約したいです', '予約をお願いします。', 'いいですか？'],
    undecided: ['東京'],
    unfinished: ['東京に', 'えーと', '行きたいんですけど', '電話番号は 〇 九', '予約したいです、'],
  },
  hi: {
    finished: ['हाँ', 'जी हाँ', 'ठीक है', 'मुझे टिकट चाहिए', 'मैं घर जा रहा हूँ।'],
    undecided: ['दो टिकट'],
    unfinished: ['और', 'दिल्ली से', 'मेरा नाम', 'क्योंकि', 'मेरा नंबर नौ आठ'],
  },
  // Without lists only the marks count.
  sv: { finished: ['Ja.', 'Va?'], undecided: ['och', 'ja'], unfinished: ['och,', 'ja …'] },
};

describe('how a text looks', () => {
  for (const [language, byLook] of Object.entries(looks)) {
    it(`in ${language}`, () => {
      const expected = Object.entries(byLook).flatMap(([look, texts]) => texts.map((text) => `${look}: ${text}`));
      const found = Object.values(byLook).flatMap((texts) => texts.map((text) => `${lookOf(text, language)}: ${text}`));
      assert.deepEqual(found, expected);
    });
  }

  it('is the same for a language with a region, and is a likelihood for the estimate', () => {
    assert.equal(lookOf('weil', 'de-AT'), 'unfinished');
    assert.equal(lookOf('because', 'EN_us'), 'unfinished');
    assert.deepEqual(
      ['yes', 'a table', 'because'].map((text) => goesOnByLook(text, 'en')),
      [0, 0.5, 1],
    );
  });

  it('is known for any text, and follows from its end', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('en', 'ja', 'constructor'),
        (text, language) => {
          assert.ok(['finished', 'undecided', 'unfinished'].includes(lookOf(text, language)));
          assert.equal(lookOf(`${'a b '.repeat(100)}${text} for`, 'en'), 'unfinished');
        },
      ),
      runs(),
    );
  });
});

describe('a back-channel', () => {
  it('is nothing but what listeners say, in the language', () => {
    const all = {
      en: ['Mm-hm.', 'uh-huh', 'yeah yeah', 'Okay, I see.', 'mmm'],
      de: ['Ja, ja.', 'ach so', 'mhm'],
      fr: ['oui', 'ah bon'],
    };
    for (const [language, texts] of Object.entries({ ...all, ja: ['はい', 'なるほど。'], hi: ['अच्छा', 'ठीक है'] })) {
      for (const text of texts) assert.ok(isBackChannel(text, language), text);
    }
  });

  it('is no other text, and no text of another language', () => {
    for (const text of ['', '...', 'stop', 'yeah but', 'no', 'yeah '.repeat(20)]) {
      assert.ok(!isBackChannel(text, 'en'), text);
    }
    assert.ok(!isBackChannel('ja', 'en'));
    assert.ok(!isBackChannel('yeah', 'sv'));
  });
});
