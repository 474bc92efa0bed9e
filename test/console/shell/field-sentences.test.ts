import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { problemsOf, sentenceOf } from '../../../console/src/components/forms/field-sentences.ts';
import { parseWith } from '../../../src/errors/validation.ts';

/** What the server says of a value, as the console shows it. */
function shown(field: z.ZodType, value: unknown): string | undefined {
  try {
    parseWith(z.object({ display_name: field }), { display_name: value });
  } catch (error) {
    const [problem] = problemsOf((error as Error).message);
    assert.equal(problem?.path, 'display_name');
    return problem.sentence;
  }
  return undefined;
}

describe('the sentence at a field', () => {
  for (const [field, value, sentence] of [
    [z.string().min(1), '', 'Give a display name of at least one character.'],
    [z.string().min(10), 'short', 'Give a display name of at least 10 characters.'],
    [z.string().max(3), 'long', 'At most 3 characters.'],
    [z.array(z.string()).min(1), [], 'At least one item.'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2 items.'],
    [z.number().min(0.6), 0, 'Give 0.6 or more.'],
    [z.number().max(1.5), 2, 'Give 1.5 or less.'],
    [z.number().positive(), 0, 'Give more than 0.'],
    [z.number(), 'x', 'Give a number.'],
    [z.int(), 1.5, 'Give a whole number.'],
    [z.string(), undefined, 'Give a display name.'],
    [z.enum(['all', 'none']), 'some', 'Choose one of all, none.'],
    [z.enum(['all', 'none']), undefined, 'Choose one of all, none.'],
    [z.email(), 'nobody', 'This is not an email address.'],
    [z.url(), 'nowhere', 'This is not a web address.'],
    [z.string().regex(/^[a-z]+$/), '1', 'This is not a valid display name.'],
  ] as const) {
    it(sentence, () => assert.equal(shown(field, value), sentence));
  }

  it('keeps what the server says in its own words, with its full stop', () => {
    assert.equal(
      sentenceOf('Too short: a password has at least 10 characters', 'password'),
      'A password has at least 10 characters.',
    );
    assert.equal(sentenceOf('Expected text with a letter', 'items[0].pronunciation'), 'Expected text with a letter.');
  });

  it('calls a URL what the fields call it', () => {
    const problem = 'Too small: expected string to have >=1 characters';
    assert.equal(sentenceOf(problem, 'url'), 'Give a web address of at least one character.');
    assert.equal(sentenceOf(problem, 'tool.base_url'), 'Give a base web address of at least one character.');
  });

  it('is found for each problem of a message, also without a field', () => {
    const message =
      '✖ Too small: expected string to have >=1 characters\n  → at description\n✖ Invalid email address\n  → at emails[2]\n✖ and 3 more';
    assert.deepEqual(problemsOf(message), [
      { path: 'description', sentence: 'Give a description of at least one character.' },
      { path: 'emails[2]', sentence: 'This is not an email address.' },
      { path: undefined, sentence: 'and 3 more.' },
    ]);
    assert.deepEqual(problemsOf('The voice is not here.'), []);
  });
});
