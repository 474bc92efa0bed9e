import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { parseWith } from '../../errors/validation.ts';
import { clampedPageFields, pageQuery } from './pagination.ts';
import { queryBoolean, queryInteger } from './query.ts';

function problemOf(schema: z.ZodType, query: object): string {
  try {
    parseWith(schema, query);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('a query parameter', () => {
  it('that is no integer of its range is told the range', () => {
    for (const limit of [
      'abc',
      '0',
      '101',
      '99999999999999999999',
      '-99999999999999999999',
      '1.5',
      '',
      '1e1',
      ['1', '2'],
    ]) {
      assert.equal(
        problemOf(pageQuery(), { limit }),
        '✖ Invalid input: expected an integer from 1 to 100\n  → at limit',
      );
    }
    assert.deepEqual(parseWith(pageQuery(), { limit: '100' }), { limit: 100 });
  });

  it('that is clamped counts as the highest, however large it is', () => {
    const query = z.object(clampedPageFields());
    for (const limit of ['100', '101', '9007199254740993', '99999999999999999999', '9'.repeat(400)]) {
      assert.deepEqual(parseWith(query, { limit }), { limit: 100 }, limit);
    }
    assert.deepEqual(parseWith(query, {}), { limit: 20 });
    for (const limit of ['0', '-1', '', 'x']) {
      assert.equal(problemOf(query, { limit }), '✖ Invalid input: expected an integer, 1 or more\n  → at limit');
    }
  });

  it('that is no boolean is told the two values', () => {
    for (const own of ['x', '1', '', ['true', 'true']]) {
      assert.equal(
        problemOf(z.object({ own: queryBoolean() }), { own }),
        '✖ Invalid input: expected true or false\n  → at own',
      );
    }
    assert.deepEqual(parseWith(z.object({ own: queryBoolean() }), { own: 'false' }), { own: false });
  });

  it('that is missing is called required, with what is allowed', () => {
    assert.equal(
      problemOf(z.object({ n: queryInteger(2, 3) }), {}),
      '✖ Required: expected an integer from 2 to 3\n  → at n',
    );
    assert.equal(problemOf(z.object({ own: queryBoolean() }), {}), '✖ Required: expected true or false\n  → at own');
  });
});
