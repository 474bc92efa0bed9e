import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { describeJsonProblem, jsonProblem } from './json-position.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the place where a text stops being JSON', () => {
  it('is told by line and column, with what is expected there', () => {
    const problems: readonly (readonly [string, string])[] = [
      ['{"model_id": "x", "transcript": }', 'line 1, column 33: expected a value'],
      ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: '],
      ['{"a": 1', 'line 1, column 8: it ends where "," or "}" is expected'],
      ['[1, 2', 'line 1, column 6: it ends where "," or "]" is expected'],
      ['{"a": 1,}', 'line 1, column 9: a comma stands before "}"'],
      ['[1,]', 'line 1, column 4: a comma stands before "]"'],
      ["{'a': 1}", 'line 1, column 2: strings stand in double quotes, not in single ones'],
      ['{a: 1}', 'line 1, column 2: expected a name in double quotes or "}"'],
      ['{"a" 1}', 'line 1, column 6: expected ":"'],
      ['', 'line 1, column 1: it ends where a value is expected'],
      ['{} x', 'line 1, column 4: expected nothing more'],
      ['[01]', 'line 1, column 2: expected a value or "]"'],
      ['[1.]', 'line 1, column 2: expected a value or "]"'],
      ['[nul]', 'line 1, column 2: expected a value or "]"'],
      ['["a\nb"]', 'line 1, column 2: a string is not closed or holds a line break'],
      ['{"a": "b', 'line 1, column 7: a string is not closed'],
      ['input=Hello', 'line 1, column 1: expected a value'],
    ];
    for (const [text, expected] of problems) {
      assert.equal(describeJsonProblem(text)?.slice(0, expected.length), expected, text);
    }
  });

  it('is none for JSON, and is there for every other text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5e3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
      '"\\u12',
      '"\\n"',
      '\u0001',
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        assert.equal(jsonProblem(candidate) === undefined, isJson(candidate), JSON.stringify(candidate));
      }),
      runs(3000),
    );
  });

  it('is within the text, which stays JSON so far', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', '?', '}', ','), (json, at, extra) => {
        const broken = json.slice(0, at % (json.length + 1)) + extra;
        const found = jsonProblem(broken);
        if (found !== undefined) assert.ok(found.offset >= 0 && found.offset <= broken.length);
      }),
      runs(),
    );
  });

  it('never repeats what was sent, and is found in long texts at once', () => {
    assert.ok(!describeJsonProblem('{"key": "s3cret" "x": 1}')!.includes('s3cret'));
    const long = `[${'{"a":[1,2,3]},'.repeat(100_000)}`;
    assert.match(describeJsonProblem(long)!, /^line 1, column 1400002: it ends where a value is expected$/);
  });
});
