import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromIpa, toIpa } from './phones.ts';

describe('IPA to the phones of flite', () => {
  it('takes the longest symbol, however the phones are cut', () => {
    assert.equal(fromIpa(['t', 'ʃ', 'ɜ', 'ɹ', 't', 'ʃ']), 'ch er1 ch');
    assert.equal(fromIpa(['tʃɜɹtʃ']), 'ch er1 ch');
  });

  it('stresses the vowel after the mark of main stress', () => {
    assert.equal(fromIpa(['k', 'ə', 'm', 'ˈp', 'j', 'u', 't', 'ɚ']), 'k ax m p y uw1 t er');
  });

  it('stresses the first full vowel when nothing is marked', () => {
    assert.equal(fromIpa(['ə', 'b', 'aʊ', 't']), 'ax b aw1 t');
  });

  it('leaves out length, tone and tie marks and what it does not know', () => {
    assert.equal(fromIpa(['d͡ʒ', 'iː', 'n˧', '?', '北']), 'jh iy1 n');
  });

  it('puts a sound English lacks to the nearest one', () => {
    assert.equal(fromIpa(['ʁ', 'y', 'ɲ']), 'r uw1 n y');
  });

  it('is empty when nothing can be spoken', () => {
    assert.equal(fromIpa(['ˈ', 'ː', '']), '');
  });

  it('gives every phone of English back', () => {
    const phones = [
      'aa',
      'ae',
      'ah',
      'ao',
      'aw',
      'ay',
      'b',
      'ch',
      'd',
      'dh',
      'eh',
      'er',
      'ey',
      'f',
      'g',
      'hh',
      'ih',
      'iy',
      'jh',
      'k',
      'l',
      'm',
      'n',
      'ng',
      'ow',
      'oy',
      'p',
      'r',
      's',
      'sh',
      't',
      'th',
      'uh',
      'uw',
      'v',
      'w',
      'y',
      'z',
      'zh',
    ];
    for (const phone of phones) assert.equal(fromIpa([toIpa(phone)]).replace('1', ''), phone);
  });
});
