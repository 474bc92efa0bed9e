import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { licenceProblems } from '../release/licences.ts';

function problemsOf(expression: string): readonly string[] {
  return licenceProblems({ components: [{ name: 'some', version: '1', licenses: [{ expression }] }] });
}

describe('the licences of a release', () => {
  it('are judged by the whole expression, brackets among it', () => {
    for (const good of ['MIT', 'GPL-3.0-only OR MIT', '(MIT OR CC0-1.0)', 'ISC AND (GPL-2.0-only OR (MIT AND ISC))']) {
      assert.deepEqual(problemsOf(good), [], good);
    }
    for (const bad of [
      'GPL-3.0-only AND (Apache-2.0 OR MIT)',
      '(MIT OR ISC) AND GPL-2.0-only',
      '(MIT',
      'MIT AND',
      '',
    ]) {
      assert.equal(problemsOf(bad).length, 1, bad);
    }
  });
});
