import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { greetings } from '../../voices/sample-text.ts';
import type { Language } from '../../voices/languages.ts';
import { readSegment } from '../alignment/testing.ts';
import { espeak } from '../espeak/index.ts';
import { EspeakSynthesizer } from '../espeak/synthesizer.ts';
import { segmentOf } from '../testing.ts';
import { textPieces } from './native-text.ts';
import { idRuns, symbolsOf, type IdRun } from './phoneme-ids.ts';
import { symbols } from './testing.ts';

const ids = Object.fromEntries(symbols.map((symbol, id) => [symbol, [id]]));
const piper = { alphabet: 'piper', ids, maxIds: 1000 } as const;

/** What the runs are in symbols: `^_j_…$`. */
function written(runs: readonly IdRun[], names = symbols): string {
  return runs.map((run) => run.ids.map((id) => names[id]).join('')).join(' / ');
}

function say(
  text: string,
  phonemes: readonly string[],
  settings: Parameters<typeof symbolsOf>[2] & { maxIds: number } = piper,
): string {
  const segment = segmentOf(text);
  const words = phonemes.map((each, token) => ({ token, word: 0, phonemes: each }));
  return written(idRuns(symbolsOf(segment, words, settings), settings));
}

describe('the ids of a Piper voice', () => {
  it('begin with the start, end with the end, and have a padding after each', () => {
    assert.equal(say('Yes', ['jˈɛs']), '^_j_ˈ_ɛ_s_$');
  });

  it('keep the words apart and the punctuation that shapes them', () => {
    assert.equal(say('Yes, we.', ['j', 'w']), '^_j_,_ _w_._$');
    assert.equal(say('Yes? "No!" (so)', ['j', 'n', 's']), '^_j_?_ _n_!_ _s_$');
    assert.equal(say('好。 嗎？', ['h', 'm'], piper), '^_h_ _m_?_$');
    assert.equal(say('well — so…', ['w', '', 's']), '^_w_;_ _s_;_$');
  });

  it('take a full stop after an abbreviation for none', () => {
    assert.equal(say('Mr. Smith.', ['m', 's']), '^_m_ _s_._$');
    assert.equal(say('Evening. Smith.', ['i', 's']), '^_i_._ _s_._$');
  });

  it('have no space for a word that is said with the one before', () => {
    assert.equal(say('from the bank', ['fɹ', '', 'b']), '^_f_ɹ_ _b_$');
  });

  it('have the nearest symbol for a sound that the voice lacks, and no mark that it lacks', () => {
    assert.equal(say('ich', ['ˈɪç']), '^_ˈ_ɪ_ʃ_$');
    assert.equal(say('señor', ['seɲˈoɾ']), '^_s_e_n_j_ˈ_o_ɾ_$');
    assert.equal(say('für', ['fˈʏʁ']), '^_f_ˈ_y_r_$');
    assert.equal(say('vin', ['vˈɛ\u0303']), '^_v_ˈ_ɛ_$');
    assert.equal(say('x', ['tʰʲaˑ']), '^_t_a_$');
  });

  it('leave out what the voice has nothing near for, and tell it each time', () => {
    const leftOut: string[] = [];
    const settings = { ...piper, onLeftOut: (symbol: string) => leftOut.push(symbol) };
    assert.equal(say('ma1 ǃa', ['ma1', 'ǃa1'], settings), '^_m_a_ _a_$');
    assert.deepEqual(leftOut, ['1', 'ǃ', '1']);
  });

  it('have a near symbol for every sound that eSpeak writes in any language, but for its tones', async () => {
    const synthesizer = await EspeakSynthesizer.load();
    const lost = new Set<string>();
    const voices = espeak.voices();
    for (const language of espeak.capabilities.languages) {
      const { speaker } = voices.find((voice) => voice.language === language)!;
      const segment = readSegment(greetings[language as Language], language);
      symbolsOf(segment, synthesizer.phonemize(segment, speaker), { ...piper, onLeftOut: (each) => lost.add(each) });
    }
    assert.deepEqual(
      [...lost].filter((each) => /[\p{L}\p{M}]/u.test(each)),
      [],
    );
  });

  it('take accents apart where the voice has them', () => {
    const accents = { ...piper, ids: { ...ids, c: [5], '\u0327': [6] } };
    assert.equal(
      idRuns(symbolsOf(segmentOf('x'), [{ token: 0, word: 0, phonemes: 'ç' }], accents), accents)[0]!.ids.includes(6),
      true,
    );
  });

  it('are none where nothing sounds', () => {
    assert.equal(say('— ...', ['', '']), '');
  });

  it('are cut at spaces into runs that the model can take', () => {
    assert.equal(say('a b c', ['aa', 'bb', 'cc'], { ...piper, maxIds: 16 }), '^_a_a_ _b_b_ _$ / ^_c_c_$');
    assert.equal(say('a', ['abcdefg'], { ...piper, maxIds: 10 }), '^_a_b_c_$ / ^_d_e_f_$ / ^_g_$');
  });

  it('never exceed what the model takes, and lose no symbol', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ˈ', 'ː', 'ʃ'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.integer({ min: 16, max: 60 }), (words, maxIds) => {
        const settings = { ...piper, maxIds };
        const segment = segmentOf(words.map((_, index) => `w${index}`));
        const given = words.map((phonemes, token) => ({ token, word: 0, phonemes }));
        const all = symbolsOf(segment, given, settings);
        const runs = idRuns(all, settings);
        for (const run of runs) {
          assert.ok(run.ids.length <= maxIds);
          assert.equal(run.owners.length, run.ids.length);
        }
        const sounds = (list: readonly { sound: string }[]): number => list.filter(({ sound }) => sound !== '').length;
        assert.equal(sounds(runs.flatMap((run) => run.symbols)), sounds(all));
      }),
      runs(),
    );
  });
});

describe('the ids of Kokoro', () => {
  const names = ['0', ...symbols.slice(1), 'A', 'I', 'O', 'Q', 'ʧ', 'ʤ', 'ᵊ'];
  const kokoro = {
    alphabet: 'misaki',
    ids: Object.fromEntries(names.map((name, id) => [name, [id]])),
    maxIds: 511,
  } as const;
  const misaki = (phonemes: string, isBritish = false): string => {
    const words = [{ token: 0, word: 0, phonemes }];
    return written(idRuns(symbolsOf(segmentOf('x'), words, { ...kokoro, isBritish }), kokoro), names);
  };

  it('stand between zeros, with letters of their own for diphthongs and affricates', () => {
    assert.equal(misaki('tʃˈeɪndʒ'), '0ʧˈAnʤ0');
    assert.equal(misaki('ɡˈoʊ'), '0ɡˈO0');
  });

  it('write English as the model has learnt it', () => {
    assert.equal(misaki('wˈɜːld'), '0wˈɜɹld0');
    assert.equal(misaki('bˈʌɾɚ'), '0bˈʌɾəɹ0');
  });

  it('have neither length nor a second r in American English, as misaki writes it', () => {
    for (const [espeak, written] of [
      ['tˈiːm', 'tˈim'],
      ['fˈɔːɹ', 'fˈɔɹ'],
      ['mˈuːnz', 'mˈunz'],
      ['lˈiːdɚɹ', 'lˈidəɹ'],
      ['bˈʌʔn\u0329', 'bˈʌtᵊn'],
      ['bˈɑːɾəl', 'bˈɑɾᵊl'],
      ['hˈɜː', 'hˈɜɹ'],
      ['nˈɪɹ', 'nˈɪɹ'],
      ['ˌɛɹpˈoːɹt', 'ˌɛɹpˈɔɹt'],
    ] as const) {
      assert.equal(misaki(espeak), `0${written}0`, espeak);
    }
  });

  it('keep length in British English, whose own diphthongs they have', () => {
    for (const [espeak, written] of [
      ['tˈiːm', 'tˈiːm'],
      ['hˈɜː', 'hˈɜː'],
      ['hˈeə', 'hˈɛː'],
      ['niə', 'nɪə'],
      ['ɡˈəʊ', 'ɡˈQ'],
    ] as const) {
      assert.equal(misaki(espeak, true), `0${written}0`, espeak);
    }
  });

  it('name the sound of a letter in IPA', () => {
    const words = [{ token: 0, word: 0, phonemes: 'tʃeɪ' }];
    assert.deepEqual(
      symbolsOf(segmentOf('x'), words, kokoro).map(({ sound }) => sound),
      ['tʃ', 'eɪ'],
    );
  });
});

describe('the text for a front end of the library', () => {
  it('is the spoken words, without what no reader should see', () => {
    assert.deepEqual(textPieces(segmentOf(['Twelve', [], ['dollars', 'please.'], 'a\u0000b', '\uD800'])), [
      'Twelve dollars please. a b',
    ]);
    assert.deepEqual(textPieces(segmentOf(['今天', '好。'], { language: 'zh' })), ['今天好。']);
  });

  it('keeps the spaces between foreign words in a language that is written without any', () => {
    const words = ['我们用', 'Visual', 'Studio', 'Code', '写', 'iPhone', '15', '应用。'];
    assert.deepEqual(textPieces(segmentOf(words, { language: 'zh' })), ['我们用Visual Studio Code写iPhone 15应用。']);
  });

  it('is nothing where nothing is to be spoken', () => {
    assert.deepEqual(textPieces(segmentOf([])), []);
    assert.deepEqual(textPieces(segmentOf(['—', '😀', '...'])), []);
  });

  it('comes in pieces of bounded length', () => {
    const pieces = textPieces(segmentOf(['lighthouse'.repeat(100), ...new Array<string>(200).fill('word')]));
    assert.ok(pieces.length > 4 && pieces.every((piece) => piece.length <= 401));
    assert.equal(pieces.join('').replace(/ /gu, ''), 'lighthouse'.repeat(100) + 'word'.repeat(200));
  });
});
