/** What the pages of agents work out without a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { literalOf, parametersOf, rowsOf, withType } from '../../../console/src/agents/parameters.ts';
import { Levels, shownSeconds } from '../../../console/src/talk/levels.ts';
import { suggestionsOf } from '../../../console/src/talk/suggestions.ts';

describe('levels', () => {
  it('are those of the last seconds, silence where nothing was told', () => {
    const levels = new Levels();
    assert.equal(levels.isEmpty, true);
    levels.push(0.5, 10_000);
    levels.push(0.25, 10_010);
    levels.push(1, 10_500);
    const at = (ms: number) => [...levels.until(ms)];
    assert.deepEqual(at(10_500).slice(-11), [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert.equal(at(11_000).at(-11), 1);
    assert.deepEqual([...new Set(at(10_500 + shownSeconds * 1000))], [0]);
    levels.push(0.5, 100_000);
    assert.deepEqual(
      at(100_000).filter((level) => level > 0),
      [0.5],
    );
  });
});

describe('forms of tools', () => {
  it('keep every parameter and what they do not show', () => {
    const literal = fc.record({
      type: fc.constantFrom('string', 'integer'),
      description: fc.string(),
      later: fc.nat(),
    });
    const names = fc.stringMatching(/^[a-z_][a-z0-9_]{0,9}$/);
    fc.assert(
      fc.property(fc.dictionary(names, literal, { noNullPrototype: true }), (properties) => {
        const required = Object.keys(properties).filter((_, index) => index % 2 === 0);
        assert.deepEqual(parametersOf(rowsOf({ properties, required })), { properties, required });
      }),
      { numRuns: 100 },
    );
  });

  it('change a type with what belongs to it', () => {
    const order = { type: 'string', description: 'Its number', enum: ['17', 'x'] };
    assert.deepEqual(withType(order, 'integer'), { type: 'integer', description: 'Its number', enum: [17, 'x'] });
    const list = withType(order, 'array:number');
    assert.deepEqual(list, { type: 'array', description: 'Its number', items: { type: 'number' } });
    assert.deepEqual(withType(list, 'string'), { type: 'string', description: 'Its number' });
    const nested = withType(order, 'object');
    assert.deepEqual(nested, { type: 'object', description: 'Its number', properties: {}, required: [] });
    assert.deepEqual(withType(nested, 'boolean'), { type: 'boolean', description: 'Its number' });
    assert.deepEqual(
      [literalOf('number', '1.'), literalOf('number', '1.5'), literalOf('boolean', 'true'), literalOf('string', '7')],
      ['1.', 1.5, true, '7'],
    );
  });
});

describe('what one could say', () => {
  const instructions = `A note.\nWhen the user says: opening hours | when are you open\nwhen the user says: {{name}}\nWhen the user says:\n When the user says: bye\nSay: When the user says: never`;
  it('is the first example of each rule, and nothing of a language model', () => {
    const model = { id: 'rules' };
    assert.deepEqual(suggestionsOf({ model, instructions }), ['opening hours', 'bye']);
    assert.deepEqual(suggestionsOf({ model: { id: 'llama' }, instructions }), []);
  });
});
