/** A cost that grows with the square of the length does not end before the deadline: that of a test waits for code that does not. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sweptLanguages } from '../../../test/support/sweeps.ts';
import { withDeadline } from '../../../test/support/work-deadline.ts';
import { spokenOf } from './index.ts';
import { signLanguages } from './tables/signs.ts';

const units = [
  ...['[a](https://a.b/', '[a](', '![', '](https://', '## ', '[ ] '],
  ...['A7-', 'A7', 'AB1234', 'code 1234 ', 'code ', 'Bestellnummer ', 'Code ist die ', 'M-AB 1 '],
  ...['1:2-', '1:2-3 ', '4.8/5 ', '4,8/', 'GMT-3 ', '5/kg', 'R.4', '+49 (0)', '12 34 '],
  ...[
    'Jan. bis ',
    'Mo. ',
    'Mo–',
    'пн–',
    'lun. et ',
    '10 l/',
    '5 đồng/',
    '1/2.500.',
    '01/',
    '9.00–',
    'T2–',
    'A4',
    '§§ ',
    'u. ',
  ],
  ...['a/', 'aa/bb/', 'aa/bb ', '가/', 'é/', '32A, ', '110001 '],
];
/** All texts of a language take some 0.2 s; in one text alone, 5 µs for each pair of its characters take as long as all may. */
const characters = 1000;
const deadlineMs = 5000;

describe('what a rule begins with, repeated', () => {
  for (const language of ['en', ...sweptLanguages(signLanguages)]) {
    it(`is spoken in ${language}, in one token and in many`, () => {
      // Patterns are compiled and tables read when they are first needed.
      spokenOf(units, language, 'auto');
      withDeadline(deadlineMs, () => {
        for (const unit of units) {
          const text = unit.repeat(characters / unit.length);
          assert.equal(spokenOf([text.replaceAll(' ', '_')], language, 'auto').length, 1);
          const many = text.trim().split(' ');
          assert.equal(spokenOf(many, language, 'auto').length, many.length);
        }
      });
    });
  }
});
