/** A cost that grows with the square of the length would not end before the deadline of a test. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sweptLanguages } from '../../../test/support/sweeps.ts';
import { spokenOf } from './index.ts';
import { signLanguages } from './tables/signs.ts';

const units = [
  ...['[a](https://a.b/', '[a](', '![', '](https://', '## ', '[ ] '],
  ...['A7-', 'A7', 'AB1234', 'code 1234 ', 'code ', 'Bestellnummer ', 'Code ist die ', 'M-AB 1 '],
  ...['1:2-', '1:2-3 ', '4.8/5 ', '4,8/', 'GMT-3 ', '5/kg', 'R.4', '+49 (0)', '12 34 '],
  ...['a/', 'aa/bb/', 'aa/bb ', '가/', 'é/', '32A, ', '110001 '],
];
const characters = 10_000;

describe('what a rule begins with, repeated', () => {
  for (const language of ['en', ...sweptLanguages(signLanguages)]) {
    it(`is spoken in ${language}, in one token and in many`, () => {
      for (const unit of units) {
        const text = unit.repeat(characters / unit.length);
        assert.equal(spokenOf([text.replaceAll(' ', '_')], language, 'auto').length, 1);
        const many = text.trim().split(' ');
        assert.equal(spokenOf(many, language, 'auto').length, many.length);
      }
    });
  }
});
