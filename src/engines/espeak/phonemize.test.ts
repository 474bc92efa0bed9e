import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { swept } from '../../../test/support/sweeps.ts';
import type { Segment } from '../../text/types.ts';
import type { PhonemizedWord, Synthesizer } from '../adapter.ts';
import { digest, loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { EspeakBinding } from './binding.ts';
import { espeak } from './index.ts';
import { voiceFileFor } from './language-files.ts';

/** A voice, its language, a text, and how each of its words is said. */
const sayings: readonly (readonly [string, string, string, string])[] = [
  ['en-us', 'en', 'He came from the bank.', 'hiː|kˈeɪm|fɹʌmðə||bˈæŋk'],
  ['en-gb', 'en', 'The hour of power.', 'ðɪ|ˈaʊəɹ|ɒv|pˈaʊə'],
  ['de', 'de', 'Die Straße führt über 25 Brücken.', 'diː|ʃtɾˈɑːsə|fˈyːɾt|ˌyːbɜ|fˈʏnf ʊnttsvˈantsɪç|bɾˈʏkən'],
  ['it', 'it', 'Gli gnocchi, ma la cucina.', 'ʎɪ|ɲˈokːɪ|ma|la|kʊtʃˈina'],
  ['pt-br', 'pt', 'O coração não mente.', 'ʊ|kˌoɾasˈɐ̃ʊ̃|nˌɐ̃ʊ̃|mˈeɪŋtʃy'],
  ['fr', 'fr', 'Les enfants ont mangé.', 'le-z|ɑ̃fˈɑ̃z|ˈɔ̃|mɑ̃ʒˈe'],
  ['fi', 'fi', 'Hyvää huomenta maailma', 'hˈyvæː|hˈuomenta|mˈaːɪlma'],
  ['vi', 'vi', 'Xin chào thế giới', 'sˈin|tʃˈaː2w|tˈeɜ|zˈəːɜj'],
];

describe('the phonemes of words', () => {
  let engine: Synthesizer;
  let binding: EspeakBinding;
  before(async () => {
    engine = await loadSynthesizer(espeak);
    binding = await EspeakBinding.load();
  });
  const phonemize = (segment: Segment, name = 'en-us'): readonly PhonemizedWord[] =>
    engine.phonemize!(segment, { engine: 'espeak', name });
  const said = (segment: Segment, name?: string): string =>
    phonemize(segment, name)
      .map(({ phonemes }) => phonemes)
      .join('|');

  for (const [voice, language, text, expected] of sayings) {
    it(`are eSpeak's own, word by word: ${text}`, () => {
      const segment = segmentOf(text, { language });
      assert.equal(said(segment, voice), expected);
      const written = binding.toPhonemes(voiceFileFor(voice, language).file, text).replace(/[_ |]/gu, '');
      assert.equal(said(segment, voice).replace(/[| ]/gu, ''), written);
    });
  }

  it('stand once for each spoken word, in order', () => {
    const segment = segmentOf(['Well', [], ['twelve', 'dollars'], '—', 'yes.']);
    assert.deepEqual(
      phonemize(segment).map(({ token, word, phonemes }) => [token, word, phonemes !== '']),
      [
        [0, 0, true],
        [2, 0, true],
        [2, 1, true],
        [3, 0, false],
        [4, 0, true],
      ],
    );
  });

  it('keep the words of a number apart by spaces', () => {
    assert.equal(said(segmentOf('It cost 1250 today.')).split('|')[2], 'wˈʌn θˈaʊzənd tˈuːhˈʌndɹɪd fˈɪfti');
  });

  it('have no sound twice beside words that are spelled', () => {
    const tokens = [['An'], ['H', 'T', 'M', 'L'], ['file'], ['and'], ['a'], ['P', 'D', 'F.']].map((spoken) => ({
      text: spoken.join(''),
      spoken,
      continues: false,
    }));
    assert.equal(said({ ...segmentOf(''), tokens }), 'ɐn|ˈeɪtʃ|tˈiː|ˈɛm|ˈɛl|fˈaɪl|ænd|ɐ|pˈiː|dˈiː|ˈɛf');
  });

  it('are those that are given in place of the spelling', () => {
    const token = { text: 'x', spoken: ['x'], phones: ['h', 'ə', 'ˈl', 'oʊ'], continues: false };
    const world = { text: 'world', spoken: ['world'], continues: false };
    assert.equal(said({ ...segmentOf(''), tokens: [token, world] }), 'həlˈoʊ|wˈɜːld');
  });

  it('take no text for markup', () => {
    assert.equal(said(segmentOf('a <b> & [[c]]')), said(segmentOf('a (b) and ((c))')));
  });

  it('follow the language of the text, not of the voice', () => {
    const german = segmentOf('Guten Morgen', { language: 'de' });
    assert.equal(said(german, 'en-us'), said(german, 'de'));
  });

  it('are empty where nothing is spoken', () => {
    assert.deepEqual(phonemize(segmentOf([])), []);
    assert.deepEqual(
      phonemize(segmentOf(['—', '...'])).map(({ phonemes }) => phonemes),
      ['', ''],
    );
  });

  it('leave no trace in what is spoken afterwards', async () => {
    const voice = { engine: 'espeak', name: 'en-us' };
    const before = digest((await speakWith(engine, segmentOf('Good morning.'), voice)).samples);
    for (const words of swept([400, 4000], (count) => count === 400)) phonemize(segmentOf('word '.repeat(words)));
    assert.equal(digest((await speakWith(engine, segmentOf('Good morning.'), voice)).samples), before);
  });
});
