import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { table } from './table.ts';

describe('a table', () => {
  it('shows names that a terminal would obey as what they are made of, in one line each', () => {
    const hostile = '\u001b[31mred\u001b]0;title\u0007\r\nroot  admin\u009b2J \u202egnp\u2028';
    const lines = table(
      ['NAME', 'ID'],
      [
        [hostile, '1'],
        ['Zoë 日本', '2'],
      ],
    ).split('\n');
    assert.equal(lines.length, 3);
    assert.doesNotMatch(lines.join(''), /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    assert.match(
      lines[1]!,
      /^\\u001b\[31mred\\u001b\]0;title\\u0007\\u000d\\u000aroot {2}admin\\u009b2J \\u202egnp\\u2028 +1$/,
    );
    assert.equal(lines[2]!.indexOf('2'), lines[1]!.length - 1, 'the columns stay aligned');
    assert.match(lines[2]!, /^Zoë 日本 +2$/);
  });
});
