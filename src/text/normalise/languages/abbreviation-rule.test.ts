import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../../testing.ts';
import { spokenOf } from '../index.ts';
import { abbreviationRule } from './abbreviation-rule.ts';

describe('the abbreviations of a language', () => {
  it('are a table without a fault, in every language', () => {
    for (const language of languages) assert.ok(spokenOf(['a', '5.'], language, 'auto').length > 0, language);
  });

  it('are refused at a line that is no entry, by the first text', () => {
    const { read } = abbreviationRule('Str. = Straße\nonly this');
    const place = { text: 'Str. 5', at: 0 } as Parameters<typeof read>[0];
    assert.throws(() => read(place), /not an abbreviation: only this/);
  });

  it('are read longest first, where what they need stands beside them', () => {
    const { read } = abbreviationRule('S. = Seite\nS. 5 = Seite fünf; #Nr. = Nummer');
    const words = (text: string) =>
      read({ text, at: 0 } as Parameters<typeof read>[0])?.map((reading) => [reading.end, ...reading.words]);
    assert.deepEqual(words('S. 5'), [[4, 'Seite', 'fünf']]);
    assert.deepEqual(words('S. 6'), [[2, 'Seite']]);
    assert.deepEqual([words('Nr. 7'), words('Nr. x')], [[[3, 'Nummer']], undefined]);
  });
});
